// Facts about what a subtask does for its checkpoints (section 0, rules A2, A3, A7).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/system/output_queue.h"
#include "core/system/subtask_checkpoints.h"
#include "tests/system/queue_support.h"

namespace cutline::test {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;
using Kind = SubtaskStepKind;

std::vector<Kind> kinds(const SubtaskSteps& steps) {
  std::vector<Kind> all;
  for (const SubtaskStep& step : steps) all.push_back(step.kind);
  return all;
}

const SubtaskStep& find(const SubtaskSteps& steps, Kind kind) {
  for (const SubtaskStep& step : steps)
    if (step.kind == kind) return step;
  ADD_FAILURE() << "the step is not there";
  return steps.front();
}

SubtaskSteps run(SubtaskCheckpoints& subtask, const Barrier& barrier) {
  SubtaskSteps steps;
  subtask.prepare_inputs(barrier, steps);
  subtask.run(barrier, 0, steps);
  return steps;
}

SubtaskSteps notify_aborted(SubtaskCheckpoints& subtask, int64_t id) {
  SubtaskSteps steps;
  subtask.on_aborted({id}, kNoCheckpoint, true, steps);
  return steps;
}

Barrier savepoint_barrier(int64_t id) {
  Barrier barrier = aligned_barrier(id);
  barrier.savepoint = true;
  return barrier;
}

TEST(SubtaskFacts, Q_01_OnlyAnUnalignedCheckpointStartsTheChannelStateWriter) {
  const SubtaskCheckpoints subtask;
  SubtaskSteps steps;
  subtask.prepare_inputs(unaligned_barrier(1), steps);
  EXPECT_THAT(kinds(steps), ElementsAre(Kind::start_channel_state, Kind::capture_inputs));
  for (const Barrier& barrier : {aligned_barrier(1), savepoint_barrier(1)}) {
    steps.clear();
    subtask.prepare_inputs(barrier, steps);
    EXPECT_THAT(kinds(steps), ElementsAre());
  }
}

TEST(SubtaskFacts, Q_02_ASavepointNeitherOvertakesNorCaptures) {
  SubtaskCheckpoints subtask;
  const SubtaskSteps steps = run(subtask, savepoint_barrier(1));
  const Barrier& emitted = find(steps, Kind::emit_barrier).barrier;
  EXPECT_FALSE(has_priority(event_item(QueueItemKind::barrier, emitted)));
  EXPECT_EQ(barrier_on_edge(emitted, false), emitted);
  EXPECT_THAT(kinds(steps), Not(Contains(Kind::capture_inputs)));
  EXPECT_THAT(kinds(steps), Not(Contains(Kind::start_channel_state)));
}

TEST(SubtaskFacts, Q_03_ForcedAlignmentEndsWithTheEdgeItCameOver) {
  const Barrier forced = barrier_on_edge(unaligned_barrier(42), false);
  ASSERT_EQ(forced.kind, BarrierKind::forced_aligned);
  SubtaskCheckpoints subtask;
  const SubtaskSteps steps = run(subtask, forced);
  const Barrier& emitted = find(steps, Kind::emit_barrier).barrier;
  EXPECT_TRUE(has_priority(event_item(QueueItemKind::barrier, emitted)));

  OutputQueue queue;
  queue.add(buffer_of(7));
  std::vector<Buffer> captured;
  queue.add_barrier(emitted, captured);
  EXPECT_THAT(sizes(captured), ElementsAre(7));
  EXPECT_THAT(kinds(steps), Contains(Kind::start_channel_state));
  EXPECT_THAT(kinds(steps), Contains(Kind::finish_outputs));
}

TEST(SubtaskFacts, Q_04_ACheckpointAbortedBeforeItsBarrierIsNotTaken) {
  SubtaskCheckpoints subtask;
  notify_aborted(subtask, 42);
  EXPECT_EQ(subtask.remembered_aborts(), 1u);
  const SubtaskSteps steps = run(subtask, aligned_barrier(42));
  EXPECT_THAT(kinds(steps), Not(Contains(Kind::synchronous_part)));
  EXPECT_THAT(kinds(steps), Not(Contains(Kind::asynchronous_part)));
  EXPECT_EQ(subtask.remembered_aborts(), 0u);
}

TEST(SubtaskFacts, Q_05_OfACheckpointAbortedBeforeOnlyACancelMarkerGoesOn) {
  SubtaskCheckpoints subtask;
  notify_aborted(subtask, 42);
  const SubtaskSteps steps = run(subtask, aligned_barrier(42));
  EXPECT_EQ(find(steps, Kind::emit_cancel_marker).barrier.id, CheckpointId{42});
  EXPECT_THAT(kinds(steps), Not(Contains(Kind::emit_barrier)));
}

TEST(SubtaskFacts, Q_06_AnAbortDuringTheAsynchronousPartCancelsIt) {
  SubtaskCheckpoints subtask;
  run(subtask, aligned_barrier(42));
  EXPECT_THAT(subtask.asynchronous(), ElementsAre(CheckpointId{42}));
  const SubtaskSteps steps = notify_aborted(subtask, 42);
  EXPECT_EQ(find(steps, Kind::cancel_asynchronous).barrier.id, CheckpointId{42});
  EXPECT_THAT(subtask.asynchronous(), ElementsAre());
  EXPECT_EQ(subtask.remembered_aborts(), 0u);
}

TEST(SubtaskFacts, Q_07_AnAbortAfterTheAsynchronousPartIsNotRemembered) {
  SubtaskCheckpoints subtask;
  run(subtask, aligned_barrier(42));
  subtask.end_asynchronous({42});
  const SubtaskSteps steps = notify_aborted(subtask, 42);
  EXPECT_THAT(kinds(steps), Not(Contains(Kind::cancel_asynchronous)));
  EXPECT_EQ(subtask.remembered_aborts(), 0u);
}

TEST(SubtaskFacts, Q_08_OnlySoManyAbortsAreRemembered) {
  SubtaskCheckpoints subtask(256);
  for (int64_t id = 1; id <= 297; ++id) {
    notify_aborted(subtask, id);
    EXPECT_EQ(subtask.remembered_aborts(), static_cast<size_t>(std::min<int64_t>(256, id)));
  }
}

TEST(SubtaskFacts, Q_09_ATimeoutableBarrierKeepsItsPlaceAndTheAsynchronousPartWaits) {
  SubtaskCheckpoints subtask;
  const SubtaskSteps steps = run(subtask, timeoutable_barrier(1));
  const Barrier& emitted = find(steps, Kind::emit_barrier).barrier;
  EXPECT_FALSE(has_priority(event_item(QueueItemKind::barrier, emitted)));
  EXPECT_TRUE(find(steps, Kind::asynchronous_part).waits_for_channel_state);
}

TEST(SubtaskFacts, Q_10_ANewCheckpointWorksAfterTheOldOneWasAborted) {
  for (const BarrierKind kind : {BarrierKind::aligned, BarrierKind::unaligned}) {
    SubtaskCheckpoints subtask;
    SubtaskSteps started;
    subtask.prepare_inputs(barrier_of(42, kind, kSecond), started);
    EXPECT_THAT(kinds(started), Contains(Kind::start_channel_state));
    const SubtaskSteps aborted = notify_aborted(subtask, 42);
    EXPECT_EQ(find(aborted, Kind::abort_channel_state).barrier.id, CheckpointId{42});
    const SubtaskSteps next = run(subtask, barrier_of(43, kind, kSecond));
    EXPECT_EQ(find(next, Kind::synchronous_part).barrier.id, CheckpointId{43});
    EXPECT_THAT(subtask.asynchronous(), ElementsAre(CheckpointId{43}));
  }
}

TEST(SubtaskFacts, Q_11_TheStoreOfLocalStateIsToldAlsoWhenTheSubtaskIsNotRunning) {
  SubtaskCheckpoints subtask;
  SubtaskSteps steps;
  subtask.on_complete({42}, true, steps);
  subtask.on_complete({43}, false, steps);
  EXPECT_THAT(kinds(steps), ElementsAre(Kind::operators_complete, Kind::local_state_complete,
                                        Kind::local_state_complete));
  EXPECT_EQ(steps[1].barrier.id, CheckpointId{42});
  EXPECT_EQ(steps[2].barrier.id, CheckpointId{43});
}

}  // namespace
}  // namespace cutline::test
