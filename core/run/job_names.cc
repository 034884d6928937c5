#include "core/run/job_names.h"

#include "core/base/check.h"

namespace cutline {
namespace {

constexpr std::string_view kStates[] = {
    "CREATED",  "SCHEDULED", "DEPLOYING", "INITIALIZING", "RUNNING",
    "FINISHED", "CANCELING", "CANCELED",  "FAILED",       "RECONCILING",
};

std::string name_of(const std::string& vertex, size_t index, size_t parallelism) {
  return parallelism == 1 ? vertex : vertex + "-" + std::to_string(index);
}

}  // namespace

std::string subtask_name(const JobSetup& setup, SubtaskId subtask) {
  CUTLINE_CHECK(subtask.index < setup.plan.subtasks.size(), "a task is named by its own layout");
  const VertexSetup& vertex = setup.vertex(subtask);
  return name_of(vertex.name, setup.plan.subtasks[subtask.index].index, vertex.parallelism);
}

std::string part_name(const Job& job, const VertexStatistics& vertex, size_t index) {
  return name_of(job.vertices[vertex.vertex.index].name, index, vertex.subtasks.size());
}

std::string_view state_name(ExecutionState state) { return kStates[static_cast<size_t>(state)]; }

std::optional<SubtaskId> find_subtask(const JobSetup& setup, std::string_view name) {
  for (uint32_t index = 0; index < setup.plan.subtasks.size(); ++index)
    if (subtask_name(setup, {index}) == name) return SubtaskId{index};
  return std::nullopt;
}

std::string link_name(const JobSetup& setup, LinkId link) {
  CUTLINE_CHECK(link.index < setup.plan.links.size(), "a channel is named by its own layout");
  const LinkPlan& plan = setup.plan.links[link.index];
  return subtask_name(setup, plan.producer) + ">" + subtask_name(setup, plan.consumer);
}

std::string checkpoint_name(CheckpointId id) { return "chk-" + std::to_string(id.number); }

}  // namespace cutline
