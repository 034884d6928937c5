// Why a checkpoint fails, and how many failures in a row a job stands (rules C22, C23).
//
//     failed 1 ─▶ 1   failed 2 ─▶ 2   failed 2 again ─▶ 2   completed 3 ─▶ 0
//                                                  more than tolerable ─▶ the job fails, back to 0
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/system/barrier.h"

namespace cutline {

// In the order of the engine's list. before_tasks: no task has heard of the checkpoint yet.
enum class CheckpointFailure : uint8_t {
  periodic_scheduler_shutdown,
  too_many_checkpoint_requests,
  minimum_time_between_checkpoints,
  not_all_required_tasks_running,
  io_exception,
  blocking_output_exist,
  checkpoint_async_exception,
  channel_state_shared_stream_exception,
  checkpoint_expired,
  checkpoint_subsumed,
  checkpoint_declined,
  checkpoint_declined_task_not_ready,
  checkpoint_declined_task_closing,
  checkpoint_declined_subsumed,
  checkpoint_declined_on_cancellation_barrier,
  checkpoint_declined_input_end_of_stream,
  checkpoint_coordinator_shutdown,
  checkpoint_coordinator_suspend,
  job_failover_region,
  task_failure,
  task_checkpoint_failure,
  unknown_task_checkpoint_notification_failure,
  finalize_checkpoint_failure,
  trigger_checkpoint_failure,
};
inline constexpr size_t kCheckpointFailures = 24;

struct CheckpointFailureFacts {
  std::string_view name;     // the engine's, in capitals
  std::string_view message;  // what its statistics show
  bool before_tasks = false;
  bool counted = false;  // towards tolerable-failed-checkpoints (C22)
};
const CheckpointFailureFacts& facts_of(CheckpointFailure failure);

// The reason that a subtask's decline carries.
CheckpointFailure failure_of(AbortReason reason);

struct FailureCounter {
  int64_t tolerable = 0;
  int64_t in_a_row = 0;
  std::vector<CheckpointId> counted;  // since the last success: each counts once
  CheckpointId last_success = kNoCheckpoint;
  friend bool operator==(const FailureCounter&, const FailureCounter&) = default;
};

// Counts a failure. True: the job fails, and counting starts again. Ids up to the last success do
// not count; kNoCheckpoint, a failure before there was an id, always does.
bool count_failure(FailureCounter& counter, CheckpointFailure failure, CheckpointId id);
void count_success(FailureCounter& counter, CheckpointId id);

}  // namespace cutline
