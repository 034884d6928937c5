// Over many seeds: whatever the options, delays, losses, failures and requests, the coordinator
// keeps its promises. The engine around it is random: it answers late, with failures, or (tasks)
// not at all.
#include <gtest/gtest.h>

#include <map>

#include "core/base/event_queue.h"
#include "tests/system/coordinator_hand.h"

namespace cutline::test {
namespace {

using Effects = CoordinatorEffectKind;

class RandomEngine {
 public:
  explicit RandomEngine(uint64_t seed) : dice_(seed) {
    CheckpointOptions& options = setup_.options;
    if (roll(0, 9) > 0) options.interval = roll(20, 400) * kMillisecond;
    options.min_pause = roll(0, 2) == 0 ? roll(0, 500) * kMillisecond : 0;
    options.timeout = roll(100, 2000) * kMillisecond;
    options.unaligned = roll(0, 2) == 0;
    options.max_concurrent_checkpoints = options.unaligned ? 1 : roll(1, 4);
    options.num_retained = roll(1, 3);
    options.tolerable_failed_checkpoints = roll(0, 4);
    if (roll(0, 3) == 0) options.interval_during_backlog = roll(0, 1) * 500 * kMillisecond;
    setup_.graph = graph_of({static_cast<uint32_t>(roll(1, 3)), static_cast<uint32_t>(roll(1, 3))},
                            {{{0}, {1}, false}});
    setup_.operator_coordinators = static_cast<uint32_t>(roll(0, 2));
    setup_.master_hooks = static_cast<uint32_t>(roll(0, 1));
    coordinator_ = start_coordinator(setup_);
    running_.assign(subtask_count(setup_.graph), true);
    slow_ = roll(0, 1) == 0 ? 30 : 600;
  }

  void run(int events) {
    plan(0, CoordinatorHand::event_of(EventKind::job_running));
    plan_world(0);
    for (int each = 0; each < events && !events_.empty(); ++each) next();
    CoordinatorEvent end = CoordinatorHand::event_of(EventKind::shut_down);
    settle_finalization();
    tell(end);
    check_ends();
  }

  int64_t completed = 0;
  int64_t failed = 0;
  std::map<CheckpointFailure, int64_t> reasons;
  int64_t dropped = 0;
  int64_t savepoints = 0;
  int64_t restarts = 0;
  int64_t overlapping = 0;

 private:
  struct Planned {
    uint32_t slot = 0;
  };

  int64_t roll(int64_t min, int64_t max) { return dice_.between(min, max); }
  Tick delay() { return roll(0, slow_) * kMillisecond; }

  void plan(Tick after, const CoordinatorEvent& event) {
    bodies_.push_back(event);
    events_.push(now_ + after, {static_cast<uint32_t>(bodies_.size() - 1)});
  }
  // Something from outside: a request, a backlog, a failure. The event's kind says what.
  void plan_world(Tick after) {
    CoordinatorEvent event;
    event.kind = EventKind::task_failed;
    event.flag = true;  // marks it as "roll what happens"
    plan(after, event);
  }

  void next() {
    const auto event = events_.pop();
    now_ = event.key.when;
    const CoordinatorEvent body = bodies_[event.payload.slot];
    if (body.kind == EventKind::task_failed && body.flag) happen();
    else tell(body);
  }

  void happen() {
    plan_world(roll(1, 300) * kMillisecond);
    CoordinatorEvent event;
    const int64_t what = roll(0, 19);
    if (what < 8) {
      event.kind = EventKind::requested;
      event.request.asker = ++askers_;
      if (what >= 4) event.request.kind = CheckpointKind::savepoint;
      tell(event);
    } else if (what < 11) {
      event.kind = EventKind::backlog;
      event.index = static_cast<uint32_t>(roll(0, 2));
      event.flag = roll(0, 1) == 0;
      tell(event);
    } else if (what == 11) {
      event.kind = EventKind::requested;
      event.request.kind = CheckpointKind::stop_savepoint;
      event.request.asker = ++askers_;
      tell(event);
    } else if (what < 14) {
      fail_over();
    }
  }

  void fail_over() {
    if (restarting_) return;
    restarting_ = true;
    ++restarts;
    for (size_t subtask = 0; subtask < running_.size(); ++subtask) running_[subtask] = false;
    tell(CoordinatorHand::event_of(EventKind::failover_started));
    tell(CoordinatorHand::event_of(EventKind::restoring));
    plan(delay() + 50 * kMillisecond, CoordinatorHand::event_of(EventKind::job_running));
  }

