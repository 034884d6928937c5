#include "core/system/restart_region.h"

#include "core/base/check.h"

namespace cutline {
namespace {

// Sets of subtasks that hang together, each named by one of its members.
class Regions {
 public:
  explicit Regions(uint32_t subtasks) : above_(subtasks) {
    for (uint32_t each = 0; each < subtasks; ++each) above_[each] = each;
  }
  uint32_t name_of(uint32_t subtask) {
    while (above_[subtask] != subtask) {
      above_[subtask] = above_[above_[subtask]];
      subtask = above_[subtask];
    }
    return subtask;
  }
  void join(uint32_t left, uint32_t right) { above_[name_of(left)] = name_of(right); }

 private:
  std::vector<uint32_t> above_;
};

}  // namespace

std::vector<SubtaskId> restart_region(const TaskGraph& graph,
                                      const std::vector<SubtaskId>& failed) {
  const uint32_t count = subtask_count(graph);
  Regions regions(count);
  for (const TaskEdge& edge : graph.edges)
    for (uint32_t to = 0; to < graph.vertices[edge.to.index].parallelism; ++to) {
      const ProducerRange range = producers_of(graph, edge, to);
      for (uint32_t from = range.first; from < range.last; ++from)
        regions.join(subtask_of(graph, edge.from, from).index,
                     subtask_of(graph, edge.to, to).index);
    }
  std::vector<SubtaskId> restarted;
  for (uint32_t subtask = 0; subtask < count; ++subtask)
    for (SubtaskId each : failed) {
      CUTLINE_CHECK(each.index < count, "a subtask that fails is one of the job");
      if (regions.name_of(each.index) != regions.name_of(subtask)) continue;
      restarted.push_back({subtask});
      break;
    }
  return restarted;
}

std::vector<SubtaskId> all_subtasks(const TaskGraph& graph) {
  std::vector<SubtaskId> all;
  for (uint32_t subtask = 0; subtask < subtask_count(graph); ++subtask) all.push_back({subtask});
  return all;
}

}  // namespace cutline
