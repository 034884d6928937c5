// Capture of one input channel for unaligned checkpoints (U2–U4, U6, U7): does a data buffer that
// comes into sight now belong to a checkpoint's channel state?
//
//               start(k)                    barrier of k
//     idle ───────────────▶ waiting ───────────────────────▶ received
//      ▲                    (captures)                          │
//      └────────────────────── stop(k) ─────────────────────────┘
//
// The network sees barriers before the task does, so both tell this their side as it happens. A
// remote channel sees a buffer when it arrives, a local one when it is polled (U4).
#pragma once
#include "core/system/barrier.h"

namespace cutline {

class ChannelPersister {
 public:
  // A barrier comes into sight. False for one of an older checkpoint, or of one that is over: the
  // data behind it still belongs to the newer one (U6).
  bool see_barrier(CheckpointId id) {
    const bool over = phase_ == Phase::idle && id == newest_;
    if (id < newest_ || over) return false;
    phase_ = Phase::received;
    newest_ = id;
    return true;
  }

  // The task starts the checkpoint. False where a newer barrier has been seen: it cannot be started
  // any more (CHECKPOINT_SUBSUMED).
  bool start(CheckpointId id) {
    if (phase_ == Phase::received && newest_ > id) return false;
    if (newest_ < id) {
      phase_ = Phase::waiting;
      newest_ = id;
    }
    return true;
  }

  // The task has aborted or completed it. A newer barrier that was seen meanwhile is not forgotten.
  void stop(CheckpointId id) {
    if (id < newest_) return;
    phase_ = Phase::idle;
    newest_ = id;
  }

  bool captures() const { return phase_ == Phase::waiting; }
  bool barrier_received() const { return phase_ == Phase::received; }
  CheckpointId newest() const { return newest_; }  // of what was seen, started or stopped

  friend bool operator==(const ChannelPersister&, const ChannelPersister&) = default;

 private:
  enum class Phase : uint8_t { idle, waiting, received };
  Phase phase_ = Phase::idle;
  CheckpointId newest_ = kNoCheckpoint;
};

}  // namespace cutline
