// The order in which items are taken, and which buffers become channel state (U2 to U6).
#include "core/system/input_gate.h"

#include <gtest/gtest.h>

#include "tests/system/barriers.h"

namespace cutline::test {
namespace {

constexpr auto kLocal = InputChannelKind::local;
constexpr auto kRemote = InputChannelKind::remote;

struct Gate {
  explicit Gate(const std::vector<InputChannelKind>& kinds) : gate(kinds) {}

  void data(uint32_t channel) {
    gate.arrive(InputId{channel}, data_item({1, 10, {label++}}), captured);
  }
  void put(const Barrier& barrier, uint32_t channel) {
    gate.arrive(InputId{channel}, event_item(QueueItemKind::barrier, barrier), captured);
  }
  void end(uint32_t channel) {
    gate.arrive(InputId{channel}, event_item(QueueItemKind::end_of_partition), captured);
  }
  // "d0" data number 0, "b1@2" a barrier, "a1@2" its announcement, "e2" an end, "" nothing.
  std::string take() {
    const auto taken = gate.take(captured);
    if (!taken) return "";
    const std::string at = "@" + std::to_string(taken->channel.index);
    const std::string id = std::to_string(taken->item.barrier.id.number);
    switch (taken->item.kind) {
      case QueueItemKind::data: return "d" + std::to_string(taken->item.buffer.tags[0]);
      case QueueItemKind::barrier: return "b" + id + at;
      case QueueItemKind::announcement: return "a" + id + at;
      case QueueItemKind::cancel_marker: return "x" + id + at;
      case QueueItemKind::end_of_partition: return "e" + at;
      case QueueItemKind::end_of_channel_state: break;
    }
    return "?";
  }
  std::string take_all() {
    std::string all;
    for (std::string next = take(); !next.empty(); next = take())
      all += (all.empty() ? "" : " ") + next;
    return all;
  }
  std::string captured_labels(int64_t id) const {
    std::string list;
    for (const CapturedBuffer& each : captured)
      if (each.id.number == id) list += std::to_string(each.buffer.tags[0]);
    return list;
  }

