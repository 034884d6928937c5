// The steps of a trigger, in the order of rule C2:
//
//     1 request chosen ─ 2 timestamp ─ 3 plan ─ 4 id ─ 5 pending, expiry timer ─ 6 location
//     ─ 7 operator coordinators ─ 8 master hooks ─ 9 tasks are told; the next request may run
#include "core/base/check.h"
#include "core/system/coordinating.h"

namespace cutline {
namespace {

// Marks `index`; true once all are marked. Each answers once.
bool mark(std::vector<bool>& answered, uint32_t index) {
  CUTLINE_CHECK(index < answered.size(), "an answer comes from somebody who was asked");
  answered[index] = true;
  for (bool each : answered)
    if (!each) return false;
  return true;
}

}  // namespace

// Answers for a checkpoint that ended meanwhile are ignored.
void Coordinating::process_trigger(const CoordinatorEvent& event) {
  if (event.kind == CoordinatorEventKind::plan_computed) return plan_computed(event.plan);
  if (event.kind == CoordinatorEventKind::plan_failed) return trigger_failed(event.failure);
  PendingCheckpoint* pending = find(event.id);
  if (!pending) return;
  switch (event.kind) {
    case CoordinatorEventKind::location_ready:
      if (pending->phase == PendingPhase::location) next_phase(*pending);
      return;
    case CoordinatorEventKind::coordinator_snapshotted:
      if (pending->phase == PendingPhase::coordinators && mark(pending->coordinators, event.index))
        next_phase(*pending);
      return;
    case CoordinatorEventKind::hook_snapshotted:
      if (pending->phase == PendingPhase::hooks && mark(pending->hooks, event.index))
        next_phase(*pending);
      return;
    case CoordinatorEventKind::location_failed:
      return abort(event.id, CheckpointFailure::io_exception);
    default: return abort(event.id, CheckpointFailure::trigger_checkpoint_failure);
  }
}

void Coordinating::start_trigger(const CheckpointRequest& request) {
  CUTLINE_CHECK(!coordinator_.trigger, "one trigger at a time");
  coordinator_.trigger = TriggerUnderWay{request, now_, kNoCheckpoint};
  if (const auto failure = forbidden(request)) return trigger_failed(*failure);
  report(CoordinatorEffectKind::compute_plan).request = request;
}

// Asked twice: before the plan, and again when the checkpoint is about to be created.
std::optional<CheckpointFailure> Coordinating::forbidden(const CheckpointRequest& request) const {
  if (request.periodic && !coordinator_.scheduling)
    return CheckpointFailure::periodic_scheduler_shutdown;
  return std::nullopt;
}

// Nothing is pending yet: counted, but with no line in the history (M6). An id may be used up (C1).
void Coordinating::trigger_failed(CheckpointFailure failure) {
  if (!coordinator_.trigger || find(coordinator_.trigger->id)) return;
  const CheckpointRequest request = coordinator_.trigger->request;
  coordinator_.trigger.reset();
  report(CoordinatorEffectKind::statistics_not_started).failure = failure;
  count(request, failure, kNoCheckpoint);
  fail_request(request, failure, kNoCheckpoint);
  go_on_without(request);
  look_again_ = true;
}

void Coordinating::plan_computed(const CheckpointPlan& plan) {
  if (!coordinator_.trigger || coordinator_.trigger->id != kNoCheckpoint) return;
  coordinator_.trigger->id = coordinator_.next_id;
  ++coordinator_.next_id.number;
  if (const auto failure = forbidden(coordinator_.trigger->request))
    return trigger_failed(*failure);
  create_pending(plan);
}

void Coordinating::create_pending(const CheckpointPlan& plan) {
  CUTLINE_CHECK(!plan.acknowledge.empty(), "a checkpoint is acknowledged by somebody");
  PendingCheckpoint pending;
  pending.id = coordinator_.trigger->id;
  pending.request = coordinator_.trigger->request;
  pending.triggered_at = coordinator_.trigger->timestamp;
  pending.plan = plan;
  pending.acknowledged.resize(plan.acknowledge.size());
  pending.finished = plan.finished;
  pending.coordinators.resize(setup_.operator_coordinators);
  pending.hooks.resize(setup_.master_hooks);

  CoordinatorEffect& started = report(CoordinatorEffectKind::statistics_started, pending.id);
  started.request = pending.request;
  started.triggered_at = pending.triggered_at;
  started.plan = plan;
  CoordinatorEffect& expiry = report(CoordinatorEffectKind::arm_timer, pending.id);
  expiry.timer = {CoordinatorTimerKind::expiry, 0, pending.id};
  expiry.at = now_ + setup_.options.timeout;
  report(CoordinatorEffectKind::initialize_location, pending.id).request = pending.request;
  coordinator_.pending.push_back(std::move(pending));
}

void Coordinating::next_phase(PendingCheckpoint& pending) {
  if (pending.phase == PendingPhase::location) {
    pending.phase = PendingPhase::coordinators;
    if (!pending.coordinators.empty()) {
      report(CoordinatorEffectKind::snapshot_coordinators, pending.id);
      return;
    }
  }
  if (pending.phase == PendingPhase::coordinators) {
    pending.phase = PendingPhase::hooks;
    if (!pending.hooks.empty()) {
      report(CoordinatorEffectKind::snapshot_hooks, pending.id);
      return;
    }
  }
  trigger_tasks(pending);
}

void Coordinating::trigger_tasks(PendingCheckpoint& pending) {
  pending.phase = PendingPhase::tasks;
  CoordinatorEffect& effect = report(CoordinatorEffectKind::trigger_subtasks, pending.id);
  effect.subtasks = pending.plan.trigger;
  effect.request = pending.request;
  effect.barrier =
      barrier_of(setup_.options, pending.request.kind, pending.id, pending.triggered_at);
  end_trigger();
}

void Coordinating::end_trigger() {
  coordinator_.trigger.reset();
  look_again_ = true;
}

}  // namespace cutline
