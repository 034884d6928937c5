// What has arrived on one remote input channel and was not polled yet.
//
//     polled ◀── [ a2 ] [ d0  d1  |2  d3  d4 ]◀── arrives, numbered by the producer's queue
//                  │              └ aligned, may time out: it waits, and is announced
//                  └ priority: announcements and unaligned barriers
//
// With capture (U2, U3): what waits in front of the barrier when a checkpoint starts, then what
// arrives until its barrier does. A local channel has no such queue: its consumer polls the
// producer's, and a ChannelPersister alone decides (U4).
#pragma once
#include <cstdint>
#include <vector>

#include "core/system/channel_persister.h"
#include "core/system/queue_item.h"
#include "core/system/ring.h"

namespace cutline {

struct ArrivalNotice {
  bool first_item = false;      // the queue was empty: the gate has to be told
  bool first_priority = false;  // the head has become a priority event
  bool captured = false;        // the buffer belongs to the checkpoint persister().newest()
  friend bool operator==(const ArrivalNotice&, const ArrivalNotice&) = default;
};

struct InputPolled {
  bool taken = false;
  bool more = false;           // something waits behind it
  bool more_priority = false;  // and has priority
  QueueItem item;
};

class InputQueue {
 public:
  // `first_sequence` is the number that the first item must have.
  explicit InputQueue(int32_t first_sequence) : expected_(first_sequence) {}
  InputQueue() = default;  // from 0

  // The item comes in over the network. A captured buffer is also appended to `captured`.
  ArrivalNotice arrive(QueueItem item, std::vector<Buffer>& captured);
  InputPolled poll();

  // The task takes the snapshot of `id`: what waits in front of its barrier is captured (U2). False
  // where a newer barrier has arrived and `id` cannot be started any more.
  bool start_capture(CheckpointId id, std::vector<Buffer>& captured);
  void stop_capture(CheckpointId id);
  // T4: the announced barrier of the newest checkpoint goes to the head. Only its place changes.
  // True where it has become the only priority event there.
  bool prioritise(int32_t sequence);

  // What start_capture(id) would capture.
  void in_flight(CheckpointId id, std::vector<Buffer>& buffers) const;
  const ChannelPersister& persister() const { return persister_; }
  size_t size() const { return items_.size(); }
  const QueueItem& item(size_t index) const { return items_.at(index); }
  int64_t queued_bytes() const { return queued_bytes_; }  // events included

  friend bool operator==(const InputQueue&, const InputQueue&) = default;

 private:
  bool add_priority(QueueItem item);
  bool is_before_barrier(int32_t sequence) const;

  Ring<QueueItem> items_;
  uint32_t priority_ = 0;  // the first so many items
  int32_t expected_ = 0;
  int64_t queued_bytes_ = 0;
  ChannelPersister persister_;
  CheckpointId barrier_ = kNoCheckpoint;  // the newest that has arrived and is not over ...
  int32_t barrier_sequence_ = 0;          // ... and its number
};

}  // namespace cutline
