// Exactly-once barrier handling of one subtask: aligned, unaligned, or aligned until a time-out.
// It handles one checkpoint at a time; a newer one ends the older.
//
//                  announcements           announcements, but timed out (alternating)
//                ┌──▶ waiting ───────────────────────────▶ waiting_unaligned ◀── unaligned mode
//                │       │ first barrier                        │ first barrier: capture, snapshot
//       last     │       ▼                                      ▼                   starts here
//     barrier or │   collecting ── time-out, unaligned ──▶ collecting_unaligned
//          abort └───────┘            barrier: capture,         │ last barrier or abort: stop
//                  snapshot             snapshot                ▼ capture, resume, start again
//
// A plain value: copy it, compare it. Events must come in the order of their times.
#pragma once
#include <algorithm>
#include <vector>

#include "core/system/alignment_metrics.h"
#include "core/system/barrier.h"

namespace cutline {

enum class BarrierMode : uint8_t {
  aligned,      // unaligned checkpoints are off
  unaligned,    // every checkpoint captures from its first barrier on
  alternating,  // unaligned checkpoints are on: the barriers say which kind each checkpoint is
};

class BarrierHandler {
 public:
  // `channels` over all inputs of the subtask. `after_finish`: checkpoints-after-tasks-finish.
  BarrierHandler(BarrierMode mode, uint32_t channels, bool after_finish);

  // The subtask's thread takes a barrier, an announcement, a cancel marker, the end of a channel.
  void on_barrier(const Barrier& barrier, InputId channel, Tick now, BarrierEffects& effects);
  void on_announcement(const Barrier& barrier, InputId channel, Tick now, BarrierEffects& effects);
  void on_cancel(CheckpointId id, InputId channel, Tick now, BarrierEffects& effects);
  void on_end(InputId channel, Tick now, BarrierEffects& effects);
  // The coordinator triggers a subtask whose inputs are all at their end (C7).
  void on_trigger(const Barrier& barrier, Tick now, BarrierEffects& effects);
  // The timer that was armed for `id` is run, at its time or later (T3).
  void on_timer(CheckpointId id, Tick now, BarrierEffects& effects);
  // A data buffer is polled.
  void on_data(int64_t bytes) { metrics_.add_bytes(bytes); }
  // A barrier lies in a remote channel's queue from now on; the thread has not seen it yet (U7).
  void on_arrival(CheckpointId id) { newest_arrived_ = std::max(newest_arrived_, id); }

  CheckpointId latest() const { return current_; }
  bool is_pending() const { return current_ != ended_ && current_ != kNoCheckpoint; }
  bool is_blocked(InputId channel) const { return inputs_[channel.index].blocked; }
  uint32_t open_channels() const { return open_; }
  // Appends the ids whose barriers are being collected: at most one.
  void pending_ids(std::vector<CheckpointId>& ids) const {
    if (is_pending()) ids.push_back(current_);
  }
  const AlignmentMetrics& metrics() const { return metrics_; }

  friend bool operator==(const BarrierHandler&, const BarrierHandler&) = default;

 private:
  enum class Phase : uint8_t { waiting, collecting, waiting_unaligned, collecting_unaligned };

  struct Input {
    bool delivered = false;  // the current id's barrier, or the end of the channel
    bool blocked = false;    // by an aligned barrier
    bool announced = false;  // the current id's barrier, which is still queued
    bool ended = false;
    friend bool operator==(const Input&, const Input&) = default;
  };

  // One event's time and the list that it fills.
  struct Turn {
    Tick now;
    BarrierEffects& effects;
    BarrierEffect& add(BarrierEffectKind kind, const Barrier& barrier) const;
    BarrierEffect& add(BarrierEffectKind kind, InputId channel) const;
  };

  void take_barrier(const Barrier& barrier, InputId channel, bool blocks, Turn turn);
  void become_current(const Barrier& barrier, Turn turn);
  void deliver(InputId channel, const Barrier& barrier, Turn turn);
  void collect(const Barrier& barrier, InputId channel, bool blocks, Turn turn);
  void collect_unaligned(const Barrier& barrier, InputId channel, bool blocks, Turn turn);
  void collect_end(Turn turn);
  void switch_to_unaligned(const Barrier& barrier, Turn turn);
  void capture_and_trigger(const Barrier& barrier, Turn turn);
  void trigger(const Barrier& barrier, Turn turn);
  void complete_if_all_in(Turn turn);
  void abort(CheckpointId id, AbortReason reason, Turn turn);

  void block(InputId channel, Turn turn);
  void prioritise_announced(Turn turn);
  void start_again(Turn turn);
  void forget_delivered();
  void cancel_timer(Turn turn);

  bool all_in() const { return delivered_ == target_; }
  bool is_obsolete(CheckpointId id) const {
    return id < current_ || (id == current_ && !is_pending());
  }

  BarrierMode mode_;
  bool after_finish_;
  Phase phase_;
  bool timer_armed_ = false;
  bool capturing_ = false;
  uint32_t open_;           // channels that have not ended
  uint32_t target_ = 0;     // open channels when the current id became current
  uint32_t delivered_ = 0;  // of them
  CheckpointId current_ = kNoCheckpoint;         // the highest id heard of
  CheckpointId ended_ = kNoCheckpoint;           // the highest id completed or aborted
  CheckpointId triggered_ = kNoCheckpoint;       // the last id snapshotted
  CheckpointId newest_arrived_ = kNoCheckpoint;  // in a remote channel's queue
  Barrier pending_;                              // what first told of the current id
  std::vector<Input> inputs_;
  AlignmentMetrics metrics_;
};

}  // namespace cutline
