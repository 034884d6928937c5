#include "core/system/coordinator.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/system/coordinating.h"

namespace cutline {
namespace {

bool belongs_to_finalizing(CoordinatorEventKind kind) {
  return kind == CoordinatorEventKind::metadata_written || kind == CoordinatorEventKind::stored ||
         kind == CoordinatorEventKind::finalization_failed;
}

enum class EventGroup { job, requests, trigger, tasks, completion };

// The kinds are listed by group.
EventGroup group_of(CoordinatorEventKind kind) {
  if (kind <= CoordinatorEventKind::backlog) return EventGroup::job;
  if (kind <= CoordinatorEventKind::timer_fired) return EventGroup::requests;
  if (kind <= CoordinatorEventKind::hook_failed) return EventGroup::trigger;
  if (kind <= CoordinatorEventKind::metrics_reported) return EventGroup::tasks;
  return EventGroup::completion;
}

}  // namespace

Coordinator start_coordinator(const CoordinatorSetup& setup) {
  const std::optional<Tick> interval = setup.options.interval;
  CUTLINE_CHECK(interval.value_or(0) % kMillisecond == 0 &&
                    setup.options.min_pause % kMillisecond == 0,
                "the coordinator counts intervals and pauses in whole milliseconds");
  Coordinator coordinator;
  coordinator.completed.retained = setup.options.num_retained;
  coordinator.failures.tolerable = setup.options.tolerable_failed_checkpoints;
  return coordinator;
}

void start_from_savepoint(Coordinator& coordinator, const CompletedCheckpoint& savepoint) {
  CUTLINE_CHECK(coordinator.pending.empty() && savepoint.id.number > 0,
                "a job starts from a savepoint before its first checkpoint");
  add_completed(coordinator.completed, savepoint);
  coordinator.next_id.number = savepoint.id.number + 1;
}

CoordinatorEffects handle(const CoordinatorSetup& setup, Coordinator& coordinator, Dice& dice,
                          const CoordinatorEvent& event) {
  if (coordinator.finalizing != kNoCheckpoint && !belongs_to_finalizing(event.kind)) {
    coordinator.parked.push_back(event);
    return {};
  }
  Coordinating coordinating(setup, coordinator, dice, event.now);
  coordinating.process(event);
  while (coordinator.finalizing == kNoCheckpoint && !coordinator.parked.empty()) {
    CoordinatorEvent next = std::move(coordinator.parked.front());
    coordinator.parked.erase(coordinator.parked.begin());
    next.now = event.now;
    coordinating.process(next);
  }
  return std::move(coordinating.effects);
}

const PendingCheckpoint* find_pending(const Coordinator& coordinator, CheckpointId id) {
  for (const PendingCheckpoint& pending : coordinator.pending)
    if (pending.id == id) return &pending;
  return nullptr;
}

void Coordinating::process(const CoordinatorEvent& event) {
  if (coordinator_.shut_down) return;
  switch (group_of(event.kind)) {
    case EventGroup::job: process_job(event); break;
    case EventGroup::requests: process_requests(event); break;
    case EventGroup::trigger: process_trigger(event); break;
    case EventGroup::tasks: process_task(event); break;
    case EventGroup::completion: process_completion(event); break;
  }
  while (look_again_ && !coordinator_.shut_down) {
    look_again_ = false;
    apply(choose_request(coordinator_.queue, situation()));
  }
}

void Coordinating::process_job(const CoordinatorEvent& event) {
  switch (event.kind) {
    case CoordinatorEventKind::job_running:
      coordinator_.running = true;
      start_scheduler();
      return;
    case CoordinatorEventKind::job_not_running:
      coordinator_.running = false;
      return stop_scheduler(CheckpointFailure::checkpoint_coordinator_suspend,
                            CheckpointFailure::checkpoint_coordinator_suspend);
    case CoordinatorEventKind::failover_started:  // C27
      coordinator_.running = false;
      return stop_scheduler(CheckpointFailure::checkpoint_coordinator_suspend,
                            CheckpointFailure::job_failover_region);
    case CoordinatorEventKind::shut_down:
      coordinator_.running = false;
      stop_scheduler(CheckpointFailure::checkpoint_coordinator_shutdown,
                     CheckpointFailure::checkpoint_coordinator_shutdown);
      coordinator_.shut_down = true;
      return;
    case CoordinatorEventKind::task_failed: {
      const std::vector<PendingCheckpoint> pending = coordinator_.pending;
      for (const PendingCheckpoint& each : pending)
        if (!acknowledged_by(each, event.subtask))
          abort(each.id, CheckpointFailure::task_failure);
      return;
    }
    case CoordinatorEventKind::restoring:
      if (const auto latest = latest_completed(coordinator_.completed))
        report(CoordinatorEffectKind::statistics_restored, latest->id).request.kind = latest->kind;
      return;
    default: return backlog_changed(event.index, event.flag);
  }
}

// C8: the first firing comes after a random time between the pause and the interval.
void Coordinating::start_scheduler() {
  const std::optional<Tick> interval = effective_interval(setup_.options);
  if (!interval) return;
  if (coordinator_.scheduling)
    stop_scheduler(CheckpointFailure::checkpoint_coordinator_suspend,
                   CheckpointFailure::checkpoint_coordinator_suspend);
  coordinator_.scheduling = true;
  const Tick pause = std::min(setup_.options.min_pause, kMinPauseMax);
  arm_trigger_timer(now_ + kMillisecond * dice_.between(pause / kMillisecond,
                                                        *interval / kMillisecond));
}

void Coordinating::stop_scheduler(CheckpointFailure queued, CheckpointFailure pending) {
  coordinator_.scheduling = false;
  coordinator_.next_trigger.reset();
  for (const FailedRequest& failed : fail_requests(coordinator_.queue, queued))
    fail_request(failed.request, failed.failure, kNoCheckpoint);
  abort_all(pending);
}

void Coordinating::arm_trigger_timer(Tick nominal) {
  coordinator_.next_trigger = nominal;
  ++coordinator_.trigger_timer;
  CoordinatorEffect& effect = report(CoordinatorEffectKind::arm_timer);
  effect.timer = {CoordinatorTimerKind::trigger, coordinator_.trigger_timer, kNoCheckpoint};
  effect.at = std::max(now_, nominal);
}

// C15. Nothing: no checkpoints by themselves for the time being.
std::optional<Tick> Coordinating::current_interval() const {
  const std::optional<Tick> backlog = setup_.options.interval_during_backlog;
  if (coordinator_.backlog.empty() || !backlog) return effective_interval(setup_.options);
  if (*backlog == 0) return std::nullopt;
  return backlog;
}

// C8: at a fixed rate, counted from the firing before and not from any completion.
void Coordinating::trigger_timer_fired(const CoordinatorTimer& timer) {
  if (timer.number != coordinator_.trigger_timer || !coordinator_.next_trigger) return;
  const std::optional<Tick> interval = current_interval();
  if (interval) arm_trigger_timer(*coordinator_.next_trigger + *interval);
  else coordinator_.next_trigger.reset();  // this firing still counts, as in the engine
  CheckpointRequest periodic;
  periodic.periodic = true;
  request(periodic);
}

// C15: a shorter interval counts from now on; a longer one from the firing that is planned.
void Coordinating::backlog_changed(uint32_t source, bool has_backlog) {
  std::vector<uint32_t>& backlog = coordinator_.backlog;
  const auto place = std::lower_bound(backlog.begin(), backlog.end(), source);
  const bool known = place != backlog.end() && *place == source;
  if (has_backlog && !known) backlog.insert(place, source);
  if (!has_backlog && known) backlog.erase(place);
  const std::optional<Tick> interval = current_interval();
  if (!coordinator_.scheduling || !interval) return;
  if (!coordinator_.next_trigger || now_ + *interval < *coordinator_.next_trigger)
    arm_trigger_timer(now_ + *interval);
}

void Coordinating::process_requests(const CoordinatorEvent& event) {
  if (event.kind == CoordinatorEventKind::requested) return request(event.request);
  if (event.timer.kind == CoordinatorTimerKind::trigger) return trigger_timer_fired(event.timer);
  if (find(event.timer.id)) abort(event.timer.id, CheckpointFailure::checkpoint_expired);
}

void Coordinating::request(const CheckpointRequest& wished) {
  CheckpointRequest request = wished;
  request.at = now_;
  request.forced = is_savepoint(request.kind) && !setup_.options.unaligned;  // C14
  if (is_stop(request.kind))                                                 // C29
    stop_scheduler(CheckpointFailure::checkpoint_coordinator_suspend,
                   CheckpointFailure::checkpoint_coordinator_suspend);
  const uint64_t order = coordinator_.queue.next_order;
  apply(submit_request(coordinator_.queue, request, situation()));
  for (const CheckpointRequest& waiting : coordinator_.queue.waiting)
    if (waiting.order == order)
      report(CoordinatorEffectKind::request_queued).request = waiting;
}

RequestSituation Coordinating::situation() const {
  RequestSituation situation;
  situation.now = now_;
  situation.min_pause = std::min(setup_.options.min_pause, kMinPauseMax);
  situation.max_concurrent = setup_.options.max_concurrent_checkpoints;
  situation.triggering = coordinator_.trigger.has_value();
  situation.pending = static_cast<int64_t>(coordinator_.pending.size());
  situation.deleting = coordinator_.deleting;
  situation.last_completion = coordinator_.last_completion;
  return situation;
}

void Coordinating::apply(const RequestDecision& decision) {
  for (const FailedRequest& failed : decision.failed) {
    fail_request(failed.request, failed.failure, kNoCheckpoint);
    go_on_without(failed.request);
  }
  if (decision.timer_at && coordinator_.scheduling) arm_trigger_timer(*decision.timer_at);
  if (decision.execute) start_trigger(*decision.execute);
}

// C29: a stop that fails before it is under way lets the job go on, with its checkpoints.
void Coordinating::go_on_without(const CheckpointRequest& request) {
  if (is_stop(request.kind) && coordinator_.running && !coordinator_.scheduling) start_scheduler();
}

void Coordinating::fail_request(const CheckpointRequest& request, CheckpointFailure failure,
                                CheckpointId id) {
  CoordinatorEffect& effect = report(CoordinatorEffectKind::request_failed, id);
  effect.request = request;
  effect.failure = failure;
}

CoordinatorEffect& Coordinating::report(CoordinatorEffectKind kind, CheckpointId id) {
  effects.push_back({});
  effects.back().kind = kind;
  effects.back().id = id;
  return effects.back();
}

PendingCheckpoint* Coordinating::find(CheckpointId id) {
  for (PendingCheckpoint& pending : coordinator_.pending)
    if (pending.id == id) return &pending;
  return nullptr;
}

PendingCheckpoint Coordinating::take(CheckpointId id) {
  PendingCheckpoint* pending = find(id);
  CUTLINE_CHECK(pending != nullptr, "a checkpoint that ends was pending");
  PendingCheckpoint taken = std::move(*pending);
  const auto place = pending - coordinator_.pending.data();
  coordinator_.pending.erase(coordinator_.pending.begin() + place);
  return taken;
}

}  // namespace cutline
