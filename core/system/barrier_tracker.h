// At-least-once barrier handling of one subtask: it counts barriers and blocks nothing (L1).
//
//     tracked   5: ● ○ ●     oldest first; ● delivered or ended, ○ still to come
//               6: ● ○ ○     several ids at a time (L2); whichever is full is snapshotted, and what
//               7: ○ ○ ●     stands above it is forgotten (L3)
#pragma once
#include <vector>

#include "core/system/alignment_metrics.h"
#include "core/system/barrier.h"

namespace cutline {

inline constexpr size_t kTrackedCheckpointsMax = 50;  // L2; the engine's own number

class BarrierTracker {
 public:
  BarrierTracker(uint32_t channels, bool after_finish);

  void on_barrier(const Barrier& barrier, InputId channel, Tick now, BarrierEffects& effects);
  void on_cancel(CheckpointId id, InputId channel, Tick now, BarrierEffects& effects);
  void on_end(InputId channel, Tick now, BarrierEffects& effects);
  void on_trigger(const Barrier& barrier, Tick now, BarrierEffects& effects);
  void on_data(int64_t bytes) { metrics_.add_bytes(bytes); }
  // What concerns only time-outs and capture is nothing to a tracker.
  void on_announcement(const Barrier&, InputId, Tick, BarrierEffects&) {}
  void on_timer(CheckpointId, Tick, BarrierEffects&) {}
  void on_arrival(CheckpointId) {}

  // The newest id that is tracked.
  CheckpointId latest() const {
    return tracked_.empty() ? kNoCheckpoint : tracked_.back().barrier.id;
  }
  bool is_pending() const { return !tracked_.empty(); }
  bool is_blocked(InputId) const { return false; }
  uint32_t open_channels() const { return open_; }
  // Appends the ids that are tracked, also the cancelled ones whose barriers are not all in.
  void pending_ids(std::vector<CheckpointId>& ids) const;
  const AlignmentMetrics& metrics() const { return metrics_; }

  friend bool operator==(const BarrierTracker&, const BarrierTracker&) = default;

 private:
  struct Tracked {
    Barrier barrier;  // the first one; only its id counts where it was cancelled before
    bool aborted = false;
    uint32_t target = 0;     // open channels when it was first heard of
    uint32_t delivered = 0;
    std::vector<bool> by_channel;
    friend bool operator==(const Tracked&, const Tracked&) = default;
  };

  struct Turn {
    Tick now;
    BarrierEffects& effects;
  };

  Tracked& track(const Barrier& barrier, InputId channel);
  // Notes that the channel delivered; whether all have now.
  static bool deliver(Tracked& tracked, InputId channel);
  void finish(size_t position, Turn turn);
  void trigger(const Barrier& barrier, Turn turn);
  static void abort(CheckpointId id, AbortReason reason, Turn turn);
  bool is_too_old(CheckpointId id) const { return id <= decided_; }
  void forget_first(size_t count);

  bool after_finish_;
  uint32_t open_;
  CheckpointId newest_ = kNoCheckpoint;   // the highest id ever tracked
  CheckpointId decided_ = kNoCheckpoint;  // … snapshotted, or cancelled while one channel was open
  std::vector<bool> ended_;              // by channel
  std::vector<Tracked> tracked_;         // ids rise
  AlignmentMetrics metrics_;
};

}  // namespace cutline
