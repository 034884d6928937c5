// Facts about credit (C-12, C-13) and about channel-state files (C-21 to C-26). The other C facts:
// channel_facts_test.cc.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/system/channel_state_file.h"
#include "core/system/credit.h"

namespace cutline::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(ChannelFacts, C_12_ABlockedChannelWithoutBuffersOfItsOwnGivesTheFloatingOnesBack) {
  GateCredit credit({2, 0}, 100);
  for (uint32_t channel : {0, 1}) credit.on_backlog(channel, 2);
  EXPECT_EQ(credit.available(0), 4);
  EXPECT_EQ(credit.available(1), 2);

  for (uint32_t channel : {0, 1}) {  // the barrier comes with a backlog of 0
    credit.on_blocked(channel);
    credit.on_backlog(channel, 0);
  }
  EXPECT_EQ(credit.available(0), 4);
  EXPECT_EQ(credit.available(1), 0);

  for (uint32_t channel : {0, 1}) credit.on_resumed(channel);
  EXPECT_EQ(credit.unannounced(0), 4);
  EXPECT_EQ(credit.unannounced(1), 0);

  for (uint32_t channel : {0, 1}) credit.on_backlog(channel, 4);
  EXPECT_EQ(credit.available(0), 6);
  EXPECT_EQ(credit.available(1), 4);
  EXPECT_EQ(credit.unannounced(0), 6);
  EXPECT_EQ(credit.unannounced(1), 4);
  EXPECT_EQ(credit.free_floating(), 100 - 8);
}

struct CreditView {
  int32_t available, required;
  bool waiting;
  int32_t pool;
  friend bool operator==(const CreditView&, const CreditView&) = default;
};
CreditView view(const GateCredit& credit) {
  return {credit.available(0), credit.required(0), credit.is_waiting(0), credit.free_floating()};
}

TEST(ChannelFacts, C_13_AChannelWaitsForFloatingBuffersUntilItHasBacklogPlusExclusive) {
  GateCredit credit({2, 0}, 14);
  EXPECT_EQ(credit.take(0), BufferOrigin::exclusive);
  credit.on_backlog(1, 2);  // another channel takes two floating buffers out of the pool
  EXPECT_EQ(credit.take(1), BufferOrigin::floating);
  EXPECT_EQ(credit.take(1), BufferOrigin::floating);

  credit.on_backlog(0, 14);
  EXPECT_EQ(view(credit), (CreditView{13, 16, true, 0}));
  credit.on_backlog(0, 16);
  EXPECT_EQ(view(credit), (CreditView{13, 18, true, 0}));
  credit.recycle(0, BufferOrigin::exclusive);
  EXPECT_EQ(view(credit), (CreditView{14, 18, true, 0}));
  credit.recycle(1, BufferOrigin::floating);
  EXPECT_EQ(view(credit), (CreditView{15, 18, true, 0}));
  credit.on_backlog(0, 13);
  EXPECT_EQ(view(credit), (CreditView{15, 15, true, 0}));
  credit.recycle(1, BufferOrigin::floating);
  EXPECT_EQ(view(credit), (CreditView{15, 15, false, 1}));
  credit.on_backlog(0, 15);
  EXPECT_EQ(view(credit), (CreditView{16, 17, true, 0}));
}

constexpr auto kInput = ChannelStateSide::input;
constexpr auto kOutput = ChannelStateSide::output;

std::vector<uint32_t> subtasks(uint32_t count) {
  std::vector<uint32_t> all;
  for (uint32_t subtask = 0; subtask < count; ++subtask) all.push_back(subtask);
  return all;
}

ChannelStateFile begun_file(uint32_t sharers) {
  ChannelStateFile file({1}, subtasks(sharers));
  for (uint32_t subtask = 0; subtask < sharers; ++subtask) file.begin(subtask);
  return file;
}

