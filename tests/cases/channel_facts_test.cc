// Facts about channels: capture on the input side, sequence numbers, announcements, overtaking and
// blocking on the output side. The rest of the C facts: channel_network_facts_test.cc.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "core/system/input_queue.h"
#include "core/system/output_queue.h"
#include "core/system/recovery_tracker.h"
#include "tests/system/queue_support.h"

namespace cutline::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// One channel whose buffers are named by their size.
struct Capture {
  ChannelPersister persister;
  std::vector<std::string> captured;

  void start(int64_t id, const std::vector<std::string>& known) {
    ASSERT_TRUE(persister.start({id}));
    captured.insert(captured.end(), known.begin(), known.end());
  }
  void data(const std::string& name) {
    if (persister.captures()) captured.push_back(name);
  }
};

TEST(ChannelFacts, C_01_ANewerBarrierIsNotForgottenWhenTheOlderCaptureStops) {
  Capture channel;
  EXPECT_TRUE(channel.persister.see_barrier({1}));
  channel.start(1, {"x0"});
  EXPECT_THAT(channel.captured, ElementsAre("x0"));
  channel.data("x1");
  EXPECT_THAT(channel.captured, ElementsAre("x0"));
  EXPECT_TRUE(channel.persister.see_barrier({2}));
  channel.data("x2");
  EXPECT_THAT(channel.captured, ElementsAre("x0"));
  channel.persister.stop({1});
  channel.data("x3");
  EXPECT_THAT(channel.captured, ElementsAre("x0"));
  EXPECT_TRUE(channel.persister.barrier_received());
}

TEST(ChannelFacts, C_02_AnObsoleteBarrierDoesNotEndTheCaptureOfTheNewer) {
  Capture channel;
  channel.start(1, {});
  channel.start(2, {});
  EXPECT_FALSE(channel.persister.see_barrier({1}));
  EXPECT_FALSE(channel.persister.barrier_received());
  EXPECT_TRUE(channel.persister.captures());
}

void expect_second_checkpoint_captures_up_to_its_barrier(Capture& channel) {
  channel.start(2, {"x0"});
  channel.data("x1");
  EXPECT_TRUE(channel.persister.see_barrier({2}));
  channel.data("x2");
  EXPECT_THAT(channel.captured, ElementsAre("x0", "x1"));
  EXPECT_TRUE(channel.persister.barrier_received());
}

TEST(ChannelFacts, C_03a_ALateBarrierOfAStartedAndCancelledCheckpointIsIgnored) {
  Capture channel;
  channel.start(1, {});
  channel.persister.stop({1});
  EXPECT_FALSE(channel.persister.see_barrier({1}));
  expect_second_checkpoint_captures_up_to_its_barrier(channel);
}

TEST(ChannelFacts, C_03b_ALateBarrierOfACancelledCheckpointIsIgnored) {
  Capture channel;
  channel.persister.stop({1});
  EXPECT_FALSE(channel.persister.see_barrier({1}));
  expect_second_checkpoint_captures_up_to_its_barrier(channel);
}

TEST(ChannelFacts, C_03c_ABarrierOfACheckpointNotYetCancelledIsPassedOver) {
  Capture channel;
  EXPECT_TRUE(channel.persister.see_barrier({1}));
  expect_second_checkpoint_captures_up_to_its_barrier(channel);
}

TEST(ChannelFacts, C_04_ACheckpointCannotStartOnceANewerBarrierWasSeen) {
  ChannelPersister persister;
  EXPECT_TRUE(persister.see_barrier({2}));
  EXPECT_FALSE(persister.start({1}));

  InputQueue queue;
  Arrivals arrivals;
  arrivals.barrier(queue, unaligned_barrier(2));
  std::vector<Buffer> captured;
  EXPECT_FALSE(queue.start_capture({1}, captured));
  EXPECT_TRUE(queue.start_capture({2}, captured));
}

// Two buffers, a barrier of checkpoint 1, two more buffers; their sizes are 1 to 4 bytes.
InputQueue five_arrivals(const Barrier& barrier, int32_t first_sequence = 0) {
  InputQueue queue(first_sequence);
  Arrivals arrivals(first_sequence);
  arrivals.data(queue, 1);
  arrivals.data(queue, 2);
  arrivals.barrier(queue, barrier);
  arrivals.data(queue, 3);
  arrivals.data(queue, 4);
  return queue;
}

