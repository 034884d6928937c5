// Facts derived from the handling's rules (family D): the same two channels, aligned, at least
// once, unaligned, and with a time-out. D-05 to D-07 are the coordinator's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/system/barriers.h"
#include "tests/system/queue_support.h"

namespace cutline::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

constexpr uint64_t p0 = 1, p1 = 2, q0 = 3, q1 = 4, r0 = 5, r1 = 6, r2 = 7, s0 = 8;
constexpr uint64_t kBarrier0 = 100, kBarrier1 = 101;  // B1 on channel 0, on channel 1

// Reads two local channels by turns, one item at a time; each millisecond one.
template <class Handling>
struct Reader {
  Handling handling;
  OutputQueue channels[2];
  std::vector<uint64_t> delivered;
  std::vector<uint64_t> snapshot;  // what was delivered before it
  Alignment alignment;
  bool triggered = false;
  int64_t before_snapshot = 0;     // delivered items

  void fill(const Barrier& barrier) {
    std::vector<Buffer> captured;
    const auto add = [&](int channel, uint64_t tag) { channels[channel].add(buffer_of(1, {tag})); };
    for (uint64_t tag : {p0, p1}) add(0, tag);
    for (uint64_t tag : {r0, r1, r2}) add(1, tag);
    for (OutputQueue& each : channels) each.add_barrier(barrier, captured);
    for (uint64_t tag : {q0, q1}) add(0, tag);
    add(1, s0);
    EXPECT_TRUE(captured.empty());
  }
  void read(uint32_t channel, Tick now) {
    BarrierEffects effects;
    if (channels[channel].is_blocked()) return;
    const Polled polled = channels[channel].poll();
    if (!polled.taken) return;
    if (is_data(polled.item)) {
      handling.on_data(polled.item.buffer.bytes);
      delivered.push_back(polled.item.buffer.tags[0]);
      return;
    }
    delivered.push_back(channel == 0 ? kBarrier0 : kBarrier1);
    handling.on_barrier(polled.item.barrier, {channel}, now, effects);
    for (const BarrierEffect& each : effects) {
      if (each.kind == BarrierEffectKind::resume) channels[each.channel.index].resume();
      if (each.kind != BarrierEffectKind::trigger) continue;
      triggered = true;
      alignment = each.alignment;
      before_snapshot = static_cast<int64_t>(delivered.size());
      for (uint64_t tag : delivered)
        if (tag < kBarrier0) snapshot.push_back(tag);
    }
  }
  void read_all() {
    for (Tick now = 0; now < 20; ++now) read(static_cast<uint32_t>(now % 2), now * kMillisecond);
  }
  std::vector<uint64_t> after() const {
    return {delivered.begin() + before_snapshot, delivered.end()};
  }
};

TEST(DerivedFacts, D_01_AlignedWithholdsWhatFollowsTheBarrier) {
  Reader<BarrierHandler> reader{BarrierHandler(BarrierMode::aligned, 2, true), {}, {}, {}, {}};
  reader.fill(aligned(1));
  reader.read_all();
  ASSERT_TRUE(reader.triggered);
  const std::vector<uint64_t> before(reader.delivered.begin(),
                                     reader.delivered.begin() + reader.before_snapshot);
  EXPECT_THAT(before, ElementsAre(p0, r0, p1, r1, kBarrier0, r2, kBarrier1));
  EXPECT_THAT(reader.snapshot, ElementsAre(p0, r0, p1, r1, r2));
  EXPECT_THAT(reader.after(), ::testing::UnorderedElementsAre(q0, q1, s0));
  EXPECT_EQ(reader.alignment.duration, 3 * kMillisecond) << "from the turn of B1@0 to that of B1@1";
  EXPECT_EQ(reader.alignment.processed_bytes, 1) << "r2 alone";
}

TEST(DerivedFacts, D_02_AtLeastOnceAppliesWhatTheSourceWillReadAgain) {
  Reader<BarrierTracker> reader{BarrierTracker(2, true), {}, {}, {}, {}};
  reader.fill(loose(1));
  reader.read_all();
  ASSERT_TRUE(reader.triggered);
  const std::vector<uint64_t> before(reader.delivered.begin(),
                                     reader.delivered.begin() + reader.before_snapshot);
  EXPECT_THAT(before, ElementsAre(p0, r0, p1, r1, kBarrier0, r2, q0, kBarrier1));
  EXPECT_THAT(reader.snapshot, ElementsAre(p0, r0, p1, r1, r2, q0)) << "q0 is replayed, too";
}

