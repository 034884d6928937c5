// `cutline bench [--json]`: the engine's own rates, each beside a bare loop over a heap of events.
//
//     mm1, hold                     the loop does the same work, with the same fingerprint
//     t1-minute, pipeline-minute    a minute of a streaming job; the loop takes and plans as many
//                                   events, and does nothing with them
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cutline {

// What a minute of a job is besides its events.
struct JobFigures {
  double simulated_s = 0;
  int64_t records = 0;                  // handled by all tasks
  int64_t memory_first_half_bytes = 0;  // the most that the run held; 0: the platform does not say
  int64_t memory_second_half_bytes = 0;
};

struct BenchResult {
  std::string bench;       // "mm1", "mm1-bare"
  uint64_t size = 0;       // customers, events planned at a time, or tasks of a job
  uint64_t events = 0;
  double cpu_s = 0;        // the fastest of three runs
  uint64_t fingerprint = 0;
  double ratio_to_bare = 0;  // of the rates; 0: this is a bare loop
  std::optional<JobFigures> job = std::nullopt;

  double events_per_cpu_s() const { return static_cast<double>(events) / cpu_s; }
};

// A case and its bare loop stand together, in this order.
// `scale` divides the events of each case: 1 to measure, more to test.
std::vector<BenchResult> run_bench(uint64_t scale);

// {"bench":"mm1","size":…,"events":…,"cpu_s":…,"events_per_cpu_s":…,"ratio_to_bare":…}
// A bare loop has no ratio; a job has the four figures of JobFigures, and "records_per_cpu_s".
std::string bench_json(const BenchResult& result);

// A table, how each case compares with its bare loop, and what the jobs held in memory.
std::string bench_table(std::span<const BenchResult> results);

// Prints to stdout and returns 0; 2 for an argument it does not know.
int bench_command(std::span<const std::string_view> arguments);

}  // namespace cutline
