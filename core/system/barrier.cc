#include "core/system/barrier.h"

#include "core/base/check.h"

namespace cutline {

std::string_view abort_reason_name(AbortReason reason) {
  switch (reason) {
    case AbortReason::declined_subsumed: return "CHECKPOINT_DECLINED_SUBSUMED";
    case AbortReason::declined_on_cancellation_barrier:
      return "CHECKPOINT_DECLINED_ON_CANCELLATION_BARRIER";
    case AbortReason::declined_input_end_of_stream:
      return "CHECKPOINT_DECLINED_INPUT_END_OF_STREAM";
    case AbortReason::declined_task_not_ready: return "CHECKPOINT_DECLINED_TASK_NOT_READY";
    case AbortReason::checkpoint_subsumed: return "CHECKPOINT_SUBSUMED";
  }
  CUTLINE_CHECK(false, "every abort has a reason with a name");
  return "";
}

}  // namespace cutline
