// The input side of one subtask: what waits on its channels, and in which order it is taken.
//
//     priority   a1@1  1@0            first of all, in the order of arrival
//     channel 0  d d                  else in turn: a channel joins the end of the line when it
//     channel 1  d [1] d              becomes non-empty, and goes there again after its turn
//     in line    1 0
//
// A blocked channel is blocked at its producer (A1): what waits here is taken all the same.
#pragma once
#include <deque>
#include <optional>
#include <vector>

#include "core/system/barrier.h"
#include "core/system/channel_capture.h"

namespace cutline {

enum class InputChannelKind : uint8_t {
  local,   // its queue is the producer's: buffers come into sight when taken; no announcements
  remote,  // buffers come into sight when they arrive; a timeoutable barrier announces itself (T3)
};

enum class GateItemKind : uint8_t { data, barrier, announcement, cancel, end };

struct GateItem {
  GateItemKind kind = GateItemKind::data;
  int64_t bytes = 0;  // data
  uint64_t label = 0;  // data: the caller's own number for it
  Barrier barrier;    // barrier, announcement; cancel: only its id
  friend bool operator==(const GateItem&, const GateItem&) = default;
};

struct TakenItem {
  InputId channel;
  GateItem item;
  friend bool operator==(const TakenItem&, const TakenItem&) = default;
};

// A data buffer that became channel state of a checkpoint.
struct CapturedBuffer {
  CheckpointId id;
  InputId channel;
  int64_t bytes = 0;
  uint64_t label = 0;
  friend bool operator==(const CapturedBuffer&, const CapturedBuffer&) = default;
};
using CapturedBuffers = std::vector<CapturedBuffer>;

class InputGate {
 public:
  explicit InputGate(const std::vector<InputChannelKind>& kinds);

  // Puts the item into its channel; appends what is captured by that.
  void arrive(InputId channel, const GateItem& item, CapturedBuffers& captured);
  // Takes the next item, if any.
  std::optional<TakenItem> take(CapturedBuffers& captured);
  bool empty() const { return priority_.empty() && line_.empty(); }

  // What a handler's effects ask for. Prioritising a barrier that is not queued does nothing.
  void prioritise(InputId channel, CheckpointId id);
  void start_capture(CheckpointId id, CapturedBuffers& captured);
  void stop_capture();

  InputChannelKind kind_of(InputId channel) const { return channels_[channel.index].kind; }

  friend bool operator==(const InputGate&, const InputGate&) = default;

 private:
  struct Waiting {
    uint64_t number = 0;  // of arrival on its channel
    GateItem item;
    friend bool operator==(const Waiting&, const Waiting&) = default;
  };
  struct Urgent {
    InputId channel;
    Waiting waiting;
    friend bool operator==(const Urgent&, const Urgent&) = default;
  };
  struct InputChannel {
    InputChannelKind kind = InputChannelKind::remote;
    uint64_t arrived = 0;
    ChannelCapture capture;
    std::deque<Waiting> queue;
    friend bool operator==(const InputChannel&, const InputChannel&) = default;
  };

  void come_into_sight(InputId channel, const Waiting& waiting, CapturedBuffers& captured);
  void leave_line(InputId channel);

  std::vector<InputChannel> channels_;
  std::deque<Urgent> priority_;
  std::vector<InputId> line_;  // channels whose queue is not empty
};

}  // namespace cutline
