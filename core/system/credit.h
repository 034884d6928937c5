// Credit-based flow control of one input gate (N1, N3): which channel has how many buffers for data
// that may come, and how many of them its producer has been told about.
//
//     producer ──backlog──▶ channel: exclusive ■■  floating ■■■□ ◀──▶ floating pool of the gate
//              ◀──credit──           └ its own      └ up to backlog + exclusive
//
// A channel that cannot get all the floating buffers it needs waits in line for them. Events need
// neither credit nor buffers. Local channels take no part.
#pragma once
#include <cstdint>
#include <vector>

namespace cutline {

inline constexpr int32_t kExclusiveBuffers = 2;  // for each remote channel (N1)
inline constexpr int32_t kFloatingBuffers = 8;   // for each gate (N1)

enum class BufferOrigin : uint8_t { exclusive, floating };

class GateCredit {
 public:
  // `exclusive` by channel. A channel starts with them unannounced: the request for the partition
  // takes them along as the initial credit.
  explicit GateCredit(const std::vector<int32_t>& exclusive,
                      int32_t floating = kFloatingBuffers);
  GateCredit() = default;  // of a gate without remote channels

  // The producer reports how many data buffers it has ready, with each thing it sends.
  void on_backlog(uint32_t channel, int32_t backlog);
  // A data buffer arrives and takes one of the channel's: a floating one first.
  BufferOrigin take(uint32_t channel);
  // The task has consumed it. An exclusive one goes back to its channel.
  void recycle(uint32_t channel, BufferOrigin origin);
  // A blocking barrier has arrived: a channel without buffers of its own gives the others back.
  void on_blocked(uint32_t channel);
  void on_resumed(uint32_t channel);
  // Credit to send to the producer now.
  int32_t announce(uint32_t channel);

  int32_t available(uint32_t channel) const { return available(channels_[channel]); }
  int32_t required(uint32_t channel) const { return channels_[channel].required; }
  int32_t unannounced(uint32_t channel) const { return channels_[channel].unannounced; }
  bool is_waiting(uint32_t channel) const { return channels_[channel].waiting; }
  int32_t free_floating() const { return free_; }
  // What the debloater counts of a channel on top of what is queued: its producer's backlog (N5).
  int32_t sender_backlog(uint32_t channel) const;

  friend bool operator==(const GateCredit&, const GateCredit&) = default;

 private:
  struct Channel {
    int32_t exclusive = 0;       // of its own
    int32_t free_exclusive = 0;  // of them, unused
    int32_t free_floating = 0;
    int32_t required = 0;        // backlog + exclusive, less what was taken since
    int32_t unannounced = 0;
    bool waiting = false;        // in line for floating buffers
    friend bool operator==(const Channel&, const Channel&) = default;
  };

  static int32_t available(const Channel& channel) {
    return channel.free_exclusive + channel.free_floating;
  }
  int32_t request(uint32_t channel);
  void give_back();

  std::vector<Channel> channels_;
  std::vector<uint32_t> line_;  // channels that wait, longest first
  int32_t free_ = 0;            // floating buffers that no channel has
};

}  // namespace cutline
