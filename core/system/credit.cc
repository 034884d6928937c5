#include "core/system/credit.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"

namespace cutline {

GateCredit::GateCredit(const std::vector<int32_t>& exclusive, int32_t floating)
    : channels_(exclusive.size()), free_(floating) {
  CUTLINE_CHECK(floating >= 0, "a gate has no fewer floating buffers than none");
  for (size_t index = 0; index < exclusive.size(); ++index) {
    CUTLINE_CHECK(exclusive[index] >= 0, "a channel has no fewer buffers of its own than none");
    channels_[index].exclusive = exclusive[index];
    channels_[index].free_exclusive = exclusive[index];
    channels_[index].unannounced = exclusive[index];
  }
}

void GateCredit::on_backlog(uint32_t channel, int32_t backlog) {
  CUTLINE_CHECK(backlog >= 0, "a backlog is not negative");
  Channel& of = channels_[channel];
  of.required = backlog + of.exclusive;
  of.unannounced += request(channel);
}

// Takes floating buffers until the channel has what it requires; gets in line where there are none.
int32_t GateCredit::request(uint32_t channel) {
  Channel& of = channels_[channel];
  if (of.waiting) return 0;
  const int32_t wanted = of.required - available(of);
  const int32_t got = std::clamp(wanted, 0, free_);
  of.free_floating += got;
  free_ -= got;
  if (got < wanted) {
    of.waiting = true;
    line_.push_back(channel);
  }
  return got;
}

BufferOrigin GateCredit::take(uint32_t channel) {
  Channel& of = channels_[channel];
  CUTLINE_CHECK(available(of) > 0, "a producer sends data only on credit");
  --of.required;
  if (of.free_floating > 0) {
    --of.free_floating;
    return BufferOrigin::floating;
  }
  --of.free_exclusive;
  return BufferOrigin::exclusive;
}

void GateCredit::recycle(uint32_t channel, BufferOrigin origin) {
  if (origin == BufferOrigin::floating) return give_back();
  Channel& of = channels_[channel];
  CUTLINE_CHECK(of.free_exclusive < of.exclusive, "a channel gets back the buffers it had");
  ++of.free_exclusive;
  if (available(of) > of.required && of.free_floating > 0) {
    --of.free_floating;  // one for the other: the channel has enough
    return give_back();
  }
  ++of.unannounced;
}

// A floating buffer goes to the first in line that still needs one, or into the pool.
void GateCredit::give_back() {
  while (!line_.empty()) {
    const uint32_t channel = line_.front();
    line_.erase(line_.begin());
    Channel& of = channels_[channel];
    of.waiting = false;
    if (available(of) >= of.required) continue;
    ++of.free_floating;
    of.unannounced += 1 + request(channel);
    return;
  }
  ++free_;
}

void GateCredit::on_blocked(uint32_t channel) {
  Channel& of = channels_[channel];
  if (of.exclusive > 0) return;
  of.required = 0;
  for (int32_t left = std::exchange(of.free_floating, 0); left > 0; --left) give_back();
}

void GateCredit::on_resumed(uint32_t channel) {
  if (channels_[channel].exclusive == 0) channels_[channel].unannounced = 0;
}

int32_t GateCredit::announce(uint32_t channel) {
  return std::exchange(channels_[channel].unannounced, 0);
}

int32_t GateCredit::sender_backlog(uint32_t channel) const {
  return std::max(0, channels_[channel].required - channels_[channel].exclusive);
}

}  // namespace cutline
