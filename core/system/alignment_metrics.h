// Start delay, alignment and processed bytes of the checkpoint whose alignment started last
// (sections 9.1 and 9.2).
//
//     trigger ────────▶ first barrier ─────────────▶ last barrier
//        └─ start delay ─┘└─ alignment, bytes polled ─┘
//
// One clock at a time: a newer checkpoint's first barrier takes it over (L5).
#pragma once
#include "core/system/barrier.h"

namespace cutline {

class AlignmentMetrics {
 public:
  // The first barrier is processed. With one channel it is the last as well (A4).
  void start(const Barrier& barrier, Tick now);
  // The last one is.
  void end(Tick now);
  // An abort: nobody owns the clock any more, the gauge reads 0.
  void reset();

  void add_bytes(int64_t bytes) {
    if (running_) bytes_ += bytes;
  }

  bool running() const { return running_; }
  // checkpointAlignmentTime: runs while aligning, else the last value.
  Tick gauge(Tick now) const { return running_ ? now - started_ : duration_; }
  // checkpointStartDelay.
  Tick start_delay() const { return start_delay_; }

  // What a trigger or the end of `id` reports. Zeros for an id that does not own the clock (L5).
  Alignment of(CheckpointId id) const;
  // What is reported of `id` once it is aborted: no alignment, the bytes so far.
  Alignment cut_short(CheckpointId id) const;

  friend bool operator==(const AlignmentMetrics&, const AlignmentMetrics&) = default;

 private:
  CheckpointId id_ = kNoCheckpoint;
  bool running_ = false;
  bool known_ = false;  // duration_ and processed_ are those of id_
  Tick started_ = 0;
  Tick start_delay_ = 0;
  Tick duration_ = 0;
  int64_t bytes_ = 0;      // since started_
  int64_t processed_ = 0;
};

}  // namespace cutline
