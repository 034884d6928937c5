// The input side of one subtask: what waits on its channels, and in which order it is taken.
//
//     priority   a1@1  1@0            first of all, in the order of arrival
//     channel 0  d d                  else in turn: a channel joins the end of the line when it
//     channel 1  d [1] d              becomes non-empty, and goes there again after its turn
//     in line    1 0
//
// A blocked channel is blocked at its producer (A1): what waits here is taken all the same. Queues
// and capture are those of the streaming engine, without its network.
#pragma once
#include <deque>
#include <optional>
#include <vector>

#include "core/system/channel_persister.h"
#include "core/system/input_queue.h"
#include "core/system/queue_item.h"
#include "core/system/ring.h"

namespace cutline {

enum class InputChannelKind : uint8_t {
  local,   // its queue is the producer's: buffers come into sight when taken; no announcements
  remote,  // buffers come into sight when they arrive; a timeoutable barrier announces itself (T3)
};

struct TakenItem {
  InputId channel;
  QueueItem item;
  friend bool operator==(const TakenItem&, const TakenItem&) = default;
};

// A data buffer that became channel state of a checkpoint.
struct CapturedBuffer {
  CheckpointId id;
  InputId channel;
  Buffer buffer;
  friend bool operator==(const CapturedBuffer&, const CapturedBuffer&) = default;
};
using CapturedBuffers = std::vector<CapturedBuffer>;

// One channel of the gate. A local one stands for the end of the producer's queue.
class GateChannel {
 public:
  GateChannel(InputId id, InputChannelKind kind) : id_(id), kind_(kind) {}

  // True where a priority item has come in: itself, or its announcement.
  bool arrive(QueueItem item, CapturedBuffers& captured);
  // The first item. There must be one.
  QueueItem take(CapturedBuffers& captured);
  // True where the barrier has become a priority item. Not where it is not queued, or where a newer
  // one has followed it.
  bool prioritise(CheckpointId id);
  void start_capture(CheckpointId id, CapturedBuffers& captured);
  void stop_capture(CheckpointId id);

  InputChannelKind kind() const { return kind_; }
  bool empty() const { return is_local() ? local_.empty() : remote_.size() == 0; }

  friend bool operator==(const GateChannel&, const GateChannel&) = default;

 private:
  bool is_local() const { return kind_ == InputChannelKind::local; }
  void note_barrier(const QueueItem& item);
  void append(CheckpointId id, std::vector<Buffer>& buffers, CapturedBuffers& captured) const;

  InputId id_;
  InputChannelKind kind_;
  int32_t arrived_ = 0;         // items so far: the number of the next one
  InputQueue remote_;           // where remote; it announces and captures by itself
  Ring<QueueItem> local_;       // where local ...
  uint32_t local_priority_ = 0;  // ... the first so many items go ahead of the others
  ChannelPersister persister_;  // ... and come into sight only when taken
  CheckpointId newest_;         // of the barriers that arrived,
  int32_t newest_sequence_ = 0;  // the number of its first,
  bool newest_waits_ = false;    // and whether that may still be prioritised
};

class InputGate {
 public:
  explicit InputGate(const std::vector<InputChannelKind>& kinds);

  // Puts the item into its channel; appends what is captured by that.
  void arrive(InputId channel, QueueItem item, CapturedBuffers& captured);
  // Takes the next item, if any.
  std::optional<TakenItem> take(CapturedBuffers& captured);
  bool empty() const { return line_.empty(); }

  // What a handler's effects ask for.
  void prioritise(InputId channel, CheckpointId id);
  void start_capture(CheckpointId id, CapturedBuffers& captured);
  void stop_capture(CheckpointId id);

  InputChannelKind kind_of(InputId channel) const { return channels_[channel.index].kind(); }

  friend bool operator==(const InputGate&, const InputGate&) = default;

 private:
  std::vector<GateChannel> channels_;
  std::deque<InputId> priority_;  // the channel of each priority item, in the order of arrival
  std::deque<InputId> line_;      // channels that are not empty
};

}  // namespace cutline
