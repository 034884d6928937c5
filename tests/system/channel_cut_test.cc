// One channel, end to end: an output queue, the wire, an input queue or a local reader. Whatever
// the order of things, and whichever checkpoints are aborted on the way, for a completed one
//
//     records sent before the barrier =
//         consumed at the snapshot, then captured input, then captured output     (U2–U7, T4, T7)
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <deque>

#include "core/base/dice.h"
#include "tests/system/queue_support.h"

namespace cutline::test {
namespace {

struct Counts {
  int64_t completed = 0;
  int64_t aborted = 0;
  int64_t with_input = 0;    // captured something on the input side
  int64_t with_output = 0;
  int64_t aligned = 0;       // nothing had to be captured
};

class Link {
 public:
  Link(uint64_t seed, bool local, Counts& counts) : dice_(seed), local_(local), counts_(counts) {}

  void step() {
    switch (dice_.between(0, 13)) {
      case 0: case 1: case 2: return write();
      case 3: output_.flush(); return;
      case 4: case 5: return local_ ? read_local() : send();
      case 6: return arrive();
      case 7: case 8: case 9: return local_ ? read_local() : consume();
      case 10: return emit_barrier();
      case 11: return dice_.between(0, 7) == 0 ? start_early() : stop_aborted();
      case 12: return dice_.between(0, 3) == 0 ? time_out() : stop_aborted();
      default: return dice_.between(0, 19) == 0 ? abort() : stop_aborted();
    }
  }

 private:
  // --- the producer ---
  void write() {
    if (output_.size() > 10) return;  // back-pressured
    if (output_.room() < 4) {
      output_.close_open();
      output_.open(dice_.between(4, 12));
    }
    output_.append(dice_.between(1, 4), ++sent_);
  }
  void emit_barrier() {
    if (emitted_) return;
    emitted_ = true;
    sent_at_cut_ = sent_;
    barrier_ = dice_.between(0, 1) ? unaligned_barrier(id_) : timeoutable_barrier(id_);
    std::vector<Buffer> captured;
    output_.add_barrier(barrier_, captured);
    keep(captured, captured_output_);
  }
  void time_out() {
    std::vector<Buffer> captured;
    if (output_.time_out({id_}, captured)) keep(captured, captured_output_);
  }
  void send() {
    if (!output_.is_available(dice_.between(0, 3) > 0)) return;
    Polled polled = output_.poll();
    if (polled.taken) wire_.push_back(std::move(polled.item));
  }

  // --- the consumer ---
  void arrive() {
    if (wire_.empty()) return;
    std::vector<Buffer> captured;
    const ArrivalNotice notice = input_.arrive(std::move(wire_.front()), captured);
    wire_.pop_front();
    EXPECT_EQ(captured.size(), notice.captured);
    // What was captured for a checkpoint that is over meanwhile is thrown away.
    if (input_.persister().newest() == CheckpointId{id_}) keep(captured, captured_input_);
  }
  void consume() {
    const InputPolled polled = input_.poll();
    if (!polled.taken) return;
    if (polled.item.kind == QueueItemKind::announcement) {
      const bool current = polled.item.barrier.id == CheckpointId{id_};
      if (current && started_ && input_.persister().barrier_received())
        input_.prioritise(polled.item.sequence);  // T4: the subtask has switched
      return;
    }
    take(polled.item);
  }
  void read_local() {
    if (!output_.is_available(true)) return;
    const Polled polled = output_.poll();
    if (!polled.taken) return;
    if (polled.item.kind == QueueItemKind::barrier) persister_.see_barrier(polled.item.barrier.id);
    if (is_data(polled.item) && persister_.captures() &&
        persister_.newest() == CheckpointId{id_})
      keep({polled.item.buffer}, captured_input_);
    take(polled.item);
  }
  void take(const QueueItem& item) {
    if (is_data(item)) {
      for (uint64_t tag : item.buffer.tags) ASSERT_EQ(tag, ++consumed_);
      return;
    }
    const bool unaligned = item.barrier.kind == BarrierKind::unaligned;
    if (item.barrier.id == CheckpointId{id_}) on_barrier(unaligned);
    if (blocks_producer(item)) output_.resume();
  }
  void on_barrier(bool unaligned) {
    if (!started_) {
      consumed_at_cut_ = consumed_;
      if (unaligned) start();
      else started_ = true;
    }
    if (started_) complete();
  }
  // Another channel's barrier, or a time-out, makes the subtask snapshot before this one's barrier.
  void start_early() {
    stop_aborted();
    if (!started_) start();
  }
  void start() {
    stop_aborted();
    consumed_at_cut_ = consumed_;
    std::vector<Buffer> captured;
    started_ = local_ ? persister_.start({id_}) : input_.start_capture({id_}, captured);
    ASSERT_TRUE(started_) << "no newer barrier can be here";
    keep(captured, captured_input_);
  }