TEST(ChannelFacts, C_21_EachCapturedBufferCountsFourBytesMore) {
  ChannelStateFile file = begun_file(1);
  ChannelStateResults results;
  for (int call = 0; call < 4; ++call)
    for (uint32_t channel = 0; channel < 3; ++channel) file.write(0, kInput, channel, 5);
  file.complete(0, kInput, results);
  file.complete(0, kOutput, results);
  ASSERT_EQ(file.sizes(0, kInput).size(), 3u);
  for (const ChannelStateSize& size : file.sizes(0, kInput)) EXPECT_EQ(size.bytes, 36);
  EXPECT_EQ(file.persisted(0), 3 * 36);
  EXPECT_FALSE(file.is_inlined(4));
}

TEST(ChannelFacts, C_22_AFileBelowTheThresholdIsNotWritten) {
  ChannelStateFile file = begun_file(1);
  ChannelStateResults results;
  file.write(0, kInput, 2, 50);
  file.complete(0, kOutput, results);
  file.complete(0, kInput, results);
  EXPECT_THAT(results, ElementsAre(ChannelStateResult{0, {1}, std::nullopt}));
  EXPECT_TRUE(file.is_done());
  EXPECT_TRUE(file.is_inlined(100));
}

TEST(ChannelFacts, C_23_WithoutDataThereIsNoFile) {
  ChannelStateFile file = begun_file(1);
  ChannelStateResults results;
  file.complete(0, kOutput, results);
  EXPECT_FALSE(file.is_done());
  file.complete(0, kInput, results);
  EXPECT_TRUE(file.is_done());
  EXPECT_TRUE(file.is_empty());
  EXPECT_EQ(file.persisted(0), 0);
}

TEST(ChannelFacts, C_24_ASharedFileIsDoneWhenTheLastSharerIs) {
  for (uint32_t count = 1; count < 10; ++count) {
    SCOPED_TRACE(count);
    ChannelStateFile file = begun_file(count);
    ChannelStateResults results;
    for (uint32_t subtask = 0; subtask < count; ++subtask) {
      EXPECT_FALSE(file.is_done());
      file.complete(subtask, kInput, results);
      EXPECT_FALSE(file.is_done());
      EXPECT_THAT(results, IsEmpty());
      file.complete(subtask, kOutput, results);
    }
    EXPECT_TRUE(file.is_done());
    ASSERT_EQ(results.size(), count);
    for (const ChannelStateResult& result : results) EXPECT_EQ(result.failure, std::nullopt);
  }
}

TEST(ChannelFacts, C_25_ASharerThatIsReleasedIsNotWaitedFor) {
  for (uint32_t count : {2, 3, 5, 10}) {
    SCOPED_TRACE(count);
    ChannelStateFile file({1}, subtasks(count));
    ChannelStateResults results;
    for (uint32_t subtask = 1; subtask < count; ++subtask) {
      file.begin(subtask);
      file.complete(subtask, kInput, results);
      file.complete(subtask, kOutput, results);
    }
    EXPECT_FALSE(file.is_done());
    EXPECT_THAT(results, IsEmpty());
    file.release(0, results);
    EXPECT_TRUE(file.is_done());
    ASSERT_EQ(results.size(), count - 1);
    for (const ChannelStateResult& result : results) EXPECT_EQ(result.failure, std::nullopt);
  }
}

TEST(ChannelFacts, C_26_OneFailureFailsAllThatShareTheFile) {
  for (uint32_t count : {2, 3, 5, 10}) {
    SCOPED_TRACE(count);
    ChannelStateFile file = begun_file(count);
    ChannelStateResults results;
    EXPECT_FALSE(file.is_done());
    file.fail(0, results);
    EXPECT_TRUE(file.is_done());
    ASSERT_EQ(results.size(), count);
    for (const ChannelStateResult& result : results)
      EXPECT_EQ(result.failure, result.subtask == 0 ? ChannelStateFailure::own
                                                    : ChannelStateFailure::shared_stream);
  }
}

}  // namespace
}  // namespace cutline::test