  InputGate gate;
  CapturedBuffers captured;
  uint64_t label = 0;
};

TEST(InputGate, ChannelsTakeTurnsInTheOrderInWhichTheyBecameNonEmpty) {
  Gate gate({kRemote, kRemote, kRemote});
  gate.data(2);  // 0
  gate.data(2);  // 1
  gate.data(0);  // 2
  gate.data(2);  // 3
  EXPECT_EQ(gate.take_all(), "d0 d2 d1 d3");
  EXPECT_TRUE(gate.gate.empty());
}

TEST(InputGate, U1_UnalignedBarriersComeFirstInTheOrderOfArrival) {
  Gate gate({kRemote, kRemote});
  gate.data(0);
  gate.put(unaligned(1), 1);
  gate.put(unaligned(1), 0);
  EXPECT_EQ(gate.take_all(), "b1@1 b1@0 d0");
}

TEST(InputGate, AnAlignedBarrierWaitsItsTurn) {
  Gate gate({kRemote});
  gate.data(0);
  gate.put(aligned(1), 0);
  EXPECT_EQ(gate.take_all(), "d0 b1@0");
}

TEST(InputGate, T3_OnlyARemoteChannelAnnouncesATimeoutableBarrier) {
  Gate gate({kRemote, kLocal});
  gate.data(0);
  gate.put(timeoutable(1, 100), 0);
  gate.put(timeoutable(1, 100), 1);
  gate.put(savepoint(2), 0);
  EXPECT_EQ(gate.take_all(), "a1@0 b1@1 d0 b1@0 b2@0");
}

TEST(InputGate, T3_AnAnnouncementGoesAheadOfEveryChannel) {
  Gate gate({kRemote, kRemote});
  gate.data(0);
  gate.put(timeoutable(1, 100), 1);
  EXPECT_EQ(gate.take_all(), "a1@1 d0 b1@1");
}

TEST(InputGate, TakingAPriorityItemIsATurnAsWell) {
  Gate gate({kRemote, kRemote});
  gate.put(timeoutable(1, 100), 0);
  gate.end(1);
  EXPECT_EQ(gate.take_all(), "a1@0 e@1 b1@0");
}

TEST(InputGate, T4_APrioritisedBarrierGoesAheadOfTheData) {
  Gate gate({kRemote, kRemote});
  gate.data(0);
  gate.put(timeoutable(1, 100), 0);
  gate.data(1);
  EXPECT_EQ(gate.take(), "a1@0");
  gate.gate.prioritise(InputId{0}, {1});
  gate.gate.prioritise(InputId{1}, {1});  // none is queued there
  EXPECT_EQ(gate.take_all(), "b1@0 d1 d0");
}

TEST(InputGate, T4_ABarrierIsPrioritisedOnceAndOnlyWhileItWaits) {
  for (const InputChannelKind kind : {kLocal, kRemote}) {
    Gate gate({kind});
    gate.data(0);
    gate.put(timeoutable(1, 100), 0);
    gate.gate.prioritise(InputId{0}, {1});
    gate.gate.prioritise(InputId{0}, {1});
    EXPECT_EQ(gate.take_all(), kind == kLocal ? "b1@0 d0" : "a1@0 b1@0 d0");
    gate.gate.prioritise(InputId{0}, {1});
    gate.put(unaligned(2), 0);
    gate.gate.prioritise(InputId{0}, {2});
    EXPECT_EQ(gate.take_all(), "b2@0") << "it has priority already";
  }
}

TEST(InputGate, T4_ABarrierThatANewerOneHasFollowedStaysInItsPlace) {
  Gate gate({kRemote});
  gate.data(0);
  gate.put(aligned(1), 0);
  gate.put(aligned(2), 0);
  gate.gate.prioritise(InputId{0}, {1});
  gate.gate.prioritise(InputId{0}, {2});
  EXPECT_EQ(gate.take_all(), "b2@0 d0 b1@0");
}

TEST(InputGate, T4_NothingIsPrioritisedThatWasTakenOrIsOver) {
  for (const InputChannelKind kind : {kLocal, kRemote}) {
    Gate gate({kind});
    gate.put(aligned(1), 0);
    EXPECT_EQ(gate.take(), "b1@0");
    gate.data(0);
    gate.gate.prioritise(InputId{0}, {1});
    EXPECT_EQ(gate.take_all(), "d0");
  }
  Gate gate({kRemote});
  gate.data(0);
  gate.put(aligned(1), 0);
  gate.gate.start_capture({2}, gate.captured);
  gate.gate.stop_capture({2});
  gate.gate.prioritise(InputId{0}, {1});
  EXPECT_EQ(gate.take_all(), "d0 b1@0");
}

TEST(InputGate, T4_OfSeveralBarriersTheFirstOfTheNewestIsPrioritised) {
  Gate gate({kRemote});
  gate.data(0);
  gate.put(aligned(2), 0);
  gate.put(aligned(1), 0);
  gate.data(0);
  gate.put(aligned(2), 0);
  gate.gate.prioritise(InputId{0}, {2});
  EXPECT_EQ(gate.take_all(), "b2@0 d0 b1@0 d1 b2@0");
}

TEST(InputGate, U2_WhatWaitsOnRemoteChannelsAheadOfTheBarrierIsCaptured) {
  Gate gate({kRemote, kRemote});
  gate.data(0);               // 0
  gate.data(1);               // 1
  gate.put(unaligned(1), 0);
  gate.data(0);               // 2: behind the barrier
  gate.data(1);               // 3
  EXPECT_EQ(gate.take(), "b1@0");
  gate.gate.start_capture({1}, gate.captured);
  EXPECT_EQ(gate.captured_labels(1), "013");
}

TEST(InputGate, U2_ABarrierThatStillWaitsInTheQueueEndsWhatIsCaptured) {
  Gate gate({kRemote, kRemote});
  gate.data(1);  // 0
  gate.put(timeoutable(1, 100), 1);
  gate.data(1);  // 1
  gate.gate.start_capture({1}, gate.captured);
  gate.data(1);  // 2
  EXPECT_EQ(gate.captured_labels(1), "0");
}

TEST(InputGate, U3_WhatArrivesBeforeItsBarrierIsCapturedAndStillDelivered) {
  Gate gate({kRemote, kRemote});
  gate.gate.start_capture({1}, gate.captured);
  gate.data(0);  // 0
  gate.put(unaligned(1), 0);
  gate.data(0);  // 1
  gate.data(1);  // 2
  gate.end(1);
  gate.gate.stop_capture({1});
  gate.data(0);  // 3
  EXPECT_EQ(gate.captured_labels(1), "02");
  EXPECT_EQ(gate.take_all(), "b1@0 d2 d0 e@1 d1 d3");
}

TEST(InputGate, U4_ALocalChannelIsCapturedWhenItsBuffersAreTaken) {
  Gate gate({kLocal, kLocal});
  gate.data(0);  // 0
  gate.data(1);  // 1
  gate.gate.start_capture({1}, gate.captured);
  EXPECT_EQ(gate.captured_labels(1), "") << "the producer captured what waits there";
  EXPECT_EQ(gate.take(), "d0");
  gate.put(unaligned(1), 1);
  EXPECT_EQ(gate.take_all(), "b1@1 d1");
  EXPECT_EQ(gate.captured_labels(1), "0") << "1 was overtaken at the producer";
}

TEST(InputGate, U6_ABarrierOfAnOlderCheckpointIsTransparent) {
  Gate gate({kRemote});
  gate.data(0);  // 0
  gate.put(unaligned(1), 0);
  gate.data(0);  // 1
  gate.gate.start_capture({2}, gate.captured);
  gate.put(unaligned(1), 0);
  gate.data(0);  // 2
  EXPECT_EQ(gate.captured_labels(2), "012");
}

TEST(InputGate, U7_ANewerCaptureTakesTheChannelsOver) {
  Gate gate({kRemote});
  gate.gate.start_capture({1}, gate.captured);
  gate.gate.stop_capture({1});
  gate.gate.start_capture({2}, gate.captured);
  gate.data(0);
  EXPECT_EQ(gate.captured_labels(1), "");
  EXPECT_EQ(gate.captured_labels(2), "0");
}

}  // namespace
}  // namespace cutline::test
