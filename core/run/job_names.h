// What subtasks and channels are called.
#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/system/job_setup.h"

namespace cutline {

// "count-0", or "count" where it is the only subtask of its vertex.
std::string subtask_name(const JobSetup& setup, SubtaskId subtask);
std::optional<SubtaskId> find_subtask(const JobSetup& setup, std::string_view name);
std::string link_name(const JobSetup& setup, LinkId link);  // "source-0>count-1"

}  // namespace cutline