std::vector<int64_t> in_flight_sizes(const InputQueue& queue) {
  std::vector<Buffer> buffers;
  queue.in_flight({1}, buffers);
  return sizes(buffers);
}

TEST(ChannelFacts, C_05_AnUnalignedBarrierIsPolledFirstAndKeepsItsNumber) {
  InputQueue queue = five_arrivals(unaligned_barrier(1));
  std::vector<int32_t> sequences;
  while (queue.size() > 0) sequences.push_back(queue.poll().item.sequence);
  EXPECT_THAT(sequences, ElementsAre(2, 0, 1, 3, 4));
}

TEST(ChannelFacts, C_06_OnlyWhatTheBarrierOvertookIsInFlight) {
  EXPECT_THAT(in_flight_sizes(five_arrivals(unaligned_barrier(1))), ElementsAre(1, 2));
}

TEST(ChannelFacts, C_07_WithoutABarrierEverythingQueuedIsInFlightAcrossTheOverflow) {
  const int32_t first = std::numeric_limits<int32_t>::max() - 2;
  InputQueue queue(first);
  Arrivals arrivals(first);
  for (int64_t bytes = 1; bytes <= 4; ++bytes) arrivals.data(queue, bytes);
  EXPECT_THAT(in_flight_sizes(queue), ElementsAre(1, 2, 3, 4));
  EXPECT_EQ(queue.item(3).sequence, std::numeric_limits<int32_t>::min());
}

TEST(ChannelFacts, C_08_WhatTheBarrierOvertookIsKnownWhereverTheNumbersOverflow) {
  constexpr uint32_t kMax = std::numeric_limits<int32_t>::max();
  for (uint32_t first = kMax - 10; first != kMax + 3; ++first) {
    SCOPED_TRACE(first);
    EXPECT_THAT(in_flight_sizes(five_arrivals(unaligned_barrier(1), static_cast<int32_t>(first))),
                ElementsAre(1, 2));
  }
}

TEST(ChannelFacts, C_09_WhatWasPolledIsNotInFlight) {
  InputQueue queue = five_arrivals(unaligned_barrier(1));
  EXPECT_EQ(queue.poll().item.sequence, 2);
  EXPECT_EQ(queue.poll().item.sequence, 0);
  EXPECT_THAT(in_flight_sizes(queue), ElementsAre(2));
}

TEST(ChannelFacts, C_10_ATimeoutableBarrierIsAnnouncedAheadAndStaysInItsPlace) {
  InputQueue queue = five_arrivals(timeoutable_barrier(1));
  const InputPolled announcement = queue.poll();
  EXPECT_EQ(announcement.item.kind, QueueItemKind::announcement);
  EXPECT_EQ(announcement.item.sequence, 2);
  EXPECT_FALSE(announcement.more_priority);
  EXPECT_TRUE(announcement.more);
  EXPECT_EQ(queue.poll().item.sequence, 0);
  EXPECT_EQ(queue.poll().item.sequence, 1);
  const InputPolled barrier = queue.poll();
  EXPECT_EQ(barrier.item.sequence, 2);
  EXPECT_EQ(barrier.item.kind, QueueItemKind::barrier);
  EXPECT_EQ(barrier.item.barrier, timeoutable_barrier(1));
  EXPECT_EQ(queue.poll().item.sequence, 3);
}

TEST(ChannelFacts, C_11_TheAnnouncementAloneDelimitsWhatIsInFlight) {
  InputQueue queue = five_arrivals(timeoutable_barrier(1));
  EXPECT_THAT(in_flight_sizes(queue), ElementsAre(1, 2));
  EXPECT_EQ(queue.poll().item.kind, QueueItemKind::announcement);
  EXPECT_THAT(in_flight_sizes(queue), ElementsAre(1, 2));
  EXPECT_EQ(queue.poll().item.sequence, 0);
  EXPECT_THAT(in_flight_sizes(queue), ElementsAre(2));
}

