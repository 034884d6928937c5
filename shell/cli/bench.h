// `cutline bench [--json]`: the engine's own rates, each beside a bare loop that does the same.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cutline {

struct BenchResult {
  std::string_view bench;  // "mm1", "mm1-bare"
  uint64_t size = 0;       // customers, or events planned at a time
  uint64_t events = 0;
  double cpu_s = 0;        // the fastest of three runs
  uint64_t fingerprint = 0;

  double events_per_cpu_s() const { return static_cast<double>(events) / cpu_s; }
};

// `scale` divides the events of each case: 1 to measure, more to test.
std::vector<BenchResult> run_bench(uint64_t scale);

// {"bench":"mm1","size":…,"events":…,"cpu_s":…,"events_per_cpu_s":…}
std::string bench_json(const BenchResult& result);

// A table, and how each case compares with its bare loop.
std::string bench_table(std::span<const BenchResult> results);

// Prints to stdout and returns 0; 2 for an argument it does not know.
int bench_command(std::span<const std::string_view> arguments);

}  // namespace cutline
