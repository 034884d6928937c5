#include "core/system/pending_checkpoint.h"

#include <algorithm>

namespace cutline {
namespace {

bool all(const std::vector<bool>& flags) {
  return std::all_of(flags.begin(), flags.end(), [](bool flag) { return flag; });
}

}  // namespace

AcknowledgeResult acknowledge(PendingCheckpoint& pending, SubtaskId subtask, bool finished) {
  const std::vector<SubtaskId>& awaited = pending.plan.acknowledge;
  const auto place = std::lower_bound(awaited.begin(), awaited.end(), subtask);
  if (place == awaited.end() || *place != subtask) return AcknowledgeResult::unknown;
  const auto index = static_cast<size_t>(place - awaited.begin());
  if (pending.acknowledged[index]) return AcknowledgeResult::duplicate;
  pending.acknowledged[index] = true;
  if (finished) pending.finished.push_back(subtask);
  return AcknowledgeResult::success;
}

bool acknowledged_by(const PendingCheckpoint& pending, SubtaskId subtask) {
  const std::vector<SubtaskId>& awaited = pending.plan.acknowledge;
  const auto place = std::lower_bound(awaited.begin(), awaited.end(), subtask);
  if (place == awaited.end() || *place != subtask) return true;  // it is not awaited
  return pending.acknowledged[static_cast<size_t>(place - awaited.begin())];
}

bool fully_acknowledged(const PendingCheckpoint& pending) {
  return all(pending.acknowledged) && all(pending.coordinators) && all(pending.hooks);
}

bool union_state_is_partial(const PendingCheckpoint& pending, const TaskGraph& graph) {
  for (VertexId vertex : pending.plan.union_state_vertices) {
    uint32_t finished = 0;
    const uint32_t parallelism = graph.vertices[vertex.index].parallelism;
    for (uint32_t index = 0; index < parallelism; ++index)
      finished += std::find(pending.finished.begin(), pending.finished.end(),
                            subtask_of(graph, vertex, index)) != pending.finished.end();
    if (finished > 0 && finished < parallelism) return true;
  }
  return false;
}

}  // namespace cutline
