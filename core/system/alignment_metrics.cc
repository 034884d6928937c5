#include "core/system/alignment_metrics.h"

#include <algorithm>

namespace cutline {

void AlignmentMetrics::start(const Barrier& barrier, Tick now) {
  id_ = barrier.id;
  running_ = true;
  known_ = false;
  started_ = now;
  start_delay_ = std::max<Tick>(now - barrier.timestamp, 0);
  duration_ = 0;
  bytes_ = 0;
}

void AlignmentMetrics::end(Tick now) {
  if (!running_) return;
  running_ = false;
  known_ = true;
  duration_ = now - started_;
  processed_ = bytes_;
}

void AlignmentMetrics::reset() {
  id_ = kNoCheckpoint;
  running_ = false;
  known_ = false;
  duration_ = 0;
  bytes_ = 0;
}

Alignment AlignmentMetrics::of(CheckpointId id) const {
  if (id != id_) return {0, 0, 0};
  if (!known_) return {start_delay_, kNotKnown, kNotKnown};
  return {start_delay_, duration_, processed_};
}

Alignment AlignmentMetrics::cut_short(CheckpointId id) const {
  if (id != id_) return {0, 0, 0};
  return {start_delay_, 0, bytes_};
}

}  // namespace cutline
