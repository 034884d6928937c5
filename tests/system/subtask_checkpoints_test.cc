// The steps of a checkpoint at one subtask and their order; aborts from either side.
#include "core/system/subtask_checkpoints.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/system/queue_support.h"

namespace cutline::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Kind = SubtaskStepKind;

std::vector<Kind> kinds(const SubtaskSteps& steps) {
  std::vector<Kind> all;
  for (const SubtaskStep& step : steps) all.push_back(step.kind);
  return all;
}

TEST(SubtaskCheckpoints, TheBarrierLeavesBeforeTheSynchronousPart) {
  SubtaskCheckpoints subtask;
  SubtaskSteps steps;
  subtask.run(aligned_barrier(1), 0, steps);
  EXPECT_THAT(kinds(steps), ElementsAre(Kind::pre_barrier_hook, Kind::emit_barrier,
                                        Kind::synchronous_part, Kind::asynchronous_part));
  EXPECT_FALSE(steps.back().waits_for_channel_state);
}

TEST(SubtaskCheckpoints, AnUnalignedOneCapturesItsInputsFirstAndItsOutputsWithTheBarrier) {
  SubtaskCheckpoints subtask;
  SubtaskSteps steps;
  subtask.prepare_inputs(unaligned_barrier(1), steps);
  subtask.run(unaligned_barrier(1), 0, steps);
  EXPECT_THAT(kinds(steps),
              ElementsAre(Kind::start_channel_state, Kind::capture_inputs, Kind::pre_barrier_hook,
                          Kind::emit_barrier, Kind::finish_outputs, Kind::synchronous_part,
                          Kind::asynchronous_part));
  EXPECT_TRUE(steps.back().waits_for_channel_state);
}

TEST(SubtaskCheckpoints, TheOutputTimerRunsFromTheTrigger) {
  Barrier barrier = timeoutable_barrier(1);
  barrier.timestamp = 5 * kSecond;
  for (const auto& [now, due] : {std::pair(5 * kSecond + 1, 6 * kSecond),
                                 std::pair(9 * kSecond, 9 * kSecond)}) {
    SubtaskCheckpoints subtask;
    SubtaskSteps steps;
    subtask.run(barrier, now, steps);
    ASSERT_EQ(kinds(steps)[2], Kind::arm_output_timer);
    EXPECT_EQ(steps[2].at, due);
  }
}

TEST(SubtaskCheckpoints, ANewCheckpointCancelsTheOutputTimerOfTheOlder) {
  SubtaskCheckpoints subtask;
  SubtaskSteps steps;
  subtask.run(timeoutable_barrier(1), 0, steps);
  steps.clear();
  subtask.run(aligned_barrier(2), 0, steps);
  EXPECT_EQ(kinds(steps)[2], Kind::cancel_output_timer);
  EXPECT_EQ(steps[2].barrier.id, CheckpointId{1});

  steps.clear();
  subtask.run(timeoutable_barrier(3), 0, steps);
  subtask.clear_output_timer();
  steps.clear();
  subtask.run(aligned_barrier(4), 0, steps);
  EXPECT_EQ(kinds(steps)[2], Kind::synchronous_part) << "it had fired";
}

TEST(SubtaskCheckpoints, AnIdThatIsNotNewerIsRefused) {
  SubtaskCheckpoints subtask;
  SubtaskSteps steps;
  subtask.run(aligned_barrier(5), 0, steps);
  for (int64_t id : {5, 4}) {
    steps.clear();
    subtask.run(aligned_barrier(id), 0, steps);
    EXPECT_THAT(kinds(steps), ElementsAre(Kind::abort_channel_state));
  }
  EXPECT_EQ(subtask.last(), CheckpointId{5});
}

TEST(SubtaskCheckpoints, AnAbortDeclinesAndSendsACancelMarker) {
  SubtaskCheckpoints subtask;
  SubtaskSteps steps;
  subtask.run(timeoutable_barrier(5), 0, steps);
  steps.clear();
  subtask.abort({5}, AbortReason::declined_on_cancellation_barrier, steps);
  EXPECT_THAT(kinds(steps),
              ElementsAre(Kind::abort_channel_state, Kind::decline, Kind::cancel_output_timer,
                          Kind::emit_cancel_marker));
  EXPECT_EQ(steps[1].reason, AbortReason::declined_on_cancellation_barrier);

  steps.clear();
  subtask.abort({7}, AbortReason::declined_subsumed, steps);
  EXPECT_THAT(kinds(steps), ElementsAre(Kind::abort_channel_state, Kind::decline,
                                        Kind::emit_cancel_marker));
  steps.clear();
  subtask.run(aligned_barrier(6), 0, steps);
  EXPECT_THAT(kinds(steps), ElementsAre(Kind::abort_channel_state)) << "older than the aborted one";
}

