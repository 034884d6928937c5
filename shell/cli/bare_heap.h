// The yardstick of the benchmarks: a heap with four children per node as one writes it for a single
// loop. A plain array of fixed size, nothing checked, no way to look at it or compare it.
#pragma once
#include <cstddef>
#include <cstdint>
#include <memory>

#include "core/base/ticks.h"

namespace cutline {

struct BareEvent {
  Tick when;
  uint64_t seq;
  uint32_t payload;
};

class BareHeap {
 public:
  explicit BareHeap(size_t capacity) : events_(new BareEvent[capacity]) {}

  void push(Tick when, uint32_t payload) {
    const BareEvent event{when, seq_++, payload};
    size_t at = size_++;
    while (at > 0) {
      const size_t parent = (at - 1) >> 2;
      if (!before(event, events_[parent])) break;
      events_[at] = events_[parent];
      at = parent;
    }
    events_[at] = event;
  }

  BareEvent pop() {
    const BareEvent first = events_[0];
    const BareEvent last = events_[--size_];
    size_t at = 0;
    for (;;) {
      const size_t child = 4 * at + 1;
      if (child >= size_) break;
      const size_t end = child + 4 < size_ ? child + 4 : size_;
      size_t least = child;
      for (size_t other = child + 1; other < end; ++other)
        if (before(events_[other], events_[least])) least = other;
      if (!before(events_[least], last)) break;
      events_[at] = events_[least];
      at = least;
    }
    events_[at] = last;
    return first;
  }

  bool empty() const { return size_ == 0; }

 private:
  static bool before(const BareEvent& left, const BareEvent& right) {
    return left.when < right.when || (left.when == right.when && left.seq < right.seq);
  }

  std::unique_ptr<BareEvent[]> events_;
  size_t size_ = 0;
  uint64_t seq_ = 0;
};

}  // namespace cutline
