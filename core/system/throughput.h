// How many bytes per second a gate takes while it has something to take (N5). Idle time does not
// count: a gate that waits for data is not slow.
#pragma once
#include <cstdint>

#include "core/base/check.h"
#include "core/base/ticks.h"
#include "core/system/real64.h"

namespace cutline {

class Throughput {
 public:
  // A buffer was taken. Time runs from here at the latest.
  void on_bytes(int64_t bytes, Tick now) {
    resume(now);
    bytes_ += bytes;
  }
  // The gate has nothing, or something again.
  void pause(Tick now) {
    if (running_) measured_ms_ += now / kMillisecond - started_ms_;
    running_ = false;
  }
  void resume(Tick now) {
    if (!running_) started_ms_ = now / kMillisecond;
    running_ = true;
  }

  // Bytes per second since the last call; as last time where no whole millisecond was measured.
  int64_t measure(Tick now) {
    const bool was_running = running_;
    pause(now);
    if (was_running) resume(now);
    if (measured_ms_ > 0)
      per_second_ =
          (Real64::of(bytes_) / Real64::of(measured_ms_) * Real64::of(1000)).truncated();
    bytes_ = 0;
    measured_ms_ = 0;
    return per_second_;
  }

  friend bool operator==(const Throughput&, const Throughput&) = default;

 private:
  bool running_ = false;
  int64_t started_ms_ = 0;  // the engine's clock counts whole milliseconds here
  int64_t measured_ms_ = 0;
  int64_t bytes_ = 0;
  int64_t per_second_ = 0;
};

}  // namespace cutline
