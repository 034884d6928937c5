// From the acknowledgements to the end of a checkpoint: complete, or aborted (rules C16–C25).
#include <algorithm>

#include "core/base/check.h"
#include "core/system/coordinating.h"

namespace cutline {
namespace {

// The job is stopped or restarted anyway.
bool ends_with_the_job(CheckpointFailure failure) {
  return failure == CheckpointFailure::job_failover_region ||
         failure == CheckpointFailure::task_failure ||
         failure == CheckpointFailure::checkpoint_coordinator_suspend ||
         failure == CheckpointFailure::checkpoint_coordinator_shutdown;
}

}  // namespace

void Coordinating::process_task(const CoordinatorEvent& event) {
  if (event.job != setup_.job) return;  // not ours: its state is somebody else's
  if (event.kind == CoordinatorEventKind::acknowledged) return acknowledged(event);
  if (event.kind == CoordinatorEventKind::declined) {
    if (find(event.id)) abort(event.id, event.failure);
    return;
  }
  CoordinatorEffect& effect = report(CoordinatorEffectKind::statistics_reported, event.id);
  effect.subtask = event.subtask;
  effect.metrics = event.metrics;
}

void Coordinating::acknowledged(const CoordinatorEvent& event) {
  PendingCheckpoint* pending = find(event.id);
  const AcknowledgeResult result = pending ? acknowledge(*pending, event.subtask, event.flag)
                                           : AcknowledgeResult::unknown;
  if (result == AcknowledgeResult::duplicate) return;
  if (result == AcknowledgeResult::unknown) {  // C16, C25
    if (!pending) {
      CoordinatorEffect& late = report(CoordinatorEffectKind::statistics_reported, event.id);
      late.subtask = event.subtask;
      late.metrics = event.metrics;
    }
    report(CoordinatorEffectKind::discard_state, event.id).subtask = event.subtask;
    return;
  }
  CoordinatorEffect& effect = report(CoordinatorEffectKind::statistics_acknowledged, event.id);
  effect.subtask = event.subtask;
  effect.metrics = event.metrics;
  if (fully_acknowledged(*pending)) finalize(*pending);
}

// C17: fully acknowledged is not completed.
void Coordinating::finalize(PendingCheckpoint& pending) {
  CUTLINE_CHECK(pending.phase == PendingPhase::tasks, "tasks acknowledge what they were told");
  if (union_state_is_partial(pending, setup_.graph))
    return abort(pending.id, CheckpointFailure::checkpoint_declined_task_closing);
  pending.phase = PendingPhase::metadata;
  coordinator_.finalizing = pending.id;
  report(CoordinatorEffectKind::write_metadata, pending.id).request = pending.request;
}

void Coordinating::process_completion(const CoordinatorEvent& event) {
  if (event.kind == CoordinatorEventKind::state_deleted) {
    CUTLINE_CHECK(coordinator_.deleting > 0, "only what is being deleted gets deleted");
    --coordinator_.deleting;
    look_again_ = true;
    return;
  }
  CUTLINE_CHECK(event.id == coordinator_.finalizing && find(event.id),
                "metadata is written for the checkpoint that is being finalized");
  PendingCheckpoint& pending = *find(event.id);
  if (event.kind == CoordinatorEventKind::finalization_failed) {
    coordinator_.finalizing = kNoCheckpoint;
    return abort(event.id, CheckpointFailure::finalize_checkpoint_failure);
  }
  if (event.kind == CoordinatorEventKind::metadata_written && !is_savepoint(pending.request.kind)) {
    CUTLINE_CHECK(pending.phase == PendingPhase::metadata, "the metadata is written once");
    pending.phase = PendingPhase::store;
    report(CoordinatorEffectKind::add_to_store, pending.id);
    return;
  }
  complete(event.id);
}

// C18. Savepoints stay out of the store and subsume nothing; only a stop is notified (C20).
void Coordinating::complete(CheckpointId id) {
  coordinator_.finalizing = kNoCheckpoint;
  const PendingCheckpoint pending = take(id);
  const CheckpointKind kind = pending.request.kind;
  CheckpointId subsumed = kNoCheckpoint;
  if (!is_savepoint(kind)) add_to_store(pending, subsumed);
  count_success(coordinator_.failures, id);
  report(CoordinatorEffectKind::statistics_completed, id).request = pending.request;
  report(CoordinatorEffectKind::request_completed, id).request = pending.request;
  look_again_ = true;
  coordinator_.last_completion = now_;
  if (is_savepoint(kind) && !is_stop(kind)) return;

  const std::vector<PendingCheckpoint> others = coordinator_.pending;
  for (const PendingCheckpoint& other : others)  // C21
    if (other.id < id && !is_savepoint(other.request.kind))
      abort(other.id, CheckpointFailure::checkpoint_subsumed);
  CoordinatorEffect& notify = report(CoordinatorEffectKind::notify_complete, id);
  notify.subtasks = pending.plan.notify;
  notify.other = subsumed;
  notify.request = pending.request;
  notify.triggered_at = pending.triggered_at;
}

void Coordinating::add_to_store(const PendingCheckpoint& pending, CheckpointId& subsumed) {
  const std::vector<CompletedCheckpoint> taken_out = add_completed(
      coordinator_.completed, {pending.id, pending.request.kind, pending.triggered_at, now_});
  for (const CompletedCheckpoint& each : taken_out)
    if (!is_savepoint(each.kind)) delete_state(each.id);
  subsumed = subsumed_id(taken_out);
}

// C25.
void Coordinating::abort(CheckpointId id, CheckpointFailure failure) {
  CUTLINE_CHECK(id != coordinator_.finalizing, "nothing interrupts a finalization");
  const PendingCheckpoint pending = take(id);
  CUTLINE_CHECK(failure != CheckpointFailure::checkpoint_subsumed ||
                    !is_savepoint(pending.request.kind),
                "a savepoint is never subsumed");
  fail_request(pending.request, failure, id);
  delete_state(id);
  report(CoordinatorEffectKind::statistics_failed, id).failure = failure;
  count(pending.request, failure, id);
  CoordinatorEffect& notify = report(CoordinatorEffectKind::notify_aborted, id);
  notify.subtasks = pending.plan.notify;
  notify.triggered_at = pending.triggered_at;
  if (const auto latest = latest_completed(coordinator_.completed)) notify.other = latest->id;
  if (coordinator_.trigger && coordinator_.trigger->id == id) end_trigger();
  look_again_ = true;
}

void Coordinating::abort_all(CheckpointFailure failure) {
  const std::vector<PendingCheckpoint> pending = coordinator_.pending;
  for (const PendingCheckpoint& each : pending) abort(each.id, failure);
}

// C23: savepoints do not count, but once a stop-with-savepoint is under way the job cannot go on
// without it.
void Coordinating::count(const CheckpointRequest& request, CheckpointFailure failure,
                         CheckpointId id) {
  bool fails_job = false;
  if (!is_savepoint(request.kind)) fails_job = count_failure(coordinator_.failures, failure, id);
  else if (is_stop(request.kind))
    fails_job = id != kNoCheckpoint && !ends_with_the_job(failure);
  if (fails_job) report(CoordinatorEffectKind::fail_job, id).failure = failure;
}

void Coordinating::delete_state(CheckpointId id) {
  ++coordinator_.deleting;
  report(CoordinatorEffectKind::delete_state, id);
}

}  // namespace cutline
