// The run of a job with named records as a log with vector clocks for ShiViz (shiviz_log.h).
//
//     J {"coordinator":3,"A":9,"J":4}
//     takes A:3 from A>J; works off 1 record
//
// Hosts are the coordinator and the tasks by name. What one of the engine's events does at one host
// is one event. A clock travels with each record, each barrier, and each message between the
// coordinator and a task; a restart carries the coordinator's to the tasks. Credit for buffers is
// flow control and carries none.
#pragma once
#include <string>

#include "core/run/job_history.h"

namespace cutline {

// Two lines for each event up to the cursor; shiviz_log.h has the parser expression. The job must
// be named. Does the whole run again.
std::string job_shiviz_log(const JobHistory& history);

}  // namespace cutline
