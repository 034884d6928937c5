#include "core/run/job_names.h"

namespace cutline {

std::string subtask_name(const JobSetup& setup, SubtaskId subtask) {
  // A job that was restarted at another parallelism has had other tasks.
  if (subtask.index >= setup.plan.subtasks.size())
    return "task " + std::to_string(subtask.index);
  const VertexSetup& vertex = setup.vertex(subtask);
  if (vertex.parallelism == 1) return vertex.name;
  return vertex.name + "-" + std::to_string(setup.plan.subtasks[subtask.index].index);
}

std::optional<SubtaskId> find_subtask(const JobSetup& setup, std::string_view name) {
  for (uint32_t index = 0; index < setup.plan.subtasks.size(); ++index)
    if (subtask_name(setup, {index}) == name) return SubtaskId{index};
  return std::nullopt;
}

std::string link_name(const JobSetup& setup, LinkId link) {
  if (link.index >= setup.plan.links.size()) return "channel " + std::to_string(link.index);
  const LinkPlan& plan = setup.plan.links[link.index];
  return subtask_name(setup, plan.producer) + ">" + subtask_name(setup, plan.consumer);
}

}  // namespace cutline
