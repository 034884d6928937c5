// What happens next: events in a total order, earliest first, and at the same tick in the order in
// which they were planned. A plain value: copy it, compare it.
//
//                 (2, 0)               A heap with four children per node, in one vector: half as
//         ┌──────┬───┴──┬──────┐       deep as with two, and the four stand side by side in memory.
//      (5, 1) (3, 4) (3, 2) (9, 3)     Node i has the children 4i + 1 … 4i + 4; (when, seq).
#pragma once
#include <algorithm>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "core/base/check.h"
#include "core/base/ticks.h"

namespace cutline {

struct EventKey {
  Tick when = 0;
  uint64_t seq = 0;  // given by push, from 0: breaks every tie
  friend auto operator<=>(const EventKey&, const EventKey&) = default;
};

template <class Payload>
struct Event {
  EventKey key;
  Payload payload{};
  friend bool operator==(const Event&, const Event&) = default;
};

template <class Payload>
class EventQueue {
 public:
  static_assert(std::is_trivially_copyable_v<Payload>, "events are data: never a closure");

  bool empty() const { return heap_.empty(); }
  size_t size() const { return heap_.size(); }
  void reserve(size_t events) { heap_.reserve(events); }

  EventKey push(Tick when, Payload payload) {
    const Event<Payload> event{{when, next_seq_++}, payload};
    heap_.push_back(event);
    float_up(heap_.size() - 1, event);
    return event.key;
  }

  const Event<Payload>& next() const {
    CUTLINE_CHECK(!heap_.empty(), "an empty event queue was asked for its next event");
    return heap_.front();
  }

  Event<Payload> pop() {
    const Event<Payload> first = next();
    const Event<Payload> last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) float_up(hole_at_the_bottom(), last);
    return first;
  }

  // All events, earliest first: for printing, fingerprints and comparing.
  std::vector<Event<Payload>> in_order() const {
    std::vector<Event<Payload>> events = heap_;
    std::sort(events.begin(), events.end(),
              [](const auto& left, const auto& right) { return before(left.key, right.key); });
    return events;
  }

  // The same events in the same order, and the same number for the next one. How the heap came to
  // be arranged does not count: two runs that differ in nothing else are equal.
  friend bool operator==(const EventQueue& left, const EventQueue& right) {
    if (left.next_seq_ != right.next_seq_ || left.size() != right.size()) return false;
    return left.heap_ == right.heap_ || left.in_order() == right.in_order();
  }

 private:
  static bool before(const EventKey& left, const EventKey& right) {
    return (left.when < right.when) | ((left.when == right.when) & (left.seq < right.seq));
  }

  // Moves the hole up until `event` fits into it.
  void float_up(size_t hole, const Event<Payload>& event) {
    while (hole > 0) {
      const size_t parent = (hole - 1) / 4;
      if (!before(event.key, heap_[parent].key)) break;
      heap_[hole] = heap_[parent];
      hole = parent;
    }
    heap_[hole] = event;
  }

  // Fills the hole at the top with the earliest child, and so on down. The event for the last
  // hole comes from the bottom and mostly belongs there, so it is not compared on the way.
  size_t hole_at_the_bottom() {
    const size_t size = heap_.size();
    size_t hole = 0;
    size_t child = 1;
    for (; child + 3 < size; child = 4 * hole + 1) {
      const size_t earliest = earlier(earlier(child, child + 1), earlier(child + 2, child + 3));
      heap_[hole] = heap_[earliest];
      hole = earliest;
    }
    if (child < size) {  // only the last node has fewer than four, and then they have none
      size_t earliest = child;
      for (size_t at = child + 1; at < size; ++at) earliest = earlier(earliest, at);
      heap_[hole] = heap_[earliest];
      hole = earliest;
    }
    return hole;
  }

  // Which of two children is the earliest is as good as random: computed, not branched on, since
  // every second guess of the processor would be wrong.
  size_t earlier(size_t left, size_t right) const {
    const size_t swap = before(heap_[right].key, heap_[left].key) ? 1 : 0;
    return left + (right - left) * swap;
  }

  std::vector<Event<Payload>> heap_;
  uint64_t next_seq_ = 0;
};

}  // namespace cutline