TEST(ChannelFacts, C_14_QueuedBytesCountEventsAndFallWithEachPoll) {
  constexpr int64_t kEventBytes = 38;
  InputQueue queue;
  Arrivals arrivals;
  EXPECT_EQ(queue.queued_bytes(), 0);
  arrivals.data(queue, 1);
  EXPECT_EQ(queue.queued_bytes(), 1);
  arrivals.data(queue, 2);
  EXPECT_EQ(queue.queued_bytes(), 3);
  arrivals.barrier(queue, unaligned_barrier(1), kEventBytes);
  EXPECT_EQ(queue.queued_bytes(), 3 + kEventBytes);
  for (int64_t left : {3, 2, 0}) {
    queue.poll();
    EXPECT_EQ(queue.queued_bytes(), left);
  }
}

TEST(ChannelFacts, C_28_AnAnnouncedBarrierThatIsConvertedMakesTheGateUrgentAgain) {
  InputQueue queue;
  Arrivals arrivals;
  arrivals.data(queue, 1);
  EXPECT_TRUE(arrivals.barrier(queue, timeoutable_barrier(1)).first_priority);
  EXPECT_EQ(queue.poll().item.kind, QueueItemKind::announcement);
  EXPECT_TRUE(queue.prioritise(1));
  const InputPolled barrier = queue.poll();
  EXPECT_EQ(barrier.item.barrier, timeoutable_barrier(1)) << "only its place changes";
  EXPECT_EQ(queue.poll().item.buffer.bytes, 1);
}

// --- the output side ---

TEST(ChannelFacts, C_15_AnUnalignedBarrierOvertakesAllAndOnlyDataIsCaptured) {
  OutputQueue queue;
  queue.add(buffer_of(1));
  queue.add(buffer_of(2));
  queue.add_event(QueueItemKind::cancel_marker, {7});
  queue.add(buffer_of(4));
  std::vector<Buffer> captured;
  const BarrierAdded added = queue.add_barrier(unaligned_barrier(0), captured);
  EXPECT_THAT(sizes(captured), ElementsAre(1, 2, 4));
  EXPECT_TRUE(added.notice.priority);
  EXPECT_THAT(drain(queue), ElementsAre("barrier 0", "1", "2", "cancel 7", "4"));
}

TEST(ChannelFacts, C_16_AnUnalignedBarrierInAnEmptyQueueIsTheFirstToBeRead) {
  OutputQueue queue;
  std::vector<Buffer> captured;
  int notices = queue.add_barrier(unaligned_barrier(0), captured).notice.priority;
  notices += queue.add(buffer_of(1)).priority;
  notices += queue.add(buffer_of(2)).priority;
  EXPECT_EQ(notices, 1);
  EXPECT_THAT(captured, IsEmpty());
  EXPECT_THAT(drain(queue), ElementsAre("barrier 0", "1", "2"));
}

// A queue whose aligned barrier was read.
OutputQueue blocked_queue() {
  OutputQueue queue;
  std::vector<Buffer> captured;
  queue.add_barrier(aligned_barrier(1), captured);
  EXPECT_EQ(describe(queue.poll().item), "barrier 1");
  EXPECT_TRUE(queue.is_blocked());
  return queue;
}

// Nothing can be read; then the consumer resumes. Is there something to read?
bool available_after_resume(OutputQueue& queue, bool has_credit) {
  EXPECT_FALSE(queue.is_available(true));
  EXPECT_FALSE(queue.poll().taken);
  EXPECT_EQ(queue.backlog(), 0);
  queue.resume();
  return queue.is_available(has_credit);
}

TEST(ChannelFacts, C_17_AnEventBehindABlockingBarrierIsReadableOnceResumedWithoutCredit) {
  OutputQueue queue = blocked_queue();
  EXPECT_EQ(queue.add_event(QueueItemKind::cancel_marker, {2}), QueueNotice{});
  EXPECT_TRUE(available_after_resume(queue, false));
  EXPECT_THAT(drain(queue), ElementsAre("cancel 2"));
}

TEST(ChannelFacts, C_17_TwoFinishedBuffersBehindABlockingBarrierAreReadableOnceResumed) {
  OutputQueue queue = blocked_queue();
  EXPECT_EQ(queue.add(buffer_of(1)), QueueNotice{});
  EXPECT_EQ(queue.add(buffer_of(2)), QueueNotice{});
  EXPECT_TRUE(available_after_resume(queue, true));
  EXPECT_THAT(drain(queue), ElementsAre("1", "2"));
}

