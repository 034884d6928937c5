// The output queue: open buffers, flushes, backlog; and against a dumb twin, whatever the order.
#include "core/system/output_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/dice.h"
#include "tests/system/queue_support.h"

namespace cutline::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(OutputQueue, AnOpenBufferIsOfferedByAFlushAndStaysToBeFilledFurther) {
  OutputQueue queue;
  EXPECT_EQ(queue.open(100), QueueNotice{});
  queue.append(30, 1);
  EXPECT_FALSE(queue.is_available(true));
  EXPECT_EQ(queue.backlog(), 0) << "an open buffer may not be asked for yet";
  EXPECT_EQ(queue.flush(), (QueueNotice{true, false}));
  EXPECT_EQ(queue.flush(), QueueNotice{}) << "told once";
  EXPECT_TRUE(queue.is_available(true));
  EXPECT_FALSE(queue.is_available(false)) << "data needs credit";
  EXPECT_EQ(queue.backlog(), 1);

  const Polled first = queue.poll();
  EXPECT_EQ(first.item.buffer, buffer_of(30, {1}));
  EXPECT_EQ(first.segments_freed, 0) << "the segment is still being written";
  EXPECT_EQ(first.next, NextItem::none);
  EXPECT_TRUE(queue.has_open());
  EXPECT_EQ(queue.room(), 70);
  EXPECT_FALSE(queue.poll().taken);

  queue.append(70, 2);
  EXPECT_FALSE(queue.has_open()) << "it is full";
  EXPECT_FALSE(queue.is_available(true)) << "alone, full or not";
  EXPECT_EQ(queue.open(100), (QueueNotice{true, false}));
  const Polled second = queue.poll();
  EXPECT_EQ(second.item.buffer, buffer_of(70, {2}));
  EXPECT_EQ(second.segments_freed, 1);
  EXPECT_EQ(second.item.sequence, 1);
}

TEST(OutputQueue, AFlushDoesNotCloseABufferBehindABacklog) {
  OutputQueue queue;
  queue.open(100);
  queue.append(100, 1);
  queue.open(100);
  queue.append(10, 2);
  EXPECT_EQ(queue.flush(), QueueNotice{}) << "the reader knows already";
  EXPECT_TRUE(queue.has_open());
  EXPECT_EQ(queue.poll().item.buffer, buffer_of(100, {1}));
  queue.append(90, 3);
  EXPECT_EQ(queue.poll().item.buffer, buffer_of(100, {2, 3}));
}

TEST(OutputQueue, ARecordThatGoesOnInTheNextBufferCountsWhereItEnds) {
  OutputQueue queue;
  queue.open(64);
  queue.append_part(64);
  queue.open(64);
  queue.append(36, 7);
  queue.close_open();
  EXPECT_EQ(queue.poll().item.buffer, buffer_of(64));
  EXPECT_EQ(queue.poll().item.buffer, buffer_of(36, {7}));
}

TEST(OutputQueue, AnEventClosesTheOpenBufferAndNeedsNoCredit) {
  OutputQueue queue;
  queue.open(64);
  queue.append(10, 1);
  std::vector<Buffer> captured;
  EXPECT_TRUE(queue.add_barrier(aligned_barrier(1), captured).notice.data);
  EXPECT_FALSE(queue.has_open());
  EXPECT_THAT(captured, IsEmpty());
  EXPECT_FALSE(queue.is_available(false));
  const Polled data = queue.poll();
  EXPECT_EQ(data.next, NextItem::event);
  EXPECT_TRUE(queue.is_available(false));
  EXPECT_EQ(queue.poll().backlog, 0);
  EXPECT_TRUE(queue.is_blocked());
}

TEST(OutputQueue, WhatWasFlushedOutOfAnOpenBufferIsNotCaptured) {
  OutputQueue queue;
  queue.open(100);
  queue.append(30, 1);
  queue.flush();
  queue.poll();
  queue.append(20, 2);
  std::vector<Buffer> captured;
  queue.add_barrier(unaligned_barrier(1), captured);
  EXPECT_THAT(captured, ElementsAre(buffer_of(20, {2})));

  OutputQueue empty;
  empty.open(100);
  empty.append(30, 1);
  empty.flush();
  empty.poll();
  captured.clear();
  empty.add_barrier(unaligned_barrier(1), captured);
  EXPECT_THAT(captured, IsEmpty()) << "nothing is left in it";
  EXPECT_THAT(drain(empty), ElementsAre("barrier 1"));
}

