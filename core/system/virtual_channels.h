// U18: one physical channel that, after a restore at another parallelism, carries the captured data
// of several old channels.
//
//     channel 0 of new subtask 1 ──┬── old subtask 1, old channel 0    watermark 7   ┐
//                                  ├── old subtask 1, old channel 2    watermark 5   ├─▶ 5
//                                  └── old subtask 2, old channel 0    watermark –   ┘   none yet
//
// Records are put together for each of them alone, so that pieces of a record find each other.
#pragma once
#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/check.h"
#include "core/system/subtask_state_mapper.h"

namespace cutline {

struct VirtualChannel {
  uint32_t old_subtask = 0;  // the consumer whose data it was
  uint32_t old_channel = 0;  // its channel: the producer
  std::optional<int64_t> watermark;
  bool filtered = false;     // other new subtasks read it too: keep only one's own key groups
  friend bool operator==(const VirtualChannel&, const VirtualChannel&) = default;
};

class VirtualChannels {
 public:
  VirtualChannels() = default;
  // Of the channel that new consumer `consumer` has to new producer `producer`.
  VirtualChannels(const EdgeMapping& mapping, uint32_t consumer, uint32_t producer) {
    for (uint32_t old_subtask : mapping.old_consumers[consumer])
      for (uint32_t old_channel : mapping.old_producers[producer])
        channels_.push_back({old_subtask, old_channel, {}, mapping.filtered[old_subtask]});
  }

  bool empty() const { return channels_.empty(); }
  const std::vector<VirtualChannel>& all() const { return channels_; }

  // Captured data is about to come: it must belong to one of these.
  const VirtualChannel& select(uint32_t old_subtask, uint32_t old_channel) const {
    return channels_[place(old_subtask, old_channel)];
  }
  // A watermark came with it. Returns the one the channel as a whole has now: the lowest, once each
  // has reported one.
  std::optional<int64_t> on_watermark(uint32_t old_subtask, uint32_t old_channel,
                                      int64_t watermark) {
    channels_[place(old_subtask, old_channel)].watermark = watermark;
    std::optional<int64_t> lowest = watermark;
    for (const VirtualChannel& each : channels_) {
      if (!each.watermark) return std::nullopt;
      lowest = std::min(*lowest, *each.watermark);
    }
    return lowest;
  }

  friend bool operator==(const VirtualChannels&, const VirtualChannels&) = default;

 private:
  size_t place(uint32_t old_subtask, uint32_t old_channel) const {
    size_t index = 0;
    while (index < channels_.size() && (channels_[index].old_subtask != old_subtask ||
                                        channels_[index].old_channel != old_channel))
      ++index;
    CUTLINE_CHECK(index < channels_.size(), "captured data belongs to a channel that is mapped");
    return index;
  }

  std::vector<VirtualChannel> channels_;
};

}  // namespace cutline
