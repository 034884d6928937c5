#include "core/system/checkpoint_request.h"

#include <algorithm>

#include "core/base/check.h"

namespace cutline {
namespace {

CheckpointRequest take_first(RequestQueue& queue) {
  const CheckpointRequest first = queue.waiting.front();
  queue.waiting.erase(queue.waiting.begin());
  return first;
}

// C10: what is left of the pause after the last completion.
Tick pause_left(const RequestSituation& situation) {
  if (!situation.last_completion) return 0;
  return *situation.last_completion + situation.min_pause - situation.now;
}

}  // namespace

bool runs_before(const CheckpointRequest& left, const CheckpointRequest& right) {
  if (is_savepoint(left.kind) != is_savepoint(right.kind)) return is_savepoint(left.kind);
  if (left.forced != right.forced) return left.forced;
  if (left.periodic != right.periodic) return right.periodic;
  if (left.at != right.at) return left.at < right.at;
  return left.order < right.order;
}

RequestDecision submit_request(RequestQueue& queue, CheckpointRequest request,
                               const RequestSituation& situation) {
  CUTLINE_CHECK(queue.capacity > 0, "a queue of requests has room for one");
  request.order = queue.next_order++;
  // A queue full of requests that somebody made keeps them all, whatever the new one is.
  if (queue.waiting.size() >= queue.capacity && !queue.waiting.back().periodic)
    return {std::nullopt, {{request, CheckpointFailure::too_many_checkpoint_requests}}, {}};
  const auto place =
      std::upper_bound(queue.waiting.begin(), queue.waiting.end(), request, runs_before);
  queue.waiting.insert(place, request);
  std::vector<FailedRequest> failed;
  if (queue.waiting.size() > queue.capacity) {
    failed.push_back({queue.waiting.back(), CheckpointFailure::too_many_checkpoint_requests});
    queue.waiting.pop_back();
  }
  RequestDecision decision = choose_request(queue, situation);
  decision.failed.insert(decision.failed.begin(), failed.begin(), failed.end());
  return decision;
}

RequestDecision choose_request(RequestQueue& queue, const RequestSituation& situation) {
  RequestDecision decision;
  // C9: a trigger is under way, or the deletion of old checkpoints cannot keep up.
  if (queue.waiting.empty() || situation.triggering ||
      situation.deleting > situation.max_concurrent)
    return decision;
  const CheckpointRequest& first = queue.waiting.front();
  if (situation.pending >= situation.max_concurrent && !first.forced) return decision;
  const Tick left = pause_left(situation);
  if (first.periodic && !first.forced && left > 0) {
    decision.failed.push_back(
        {take_first(queue), CheckpointFailure::minimum_time_between_checkpoints});
    decision.timer_at = situation.now + left;
    return decision;
  }
  decision.execute = take_first(queue);
  return decision;
}

std::vector<FailedRequest> fail_requests(RequestQueue& queue, CheckpointFailure failure) {
  std::vector<FailedRequest> failed;
  for (const CheckpointRequest& request : queue.waiting) failed.push_back({request, failure});
  queue.waiting.clear();
  return failed;
}

}  // namespace cutline
