// A streaming job's run as trace events (the JSON form that Perfetto and chrome://tracing open):
//
//     job        coordinator   an asynchronous slice for each checkpoint, an instant for each
//                              acknowledgement; recoveries with their phases
//                counters      backlog, throughput, what is queued, back pressure, storage
//     vertex     count-0       its states; within RUNNING when it was back-pressured
//                count-0 barriers    start delay, alignment        of each checkpoint that it
//                count-0 snapshot    synchronous part, upload      has acknowledged
//
// Where checkpoints overlap at a subtask, the later ones lie on tracks of their own, since slices
// of one track nest. Times are microseconds of simulated time.
#pragma once
#include <string>

#include "core/run/job_history.h"

namespace cutline {

// Up to the cursor. Does the whole run again.
std::string job_trace(const JobHistory& history);

}  // namespace cutline
