// Buffer debloating of one gate (N5): how large a buffer should be, so that what is in flight takes
// the target time to consume.
//
//     throughput × target ──÷ buffers in use──▶ instant ──smoothed──▶ size ──enough?──▶ announced
//
// The smoothed size is a real number kept in binary64 (real64.h), bit for bit as the engine keeps
// it. Fixed point would not do, however fine: under a constant load whose size ends in one half,
// the step from which on it is rounded up, if ever, is the one at which the double's bits run out.
#pragma once
#include <cstdint>
#include <optional>

#include "core/base/ticks.h"
#include "core/system/real64.h"

namespace cutline {

struct DebloatSettings {
  Tick target = kSecond;                // ...buffer-debloat.target
  Tick period = 200 * kMillisecond;     // ...buffer-debloat.period
  int64_t min_bytes = 256;              // ...memory.min-segment-size
  int64_t max_bytes = 32 * 1024;        // ...memory.segment-size
  int64_t threshold_percent = 25;       // ...buffer-debloat.threshold-percentages
  int64_t samples = 20;                 // ...buffer-debloat.samples
  friend bool operator==(const DebloatSettings&, const DebloatSettings&) = default;
};

// The exponential moving average of the size. Its instant value may at most double the last one, so
// that the size grows no faster than it shrinks.
class SmoothedSize {
 public:
  explicit SmoothedSize(const DebloatSettings& settings);
  // One sample. Returns the new size, one half rounded up.
  int64_t add(int64_t total_bytes, int64_t buffers);
  friend bool operator==(const SmoothedSize&, const SmoothedSize&) = default;

 private:
  Real64 min_;
  Real64 max_;
  Real64 weight_;  // of a new sample
  Real64 last_;
};

struct DebloatResult {
  int64_t bytes = 0;                 // smoothed and rounded
  std::optional<int64_t> announced;  // to the producers; nothing where the change is too small
  Tick time_to_consume = 0;          // estimatedTimeToConsumeBuffersMs (N6)
  friend bool operator==(const DebloatResult&, const DebloatResult&) = default;
};

class BufferDebloater {
 public:
  explicit BufferDebloater(const DebloatSettings& settings);
  BufferDebloater() : BufferDebloater(DebloatSettings{}) {}

  // Once every period.
  DebloatResult recalculate(int64_t bytes_per_second, int64_t buffers_in_use);
  // Is the change from what was announced last too small to announce?
  bool skips(int64_t bytes) const;
  // Takes `bytes` as announced.
  void announce(int64_t bytes) { announced_ = bytes; }
  int64_t announced() const { return announced_; }

  friend bool operator==(const BufferDebloater&, const BufferDebloater&) = default;

 private:
  DebloatSettings settings_;
  SmoothedSize size_;
  int64_t announced_;
};

}  // namespace cutline
