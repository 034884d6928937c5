// The benchmark `seek`: how long it takes to move anywhere in a run of a million events, and what
// it costs to remember it.
#pragma once
#include <cstdint>
#include <string>

namespace cutline {

struct SeekResult {
  uint64_t events = 0;
  uint64_t seeks = 0;           // to anywhere, drawn evenly
  double median_ms = 0;
  double worst_ms = 0;
  double back_worst_ms = 0;     // of as many single steps back, log included
  double ahead_s = 0;           // for the run itself, keyframes included
  uint64_t keyframes = 0;
  uint64_t keyframe_events = 0;  // between two
  uint64_t kept_bytes = 0;
  uint64_t fingerprint = 0;
};

SeekResult run_bench_history(uint64_t events, uint64_t seeks);

// {"bench":"seek","events":…,"seeks":…,"median_ms":…,"worst_ms":…,…}
std::string seek_json(const SeekResult& result);
std::string seek_text(const SeekResult& result);

}  // namespace cutline
