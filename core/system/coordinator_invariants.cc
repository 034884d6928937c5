#include "core/system/coordinator_invariants.h"

#include <algorithm>

namespace cutline {
namespace {

std::optional<std::string> broken_pending(const CoordinatorSetup& setup,
                                          const Coordinator& coordinator) {
  int64_t unforced = 0;
  int64_t before_tasks = 0;
  CheckpointId last = kNoCheckpoint;
  for (const PendingCheckpoint& pending : coordinator.pending) {
    if (pending.id <= last) return "ids of pending checkpoints ascend";
    last = pending.id;
    if (pending.id >= coordinator.next_id) return "a pending checkpoint has an id that was given";
    unforced += !pending.request.forced;
    before_tasks += pending.phase < PendingPhase::tasks;
    if (pending.phase < PendingPhase::tasks &&
        (!coordinator.trigger || coordinator.trigger->id != pending.id))
      return "a checkpoint that no task has heard of is the one being triggered";
    const bool finalizing = pending.phase >= PendingPhase::metadata;
    if (finalizing != (pending.id == coordinator.finalizing))
      return "only the checkpoint whose metadata is written is being finalized";
    if (fully_acknowledged(pending) != finalizing)
      return "a checkpoint is being finalized as soon as it is acknowledged by all";
  }
  if (unforced > setup.options.max_concurrent_checkpoints)
    return "at most max-concurrent-checkpoints are pending, forced savepoints aside";
  if (before_tasks > 1) return "one trigger at a time";
  return std::nullopt;
}

}  // namespace

std::optional<std::string> broken_invariant(const CoordinatorSetup& setup,
                                            const Coordinator& coordinator) {
  if (auto broken = broken_pending(setup, coordinator)) return broken;
  const std::vector<CheckpointRequest>& waiting = coordinator.queue.waiting;
  if (waiting.size() > coordinator.queue.capacity) return "the queue of requests has a limit";
  if (!std::is_sorted(waiting.begin(), waiting.end(), runs_before))
    return "the queue of requests is in order";
  if (coordinator.finalizing == kNoCheckpoint && !coordinator.parked.empty())
    return "events are parked only while a checkpoint is being finalized";
  const std::vector<CompletedCheckpoint>& store = coordinator.completed.in_store;
  if (static_cast<int64_t>(store.size()) > setup.options.num_retained)
    return "at most num-retained completed checkpoints are kept";
  for (const CompletedCheckpoint& completed : store) {
    if (completed.id >= coordinator.next_id)
      return "a completed checkpoint has an id that was given";
    if (find_pending(coordinator, completed.id)) return "what is completed is no longer pending";
  }
  if (coordinator.next_trigger && !coordinator.scheduling)
    return "the periodic timer runs only while periodic checkpoints are on";
  if (coordinator.deleting < 0) return "only what is being deleted gets deleted";
  return std::nullopt;
}

}  // namespace cutline