TEST(OutputQueue, ASegmentThatWasEmptiedByAFlushComesBackWhenItIsClosed) {
  OutputQueue queue;
  queue.open(100);
  queue.append(30, 1);
  queue.flush();
  EXPECT_EQ(queue.poll().segments_freed, 0);
  queue.add_event(QueueItemKind::cancel_marker, {3});
  const Polled event = queue.poll();
  EXPECT_EQ(describe(event.item), "cancel 3");
  EXPECT_EQ(event.segments_freed, 1);
}

TEST(OutputQueue, AnAtLeastOnceOrUnalignedBarrierBlocksNothing) {
  for (BarrierKind kind : {BarrierKind::at_least_once, BarrierKind::unaligned}) {
    OutputQueue queue;
    std::vector<Buffer> captured;
    queue.add_barrier(barrier_of(1, kind), captured);
    queue.add(buffer_of(5));
    EXPECT_THAT(drain(queue), ElementsAre("barrier 1", "5"));
  }
}

TEST(OutputQueue, TheEndOfChannelStateBlocksUntilResumedAndNothingFollowsTheEnd) {
  OutputQueue queue;
  queue.add(buffer_of(5));
  queue.add_event(QueueItemKind::end_of_channel_state);
  queue.add_event(QueueItemKind::end_of_partition);
  EXPECT_TRUE(queue.is_finished());
  queue.add_event(QueueItemKind::cancel_marker, {1});
  EXPECT_THAT(drain(queue), ElementsAre("5", "end of channel state"));
  EXPECT_TRUE(queue.is_blocked());
  queue.resume();
  EXPECT_THAT(drain(queue), ElementsAre("end of partition"));
}

TEST(OutputQueue, AnAbortedTimeoutableBarrierStaysInPlaceAndIsNeverConverted) {
  OutputQueue queue;
  std::vector<Buffer> captured;
  queue.add(buffer_of(5));
  queue.add_barrier(timeoutable_barrier(1), captured);
  queue.abort({1});
  EXPECT_EQ(queue.time_out({1}, captured), std::nullopt);
  queue.add(buffer_of(6));
  EXPECT_EQ(queue.add_barrier(timeoutable_barrier(2), captured).failed, kNoCheckpoint);
  EXPECT_TRUE(queue.time_out({2}, captured).has_value());
  EXPECT_THAT(sizes(captured), ElementsAre(5, 6)) << "an older barrier is transparent (U6)";
  EXPECT_EQ(describe(queue.poll().item), "barrier 2");
}

// --- against a twin ---

// What should come out: single records and events, in order.
struct Token {
  bool event = false;
  bool priority = false;
  uint64_t tag = 0;      // of a record
  std::string text;      // of an event
};

class Twin {
 public:
  explicit Twin(uint64_t seed) : dice_(seed) {}

  void step() {
    switch (dice_.between(0, 11)) {
      case 0: case 1: case 2: return write();
      case 3: return add_whole_buffer();
      case 4: return add_cancel();
      case 5: return add_barrier();
      case 6: return time_out();
      case 7: queue_.flush(); return;
      case 8: return resume();
      default: return poll();
    }
  }

  void finish() {
    for (int round = 0; round < 1000 && !tokens_.empty(); ++round) {
      resume();
      queue_.flush();
      ASSERT_TRUE(queue_.is_available(true)) << "everything that was flushed can be read";
      poll();
    }
    EXPECT_TRUE(tokens_.empty());
    EXPECT_FALSE(queue_.poll().taken);
  }
  int64_t captured_records = 0;

