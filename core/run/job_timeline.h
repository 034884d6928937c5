// What the tasks of a job did over the time of its run, for exports: which state each was in, when
// it was back-pressured, and what waited where at the instants of its series (job_series.h).
//
//     count-0   INITIALIZING ├───── RUNNING ──────────────────┤
//                                     ├ pressed ┤    ├ pressed ┤
#pragma once
#include <string>
#include <vector>

#include "core/run/job_history.h"

namespace cutline {

struct JobSpan {
  uint32_t task = 0;  // index into JobTimeline::tasks
  Tick from = 0;
  Tick to = 0;
  ExecutionState state = ExecutionState::running;
};

// What waits in front of a task: in its inputs, on their wires and in their producers' queues.
struct JobQueueSample {
  uint32_t task = 0;  // index into JobTimeline::tasks
  int64_t bytes = 0;
  int64_t held_inputs = 0;
};

struct JobTimelineSample {
  JobSample figures;
  std::vector<JobQueueSample> queues;  // of the tasks that there are then and have inputs
};

struct JobTimeline {
  // By name, since a restart at another parallelism gives tasks that were not there before; those
  // of the start first.
  std::vector<std::string> tasks;
  std::vector<uint32_t> vertices;   // of each
  std::vector<JobSpan> states;      // those of a task follow each other
  std::vector<JobSpan> pressed;     // each lies within one of `states`
  std::vector<JobTimelineSample> samples;  // up to the cursor
};

// Does the whole run again.
JobTimeline job_timeline(const JobHistory& history);

}  // namespace cutline