// Both barriers have priority and nothing was consumed: what lies before them is captured.
TEST(DerivedFacts, D_03_UnalignedCapturesWhatTheBarriersOvertook) {
  InputQueue channels[2];
  const std::vector<std::vector<uint64_t>> before = {{p0, p1}, {r0, r1, r2}};
  const std::vector<std::vector<uint64_t>> behind = {{q0, q1}, {s0}};
  for (size_t channel : {0u, 1u}) {
    Arrivals arrivals;
    const auto data = [&](uint64_t tag) {
      arrivals.arrive(channels[channel], data_item(buffer_of(1, {tag})));
    };
    for (uint64_t tag : before[channel]) data(tag);
    arrivals.barrier(channels[channel], unaligned(1));
    for (uint64_t tag : behind[channel]) data(tag);
    EXPECT_THAT(arrivals.captured, IsEmpty());
  }
  BarrierHandler handler(BarrierMode::alternating, 2, true);
  const InputPolled first = channels[0].poll();
  ASSERT_TRUE(first.taken);
  EXPECT_EQ(describe(first.item), "barrier 1");
  BarrierEffects effects;
  handler.on_barrier(first.item.barrier, {0}, 0, effects);
  const auto triggers = [](const BarrierEffect& each) {
    return each.kind == BarrierEffectKind::trigger;
  };
  EXPECT_EQ(std::count_if(effects.begin(), effects.end(), triggers), 1) << "the state is empty";
  for (size_t channel : {0u, 1u}) {
    std::vector<Buffer> captured;
    ASSERT_TRUE(channels[channel].start_capture({1}, captured));
    std::vector<uint64_t> tags;
    for (const Buffer& each : captured) tags.push_back(each.tags[0]);
    EXPECT_EQ(tags, before[channel]);
  }
}

// One slow channel: the time-out's mail waits for the buffer in progress.
TEST(DerivedFacts, D_04_TheTimeOutTakesEffectBehindTheRunningRecord) {
  const Barrier barrier = timeoutable(1, 100);
  InputQueue slow;
  Arrivals arrivals;
  BarrierHandler handler(BarrierMode::alternating, 2, true);
  BarrierEffects effects;
  handler.on_barrier(barrier, {0}, 0, effects);
  ASSERT_FALSE(effects.empty());
  const auto armed = std::find_if(effects.begin(), effects.end(), [](const BarrierEffect& each) {
    return each.kind == BarrierEffectKind::arm_timer;
  });
  ASSERT_NE(armed, effects.end());
  EXPECT_EQ(armed->at, 100 * kMillisecond);
  for (int64_t bytes : {10, 11, 12}) arrivals.data(slow, bytes);
  arrivals.barrier(slow, barrier);
  const auto poll = [&] { return slow.poll(); };
  EXPECT_EQ(describe(poll().item), "announcement 1");
  handler.on_announcement(barrier, {1}, 20 * kMillisecond, effects);
  for (const char* bytes : {"10", "11"}) {  // m0 until 80, m1 until 140
    const InputPolled polled = poll();
    EXPECT_EQ(describe(polled.item), bytes);
    handler.on_data(polled.item.buffer.bytes);
  }
  effects.clear();
  handler.on_timer({1}, 140 * kMillisecond, effects);
  std::string said;
  for (const BarrierEffect& each : effects) said += print_effect(each) + ", ";
  EXPECT_THAT(said, ::testing::HasSubstr("trigger 1 unaligned"));
  EXPECT_THAT(said, ::testing::HasSubstr("prioritise 1@1"));
  EXPECT_TRUE(handler.is_blocked({0})) << "it contributes nothing, and stays blocked";
  std::vector<Buffer> captured;
  ASSERT_TRUE(slow.start_capture({1}, captured));
  EXPECT_THAT(sizes(captured), ElementsAre(12)) << "m2";
  ASSERT_TRUE(slow.prioritise(3));
  const InputPolled next = poll();
  EXPECT_EQ(describe(next.item), "barrier 1") << "immediately next";
  effects.clear();
  handler.on_barrier(next.item.barrier, {1}, 140 * kMillisecond, effects);
  said.clear();
  for (const BarrierEffect& each : effects) said += print_effect(each) + ", ";
  EXPECT_THAT(said, ::testing::HasSubstr("alignment 140 bytes 21"));
  EXPECT_FALSE(handler.is_blocked({0}));
}

}  // namespace
}  // namespace cutline::test