 private:
  void write() {
    if (queue_.room() < 10) {
      queue_.close_open();
      queue_.open(dice_.between(10, 40));
    }
    queue_.append(dice_.between(1, 10), ++last_tag_);
    tokens_.push_back({false, false, last_tag_, ""});
  }
  void add_whole_buffer() {
    Buffer buffer = buffer_of(20, {last_tag_ + 1, last_tag_ + 2});
    for (int record = 0; record < 2; ++record) tokens_.push_back({false, false, ++last_tag_, ""});
    queue_.add(std::move(buffer));
  }
  void add_cancel() {
    const int64_t id = dice_.between(1, 9);
    queue_.add_event(QueueItemKind::cancel_marker, {id});
    tokens_.push_back({true, false, 0, "cancel " + std::to_string(id)});
  }
  void add_barrier() {
    const int64_t id = ++last_id_;
    const auto kind = static_cast<BarrierKind>(dice_.between(0, 3));
    const Barrier barrier = barrier_of(id, kind, dice_.between(0, 1) ? kSecond : kNoTimeout);
    const bool overtakes = kind == BarrierKind::unaligned;
    std::vector<Buffer> captured;
    const Token token{true, overtakes, 0, "barrier " + std::to_string(id)};
    if (is_timeoutable(barrier)) queue_.abort(queue_.awaited());
    queue_.add_barrier(barrier, captured);
    if (!overtakes) return tokens_.push_back(token);
    expect_captured(captured, tokens_.size());
    insert_priority(token);
  }
  void time_out() {
    const CheckpointId id = queue_.awaited();
    if (id == kNoCheckpoint) return;
    std::vector<Buffer> captured;
    ASSERT_TRUE(queue_.time_out(id, captured).has_value());
    size_t place = 0;
    while (tokens_[place].text != "barrier " + std::to_string(id.number)) ++place;
    expect_captured(captured, place);
    Token token = tokens_[place];
    tokens_.erase(tokens_.begin() + static_cast<ptrdiff_t>(place));
    token.priority = true;
    insert_priority(token);
  }
  void insert_priority(const Token& token) {
    auto place = tokens_.begin();
    while (place != tokens_.end() && place->priority) ++place;
    tokens_.insert(place, token);
  }
  // All records among the first `count` tokens, in order, and nothing else.
  void expect_captured(const std::vector<Buffer>& captured, size_t count) {
    std::vector<uint64_t> tags;
    for (const Buffer& buffer : captured)
      tags.insert(tags.end(), buffer.tags.begin(), buffer.tags.end());
    std::vector<uint64_t> expected;
    for (size_t index = 0; index < count; ++index)
      if (!tokens_[index].event) expected.push_back(tokens_[index].tag);
    EXPECT_EQ(tags, expected);
    captured_records += static_cast<int64_t>(tags.size());
  }
  void poll() {
    const bool blocked = queue_.is_blocked();
    const Polled polled = queue_.poll();
    ASSERT_EQ(polled.taken, !blocked && !tokens_.empty());
    EXPECT_GE(polled.backlog, 0);
    if (!polled.taken) return;
    EXPECT_EQ(polled.item.sequence, sequence_++);
    EXPECT_EQ(queue_.is_blocked(), blocks_producer(polled.item));
    if (!is_data(polled.item)) {
      ASSERT_TRUE(tokens_.front().event);
      EXPECT_EQ(describe(polled.item), tokens_.front().text);
      tokens_.erase(tokens_.begin());
      return;
    }
    ASSERT_FALSE(polled.item.buffer.tags.empty());
    for (uint64_t tag : polled.item.buffer.tags) {
      ASSERT_FALSE(tokens_.empty());
      ASSERT_FALSE(tokens_.front().event);
      EXPECT_EQ(tag, tokens_.front().tag);
      tokens_.erase(tokens_.begin());
    }
  }
  void resume() {
    if (queue_.is_blocked()) queue_.resume();
  }

  Dice dice_;
  OutputQueue queue_;
  std::vector<Token> tokens_;
  uint64_t last_tag_ = 0;
  int64_t last_id_ = 0;
  int32_t sequence_ = 0;
};

TEST(OutputQueue, NeitherLosesNorDoublesNorReordersAnythingForEverySeed) {
  int64_t captured = 0;
  for (uint64_t seed = 1; seed <= 400 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Twin twin(seed);
    for (int steps = 0; steps < 400 && !testing::Test::HasFailure(); ++steps) twin.step();
    twin.finish();
    captured += twin.captured_records;
  }
  EXPECT_GT(captured, 1000) << "barriers overtook something";
}

}  // namespace
}  // namespace cutline::test