  void complete() {
    ++counts_.completed;
    counts_.with_input += !captured_input_.empty();
    counts_.with_output += !captured_output_.empty();
    counts_.aligned += captured_input_.empty() && captured_output_.empty();
    std::vector<uint64_t> all;
    for (uint64_t tag = 1; tag <= consumed_at_cut_; ++tag) all.push_back(tag);
    all.insert(all.end(), captured_input_.begin(), captured_input_.end());
    all.insert(all.end(), captured_output_.begin(), captured_output_.end());
    std::vector<uint64_t> expected;
    for (uint64_t tag = 1; tag <= sent_at_cut_; ++tag) expected.push_back(tag);
    EXPECT_EQ(all, expected) << "checkpoint " << id_;
    stop(id_);
    next();
  }
  // The checkpoint is over at the producer at once, at the consumer's thread some time later.
  void abort() {
    ++counts_.aborted;
    output_.abort({id_});
    to_stop_ = id_;
    next();
  }
  void stop_aborted() {
    if (to_stop_ >= 0) stop(to_stop_);
    to_stop_ = -1;
  }
  void stop(int64_t id) {
    persister_.stop({id});
    input_.stop_capture({id});
  }
  void next() {
    ++id_;
    emitted_ = started_ = false;
    captured_input_.clear();
    captured_output_.clear();
  }
  static void keep(const std::vector<Buffer>& captured, std::vector<uint64_t>& tags) {
    for (const Buffer& buffer : captured)
      tags.insert(tags.end(), buffer.tags.begin(), buffer.tags.end());
  }

  Dice dice_;
  bool local_;
  Counts& counts_;
  OutputQueue output_;
  std::deque<QueueItem> wire_;
  InputQueue input_;
  ChannelPersister persister_;  // local
  uint64_t sent_ = 0;
  uint64_t consumed_ = 0;

  int64_t id_ = 1;
  int64_t to_stop_ = -1;
  Barrier barrier_;
  bool emitted_ = false;
  bool started_ = false;
  uint64_t sent_at_cut_ = 0;
  uint64_t consumed_at_cut_ = 0;
  std::vector<uint64_t> captured_input_;
  std::vector<uint64_t> captured_output_;
};

void expect_balanced(bool local) {
  Counts counts;
  for (uint64_t seed = 1; seed <= 300 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Link link(seed, local, counts);
    for (int steps = 0; steps < 1500 && !testing::Test::HasFailure(); ++steps) link.step();
  }
  EXPECT_GT(counts.completed, 2000);
  EXPECT_GT(counts.aborted, 500);
  EXPECT_GT(counts.with_input, 300);
  EXPECT_GT(counts.with_output, 300);
  EXPECT_GT(counts.aligned, 100);
}

TEST(ChannelCut, EveryRecordIsInExactlyOnePlaceOverARemoteChannelForEverySeed) {
  expect_balanced(false);
}

TEST(ChannelCut, EveryRecordIsInExactlyOnePlaceOverALocalChannelForEverySeed) {
  expect_balanced(true);
}

}  // namespace
}  // namespace cutline::test
