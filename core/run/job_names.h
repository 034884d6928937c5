// What subtasks, channels and checkpoints are called.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/system/checkpoint_statistics.h"
#include "core/system/job_setup.h"

namespace cutline {

// "count-0", or "count" where it is the only subtask of its vertex.
std::string subtask_name(const JobSetup& setup, SubtaskId subtask);
// The same of a part of a checkpoint, which may have been taken at another parallelism.
std::string part_name(const Job& job, const VertexStatistics& vertex, size_t index);
std::optional<SubtaskId> find_subtask(const JobSetup& setup, std::string_view name);
std::string_view state_name(ExecutionState state);  // "RUNNING"
std::string link_name(const JobSetup& setup, LinkId link);  // "source-0>count-1"
std::string checkpoint_name(CheckpointId id);  // "chk-3", as the engine names its folder

}  // namespace cutline
