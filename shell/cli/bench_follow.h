// The benchmark `follow`: what the vector clocks and messages of a long run of processes cost at
// each of its steps, where the run is read anew, and where only what is new in it is.
#pragma once
#include <cstdint>
#include <string>

namespace cutline {

struct FollowResult {
  uint64_t steps = 0;
  double whole_ms = 0;   // the run read from its start
  double follow_ms = 0;  // after one step more
  double branch_ms = 0;  // after another choice in the middle of the run, and the steps behind it
  double model_ms = 0;   // everything there is to show, with a cut laid, after one step back
  // How many steps the lab has read for each of the first three.
  uint64_t whole_steps = 0;
  uint64_t follow_steps = 0;
  uint64_t branch_steps = 0;
};

FollowResult run_bench_follow(uint64_t steps);

// {"bench":"follow","steps":…,"whole_ms":…,"follow_ms":…,"branch_ms":…,"model_ms":…,
//  "whole_steps":…,"follow_steps":…,"branch_steps":…}
std::string follow_json(const FollowResult& result);
std::string follow_text(const FollowResult& result);

}  // namespace cutline
