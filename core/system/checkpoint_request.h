// Who may trigger a checkpoint, and when: the queue of requests and the one decision about it
// (rules C9–C14).
//
//     request ──▶ [ savepoints | forced | not periodic | oldest ] ──▶ execute, one at a time
//                      │ full: TOO_MANY…        │ pause not over: MINIMUM_TIME…, timer again later
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/ticks.h"
#include "core/system/checkpoint_failures.h"
#include "core/system/checkpoint_options.h"

namespace cutline {

struct CheckpointRequest {
  CheckpointKind kind = CheckpointKind::checkpoint;
  bool periodic = false;  // of the timer; else somebody asked for it
  bool forced = false;    // runs however many checkpoints are pending (C14)
  Tick at = 0;
  uint64_t order = 0;  // given by the queue: breaks ties
  uint64_t asker = 0;  // whoever asks finds his number again when the request ends
  friend bool operator==(const CheckpointRequest&, const CheckpointRequest&) = default;
};

// C13: does `left` run before `right`?
bool runs_before(const CheckpointRequest& left, const CheckpointRequest& right);

struct RequestQueue {
  size_t capacity = 1000;
  uint64_t next_order = 0;
  std::vector<CheckpointRequest> waiting;  // what runs first stands first
  friend bool operator==(const RequestQueue&, const RequestQueue&) = default;
};

// What the decision depends on besides the queue.
struct RequestSituation {
  Tick now = 0;
  Tick min_pause = 0;
  int64_t max_concurrent = 1;
  bool triggering = false;              // one trigger at a time (C2)
  int64_t pending = 0;                  // checkpoints under way
  int64_t deleting = 0;                 // checkpoints whose state is still being deleted
  std::optional<Tick> last_completion;  // C11: of a checkpoint or savepoint
};

struct FailedRequest {
  CheckpointRequest request;
  CheckpointFailure failure = CheckpointFailure::too_many_checkpoint_requests;
  friend bool operator==(const FailedRequest&, const FailedRequest&) = default;
};

struct RequestDecision {
  std::optional<CheckpointRequest> execute;
  std::vector<FailedRequest> failed;
  std::optional<Tick> timer_at;  // the periodic timer is to fire then, not as it was planned
  friend bool operator==(const RequestDecision&, const RequestDecision&) = default;
};

// A request comes in. It, or another one, may run now.
RequestDecision submit_request(RequestQueue& queue, CheckpointRequest request,
                               const RequestSituation& situation);
// Something ended: may the first one run?
RequestDecision choose_request(RequestQueue& queue, const RequestSituation& situation);
// Empties the queue.
std::vector<FailedRequest> fail_requests(RequestQueue& queue, CheckpointFailure failure);

}  // namespace cutline
