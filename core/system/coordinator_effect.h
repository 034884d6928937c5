// What the checkpoint coordinator wants done. The engine acts on the list in order and answers each
// effect that asks for it, at once or later: a trigger that gets no answer blocks the next one.
#pragma once
#include <cstdint>
#include <vector>

#include "core/base/ticks.h"
#include "core/system/barrier.h"
#include "core/system/checkpoint_request.h"
#include "core/system/coordinator_event.h"

namespace cutline {

enum class CoordinatorEffectKind : uint8_t {
  arm_timer,  // timer, at: answer timer_fired then
  // requests
  request_queued,     // request: it waits (C9)
  request_completed,  // request, id
  request_failed,     // request, failure, id where it had one
  // the trigger, in this order (C2)
  compute_plan,           // request: answer plan_computed or plan_failed
  initialize_location,    // id: answer location_ready or location_failed
  snapshot_coordinators,  // id: each operator coordinator answers
  snapshot_hooks,         // id: each master hook answers
  trigger_subtasks,       // id, subtasks, barrier: tell them
  // completion (C17, C18)
  write_metadata,   // id: answer metadata_written or finalization_failed
  add_to_store,     // id: answer stored or finalization_failed
  notify_complete,  // id, subtasks, other = the checkpoint just subsumed; coordinators too (C19)
  notify_aborted,   // id, subtasks, other = the latest completed; coordinators too (C25)
  delete_state,     // id: all of a checkpoint's; answer state_deleted
  discard_state,    // id, subtask: of an acknowledgement that comes too late (C16)
  fail_job,         // id, failure: global restart (C23)
  // statistics: what CheckpointStatistics records
  statistics_started,       // id, request, plan, triggered_at
  statistics_acknowledged,  // id, subtask, metrics
  statistics_reported,      // id, subtask, metrics: late, or of an aborted part (K-24)
  statistics_completed,     // id
  statistics_failed,        // id, failure
  statistics_not_started,   // failure: before there was an id (M6)
  statistics_restored,      // id, request.kind
};

struct CoordinatorEffect {
  CoordinatorEffectKind kind = CoordinatorEffectKind::arm_timer;
  CheckpointFailure failure = CheckpointFailure::checkpoint_declined;
  CheckpointId id = kNoCheckpoint;
  CheckpointId other = kNoCheckpoint;
  SubtaskId subtask;
  Tick at = 0;
  Tick triggered_at = 0;
  CoordinatorTimer timer;
  Barrier barrier;
  CheckpointRequest request;
  SubtaskMetrics metrics;
  std::vector<SubtaskId> subtasks;
  CheckpointPlan plan;
  friend bool operator==(const CoordinatorEffect&, const CoordinatorEffect&) = default;
};

using CoordinatorEffects = std::vector<CoordinatorEffect>;

}  // namespace cutline
