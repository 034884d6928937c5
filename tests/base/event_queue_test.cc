// The event queue against a dumb twin, a plain list: exhaustively while it is small, by printed
// seed when it is large.
#include "core/base/event_queue.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>

#include "core/base/dice.h"

namespace cutline {
namespace {

using Queue = EventQueue<uint32_t>;

// The same by the plainest means: a list that is searched for the smallest (when, seq).
class Twin {
 public:
  void push(Tick when, uint32_t payload) { events_.push_back({{when, seq_++}, payload}); }
  Event<uint32_t> pop() {
    size_t first = 0;
    for (size_t at = 1; at < events_.size(); ++at)
      if (events_[at].key < events_[first].key) first = at;
    const Event<uint32_t> event = events_[first];
    events_.erase(events_.begin() + static_cast<std::ptrdiff_t>(first));
    return event;
  }
  size_t size() const { return events_.size(); }

 private:
  std::vector<Event<uint32_t>> events_;
  uint64_t seq_ = 0;
};

void expect_same_pop(Queue& queue, Twin& twin) {
  const Event<uint32_t> expected = twin.pop();
  ASSERT_EQ(queue.next(), expected);
  ASSERT_EQ(queue.pop(), expected);
  ASSERT_EQ(queue.size(), twin.size());
}

void expect_same_rest(Queue queue, Twin twin) {
  while (twin.size() > 0) {
    expect_same_pop(queue, twin);
    if (testing::Test::HasFatalFailure()) return;
  }
  ASSERT_TRUE(queue.empty());
}

TEST(EventQueue, the_earliest_event_comes_first) {
  Queue queue;
  queue.push(30, 3);
  queue.push(10, 1);
  queue.push(20, 2);
  EXPECT_EQ(queue.size(), 3u);
  EXPECT_EQ(queue.pop().payload, 1u);
  EXPECT_EQ(queue.pop().payload, 2u);
  EXPECT_EQ(queue.pop().payload, 3u);
  EXPECT_TRUE(queue.empty());
}

TEST(EventQueue, at_the_same_tick_the_one_planned_first_comes_first) {
  Queue queue;
  for (uint32_t payload = 0; payload < 100; ++payload) queue.push(5, payload);
  for (uint32_t payload = 0; payload < 100; ++payload) {
    const Event<uint32_t> event = queue.pop();
    ASSERT_EQ(event.payload, payload);
    ASSERT_EQ(event.key, (EventKey{5, payload}));
  }
}

TEST(EventQueue, seq_goes_on_when_the_queue_has_run_empty) {
  Queue queue;
  EXPECT_EQ(queue.push(1, 0), (EventKey{1, 0}));
  queue.pop();
  EXPECT_EQ(queue.push(1, 0), (EventKey{1, 1}));
}

TEST(EventQueue, times_may_be_negative_and_as_large_as_a_tick) {
  Queue queue;
  queue.push(std::numeric_limits<Tick>::max(), 2);
  queue.push(0, 1);
  queue.push(std::numeric_limits<Tick>::min(), 0);
  for (uint32_t payload = 0; payload < 3; ++payload) EXPECT_EQ(queue.pop().payload, payload);
}

// Every way to plan up to eight events at three different times.
TEST(EventQueue, all_small_queues_come_out_as_the_twin_says) {
  uint64_t queues = 0;
  for (uint32_t size = 0; size <= 8; ++size) {
    uint32_t fillings = 1;
    for (uint32_t at = 0; at < size; ++at) fillings *= 3;
    for (uint32_t filling = 0; filling < fillings; ++filling) {
      Queue queue;
      Twin twin;
      for (uint32_t at = 0, rest = filling; at < size; ++at, rest /= 3) {
        queue.push(rest % 3, at);
        twin.push(rest % 3, at);
      }
      expect_same_rest(queue, twin);
      ASSERT_FALSE(HasFatalFailure()) << "filling " << filling << " of " << size;
      ++queues;
    }
  }
  EXPECT_EQ(queues, 9841u);  // (3^9 - 1) / 2
}

TEST(EventQueue, all_orders_of_eight_different_times_come_out_sorted) {
  std::vector<Tick> times{1, 2, 3, 4, 5, 6, 7, 8};
  uint64_t orders = 0;
  do {
    Queue queue;
    for (const Tick time : times) queue.push(time, 0);
    for (Tick expected = 1; expected <= 8; ++expected) ASSERT_EQ(queue.pop().key.when, expected);
    ++orders;
  } while (std::next_permutation(times.begin(), times.end()));
  EXPECT_EQ(orders, 40'320u);
}

// All sequences of ten pushes (two times) and pops.
TEST(EventQueue, all_short_mixtures_of_push_and_pop_agree_with_the_twin) {
  constexpr int kLength = 10;
  uint64_t pops = 0;
  for (uint32_t code = 0; code < 59'049; ++code) {
    Queue queue;
    Twin twin;
    uint32_t rest = code;
    for (int at = 0; at < kLength; ++at, rest /= 3) {
      if (rest % 3 < 2) {
        queue.push(rest % 3, static_cast<uint32_t>(at));
        twin.push(rest % 3, static_cast<uint32_t>(at));
      } else if (twin.size() > 0) {
        expect_same_pop(queue, twin);
        ASSERT_FALSE(HasFatalFailure()) << "code " << code;
        ++pops;
      }
    }
    expect_same_rest(queue, twin);
    ASSERT_FALSE(HasFatalFailure()) << "code " << code;
  }
  EXPECT_GT(pops, 59'049u);
}

TEST(EventQueue, long_mixtures_agree_with_the_twin) {
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    Queue queue;
    Twin twin;
    const int64_t spread = dice.between(1, 1'000);
    for (uint32_t round = 0; round < 2'000; ++round) {
      if (twin.size() == 0 || dice.between(0, 9) < 6) {
        const Tick when = dice.between(0, spread);
        queue.push(when, round);
        twin.push(when, round);
      } else {
        expect_same_pop(queue, twin);
      }
      ASSERT_FALSE(HasFatalFailure()) << "round " << round;
    }
    ASSERT_GT(twin.size(), 100u);
    expect_same_rest(queue, twin);
    ASSERT_FALSE(HasFatalFailure());
  }
}

TEST(EventQueue, a_copy_is_equal_and_then_goes_its_own_way) {
  Queue queue;
  queue.push(1, 10);
  queue.push(2, 20);
  Queue copy = queue;
  EXPECT_EQ(copy, queue);
  copy.pop();
  EXPECT_NE(copy, queue);
  EXPECT_EQ(queue.size(), 2u);
  queue.pop();
  EXPECT_EQ(copy, queue);
}

TEST(EventQueue, payload_time_and_the_next_number_count_for_equality) {
  Queue queue;
  queue.push(1, 10);
  Queue other_payload;
  other_payload.push(1, 11);
  EXPECT_NE(queue, other_payload);
  Queue other_time;
  other_time.push(2, 10);
  EXPECT_NE(queue, other_time);
  Queue longer_past = queue;
  longer_past.push(0, 0);
  longer_past.pop();
  EXPECT_NE(queue, longer_past);  // its next event would come after another number
}

// The same events in the same total order are the same queue, whatever the vector looks like.
TEST(EventQueue, how_the_heap_came_about_does_not_count_for_equality) {
  Queue early;  // the event at 0 leaves before the others come
  early.push(0, 0);
  early.pop();
  for (const Tick when : {9, 8, 7, 6, 5, 4, 3}) early.push(when, 1);
  Queue late;
  late.push(0, 0);
  for (const Tick when : {9, 8, 7, 6, 5, 4, 3}) late.push(when, 1);
  late.pop();
  EXPECT_EQ(early, late);
  EXPECT_EQ(early.in_order(), late.in_order());
}

TEST(EventQueue, in_order_lists_what_pop_would_give) {
  Queue queue;
  Dice dice(4);
  for (uint32_t payload = 0; payload < 500; ++payload) queue.push(dice.between(0, 99), payload);
  const std::vector<Event<uint32_t>> events = queue.in_order();
  ASSERT_EQ(events.size(), 500u);
  for (const Event<uint32_t>& event : events) ASSERT_EQ(queue.pop(), event);
}

#if GTEST_HAS_DEATH_TEST
TEST(EventQueueDeathTest, an_empty_queue_has_no_next_event) {
  Queue queue;
  EXPECT_DEATH(queue.pop(), "an empty event queue was asked for its next event");
}
#endif

}  // namespace
}  // namespace cutline
