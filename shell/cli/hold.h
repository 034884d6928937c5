// The hold model: the number of planned events stays the same, and each step takes the earliest one
// and plans it anew, an exponential time later. It measures the queue and little else.
#pragma once
#include <cstdint>

#include "core/base/dice.h"
#include "core/base/event_queue.h"
#include "core/base/exponential.h"
#include "core/base/fingerprint.h"
#include "shell/cli/bare_heap.h"

namespace cutline {

struct HoldSetup {
  uint32_t planned = 1;
  uint64_t holds = 1;
  uint64_t seed = 0;
};

inline Tick event_time(const Event<uint32_t>& event) { return event.key.when; }
inline Tick event_time(const BareEvent& event) { return event.when; }

// The fingerprint of all times and events, in order.
template <class Queue>
uint64_t hold(Queue queue, const HoldSetup& setup) {
  Dice dice(setup.seed);
  Fingerprint fingerprint;
  for (uint32_t event = 0; event < setup.planned; ++event)
    queue.push(exponential(dice, kSecond), event);
  for (uint64_t done = 0; done < setup.holds; ++done) {
    const auto event = queue.pop();
    fingerprint.add(static_cast<uint64_t>(event_time(event)) ^ event.payload);
    queue.push(event_time(event) + exponential(dice, kSecond), event.payload);
  }
  return fingerprint.value();
}

}  // namespace cutline
