#include "core/system/checkpoint_failures.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/system/checkpoint_options.h"

namespace cutline {
namespace {

constexpr CheckpointFailureFacts kFacts[kCheckpointFailures] = {
    {"PERIODIC_SCHEDULER_SHUTDOWN", "Periodic checkpoint scheduler is shut down.", true, false},
    {"TOO_MANY_CHECKPOINT_REQUESTS", "The maximum number of queued checkpoint requests exceeded",
     true, false},
    {"MINIMUM_TIME_BETWEEN_CHECKPOINTS",
     "The minimum time between checkpoints is still pending. "
     "Checkpoint will be triggered after the minimum time.",
     true, false},
    {"NOT_ALL_REQUIRED_TASKS_RUNNING", "Not all required tasks are currently running.", true,
     false},
    {"IO_EXCEPTION", "An Exception occurred while triggering the checkpoint. IO-problem detected.",
     true, true},
    {"BLOCKING_OUTPUT_EXIST", "Blocking output edge exists in running tasks.", true, false},
    {"CHECKPOINT_ASYNC_EXCEPTION", "Asynchronous task checkpoint failed.", false, true},
    {"CHANNEL_STATE_SHARED_STREAM_EXCEPTION",
     "The checkpoint was aborted due to exception of other subtasks sharing the ChannelState file.",
     false, false},
    {"CHECKPOINT_EXPIRED", "Checkpoint expired before completing.", false, true},
    {"CHECKPOINT_SUBSUMED", "Checkpoint has been subsumed.", false, false},
    {"CHECKPOINT_DECLINED", "Checkpoint was declined.", false, true},
    {"CHECKPOINT_DECLINED_TASK_NOT_READY", "Checkpoint was declined (tasks not ready)", false,
     false},
    {"CHECKPOINT_DECLINED_TASK_CLOSING", "Checkpoint was declined (task is closing)", false, false},
    {"CHECKPOINT_DECLINED_SUBSUMED",
     "Checkpoint was canceled because a barrier from newer checkpoint was received.", false, false},
    {"CHECKPOINT_DECLINED_ON_CANCELLATION_BARRIER",
     "Task received cancellation from one of its inputs", false, false},
    {"CHECKPOINT_DECLINED_INPUT_END_OF_STREAM",
     "Checkpoint was declined because one input stream is finished", false, false},
    {"CHECKPOINT_COORDINATOR_SHUTDOWN", "CheckpointCoordinator shutdown.", false, false},
    {"CHECKPOINT_COORDINATOR_SUSPEND", "Checkpoint Coordinator is suspending.", false, false},
    {"JOB_FAILOVER_REGION", "FailoverRegion is restarting.", false, false},
    {"TASK_FAILURE", "Task has failed.", false, false},
    {"TASK_CHECKPOINT_FAILURE", "Task local checkpoint failure.", false, false},
    {"UNKNOWN_TASK_CHECKPOINT_NOTIFICATION_FAILURE", "Unknown task for the checkpoint to notify.",
     false, false},
    {"FINALIZE_CHECKPOINT_FAILURE", "Failure to finalize checkpoint.", false, true},
    {"TRIGGER_CHECKPOINT_FAILURE", "Trigger checkpoint failure.", false, false},
};

void start_again(FailureCounter& counter) {
  counter.in_a_row = 0;
  counter.counted.clear();
}

}  // namespace

const CheckpointFailureFacts& facts_of(CheckpointFailure failure) {
  const auto place = static_cast<size_t>(failure);
  CUTLINE_CHECK(place < kCheckpointFailures, "every failure has its line in the table");
  return kFacts[place];
}

CheckpointFailure failure_of(AbortReason reason) {
  switch (reason) {
    case AbortReason::declined_subsumed: return CheckpointFailure::checkpoint_declined_subsumed;
    case AbortReason::declined_on_cancellation_barrier:
      return CheckpointFailure::checkpoint_declined_on_cancellation_barrier;
    case AbortReason::declined_input_end_of_stream:
      return CheckpointFailure::checkpoint_declined_input_end_of_stream;
    case AbortReason::declined_task_not_ready:
      return CheckpointFailure::checkpoint_declined_task_not_ready;
    case AbortReason::checkpoint_subsumed: return CheckpointFailure::checkpoint_subsumed;
  }
  check_failed(__FILE__, __LINE__, "every reason of a subtask is a failure of the checkpoint");
}

bool count_failure(FailureCounter& counter, CheckpointFailure failure, CheckpointId id) {
  const bool known = id != kNoCheckpoint;
  if (known && id <= counter.last_success) return false;
  const auto already = std::find(counter.counted.begin(), counter.counted.end(), id);
  const bool fresh = !known || already == counter.counted.end();
  if (facts_of(failure).counted && fresh && counter.tolerable < kUnlimitedFailures) {
    if (known) counter.counted.push_back(id);
    ++counter.in_a_row;
  }
  if (counter.in_a_row <= counter.tolerable) return false;
  start_again(counter);
  return true;
}

void count_success(FailureCounter& counter, CheckpointId id) {
  if (id <= counter.last_success) return;
  counter.last_success = id;
  start_again(counter);
}

}  // namespace cutline