TEST(SubtaskCheckpoints, AnAbortForgetsWhatCanNoLongerCome) {
  SubtaskCheckpoints subtask;
  SubtaskSteps steps;
  for (int64_t id : {3, 4, 5}) subtask.on_aborted({id}, kNoCheckpoint, true, steps);
  EXPECT_EQ(subtask.remembered_aborts(), 3u);
  subtask.abort({5}, AbortReason::declined_subsumed, steps);
  EXPECT_EQ(subtask.remembered_aborts(), 1u) << "5 itself is not older than 5";
}

TEST(SubtaskCheckpoints, AnIdFarBehindTheNewestAbortedOneCountsAsAborted) {
  SubtaskCheckpoints subtask(2);
  SubtaskSteps steps;
  for (int64_t id : {10, 11, 12, 13}) subtask.on_aborted({id}, kNoCheckpoint, true, steps);
  EXPECT_EQ(subtask.remembered_aborts(), 2u);
  steps.clear();
  subtask.run(aligned_barrier(10), 0, steps);
  EXPECT_THAT(kinds(steps), ElementsAre(Kind::emit_cancel_marker, Kind::abort_channel_state));
  steps.clear();
  subtask.run(aligned_barrier(11), 0, steps);
  EXPECT_EQ(kinds(steps)[0], Kind::pre_barrier_hook) << "forgotten, and not far enough behind";
}

TEST(SubtaskCheckpoints, AnAbortBringsACompletionThatWasMissedFirst) {
  SubtaskCheckpoints subtask;
  SubtaskSteps steps;
  subtask.on_complete({3}, true, steps);
  steps.clear();
  subtask.on_aborted({6}, {5}, true, steps);
  EXPECT_THAT(kinds(steps), ElementsAre(Kind::operators_complete, Kind::local_state_complete,
                                        Kind::abort_channel_state, Kind::operators_aborted,
                                        Kind::local_state_aborted));
  EXPECT_EQ(steps[0].barrier.id, CheckpointId{5});
  steps.clear();
  subtask.on_complete({5}, true, steps);
  subtask.on_complete({4}, true, steps);
  EXPECT_THAT(kinds(steps), IsEmpty()) << "ids that were seen or implied change nothing";
}

TEST(SubtaskCheckpoints, AFailureOfTheSynchronousPartFailsTheTask) {
  const SubtaskCheckpoints subtask;
  SubtaskSteps steps;
  subtask.fail_synchronous({1}, steps);
  EXPECT_THAT(kinds(steps), ElementsAre(Kind::abort_channel_state, Kind::fail_task));
}

TEST(BarrierOnEdge, OnlyWhatMightOvertakeIsForcedAndComesFreeAgain) {
  EXPECT_EQ(barrier_on_edge(unaligned_barrier(1), true), unaligned_barrier(1));
  EXPECT_EQ(barrier_on_edge(aligned_barrier(1), false), aligned_barrier(1));
  EXPECT_EQ(barrier_on_edge(barrier_of(1, BarrierKind::at_least_once), false).kind,
            BarrierKind::at_least_once);
  for (const Barrier& barrier : {unaligned_barrier(1), timeoutable_barrier(1)}) {
    const Barrier forced = barrier_on_edge(barrier, false);
    EXPECT_EQ(forced.kind, BarrierKind::forced_aligned);
    EXPECT_FALSE(is_timeoutable(forced)) << "a time-out means nothing on that edge";
    EXPECT_EQ(barrier_to_emit(forced), barrier);
  }
  const Barrier timed_out = as_unaligned(timeoutable_barrier(1));
  EXPECT_EQ(barrier_to_emit(barrier_on_edge(timed_out, false)).kind, BarrierKind::unaligned);
}

}  // namespace
}  // namespace cutline::test
