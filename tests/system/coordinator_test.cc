// The checkpoint coordinator's rules of triggering and timing (C1, C2, C8–C15, C27–C29), each named
// in its test.
#include <gtest/gtest.h>

#include "tests/system/coordinator_hand.h"

namespace cutline::test {
namespace {

using Ids = std::vector<int64_t>;
using Kinds = std::vector<CoordinatorEffectKind>;
using Effects = CoordinatorEffectKind;

CheckpointOptions every(Tick interval) {
  CheckpointOptions options;
  options.interval = interval;
  options.tolerable_failed_checkpoints = 1000;
  return options;
}

TEST(Coordinator, C1_IdsStartAtOneOrBehindTheSavepointThatTheJobStartsFrom) {
  auto fresh = CoordinatorHand::of_tasks(1);
  fresh.request();
  EXPECT_EQ(fresh.pending(), Ids{1});

  auto restored = CoordinatorHand::of_tasks(1);
  start_from_savepoint(restored.coordinator, {{41}, CheckpointKind::savepoint, 0, 0});
  restored.send(EventKind::restoring);
  EXPECT_EQ(restored.last(Effects::statistics_restored).id, CheckpointId{41});
  restored.request();
  restored.acknowledge(42, 0);
  EXPECT_EQ(restored.retained(), Ids{42});  // the savepoint gave way, and stays on disk
  EXPECT_EQ(restored.count(Effects::delete_state), 0u);
  EXPECT_EQ(restored.last(Effects::notify_complete).other, kNoCheckpoint);
}

TEST(Coordinator, C1_AnIdMayBeUsedUpWithoutATraceInTheHistory) {
  auto hand = CoordinatorHand::of_tasks(1, every(10 * kSecond));
  hand.held = {Effects::compute_plan};
  hand.send(EventKind::job_running);
  hand.advance_to(10 * kSecond);
  ASSERT_TRUE(hand.coordinator.trigger);
  hand.send(EventKind::job_not_running);
  CoordinatorEvent plan = CoordinatorHand::event_of(EventKind::plan_computed);
  plan.plan = *compute_plan(hand.setup.graph, hand.states, true).plan;
  hand.send(plan);  // too late
  EXPECT_EQ(hand.last(Effects::request_failed).failure,
            CheckpointFailure::periodic_scheduler_shutdown);
  EXPECT_TRUE(hand.statistics.history.empty());
  EXPECT_EQ(hand.statistics.counts.total, 1);  // M6
  EXPECT_EQ(hand.statistics.counts.failed, 1);
  hand.held = {};
  hand.request();
  EXPECT_EQ(hand.pending(), Ids{2});
}

TEST(Coordinator, C2_ATriggerGoesThroughItsStepsInOrder) {
  CoordinatorSetup setup;
  setup.graph = graph_of({2, 2}, {{{0}, {1}, false}});
  setup.operator_coordinators = 1;
  setup.master_hooks = 1;
  CoordinatorHand hand(setup);
  hand.held = {Effects::compute_plan, Effects::initialize_location, Effects::snapshot_coordinators,
               Effects::snapshot_hooks};
  hand.now = 10 * kSecond;
  hand.request();
  EXPECT_EQ(hand.kinds_since(0), Kinds{Effects::compute_plan});
  EXPECT_EQ(hand.coordinator.next_id, CheckpointId{1});  // no id before the plan

  hand.now = 12 * kSecond;
  size_t from = hand.seen.size();
  CoordinatorEvent plan = CoordinatorHand::event_of(EventKind::plan_computed);
  plan.plan = *compute_plan(hand.setup.graph, hand.states, true).plan;
  hand.send(plan);
  EXPECT_EQ(hand.kinds_since(from),
            (Kinds{Effects::statistics_started, Effects::arm_timer, Effects::initialize_location}));
  EXPECT_EQ(hand.last(Effects::statistics_started).triggered_at, 10 * kSecond);
  EXPECT_EQ(hand.last(Effects::arm_timer).at, 12 * kSecond + 10 * kMinute);  // not from the stamp

  hand.now = 15 * kSecond;
  from = hand.seen.size();
  hand.send(EventKind::location_ready, 1);
  EXPECT_EQ(hand.kinds_since(from), Kinds{Effects::snapshot_coordinators});
  hand.now = 20 * kSecond;
  from = hand.seen.size();
  hand.send(EventKind::coordinator_snapshotted, 1);
  EXPECT_EQ(hand.kinds_since(from), Kinds{Effects::snapshot_hooks});
  EXPECT_TRUE(hand.coordinator.trigger);
  from = hand.seen.size();
  hand.send(EventKind::hook_snapshotted, 1);
  EXPECT_EQ(hand.kinds_since(from), Kinds{Effects::trigger_subtasks});
  const CoordinatorEffect told = hand.last(Effects::trigger_subtasks);
  EXPECT_EQ(told.subtasks, (std::vector<SubtaskId>{{0}, {1}}));
  EXPECT_EQ(told.barrier.timestamp, 10 * kSecond);  // C3: all the waiting counts
  EXPECT_EQ(told.barrier.id, CheckpointId{1});
  EXPECT_FALSE(hand.coordinator.trigger);
}

TEST(Coordinator, C2_OneTriggerAtATimeAndTheNextBeginsWhenItEnds) {
  CheckpointOptions options;
  options.max_concurrent_checkpoints = 5;
  auto hand = CoordinatorHand::of_tasks(1, options);
  hand.held = {Effects::initialize_location};
  hand.request();
  hand.request();
  EXPECT_EQ(hand.pending(), Ids{1});
  EXPECT_EQ(hand.count(Effects::request_queued), 1u);
  hand.send(EventKind::location_ready, 1);
  EXPECT_EQ(hand.pending(), (Ids{1, 2}));
}

TEST(Coordinator, C8_TheFirstFiringComesAfterARandomTimeBetweenPauseAndInterval) {
  Tick least = kHour;
  Tick most = 0;
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    CheckpointOptions options = every(10 * kSecond);
    options.min_pause = 4 * kSecond;
    auto hand = CoordinatorHand::of_tasks(1, options);
    hand.dice = Dice(seed);
    hand.now = kSecond;
    hand.send(EventKind::job_running);
    ASSERT_EQ(hand.timers.size(), 1u);
    least = std::min(least, hand.timers[0].at - kSecond);
    most = std::max(most, hand.timers[0].at - kSecond);
  }
  EXPECT_GE(least, 4 * kSecond);
  EXPECT_LT(least, 4 * kSecond + 100 * kMillisecond);
  EXPECT_LE(most, 10 * kSecond);
  EXPECT_GT(most, 10 * kSecond - 100 * kMillisecond);
}

TEST(Coordinator, C8_LaterFiringsKeepTheRateHoweverLongCheckpointsTake) {
  auto hand = CoordinatorHand::of_tasks(1, every(10 * kSecond));
  hand.send(EventKind::job_running);
  const Tick start = hand.timers[0].at;
  std::vector<Tick> triggered;
  for (int64_t id = 1; id <= 4; ++id) {
    hand.advance_to(start + (id - 1) * 10 * kSecond);
    triggered.push_back(hand.last(Effects::statistics_started).triggered_at - start);
    hand.advance_to(hand.now + (2 * id) * kSecond);
    hand.acknowledge(id, 0);
  }
  EXPECT_EQ(triggered, (std::vector<Tick>{0, 10 * kSecond, 20 * kSecond, 30 * kSecond}));
}

TEST(Coordinator, C8_WithoutAnIntervalOnlyWhatIsAskedForHappens) {
  auto hand = CoordinatorHand::of_tasks(1);
  hand.send(EventKind::job_running);
  EXPECT_TRUE(hand.timers.empty());
  hand.request(CheckpointKind::savepoint);
  EXPECT_EQ(hand.pending(), Ids{1});
}

TEST(Coordinator, C9_DeletionsThatCannotKeepUpHoldTheNextCheckpointBack) {
  auto hand = CoordinatorHand::of_tasks(1);
  hand.held = {Effects::delete_state};
  for (int64_t id = 1; id <= 3; ++id) {
    hand.request();
    hand.acknowledge(id, 0);
  }
  EXPECT_EQ(hand.coordinator.deleting, 2);  // 1 and 2 were subsumed
  hand.request();
  EXPECT_EQ(hand.pending(), Ids{});
  EXPECT_EQ(hand.count(Effects::request_queued), 1u);
  hand.send(EventKind::state_deleted, 1);
  EXPECT_EQ(hand.pending(), Ids{4});
}

TEST(Coordinator, C11_OnlyACompletionStartsThePause) {
  CheckpointOptions options = every(10 * kSecond);
  options.min_pause = 5 * kSecond;
  auto hand = CoordinatorHand::of_tasks(1, options);
  hand.send(EventKind::job_running);
  const Tick start = hand.timers[0].at;
  hand.advance_to(start + 9 * kSecond);
  hand.decline(1, 0);
  hand.advance_to(start + 10 * kSecond);
  EXPECT_EQ(hand.pending(), Ids{2});  // a failure starts none
  hand.acknowledge(2, 0);
  hand.advance_to(start + 16 * kSecond);
  hand.request(CheckpointKind::savepoint);
  hand.advance_to(start + 18 * kSecond);
  hand.acknowledge(3, 0);  // a savepoint does
  hand.advance_to(start + 22 * kSecond);
  EXPECT_EQ(hand.pending(), Ids{});
  hand.advance_to(start + 23 * kSecond);
  EXPECT_EQ(hand.pending(), Ids{4});
}

TEST(Coordinator, C12_APeriodicCheckpointThatWaitedStartsAtOnceBackToBack) {
  auto hand = CoordinatorHand::of_tasks(1, every(10 * kSecond));
  hand.send(EventKind::job_running);
  const Tick start = hand.timers[0].at;
  hand.advance_to(start + 13 * kSecond);  // the firing at 10 s waits
  hand.acknowledge(1, 0);
  EXPECT_EQ(hand.pending(), Ids{2});
  EXPECT_EQ(hand.last(Effects::statistics_started).triggered_at, start + 13 * kSecond);
  hand.advance_to(start + 20 * kSecond);  // and the rate is as before
  hand.decline(2, 0);                     // so does an abort
  EXPECT_EQ(hand.pending(), Ids{3});
}

TEST(Coordinator, C14_SavepointsAreForcedOnlyWhileCheckpointsAreAligned) {
  for (bool unaligned : {false, true}) {
    CheckpointOptions options;
    options.unaligned = unaligned;
    auto hand = CoordinatorHand::of_tasks(1, options);
    hand.request();
    hand.request(CheckpointKind::savepoint);
    EXPECT_EQ(hand.pending().size(), unaligned ? 1u : 2u);
    hand.acknowledge(1, 0);
    EXPECT_EQ(hand.pending(), Ids{2});
    EXPECT_EQ(hand.last(Effects::trigger_subtasks).barrier.kind, BarrierKind::aligned);
    EXPECT_TRUE(hand.last(Effects::trigger_subtasks).barrier.savepoint);
  }
}

CoordinatorEvent backlog(uint32_t source, bool has) {
  CoordinatorEvent event = CoordinatorHand::event_of(EventKind::backlog);
  event.index = source;
  event.flag = has;
  return event;
}

TEST(Coordinator, C15_DuringBacklogTheOtherIntervalCounts) {
  CheckpointOptions options = every(10 * kSecond);
  options.interval_during_backlog = 40 * kSecond;
  auto hand = CoordinatorHand::of_tasks(1, options);
  hand.send(EventKind::job_running);
  const Tick start = hand.timers[0].at;
  hand.send(backlog(0, true));
  hand.send(backlog(3, true));
  const auto triggered = [&] {
    std::vector<Tick> seconds;
    for (const SeenEffect& each : hand.all(Effects::statistics_started))
      seconds.push_back((each.at - start) / kSecond);
    return seconds;
  };
  for (int second = 0; second <= 50; second += 5) {
    hand.advance_to(start + second * kSecond);
    if (!hand.pending().empty()) hand.acknowledge(hand.pending()[0], 0);
  }
  EXPECT_EQ(triggered(), (std::vector<Tick>{0, 40}));
  hand.send(backlog(0, false));
  hand.advance_to(start + 55 * kSecond);
  hand.send(backlog(3, false));  // the last one: from now on every 10 s again
  for (int second = 55; second <= 76; ++second) {
    hand.advance_to(start + second * kSecond);
    if (!hand.pending().empty()) hand.acknowledge(hand.pending()[0], 0);
  }
  EXPECT_EQ(triggered(), (std::vector<Tick>{0, 40, 65, 75}));
}

TEST(Coordinator, C15_WithZeroThereAreNoneUntilTheBacklogIsGone) {
  CheckpointOptions options = every(10 * kSecond);
  options.interval_during_backlog = 0;
  auto hand = CoordinatorHand::of_tasks(1, options);
  hand.send(EventKind::job_running);
  const Tick start = hand.timers[0].at;
  hand.advance_to(start);
  hand.acknowledge(1, 0);
  hand.send(backlog(0, true));
  hand.advance_to(start + 10 * kSecond);  // the firing that was planned
  EXPECT_EQ(hand.pending(), Ids{2});
  hand.acknowledge(2, 0);
  hand.advance_to(start + 200 * kSecond);
  EXPECT_EQ(hand.pending(), Ids{});
  hand.send(backlog(0, false));
  hand.advance_to(start + 210 * kSecond);
  EXPECT_EQ(hand.pending(), Ids{3});
}

TEST(Coordinator, C27_AFailoverAbortsWhatIsPendingAndDoesNotCountIt) {
  CheckpointOptions options = every(10 * kSecond);
  options.tolerable_failed_checkpoints = 0;
  auto hand = CoordinatorHand::of_tasks(2, options);
  hand.send(EventKind::job_running);
  hand.advance_to(10 * kSecond);
  hand.request();  // waits
  hand.acknowledge(1, 0);
  hand.send(EventKind::failover_started);
  EXPECT_EQ(hand.pending(), Ids{});
  EXPECT_EQ(hand.last(Effects::statistics_failed).failure, CheckpointFailure::job_failover_region);
  EXPECT_EQ(hand.count(Effects::request_failed), 2u);
  EXPECT_EQ(hand.count(Effects::fail_job), 0u);
  hand.advance_to(kMinute);
  EXPECT_EQ(hand.count(Effects::statistics_started), 1u);  // the timer stands still
}

TEST(Coordinator, C28_NoCheckpointUntilEveryTaskIsRunningAgain) {
  auto hand = CoordinatorHand::of_tasks(2, every(10 * kSecond));
  hand.states[1] = ExecutionState::initializing;
  hand.send(EventKind::job_running);
  hand.advance_to(20 * kSecond);
  EXPECT_EQ(hand.count(Effects::statistics_started), 0u);
  EXPECT_GE(hand.count(Effects::statistics_not_started), 1u);
  EXPECT_EQ(hand.last(Effects::request_failed).failure,
            CheckpointFailure::not_all_required_tasks_running);
  EXPECT_EQ(hand.coordinator.next_id, CheckpointId{1});  // no id
  hand.states[1] = ExecutionState::running;
  hand.advance_to(30 * kSecond);
  EXPECT_EQ(hand.pending(), Ids{1});
}

TEST(Coordinator, C29_AStopEndsPeriodicCheckpointsAndIsNotified) {
  auto hand = CoordinatorHand::of_tasks(2, every(10 * kSecond));
  hand.send(EventKind::job_running);
  hand.advance_to(10 * kSecond);
  ASSERT_EQ(hand.pending(), Ids{1});
  hand.request(CheckpointKind::stop_savepoint, false, 9);
  EXPECT_EQ(hand.last(Effects::statistics_failed).failure,
            CheckpointFailure::checkpoint_coordinator_suspend);
  EXPECT_EQ(hand.pending(), Ids{2});
  hand.acknowledge_all(2);
  EXPECT_EQ(hand.last(Effects::request_completed).request.asker, 9u);
  EXPECT_EQ(hand.ids_of(Effects::notify_complete), Ids{2});
  EXPECT_EQ(hand.retained(), Ids{});  // C20: not in the store
  hand.advance_to(kHour);
  EXPECT_EQ(hand.count(Effects::statistics_started), 2u);
}

TEST(Coordinator, C29_AStopThatCannotStartLetsCheckpointsGoOn) {
  auto hand = CoordinatorHand::of_tasks(2, every(10 * kSecond));
  hand.send(EventKind::job_running);
  hand.advance_to(kSecond);
  hand.states[0] = ExecutionState::initializing;
  hand.request(CheckpointKind::drain_savepoint);
  EXPECT_EQ(hand.count(Effects::request_failed), 1u);
  EXPECT_EQ(hand.count(Effects::fail_job), 0u);
  hand.states[0] = ExecutionState::running;
  hand.advance_to(30 * kSecond);
  EXPECT_EQ(hand.pending(), Ids{1});
}

TEST(Coordinator, C22_ShutDownIsTheEnd) {
  auto hand = CoordinatorHand::of_tasks(1, every(10 * kSecond));
  hand.send(EventKind::job_running);
  hand.advance_to(10 * kSecond);
  hand.send(EventKind::shut_down);
  EXPECT_EQ(hand.last(Effects::statistics_failed).failure,
            CheckpointFailure::checkpoint_coordinator_shutdown);
  const size_t before = hand.seen.size();
  hand.request();
  hand.acknowledge(1, 0);
  hand.send(EventKind::job_running);
  EXPECT_EQ(hand.seen.size(), before);
}

}  // namespace
}  // namespace cutline::test