TEST(ChannelFacts, C_17_AnOpenBufferBehindABlockingBarrierIsReadableOnlyIfItWasFlushed) {
  for (const bool flushed : {true, false}) {
    SCOPED_TRACE(flushed);
    OutputQueue queue = blocked_queue();
    queue.open(100);
    queue.append(30, 1);
    const QueueNotice notice = flushed ? queue.flush() : QueueNotice{};
    EXPECT_EQ(notice, QueueNotice{});
    EXPECT_EQ(available_after_resume(queue, true), flushed);
  }
}

TEST(ChannelFacts, C_17_NothingIsReadableAfterAResumeOfAnEmptyQueue) {
  OutputQueue queue = blocked_queue();
  EXPECT_FALSE(available_after_resume(queue, true));
  EXPECT_FALSE(queue.poll().taken);
}

TEST(ChannelFacts, C_18_ATimeoutableBarrierReadInItsTurnLeavesAnEmptyOutputState) {
  OutputQueue queue;
  int buffers = 0;
  for (const int64_t id : {5, 6, 7}) {
    SCOPED_TRACE(id);
    std::vector<Buffer> captured;
    for (int index = 0; index < buffers; ++index) queue.add(buffer_of(4096));
    queue.add_barrier(timeoutable_barrier(id), captured);
    EXPECT_EQ(queue.awaited(), CheckpointId{id});
    for (int index = 0; index < buffers; ++index) EXPECT_EQ(describe(queue.poll().item), "4096");
    EXPECT_EQ(queue.awaited(), CheckpointId{id});

    const Polled barrier = queue.poll();
    EXPECT_EQ(barrier.item.barrier, timeoutable_barrier(id));
    EXPECT_EQ(barrier.nothing_captured, CheckpointId{id});
    EXPECT_EQ(queue.awaited(), kNoCheckpoint);
    EXPECT_EQ(queue.time_out({id}, captured), std::nullopt);
    EXPECT_THAT(captured, IsEmpty());
    queue.resume();
    ++buffers;
  }
}

TEST(ChannelFacts, C_19_ATimeOutPutsTheBarrierAheadAndCapturesWhatItPassed) {
  OutputQueue queue;
  int buffers = 0;
  for (const int64_t id : {7, 8}) {
    SCOPED_TRACE(id);
    std::vector<Buffer> captured;
    for (int index = 0; index < buffers; ++index) queue.add(buffer_of(4096));
    queue.add_barrier(timeoutable_barrier(id), captured);
    const std::optional<QueueNotice> notice = queue.time_out({id}, captured);
    ASSERT_TRUE(notice.has_value());
    EXPECT_TRUE(notice->priority);
    EXPECT_EQ(captured.size(), static_cast<size_t>(buffers));
    EXPECT_EQ(queue.awaited(), kNoCheckpoint);

    EXPECT_EQ(queue.poll().item.barrier, as_unaligned(timeoutable_barrier(id)));
    EXPECT_FALSE(queue.is_blocked());
    for (int index = 0; index < buffers; ++index) EXPECT_EQ(describe(queue.poll().item), "4096");
    ++buffers;
  }
}

TEST(ChannelFacts, C_20_ASecondTimeoutableBarrierFailsTheOutputStateOfTheFirst) {
  OutputQueue queue;
  std::vector<Buffer> captured;
  EXPECT_EQ(queue.add_barrier(timeoutable_barrier(10), captured).failed, kNoCheckpoint);
  EXPECT_EQ(queue.add_barrier(timeoutable_barrier(11), captured).failed, CheckpointId{10});
  EXPECT_EQ(queue.awaited(), CheckpointId{11});
}

TEST(ChannelFacts, C_27_ARecoveredChannelIsHeldUntilAllHaveRecovered) {
  RecoveryTracker tracker(11);
  for (uint32_t channel = 0; channel < 10; ++channel) {
    EXPECT_FALSE(tracker.on_end_of_channel_state({channel}));
    EXPECT_TRUE(tracker.is_held({channel}));
  }
  EXPECT_TRUE(tracker.on_end_of_channel_state({10})) << "one event in total is handed on";
  for (uint32_t channel = 0; channel < 11; ++channel) EXPECT_FALSE(tracker.is_held({channel}));
}

}  // namespace
}  // namespace cutline::test
