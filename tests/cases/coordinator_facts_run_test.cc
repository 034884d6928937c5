// Facts about Flink's checkpoint coordinator at work, one test for each, named after its id
// (K-13 … K-32).
#include <gtest/gtest.h>

#include "tests/system/coordinator_hand.h"

namespace cutline::test {
namespace {

using Ids = std::vector<int64_t>;
using Effects = CoordinatorEffectKind;
constexpr auto kSavepoint = CheckpointKind::savepoint;

CheckpointOptions options_of(Tick interval, Tick min_pause, int64_t concurrent) {
  CheckpointOptions options;
  if (interval > 0) options.interval = interval;
  options.min_pause = min_pause;
  options.max_concurrent_checkpoints = concurrent;
  options.tolerable_failed_checkpoints = 1000;
  return options;
}

CheckpointOptions many_at_once() { return options_of(0, 0, 1000); }

TEST(CoordinatorRunFacts, K_13_NoCheckpointStartsBeforeThePauseIsOver) {
  auto hand = CoordinatorHand::of_tasks(1, options_of(kSecond, kSecond, 1));
  hand.send(EventKind::job_running);
  hand.request(CheckpointKind::checkpoint, true);
  hand.request(CheckpointKind::checkpoint, true);
  EXPECT_EQ(hand.pending(), Ids{1});
  hand.acknowledge(1, 0);
  hand.advance_to(500 * kMillisecond);
  EXPECT_EQ(hand.pending(), Ids{});
  hand.advance_to(kSecond - 1);
  EXPECT_EQ(hand.pending(), Ids{});
  hand.advance_to(kSecond);
  EXPECT_EQ(hand.pending(), Ids{2});
}

TEST(CoordinatorRunFacts, K_14_AcknowledgementsOfTwoCheckpointsInterleave) {
  CoordinatorSetup setup;
  setup.options = many_at_once();
  setup.options.num_retained = 2;
  setup.graph = graph_of({1, 1, 1}, {{{0}, {2}, false}, {{1}, {2}, false}});
  CoordinatorHand hand(setup);
  std::vector<Ids> pending;
  std::vector<size_t> retained;
  const auto after_step = [&] {
    pending.push_back(hand.pending());
    retained.push_back(hand.retained().size());
  };
  hand.request(), after_step();          // 0
  hand.acknowledge(1, 1), after_step();  // 1
  hand.request(), after_step();          // 2
  hand.acknowledge(1, 2), after_step();  // 3
  hand.acknowledge(2, 0), after_step();  // 4
  hand.acknowledge(1, 0), after_step();  // 5: c1 completes
  hand.acknowledge(2, 1), after_step();  // 6
  hand.acknowledge(2, 2), after_step();  // 7: c2 completes
  EXPECT_EQ(pending[0].size(), 1u);
  EXPECT_EQ(pending[2].size(), 2u);
  EXPECT_EQ(pending[5], Ids{2});
  EXPECT_EQ(pending[6].size(), 1u);
  EXPECT_EQ(pending[7].size(), 0u);
  EXPECT_EQ(retained[6], 1u);
  EXPECT_EQ(retained[7], 2u);
  for (const SeenEffect& told : hand.all(Effects::trigger_subtasks))
    EXPECT_EQ(told.effect.subtasks, (std::vector<SubtaskId>{{0}, {1}}));
  EXPECT_EQ(hand.ids_of(Effects::notify_complete), (Ids{1, 2}));
  for (const SeenEffect& told : hand.all(Effects::notify_complete))
    EXPECT_EQ(told.effect.subtasks, (std::vector<SubtaskId>{{0}, {1}, {2}}));
}

TEST(CoordinatorRunFacts, K_15_ACheckpointThatCompletesSubsumesOlderPendingOnes) {
  auto hand = CoordinatorHand::of_tasks(3, many_at_once());
  hand.request();
  hand.acknowledge(1, 0);
  hand.request();
  hand.acknowledge_all(2);
  EXPECT_EQ(hand.pending(), Ids{});
  EXPECT_EQ(hand.retained(), Ids{2});
  EXPECT_EQ(hand.ids_of(Effects::delete_state), Ids{1});
  EXPECT_EQ(hand.last(Effects::request_failed).failure, CheckpointFailure::checkpoint_subsumed);
  hand.acknowledge(1, 1);  // late
  EXPECT_EQ(hand.ids_of(Effects::discard_state), Ids{1});
  EXPECT_EQ(hand.last(Effects::discard_state).subtask, SubtaskId{1});
  EXPECT_EQ(hand.retained(), Ids{2});
}

TEST(CoordinatorRunFacts, K_16_ACheckpointThatExpiresIsDiscarded) {
  auto hand = CoordinatorHand::of_tasks(2, many_at_once());
  hand.request();
  hand.acknowledge(1, 0);
  hand.advance_to(10 * kMinute);
  EXPECT_EQ(hand.pending(), Ids{});
  EXPECT_EQ(hand.retained(), Ids{});
  EXPECT_EQ(hand.ids_of(Effects::delete_state), Ids{1});
  EXPECT_EQ(hand.last(Effects::statistics_failed).failure, CheckpointFailure::checkpoint_expired);
  EXPECT_EQ(hand.count(Effects::notify_complete), 0u);
}

TEST(CoordinatorRunFacts, K_17_SavepointsAreNotSubsumedAndSubsumeNothing) {
  auto hand = CoordinatorHand::of_tasks(2, many_at_once());
  std::vector<size_t> pending;
  std::vector<Ids> retained;
  const auto after_step = [&] {
    pending.push_back(hand.pending().size());
    retained.push_back(hand.retained());
  };
  hand.request(kSavepoint), after_step();   // 0: sp1 is 1
  hand.request(), after_step();             // 1: c1 is 2
  hand.request(), after_step();             // 2: c2 is 3
  hand.acknowledge_all(3), after_step();    // 3
  EXPECT_EQ(hand.ids_of(Effects::delete_state), Ids{2});  // c1
  EXPECT_EQ(hand.pending(), Ids{1});
  hand.request(), after_step();             // 4: c3 is 4
  hand.request(kSavepoint), after_step();   // 5: sp2 is 5
  hand.acknowledge_all(5), after_step();    // 6
  EXPECT_EQ(hand.pending(), (Ids{1, 4}));   // c3 is not subsumed by sp2
  hand.acknowledge_all(1), after_step();    // 7
  EXPECT_EQ(hand.ids_of(Effects::notify_complete), Ids{3});  // c2 alone
  EXPECT_EQ(hand.ids_of(Effects::request_completed), (Ids{3, 5, 1}));
  hand.request(), after_step();             // 8: c4 is 6
  hand.acknowledge_all(6), after_step();    // 9
  EXPECT_EQ((std::vector<size_t>(pending.begin(), pending.begin() + 8)),
            (std::vector<size_t>{1, 2, 3, 1, 2, 3, 2, 1}));
  EXPECT_EQ(retained[3], Ids{3});
  EXPECT_EQ(retained[6], Ids{3});
  EXPECT_EQ(retained[7], Ids{3});
  EXPECT_EQ(hand.last(Effects::notify_complete).id, CheckpointId{6});
  EXPECT_EQ(hand.last(Effects::notify_complete).other, CheckpointId{3});  // c2 was just subsumed
}

TEST(CoordinatorRunFacts, K_18_NoMoreThanMaxConcurrentAreUnderWay) {
  for (int64_t most : {1, 2, 5}) {
    auto hand = CoordinatorHand::of_tasks(1, options_of(10 * kMillisecond, 0, most));
    hand.send(EventKind::job_running);
    hand.advance_to(300 * kMillisecond);
    EXPECT_EQ(hand.count(Effects::trigger_subtasks), static_cast<size_t>(most));
    hand.acknowledge(1, 0);
    hand.advance_to(600 * kMillisecond);
    EXPECT_EQ(hand.count(Effects::trigger_subtasks), static_cast<size_t>(most + 1));
  }
}

TEST(CoordinatorRunFacts, K_19_SubsumingAnOlderOneFreesItsPlaceToo) {
  auto hand = CoordinatorHand::of_tasks(1, options_of(10 * kMillisecond, 0, 2));
  hand.send(EventKind::job_running);
  hand.advance_to(300 * kMillisecond);
  EXPECT_EQ(hand.pending(), (Ids{1, 2}));
  hand.acknowledge(2, 0);
  hand.advance_to(600 * kMillisecond);
  EXPECT_EQ(hand.pending(), (Ids{3, 4}));
}

TEST(CoordinatorRunFacts, K_20_SavepointsRunSideBySideWhileCheckpointsAreAligned) {
  auto hand = CoordinatorHand::of_tasks(1, options_of(0, 0, 1));
  for (uint64_t asker = 1; asker <= 5; ++asker) hand.request(kSavepoint, false, asker);
  EXPECT_EQ(hand.pending(), (Ids{1, 2, 3, 4, 5}));
  for (int64_t id = 1; id <= 5; ++id) hand.acknowledge(id, 0);
  EXPECT_EQ(hand.ids_of(Effects::request_completed), (Ids{1, 2, 3, 4, 5}));
  EXPECT_EQ(hand.pending(), Ids{});
}

TEST(CoordinatorRunFacts, K_21_SavepointsIgnoreTheMinimumPause) {
  auto hand = CoordinatorHand::of_tasks(1, options_of(0, 100'000'000 * kMillisecond, 1));
  hand.request(kSavepoint);
  hand.request(kSavepoint);
  EXPECT_EQ(hand.pending(), (Ids{1, 2}));
  EXPECT_EQ(hand.count(Effects::trigger_subtasks), 2u);
  EXPECT_EQ(hand.count(Effects::request_completed), 0u);
  EXPECT_EQ(hand.count(Effects::request_failed), 0u);
}

TEST(CoordinatorRunFacts, K_22_WithUnalignedCheckpointsASavepointWaitsItsTurn) {
  CheckpointOptions options = options_of(kHour, 0, 1);
  options.unaligned = true;
  auto hand = CoordinatorHand::of_tasks(1, options);
  hand.send(EventKind::job_running);
  std::vector<size_t> queued;
  for (int each = 0; each < 10; ++each) hand.request(CheckpointKind::checkpoint, true);
  queued.push_back(hand.coordinator.queue.waiting.size());
  hand.request(kSavepoint);
  queued.push_back(hand.coordinator.queue.waiting.size());
  hand.decline(1, 0);
  queued.push_back(hand.coordinator.queue.waiting.size());
  EXPECT_EQ(queued, (std::vector<size_t>{9, 10, 9}));
  EXPECT_EQ(hand.count(Effects::request_failed), 1u);
  ASSERT_EQ(hand.coordinator.pending.size(), 1u);
  EXPECT_EQ(hand.coordinator.pending[0].request.kind, kSavepoint);
  EXPECT_FALSE(hand.coordinator.pending[0].request.forced);
}

TEST(CoordinatorRunFacts, K_23_AnAbortNamesTheLatestCompletedCheckpoint) {
  auto hand = CoordinatorHand::of_tasks(1, many_at_once());
  for (int64_t id = 1; id <= 3; ++id) {
    hand.request();
    hand.acknowledge(id, 0);
  }
  hand.request();
  hand.decline(4, 0);
  EXPECT_EQ(hand.last(Effects::notify_aborted).id, CheckpointId{4});
  EXPECT_EQ(hand.last(Effects::notify_aborted).other, CheckpointId{3});
}

TEST(CoordinatorRunFacts, K_24_MetricsThatComeLateAreAddedToTheFailedCheckpoint) {
  for (bool expires : {false, true}) {
    auto hand = CoordinatorHand::of_tasks(1, many_at_once());
    hand.request();
    if (expires) hand.advance_to(10 * kMinute);
    else hand.decline(1, 0);
    SubtaskMetrics metrics;
    metrics.start_delay = 18 * kMillisecond;
    metrics.alignment = 15 * kMillisecond;
    metrics.sync = 13 * kMillisecond;
    metrics.async = 14 * kMillisecond;
    metrics.processed_bytes = 16;
    metrics.persisted_bytes = 17;
    metrics.checkpointed_bytes = 11;
    metrics.full_bytes = 12;
    hand.acknowledge(1, 0, metrics);
    const CheckpointRecord* record = find_record(hand.statistics, {1});
    ASSERT_TRUE(record);
    EXPECT_EQ(record->status, CheckpointStatus::failed);
    EXPECT_EQ(record->sums.acknowledged, 0u);
    EXPECT_FALSE(record->sums.latest_acknowledgement);
    EXPECT_EQ(record->sums.checkpointed_bytes, 11);
    EXPECT_EQ(record->sums.full_bytes, 12);
    EXPECT_EQ(record->sums.processed_bytes, 16);
    EXPECT_EQ(record->sums.persisted_bytes, 17);
    const SubtaskStatistics& subtask = record->vertices[0].subtasks[0];
    EXPECT_TRUE(subtask.reported && subtask.aborted);
    EXPECT_EQ(subtask.metrics, metrics);
    ASSERT_TRUE(hand.statistics.latest_failed);
    EXPECT_EQ(*hand.statistics.latest_failed, *record);
    EXPECT_EQ(hand.statistics.counts.failed, 1);
    EXPECT_EQ(hand.ids_of(Effects::discard_state), Ids{1});
  }
}

TEST(CoordinatorRunFacts, K_25_StateOfUnknownAndLateMessagesIsDiscardedOfOtherJobsNot) {
  auto hand = CoordinatorHand::of_tasks(2, many_at_once());
  hand.request();
  hand.acknowledge(1, 77);  // no such task in the plan
  EXPECT_EQ(hand.count(Effects::discard_state), 1u);
  EXPECT_EQ(hand.pending(), Ids{1});
  hand.acknowledge(1, 0);
  EXPECT_EQ(hand.count(Effects::discard_state), 1u);
  hand.decline(1, 1);
  EXPECT_EQ(hand.pending(), Ids{});
  EXPECT_EQ(hand.ids_of(Effects::delete_state), Ids{1});
  hand.acknowledge(1, 1);  // late
  hand.acknowledge(9, 0);  // an unknown checkpoint
  EXPECT_EQ(hand.count(Effects::discard_state), 3u);
  CoordinatorEvent foreign = CoordinatorHand::event_of(EventKind::acknowledged, 1);
  foreign.job = 5;
  const size_t before = hand.seen.size();
  hand.send(foreign);
  EXPECT_EQ(hand.seen.size(), before);
}

TEST(CoordinatorRunFacts, K_26_ASimpleCheckpointCompletesOnItsLastAcknowledgement) {
  auto hand = CoordinatorHand::of_tasks(2, many_at_once());
  hand.now = 7 * kSecond;
  hand.request();
  hand.now = 8 * kSecond;
  hand.acknowledge(1, 0);
  hand.acknowledge(1, 0);  // a duplicate is ignored
  EXPECT_EQ(hand.pending(), Ids{1});
  EXPECT_EQ(find_record(hand.statistics, {1})->sums.acknowledged, 1u);
  EXPECT_EQ(hand.count(Effects::discard_state), 0u);
  hand.acknowledge(1, 1);
  EXPECT_EQ(hand.retained(), Ids{1});
  const CoordinatorEffect notify = hand.last(Effects::notify_complete);
  EXPECT_EQ(notify.subtasks, (std::vector<SubtaskId>{{0}, {1}}));
  EXPECT_EQ(notify.triggered_at, 7 * kSecond);
  hand.request();
  hand.acknowledge_all(2);
  EXPECT_EQ(hand.retained(), Ids{2});
  EXPECT_EQ(hand.ids_of(Effects::delete_state), Ids{1});
  EXPECT_EQ(hand.last(Effects::notify_complete).other, CheckpointId{1});
}

TEST(CoordinatorRunFacts, K_27_ASecondDeclineOfTheSameCheckpointDoesNothing) {
  auto hand = CoordinatorHand::of_tasks(2, options_of(0, 0, 2));
  hand.request();
  hand.request();
  EXPECT_EQ(hand.pending(), (Ids{1, 2}));
  hand.decline(1, 0);
  EXPECT_EQ(hand.pending(), Ids{2});
  EXPECT_EQ(hand.ids_of(Effects::delete_state), Ids{1});
  const size_t before = hand.seen.size();
  hand.decline(1, 1);
  EXPECT_EQ(hand.seen.size(), before);
  hand.acknowledge_all(2);
  EXPECT_EQ(hand.retained(), Ids{2});
}

TEST(CoordinatorRunFacts, K_28_WithoutToleranceOneFailureFailsTheJob) {
  CheckpointOptions options = many_at_once();
  options.tolerable_failed_checkpoints = 0;
  auto expiring = CoordinatorHand::of_tasks(1, options);
  expiring.request();
  expiring.advance_to(10 * kMinute);
  EXPECT_EQ(expiring.count(Effects::fail_job), 1u);
  EXPECT_EQ(expiring.last(Effects::fail_job).failure, CheckpointFailure::checkpoint_expired);

  auto failing = CoordinatorHand::of_tasks(1, options);
  failing.held = {Effects::initialize_location};
  failing.request();
  failing.send(EventKind::location_failed, 1);
  EXPECT_EQ(failing.count(Effects::fail_job), 1u);
  EXPECT_EQ(failing.last(Effects::fail_job).failure, CheckpointFailure::io_exception);

  auto early = CoordinatorHand::of_tasks(1, options);  // before there is an id
  early.held = {Effects::compute_plan};
  early.request();
  CoordinatorEvent failed = CoordinatorHand::event_of(EventKind::plan_failed);
  failed.failure = CheckpointFailure::io_exception;
  early.send(failed);
  EXPECT_EQ(early.count(Effects::fail_job), 1u);
}

TEST(CoordinatorRunFacts, K_29_AFailureToStoreIsAFailureOfTheCheckpoint) {
  CheckpointOptions options = many_at_once();
  options.tolerable_failed_checkpoints = 0;
  auto hand = CoordinatorHand::of_tasks(2, options);
  hand.held = {Effects::add_to_store};
  hand.request();
  hand.acknowledge_all(1);
  EXPECT_EQ(hand.pending(), Ids{1});  // acknowledged by all, and not completed
  hand.send(EventKind::finalization_failed, 1);
  EXPECT_EQ(hand.pending(), Ids{});
  EXPECT_EQ(hand.retained(), Ids{});
  EXPECT_EQ(hand.last(Effects::fail_job).failure, CheckpointFailure::finalize_checkpoint_failure);
  const CheckpointRecord* record = find_record(hand.statistics, {1});
  ASSERT_TRUE(record);
  EXPECT_EQ(record->status, CheckpointStatus::failed);
  EXPECT_EQ(record->failure, CheckpointFailure::finalize_checkpoint_failure);
  EXPECT_EQ(hand.count(Effects::notify_complete), 0u);
  EXPECT_EQ(hand.ids_of(Effects::notify_aborted), Ids{1});
}

TEST(CoordinatorRunFacts, K_30_AnEnumeratorThatNeverAnswersLetsTheCheckpointExpire) {
  CoordinatorSetup setup;
  setup.options = many_at_once();
  setup.graph = graph_of({1});
  setup.operator_coordinators = 1;
  CoordinatorHand hand(setup);
  hand.held = {Effects::snapshot_coordinators};
  hand.request();
  EXPECT_EQ(hand.pending(), Ids{1});
  hand.advance_to(10 * kMinute);
  EXPECT_EQ(hand.pending(), Ids{});
  EXPECT_EQ(hand.count(Effects::request_failed), 1u);
  EXPECT_EQ(hand.count(Effects::trigger_subtasks), 0u);
  hand.send(EventKind::coordinator_snapshotted, 1);  // at last
  EXPECT_EQ(hand.count(Effects::trigger_subtasks), 0u);
}

TEST(CoordinatorRunFacts, K_31_AfterAStorageFailureTheNextTriggerWorks) {
  auto hand = CoordinatorHand::of_tasks(1, many_at_once());
  hand.held = {Effects::initialize_location};
  hand.request();
  hand.send(EventKind::location_failed, 1);
  EXPECT_EQ(hand.last(Effects::request_failed).failure, CheckpointFailure::io_exception);
  EXPECT_FALSE(hand.coordinator.trigger);
  hand.held = {};
  hand.request();
  EXPECT_EQ(hand.ids_of(Effects::trigger_subtasks), Ids{2});
  hand.acknowledge(2, 0);
  EXPECT_EQ(hand.ids_of(Effects::request_completed), Ids{2});
}

TEST(CoordinatorRunFacts, K_32_ThePauseAppliesAlthoughTheIntervalIsShorter) {
  auto hand = CoordinatorHand::of_tasks(1, options_of(12 * kMillisecond, 50 * kMillisecond, 1));
  hand.send(EventKind::job_running);
  hand.advance_to(50 * kMillisecond);  // the interval is raised to the pause
  ASSERT_EQ(hand.pending(), Ids{1});
  hand.advance_to(60 * kMillisecond);
  hand.acknowledge(1, 0);
  hand.advance_to(400 * kMillisecond);
  const std::vector<SeenEffect> triggered = hand.all(Effects::trigger_subtasks);
  ASSERT_EQ(triggered.size(), 2u);
  EXPECT_EQ(triggered[1].at, 110 * kMillisecond);
}

}  // namespace
}  // namespace cutline::test
