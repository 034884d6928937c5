// Which data buffers of one input channel belong to the channel state of an unaligned checkpoint.
//
//     remote: what waits here counts       d0  d1  [1]  d2 | d3      capture of 1 starts: d0, d1
//     local:  it waits at the producer     └──────┬──────┘ └ arrives later, not captured: [1] was
//             and counts when it is taken      waiting       before it
//
// Numbers rise in the order of arrival. Each buffer is captured once: here, or as output of the
// producer that its barrier overtook (U4).
#pragma once
#include "core/system/barrier.h"

namespace cutline {

class ChannelCapture {
 public:
  // A barrier of any kind comes into sight: it arrives (remote) or is taken (local). That of an
  // older checkpoint is transparent (U6).
  void on_barrier(CheckpointId id, uint64_t number) {
    if (id > newest_) {
      newest_ = id;
      newest_at_ = number;
    }
    if (id >= capturing_) capturing_ = kNoCheckpoint;
  }
  // The channel has nothing more (U3).
  void on_end() { capturing_ = kNoCheckpoint; }

  // The snapshot of `id` is taken now (U2). Everything waits for its barrier, unless that is in.
  void start(CheckpointId id) { capturing_ = newest_ < id ? id : kNoCheckpoint; }
  void stop() { capturing_ = kNoCheckpoint; }

  // Does a waiting buffer of that number belong to `id`, whose capture has just started?
  bool covers(CheckpointId id, uint64_t number) const {
    return newest_ < id || number < newest_at_;
  }
  // The checkpoint to which a buffer belongs that comes into sight now (U3), or kNoCheckpoint.
  CheckpointId capturing() const { return capturing_; }

  friend bool operator==(const ChannelCapture&, const ChannelCapture&) = default;

 private:
  CheckpointId newest_ = kNoCheckpoint;  // barrier in sight so far
  uint64_t newest_at_ = 0;
  CheckpointId capturing_ = kNoCheckpoint;
};

}  // namespace cutline
