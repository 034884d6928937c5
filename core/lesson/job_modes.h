// The four checkpoint modes of a job by the names that terminal and bus know, and the engine's
// options that each of them stands for.
#pragma once
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/system/job.h"

namespace cutline {

std::span<const std::string_view> job_modes();  // "aligned", "unaligned", …

// "EXACTLY_ONCE, aligned"; empty where there is no such mode.
std::string_view job_mode_title(std::string_view mode);

// Sets what the mode stands for, over what the job's file says. A fault where there is no such
// mode; whether the engine takes the job with it, set_up() says.
Result<Job> with_job_mode(Job job, std::string_view mode);

}  // namespace cutline
