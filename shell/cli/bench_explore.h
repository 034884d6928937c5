// The benchmark `explore`: states found in a second of processor time, and what each takes in
// memory, beside a bare search for the same states (bare_mesh.h).
#pragma once
#include <cstdint>
#include <string>

namespace cutline {

struct ExploreRate {
  int64_t tokens = 0;     // of each of the three processes
  int64_t transfers = 0;  // each may start
  uint64_t states = 0;
  uint64_t transitions = 0;
  uint64_t bytes = 0;     // the most that was held at a time, tables while they grow included
  double cpu_s = 0;       // the fastest of three runs
  double bare_cpu_s = 0;

  double states_per_cpu_s() const { return static_cast<double>(states) / cpu_s; }
  double bytes_per_state() const {
    return static_cast<double>(bytes) / static_cast<double>(states);
  }
};

ExploreRate run_bench_explore(int64_t tokens, int64_t transfers);

// {"bench":"explore","tokens":…,"transfers":…,"states":…,"states_per_cpu_s":…,…}
std::string explore_rate_json(const ExploreRate& rate);
std::string explore_rate_text(const ExploreRate& rate);

}  // namespace cutline
