// How much work a job's run is, counted before it: about how many events its agenda will see, and
// how many records can lie in its buffers. So that nobody waits for what would not end today.
//
//     source ──▶ map ──▶ sink      records: what the sources put out in time, but no more than
//                                  every task behind them can handle
//     events = records by how many a thread handles at once + buffers + timers + checkpoints
//
// An estimate from above: what waits for buffers, storage or a restart does less; what a failure
// makes a source read again is not in it. kRunEventsMax bounds what a run really does.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "core/system/job_setup.h"

namespace cutline {

inline constexpr int64_t kRecordsOfAnEvent = 40;  // measured: records cost as much as this share

struct ExpectedWork {
  int64_t events = 0;             // up to the job's `until`; INT64_MAX stands for more
  VertexId busiest;               // the vertex with most of them
  int64_t records = 0;            // that its tasks handle
  int64_t records_in_flight = 0;  // at most, in all buffers
  int64_t retained_states = 0;    // of tasks and channels, in the checkpoints that are retained
};

ExpectedWork expected_work(const JobSetup& setup);

// Why it is too much, by how far, and what makes it smaller; nothing where it is not.
std::optional<std::string> why_too_much_work(const JobSetup& setup);

}  // namespace cutline