  void tell(CoordinatorEvent event) {
    event.now = now_;
    if (event.kind == EventKind::job_running) {
      restarting_ = false;
      running_.assign(running_.size(), true);
    }
    bool fails = false;
    for (const CoordinatorEffect& effect : handle(setup_, coordinator_, dice_, event)) {
      observe(effect);
      answer(effect);
      fails = fails || effect.kind == Effects::fail_job;
    }
    ASSERT_EQ(broken_invariant(setup_, coordinator_).value_or(""), "");
    overlapping += coordinator_.pending.size() > 1;
    if (fails) fail_over();
  }

  void answer(const CoordinatorEffect& effect) {
    CoordinatorEvent event = CoordinatorHand::event_of(EventKind::job_running, effect.id.number);
    const auto or_else = [&](EventKind good, EventKind bad, int64_t one_in) {
      event.kind = roll(1, one_in) == 1 ? bad : good;
      plan(delay(), event);
    };
    switch (effect.kind) {
      case Effects::arm_timer:
        event.kind = EventKind::timer_fired;
        event.timer = effect.timer;
        ASSERT_GE(effect.at, now_);
        return plan(effect.at - now_, event);
      case Effects::compute_plan: {
        std::vector<ExecutionState> states;
        for (bool each : running_)
          states.push_back(each ? ExecutionState::running : ExecutionState::initializing);
        const PlanResult result = compute_plan(setup_.graph, states, true);
        event.kind = result.plan ? EventKind::plan_computed : EventKind::plan_failed;
        event.failure = result.failure;
        if (result.plan) event.plan = *result.plan;
        return plan(delay(), event);
      }
      case Effects::initialize_location:
        return or_else(EventKind::location_ready, EventKind::location_failed, 40);
      case Effects::snapshot_coordinators:
        for (event.index = 0; event.index < setup_.operator_coordinators; ++event.index)
          or_else(EventKind::coordinator_snapshotted, EventKind::coordinator_failed, 60);
        return;
      case Effects::snapshot_hooks:
        for (event.index = 0; event.index < setup_.master_hooks; ++event.index)
          or_else(EventKind::hook_snapshotted, EventKind::hook_failed, 60);
        return;
      case Effects::trigger_subtasks: return answer_for_tasks(event);
      case Effects::write_metadata:
        return or_else(EventKind::metadata_written, EventKind::finalization_failed, 40);
      case Effects::add_to_store:
        return or_else(EventKind::stored, EventKind::finalization_failed, 40);
      case Effects::delete_state:
        event.kind = EventKind::state_deleted;
        return plan(delay(), event);
      default: return;
    }
  }

  void answer_for_tasks(CoordinatorEvent event) {
    for (uint32_t subtask = 0; subtask < running_.size(); ++subtask) {
      event.subtask = {subtask};
      event.kind = EventKind::acknowledged;
      const int64_t luck = roll(1, 60);
      if (luck == 1) continue;  // never
      if (luck <= 3) {
        event.kind = EventKind::declined;
        event.failure = luck == 2 ? CheckpointFailure::checkpoint_async_exception
                                  : CheckpointFailure::checkpoint_declined_task_not_ready;
      }
      plan(delay() + delay(), event);
      if (luck == 4) plan(delay(), event);  // twice
    }
  }

  // What the trace must show, effect by effect.
  void observe(const CoordinatorEffect& effect) {
    switch (effect.kind) {
      case Effects::compute_plan:
        if (effect.request.periodic && last_completion_) {
          ASSERT_GE(now_, *last_completion_ + setup_.options.min_pause) << "C10";
        }
        return;
      case Effects::statistics_started:
        ASSERT_GT(effect.id, last_id_) << "ids only grow";
        last_id_ = effect.id;
        open_[effect.id] = effect.request.kind;
        savepoints += is_savepoint(effect.request.kind);
        return;
      case Effects::statistics_completed:
        end(effect.id);
        ++completed;
        last_completion_ = now_;
        if (!is_savepoint(effect.request.kind)) {
          ASSERT_GT(effect.id, last_completed_) << "C21: never behind a newer one";
          last_completed_ = effect.id;
        }
        return;
      case Effects::statistics_failed:
        end(effect.id);
        ++failed;
        ++reasons[effect.failure];
        return;
      case Effects::notify_complete:
        ASSERT_TRUE(effect.id == last_completed_ || is_stop(effect.request.kind));
        return;
      case Effects::notify_aborted:
        ASSERT_LE(effect.other, last_completed_);
        return;
      case Effects::request_failed:
        dropped += effect.failure == CheckpointFailure::minimum_time_between_checkpoints;
        [[fallthrough]];
      case Effects::request_completed:
        if (effect.request.asker > 0) {
          ASSERT_EQ(++answers_[effect.request.asker], 1) << "one end for each request";
        }
        return;
      default: return;
    }
  }

