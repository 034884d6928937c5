// The tables of a streaming job's run as CSV, up to the cursor. Times are whole nanoseconds of
// simulated time since the start; a field that does not apply, or is not known yet, is empty.
#pragma once
#include <string>

#include "core/run/job_history.h"

namespace cutline {

// Of each checkpoint and savepoint: when, how long, how much, and the verdict of its cut.
std::string job_checkpoints_csv(const JobHistory& history);
// Of each subtask's part: the metrics of the specification's section 9.1.
std::string job_subtasks_csv(const JobHistory& history);
// Backlog, throughput, what is queued, back pressure and storage, at the instants of the series.
std::string job_series_csv(const JobHistory& history);
// The same instants: what waits in front of each task.
std::string job_queues_csv(const JobHistory& history);
// Failures and restarts on purpose.
std::string job_recoveries_csv(const JobHistory& history);

}  // namespace cutline
