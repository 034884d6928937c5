// What each verb does to the job that is open in the lab. A verb that is refused has changed
// nothing.
#pragma once
#include <string>

#include "core/base/result.h"
#include "core/lesson/command.h"
#include "core/lesson/job_lab.h"

namespace cutline {

// Can this name be selected? A vertex, subtask, channel or checkpoint ("chk-3").
bool is_selectable(const JobHistory& history, const std::string& name);

struct JobVerbs {
  // seed, set, reset, step, back, seek, until, speed, fail, checkpoint, savepoint, next, panel,
  // compare. On success: the sentence that says what was done.
  static Result<std::string> apply(OpenJob& job, const Command& command);

  static std::string where(const OpenJob& job);
};

}  // namespace cutline
