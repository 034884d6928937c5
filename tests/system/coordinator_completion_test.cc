// The checkpoint coordinator's rules of acknowledging, completing and failing (C6, C16–C25, M1, M5,
// S2), each named in its test.
#include <gtest/gtest.h>

#include "core/system/split_assignment.h"
#include "tests/system/coordinator_hand.h"

namespace cutline::test {
namespace {

using Ids = std::vector<int64_t>;
using Kinds = std::vector<CoordinatorEffectKind>;
using Effects = CoordinatorEffectKind;

CheckpointOptions concurrent(int64_t most, int64_t tolerable = 1000) {
  CheckpointOptions options;
  options.max_concurrent_checkpoints = most;
  options.tolerable_failed_checkpoints = tolerable;
  return options;
}

TEST(CoordinatorCompletion, C17_TheLastUploadIsNotYetACompletedCheckpoint) {
  auto hand = CoordinatorHand::of_tasks(2, concurrent(1));
  hand.held = {Effects::write_metadata, Effects::add_to_store};
  hand.request();
  hand.now = 4 * kSecond;
  hand.acknowledge_all(1);
  EXPECT_EQ(hand.pending(), Ids{1});
  EXPECT_EQ(hand.retained(), Ids{});
  EXPECT_EQ(hand.count(Effects::notify_complete), 0u);
  hand.now = 7 * kSecond;
  hand.send(EventKind::metadata_written, 1);
  EXPECT_EQ(hand.retained(), Ids{});
  hand.now = 9 * kSecond;
  hand.send(EventKind::stored, 1);
  EXPECT_EQ(hand.retained(), Ids{1});
  EXPECT_EQ(hand.ids_of(Effects::notify_complete), Ids{1});
  const CheckpointRecord* record = find_record(hand.statistics, {1});
  EXPECT_EQ(end_to_end(*record), 4 * kSecond);  // stops at the last acknowledgement
  EXPECT_EQ(record->ended_at, 9 * kSecond);
}

TEST(CoordinatorCompletion, C17_MeanwhileNothingElseHappensAtTheCoordinator) {
  auto hand = CoordinatorHand::of_tasks(1, concurrent(3));
  hand.held = {Effects::write_metadata};
  hand.request();
  hand.request();
  hand.acknowledge(1, 0);
  const size_t before = hand.seen.size();
  hand.request();
  hand.acknowledge(2, 0);
  hand.decline(1, 0);
  hand.advance_to(kHour);  // expiry timers of both fire
  hand.send(EventKind::failover_started);
  EXPECT_EQ(hand.seen.size(), before);
  EXPECT_EQ(hand.coordinator.parked.size(), 6u);
  hand.held = {Effects::compute_plan};
  hand.send(EventKind::metadata_written, 1);
  EXPECT_TRUE(hand.coordinator.parked.empty());
  EXPECT_EQ(hand.ids_of(Effects::statistics_completed), (Ids{1, 2}));  // in spite of the failover
  EXPECT_EQ(hand.ids_of(Effects::statistics_failed), Ids{});
  EXPECT_EQ(hand.retained(), Ids{2});
  EXPECT_TRUE(hand.coordinator.trigger);  // of the request in between
}

TEST(CoordinatorCompletion, C18_ACompletionDoesItsThingsInOrder) {
  CheckpointOptions options = concurrent(3);
  options.interval = kHour;
  auto hand = CoordinatorHand::of_tasks(1, options);
  hand.request();
  hand.acknowledge(1, 0);
  hand.request();  // 2: to be subsumed while pending
  hand.request();  // 3
  hand.request(CheckpointKind::savepoint);
  hand.request();  // waits, since three are pending
  hand.held = {Effects::compute_plan, Effects::delete_state};
  const size_t from = hand.seen.size();
  hand.acknowledge(3, 0);
  EXPECT_EQ(hand.kinds_since(from),
            (Kinds{Effects::statistics_acknowledged, Effects::write_metadata, Effects::add_to_store,
                   Effects::delete_state,  // of 1, subsumed in the store
                   Effects::statistics_completed, Effects::request_completed,
                   Effects::request_failed, Effects::delete_state,  // of 2, subsumed while pending
                   Effects::statistics_failed, Effects::notify_aborted, Effects::notify_complete,
                   Effects::compute_plan}));  // the next one, when all that is done
  EXPECT_EQ(hand.pending(), Ids{4});          // the savepoint
  EXPECT_EQ(hand.last(Effects::notify_aborted).other, CheckpointId{3});
  EXPECT_EQ(hand.last(Effects::notify_complete).other, CheckpointId{1});
}

TEST(CoordinatorCompletion, C18_AWaitingPeriodicCheckpointMeetsTheNewPause) {
  CheckpointOptions options = concurrent(1);
  options.interval = 10 * kSecond;
  options.min_pause = 6 * kSecond;
  auto hand = CoordinatorHand::of_tasks(1, options);
  hand.send(EventKind::job_running);
  const Tick start = hand.timers[0].at;
  hand.advance_to(start + 12 * kSecond);
  hand.acknowledge(1, 0);  // the firing of 10 s waited: it is dropped, not run
  EXPECT_EQ(hand.pending(), Ids{});
  hand.advance_to(start + 18 * kSecond - 1);
  EXPECT_EQ(hand.pending(), Ids{});
  hand.advance_to(start + 18 * kSecond);
  EXPECT_EQ(hand.pending(), Ids{2});
}

TEST(CoordinatorCompletion, C18_AsManyAreRetainedAsTheOptionSays) {
  CheckpointOptions options = concurrent(1);
  options.num_retained = 3;
  auto hand = CoordinatorHand::of_tasks(1, options);
  for (int64_t id = 1; id <= 5; ++id) {
    hand.request();
    hand.acknowledge(id, 0);
  }
  EXPECT_EQ(hand.retained(), (Ids{3, 4, 5}));
  EXPECT_EQ(hand.ids_of(Effects::delete_state), (Ids{1, 2}));
}

TEST(CoordinatorCompletion, C20_ASavepointIsNotWhatAFailureRestores) {
  auto hand = CoordinatorHand::of_tasks(1, concurrent(1));
  hand.request();
  hand.acknowledge(1, 0);
  hand.request(CheckpointKind::savepoint);
  hand.acknowledge(2, 0);
  hand.send(EventKind::failover_started);
  hand.send(EventKind::restoring);
  EXPECT_EQ(hand.last(Effects::statistics_restored).id, CheckpointId{1});
  EXPECT_EQ(hand.ids_of(Effects::notify_complete), Ids{1});
  ASSERT_TRUE(hand.statistics.latest_savepoint);
  EXPECT_EQ(hand.statistics.latest_savepoint->id, CheckpointId{2});
  EXPECT_EQ(hand.statistics.latest_completed->id, CheckpointId{1});
}

TEST(CoordinatorCompletion, C6_FinishedSubtasksAreAcknowledgedWithZeros) {
  CoordinatorSetup setup;
  setup.options = concurrent(1);
  setup.graph = graph_of({2, 1}, {{{0}, {1}, false}});
  CoordinatorHand hand(setup);
  hand.states[0] = ExecutionState::finished;
  hand.now = kSecond;
  hand.request();
  const CheckpointRecord* record = find_record(hand.statistics, {1});
  EXPECT_EQ(subtask_count(*record), 3u);  // M2
  EXPECT_EQ(record->sums.acknowledged, 1u);
  EXPECT_EQ(record->vertices[0].subtasks[0].metrics, SubtaskMetrics{});
  EXPECT_FALSE(record->vertices[0].subtasks[0].aborted);
  hand.acknowledge(1, 1);
  hand.acknowledge(1, 2);
  EXPECT_EQ(hand.retained(), Ids{1});
  EXPECT_EQ(hand.last(Effects::notify_complete).subtasks, (std::vector<SubtaskId>{{1}, {2}}));
}

TEST(CoordinatorCompletion, C6_PartOfAUnionListIsDeclined) {
  for (bool finishes_meanwhile : {false, true}) {
    CoordinatorSetup setup;
    setup.options = concurrent(1, 0);
    setup.graph = graph_of({2});
    setup.graph.vertices[0].union_list_state = true;
    CoordinatorHand hand(setup);
    if (!finishes_meanwhile) hand.states[0] = ExecutionState::finished;
    hand.request();
    if (finishes_meanwhile) {
      CoordinatorEvent event = CoordinatorHand::event_of(EventKind::acknowledged, 1);
      event.subtask = {0};
      event.flag = true;
      hand.send(event);
    }
    hand.acknowledge(1, 1);
    EXPECT_EQ(hand.retained(), Ids{});
    EXPECT_EQ(hand.last(Effects::statistics_failed).failure,
              CheckpointFailure::checkpoint_declined_task_closing);
    EXPECT_EQ(hand.count(Effects::fail_job), 0u);  // not counted
  }
}

TEST(CoordinatorCompletion, C22_WhatATaskReportsCountsOrNotByItsReason) {
  using F = CheckpointFailure;
  for (F failure : {F::checkpoint_declined, F::checkpoint_async_exception}) {
    auto hand = CoordinatorHand::of_tasks(1, concurrent(1, 0));
    hand.request();
    hand.decline(1, 0, failure);
    EXPECT_EQ(hand.count(Effects::fail_job), 1u) << facts_of(failure).name;
  }
  for (F failure : {F::checkpoint_declined_task_not_ready, F::checkpoint_declined_subsumed,
                    F::checkpoint_declined_on_cancellation_barrier,
                    F::channel_state_shared_stream_exception,
                    failure_of(AbortReason::declined_input_end_of_stream)}) {
    auto hand = CoordinatorHand::of_tasks(1, concurrent(1, 0));
    hand.request();
    hand.decline(1, 0, failure);
    EXPECT_EQ(hand.count(Effects::fail_job), 0u) << facts_of(failure).name;
    EXPECT_EQ(hand.statistics.latest_failed->failure, failure);
  }
}

TEST(CoordinatorCompletion, C23_SavepointsDoNotCountButAStopThatFailsTakesTheJobWithIt) {
  auto hand = CoordinatorHand::of_tasks(1, concurrent(1, 0));
  hand.request(CheckpointKind::savepoint);
  hand.advance_to(10 * kMinute);
  EXPECT_EQ(hand.statistics.counts.failed, 1);
  EXPECT_EQ(hand.count(Effects::fail_job), 0u);
  hand.request(CheckpointKind::stop_savepoint);
  hand.decline(2, 0, CheckpointFailure::checkpoint_declined_task_not_ready);
  EXPECT_EQ(hand.ids_of(Effects::fail_job), Ids{2});
}

TEST(CoordinatorCompletion, C23_ACountStartsAgainAfterTheJobFailed) {
  auto hand = CoordinatorHand::of_tasks(1, concurrent(1, 2));
  std::vector<size_t> failed;
  for (int64_t id = 1; id <= 6; ++id) {
    hand.request();
    hand.decline(id, 0);
    failed.push_back(hand.count(Effects::fail_job));
  }
  EXPECT_EQ(failed, (std::vector<size_t>{0, 0, 1, 1, 1, 2}));
  auto patient = CoordinatorHand::of_tasks(1, concurrent(1, kUnlimitedFailures));
  for (int64_t id = 1; id <= 50; ++id) {
    patient.request();
    patient.decline(id, 0);
  }
  EXPECT_EQ(patient.count(Effects::fail_job), 0u);
}

TEST(CoordinatorCompletion, C23_ASuccessOfAnyKindStartsTheCountAgain) {
  for (CheckpointKind kind : {CheckpointKind::checkpoint, CheckpointKind::savepoint}) {
    auto hand = CoordinatorHand::of_tasks(1, concurrent(1, 1));
    hand.request();
    hand.decline(1, 0);
    hand.request(kind);
    hand.acknowledge(2, 0);
    hand.request();
    hand.decline(3, 0);
    EXPECT_EQ(hand.count(Effects::fail_job), 0u);
    hand.request();
    hand.decline(4, 0);
    EXPECT_EQ(hand.count(Effects::fail_job), 1u);
  }
}

TEST(CompletedCheckpoints, C18_TheNewestThatIsNoSavepointAlwaysStays) {
  const auto checkpoint = [](int64_t id) {
    return CompletedCheckpoint{{id}, CheckpointKind::checkpoint, 0, 0};
  };
  const auto savepoint = [](int64_t id) {
    return CompletedCheckpoint{{id}, CheckpointKind::savepoint, 0, 0};
  };
  CompletedCheckpoints store;
  EXPECT_TRUE(add_completed(store, checkpoint(1)).empty());
  EXPECT_TRUE(add_completed(store, savepoint(2)).empty());  // 1 stays, one more than retained
  EXPECT_EQ(latest_completed(store)->id, CheckpointId{2});
  const auto taken_out = add_completed(store, checkpoint(3));
  EXPECT_EQ(taken_out, (std::vector<CompletedCheckpoint>{checkpoint(1), savepoint(2)}));
  EXPECT_EQ(subsumed_id(taken_out), CheckpointId{1});  // a savepoint is not the engine's to delete
  EXPECT_EQ(subsumed_id({savepoint(2)}), kNoCheckpoint);
}

TEST(CoordinatorCompletion, C25_AnAbortDeletesStateAndTellsEveryTask) {
  auto hand = CoordinatorHand::of_tasks(3, concurrent(1));
  hand.request();
  hand.acknowledge(1, 2);
  const size_t from = hand.seen.size();
  hand.decline(1, 0);
  EXPECT_EQ(hand.kinds_since(from),
            (Kinds{Effects::request_failed, Effects::delete_state, Effects::statistics_failed,
                   Effects::notify_aborted}));
  EXPECT_EQ(hand.last(Effects::notify_aborted).subtasks.size(), 3u);
  EXPECT_EQ(hand.last(Effects::notify_aborted).other, kNoCheckpoint);
}

TEST(CoordinatorCompletion, C22_AFailedTaskAbortsWhatItHasNotAcknowledged) {
  auto hand = CoordinatorHand::of_tasks(2, concurrent(2));
  hand.request();
  hand.request();
  hand.acknowledge(1, 0);
  CoordinatorEvent event = CoordinatorHand::event_of(EventKind::task_failed);
  event.subtask = {0};
  hand.send(event);
  EXPECT_EQ(hand.pending(), Ids{1});
  EXPECT_EQ(hand.last(Effects::statistics_failed).failure, CheckpointFailure::task_failure);
}

TEST(CoordinatorCompletion, M5_TheHistoryKeepsTheNewestTen) {
  auto hand = CoordinatorHand::of_tasks(1, concurrent(1));
  for (int64_t id = 1; id <= 25; ++id) {
    hand.request();
    if (id == 3) hand.decline(id, 0);
    else hand.acknowledge(id, 0);
  }
  EXPECT_EQ(hand.statistics.history.size(), 10u);
  EXPECT_EQ(hand.statistics.history.back().id, CheckpointId{25});
  EXPECT_EQ(find_record(hand.statistics, {15}), nullptr);
  EXPECT_EQ(hand.statistics.latest_failed->id, CheckpointId{3});  // kept apart
  EXPECT_EQ(hand.statistics.counts, (CheckpointCounts{0, 25, 0, 24, 1}));
}

TEST(CoordinatorCompletion, M1_UnknownFiguresAreNotSummed) {
  auto hand = CoordinatorHand::of_tasks(2, concurrent(1));
  hand.request();
  SubtaskMetrics metrics;
  metrics.processed_bytes = -1;
  metrics.checkpointed_bytes = 7;
  hand.acknowledge(1, 0, metrics);
  metrics.processed_bytes = 5;
  hand.acknowledge(1, 1, metrics);
  EXPECT_EQ(find_record(hand.statistics, {1})->sums.processed_bytes, 5);
  EXPECT_EQ(find_record(hand.statistics, {1})->sums.checkpointed_bytes, 14);
}

TEST(SplitGates, S2_WhatIsAssignedBehindTheSnapshotWaitsForTheReadersPart) {
  SplitGate gate;
  EXPECT_TRUE(pass_gate(gate, {1}));
  close_gate(gate, {7});
  EXPECT_FALSE(pass_gate(gate, {2}));
  close_gate(gate, {8});
  EXPECT_FALSE(pass_gate(gate, {3}));
  EXPECT_EQ(open_gate(gate, {8}), std::vector<SplitId>{});  // still waits for 7
  EXPECT_EQ(open_gate(gate, {6}), std::vector<SplitId>{});  // it is not closed for that
  EXPECT_EQ(open_gate(gate, {7}), (std::vector<SplitId>{{2}, {3}}));
  EXPECT_TRUE(pass_gate(gate, {4}));
  close_gate(gate, {9});
  EXPECT_FALSE(pass_gate(gate, {5}));
  reset_gate(gate);
  EXPECT_TRUE(pass_gate(gate, {6}));
}

}  // namespace
}  // namespace cutline::test
