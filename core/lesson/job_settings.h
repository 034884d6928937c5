// What a learner may change of a streaming job: the engine's options by their names, and how long
// the run is. Every change starts the run again.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/system/job.h"

namespace cutline {

struct JobSettingInfo {
  std::string key;   // the engine's full name; "until" is the lab's own
  std::string hint;  // unit and range: "a duration in whole milliseconds, from 10ms"
  std::vector<std::string> options;  // where only these are allowed
};

// In the order of the engine's tables: checkpoints, restart, network.
const std::vector<JobSettingInfo>& job_settings();

// As the author and the learner wish it; empty where it is not set. Without blanks, so that it is
// one word on the command bus.
std::string job_setting_value(const Job& job, std::string_view key);

// A fault where the key, the value or the combination is not possible, with the reason.
Result<Job> with_job_setting(Job job, std::string_view key, std::string_view value);

}  // namespace cutline
