// What happens to the checkpoint coordinator, and when.
#pragma once
#include <cstdint>
#include <vector>

#include "core/base/ticks.h"
#include "core/system/barrier.h"
#include "core/system/checkpoint_plan.h"
#include "core/system/checkpoint_request.h"

namespace cutline {

// What a subtask reports of its part of a checkpoint (section 9.1). -1: unknown, not counted.
struct SubtaskMetrics {
  Tick start_delay = 0;
  Tick alignment = 0;
  Tick sync = 0;
  Tick async = 0;
  int64_t processed_bytes = 0;     // in flight, handled while aligning
  int64_t persisted_bytes = 0;     // in flight, captured
  int64_t checkpointed_bytes = 0;  // newly written
  int64_t full_bytes = 0;          // referred to
  bool unaligned() const { return persisted_bytes > 0; }
  friend bool operator==(const SubtaskMetrics&, const SubtaskMetrics&) = default;
};

enum class CoordinatorTimerKind : uint8_t { trigger, expiry };
// A timer that is no longer wanted is ignored when it fires: there is nothing to cancel.
struct CoordinatorTimer {
  CoordinatorTimerKind kind = CoordinatorTimerKind::trigger;
  uint64_t number = 0;
  CheckpointId id;  // expiry
  friend bool operator==(const CoordinatorTimer&, const CoordinatorTimer&) = default;
};

// In five groups, each with its own part of the coordinator.
enum class CoordinatorEventKind : uint8_t {
  // the job
  job_running,       // periodic checkpoints begin (C8)
  job_not_running,   // … and stop: it finishes, is cancelled or suspended
  failover_started,  // tasks failed and are cancelled, to be restored (C27)
  task_failed,       // subtask
  restoring,         // the tasks are given the state of latest_completed()
  shut_down,         // the job is over for good
  backlog,           // index, flag: source operator `index` works off a backlog, or no longer (C15)
  // requests
  requested,    // request.kind, request.asker, request.periodic
  timer_fired,  // timer
  // the trigger, step by step (C2)
  plan_computed,            // plan
  plan_failed,              // failure
  location_ready,           // id
  location_failed,          // id
  coordinator_snapshotted,  // id, index of the operator coordinator
  coordinator_failed,       // id
  hook_snapshotted,         // id, index of the master hook
  hook_failed,              // id
  // tasks
  acknowledged,      // id, subtask, metrics; flag: its operators had finished
  declined,          // id, subtask, failure
  metrics_reported,  // id, subtask, metrics: of a part that was aborted
  // completion (C17)
  metadata_written,     // id
  stored,               // id
  finalization_failed,  // id: writing the metadata or adding to the store did
  state_deleted,        // id: the answer to each delete_state
};

struct CoordinatorEvent {
  CoordinatorEventKind kind = CoordinatorEventKind::job_running;
  Tick now = 0;
  uint32_t job = 0;  // messages of tasks: of which job they are (K-25)
  CheckpointId id = kNoCheckpoint;
  SubtaskId subtask;
  uint32_t index = 0;
  bool flag = false;
  CheckpointFailure failure = CheckpointFailure::checkpoint_declined;
  CoordinatorTimer timer;
  CheckpointRequest request;
  SubtaskMetrics metrics;
  CheckpointPlan plan;
  friend bool operator==(const CoordinatorEvent&, const CoordinatorEvent&) = default;
};

}  // namespace cutline