  void end(CheckpointId id) {
    ASSERT_EQ(open_.erase(id), 1u) << "each pending checkpoint ends exactly once";
  }

  void settle_finalization() {
    while (coordinator_.finalizing != kNoCheckpoint) {
      ASSERT_FALSE(events_.empty());
      next();
    }
  }

  void check_ends() {
    EXPECT_TRUE(open_.empty()) << open_.size() << " checkpoints never ended";
    EXPECT_TRUE(coordinator_.pending.empty());
    EXPECT_TRUE(coordinator_.queue.waiting.empty());
    // A request whose plan was under way at the very end is the only one without an answer.
    EXPECT_GE(answers_.size() + 1, askers_);
  }

  CoordinatorSetup setup_;
  Coordinator coordinator_;
  Dice dice_;
  Tick now_ = 0;
  int64_t slow_ = 0;
  EventQueue<Planned> events_;
  std::vector<CoordinatorEvent> bodies_;
  std::vector<bool> running_;
  bool restarting_ = false;
  uint64_t askers_ = 0;
  std::map<uint64_t, int> answers_;
  std::map<CheckpointId, CheckpointKind> open_;
  CheckpointId last_id_;
  CheckpointId last_completed_;
  std::optional<Tick> last_completion_;
};

TEST(CoordinatorProperties, C1_C28_PromisesAreKeptForEverySeed) {
  int64_t completed = 0;
  int64_t dropped = 0;
  int64_t savepoints = 0;
  int64_t restarts = 0;
  int64_t overlapping = 0;
  std::map<CheckpointFailure, int64_t> reasons;
  for (uint64_t seed = 1; seed <= 400; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomEngine engine(seed);
    engine.run(1500);
    if (testing::Test::HasFatalFailure() || testing::Test::HasNonfatalFailure()) return;
    completed += engine.completed;
    dropped += engine.dropped;
    savepoints += engine.savepoints;
    restarts += engine.restarts;
    overlapping += engine.overlapping;
    for (const auto& [reason, times] : engine.reasons) reasons[reason] += times;
  }
  // The seeds meet all of it, or the test would promise too much.
  EXPECT_GT(completed, 5000);
  EXPECT_GT(dropped, 500);
  EXPECT_GT(savepoints, 2000);
  EXPECT_GT(restarts, 1000);
  EXPECT_GT(overlapping, 5000);
  for (CheckpointFailure reason :
       {CheckpointFailure::checkpoint_expired, CheckpointFailure::checkpoint_subsumed,
        CheckpointFailure::job_failover_region, CheckpointFailure::io_exception,
        CheckpointFailure::finalize_checkpoint_failure,
        CheckpointFailure::trigger_checkpoint_failure,
        CheckpointFailure::checkpoint_async_exception,
        CheckpointFailure::checkpoint_declined_task_not_ready,
        CheckpointFailure::checkpoint_coordinator_suspend})
    EXPECT_GT(reasons[reason], 20) << facts_of(reason).name;
}

TEST(CoordinatorProperties, ACopiedCoordinatorGoesOnInTheSameWay) {
  CheckpointOptions options;
  options.interval = 10 * kSecond;
  auto first = CoordinatorHand::of_tasks(2, options);
  first.send(EventKind::job_running);
  first.advance_to(25 * kSecond);
  CoordinatorHand second = first;
  ASSERT_EQ(first.coordinator, second.coordinator);
  for (CoordinatorHand* hand : {&first, &second}) {
    hand->acknowledge_all(1);
    hand->advance_to(50 * kSecond);
    hand->decline(2, 1);
  }
  EXPECT_EQ(first.coordinator, second.coordinator);
  EXPECT_EQ(first.statistics, second.statistics);
  ASSERT_EQ(first.seen.size(), second.seen.size());
  for (size_t at = 0; at < first.seen.size(); ++at)
    EXPECT_EQ(first.seen[at].effect, second.seen[at].effect);
}

}  // namespace
}  // namespace cutline::test
