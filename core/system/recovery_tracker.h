// U13: a channel that has delivered its producer's recovered output is held until every channel of
// the task has; then all are resumed together, and the task sees one end of channel state.
#pragma once
#include <algorithm>
#include <vector>

#include "core/base/check.h"
#include "core/system/barrier.h"

namespace cutline {

class RecoveryTracker {
 public:
  // `channels` of the task, over all gates, whose producers recover output.
  explicit RecoveryTracker(uint32_t channels) : recovered_(channels, false) {}
  RecoveryTracker() = default;

  // A channel delivers its end of channel state. True for the last one: resume all channels now,
  // and hand the event on.
  bool on_end_of_channel_state(InputId channel) {
    CUTLINE_CHECK(channel.index < recovered_.size() && !recovered_[channel.index],
                  "a channel recovers once");
    recovered_[channel.index] = true;
    return is_done();
  }
  // The channel is blocked at its producer until all are through.
  bool is_held(InputId channel) const {
    return channel.index < recovered_.size() && recovered_[channel.index] && !is_done();
  }
  bool is_done() const {
    return std::find(recovered_.begin(), recovered_.end(), false) == recovered_.end();
  }

  friend bool operator==(const RecoveryTracker&, const RecoveryTracker&) = default;

 private:
  std::vector<bool> recovered_;
};

}  // namespace cutline
