// Credit and pools: no buffer is lost or made, whatever happens.
#include "core/system/credit.h"

#include <gtest/gtest.h>

#include "core/base/dice.h"
#include "core/system/output_pool.h"

namespace cutline::test {
namespace {

struct Taken {
  uint32_t channel;
  BufferOrigin origin;
};

int32_t floating_elsewhere(const GateCredit& credit, const std::vector<Taken>& taken,
                           const std::vector<int32_t>& exclusive) {
  int32_t floating = credit.free_floating();
  for (uint32_t channel = 0; channel < exclusive.size(); ++channel) {
    int32_t own = exclusive[channel];
    for (const Taken& each : taken)
      own -= each.channel == channel && each.origin == BufferOrigin::exclusive;
    floating += credit.available(channel) - own;
  }
  for (const Taken& each : taken) floating += each.origin == BufferOrigin::floating;
  return floating;
}

TEST(GateCredit, BuffersAreNeitherLostNorMadeAndNoneIsFreeWhileAChannelNeedsIt) {
  int64_t waits = 0;
  for (uint64_t seed = 1; seed <= 300 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    const std::vector<int32_t> exclusive = {2, 2, 0};
    GateCredit credit(exclusive, 8);
    std::vector<Taken> taken;
    for (int step = 0; step < 400; ++step) {
      const auto channel = static_cast<uint32_t>(dice.between(0, 2));
      switch (dice.between(0, 5)) {
        case 0: credit.on_backlog(channel, static_cast<int32_t>(dice.between(0, 10))); break;
        case 1: credit.on_blocked(channel); break;
        case 2: credit.on_resumed(channel); break;
        case 3:
          if (credit.available(channel) > 0) taken.push_back({channel, credit.take(channel)});
          break;
        default:
          if (taken.empty()) break;
          credit.recycle(taken.front().channel, taken.front().origin);
          taken.erase(taken.begin());
      }
      ASSERT_EQ(floating_elsewhere(credit, taken, exclusive), 8);
      for (uint32_t each = 0; each < 3; ++each) {
        waits += credit.is_waiting(each);
        ASSERT_FALSE(credit.is_waiting(each) && credit.free_floating() > 0 &&
                     credit.available(each) < credit.required(each));
      }
    }
  }
  EXPECT_GT(waits, 1000);
}

TEST(GateCredit, TheRequestForThePartitionTakesTheInitialCreditAlong) {
  GateCredit credit({2, 2});
  EXPECT_EQ(credit.announce(0), 2);
  EXPECT_EQ(credit.announce(0), 0);
  credit.on_backlog(0, 3);
  EXPECT_EQ(credit.announce(0), 3);
  EXPECT_EQ(credit.free_floating(), 5);
  EXPECT_EQ(credit.sender_backlog(0), 3);
  credit.take(0);
  EXPECT_EQ(credit.sender_backlog(0), 2) << "one of them has come";
  EXPECT_EQ(credit.required(0), 4);
}

TEST(GateCredit, FloatingBuffersAreTakenFirstAndGivenUpForExclusiveOnesThatComeBack) {
  GateCredit credit({1}, 2);
  credit.on_backlog(0, 1);
  EXPECT_EQ(credit.take(0), BufferOrigin::floating);
  EXPECT_EQ(credit.take(0), BufferOrigin::exclusive);
  credit.on_backlog(0, 0);
  EXPECT_EQ(credit.available(0), 1) << "a floating one, in place of the exclusive one in use";
  credit.recycle(0, BufferOrigin::exclusive);
  EXPECT_EQ(credit.available(0), 1);
  EXPECT_EQ(credit.free_floating(), 1);
}

TEST(OutputPool, IsUnavailableWithoutAFreeSegmentOrWithASubpartitionAtItsCap) {
  OutputPool pool(2);
  EXPECT_EQ(pool.size(), 12);
  for (int taken = 0; taken < 9; ++taken) EXPECT_TRUE(pool.take(0));
  EXPECT_TRUE(pool.is_available());
  EXPECT_TRUE(pool.take(0));
  EXPECT_FALSE(pool.is_available()) << "ten buffers wait in one subpartition";
  EXPECT_TRUE(pool.take(0)) << "the record in progress may go on";
  pool.recycle(0);
  EXPECT_FALSE(pool.is_available());
  pool.recycle(0);
  EXPECT_TRUE(pool.is_available());

  for (int taken = 0; taken < 3; ++taken) EXPECT_TRUE(pool.take(1));
  EXPECT_EQ(pool.in_use(), 12);
  EXPECT_FALSE(pool.is_available()) << "no segment is free but overdraft";
}

TEST(OutputPool, OverdraftEndsAfterTwentyBuffersAndOnlyThenTheRecordIsStuck) {
  OutputPool pool(1);
  for (int taken = 0; taken < 10 + kOverdraftBuffers; ++taken) EXPECT_TRUE(pool.take(0));
  EXPECT_FALSE(pool.can_take());
  EXPECT_FALSE(pool.take(0));
  EXPECT_EQ(pool.in_use(0), 30);
  for (int given = 0; given < 20; ++given) pool.recycle(0);
  EXPECT_FALSE(pool.is_available());
  pool.recycle(0);
  EXPECT_TRUE(pool.is_available());

  OutputPool legacy(1, 0);
  for (int taken = 0; taken < 10; ++taken) EXPECT_TRUE(legacy.take(0));
  EXPECT_FALSE(legacy.take(0));
}

TEST(OutputPool, TheMostInFlightFollowsFromItsSize) {
  EXPECT_EQ(output_pool_min(2), 3);
  EXPECT_EQ(output_in_flight_max(1), 10);
  EXPECT_EQ(output_in_flight_max(2), 12);
  EXPECT_EQ(output_in_flight_max(100), 208);
  EXPECT_EQ(input_in_flight_max(4, kExclusiveBuffers, kFloatingBuffers), 16);
}

}  // namespace
}  // namespace cutline::test
