// cutline run of a streaming job: options into the job, the clock to its end, the figures out.
#pragma once
#include <string_view>

#include "core/base/result.h"
#include "core/lesson/lab.h"
#include "core/system/job.h"
#include "shell/cli/arguments.h"

namespace cutline {

// Exit status: 1 where an exactly-once job has lost or repeated records.
int run_job(Job job, const Arguments& arguments);

// What a job that is open in a lab has come to, and its run where --save asks for it; the notices
// go to stderr.
int report_job(const Lab& lab, const Arguments& arguments);

}  // namespace cutline
