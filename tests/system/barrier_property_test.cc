// Random streams into one subtask, over many printed seeds. The producers behave as they must: ids
// rise on every channel, and behind an aligned barrier nothing comes until the channel is resumed.
//
// What is captured is compared with an obvious twin. For each checkpoint and remote channel: the
// buffers that lay there untaken at the snapshot or arrived until its barrier, end or abort. For a
// local channel: the buffers that were taken between the snapshot and its barrier, end or abort.
#include <map>
#include <set>

#include <gtest/gtest.h>

#include "core/base/dice.h"
#include "core/system/input_gate.h"
#include "tests/system/barriers.h"

namespace cutline::test {
namespace {

constexpr int64_t kNever = INT64_MAX;

struct Buffer {
  uint32_t channel = 0;
  int64_t arrived = 0;
  int64_t taken = kNever;
};

struct Capture {
  int64_t started = 0;
  int64_t stopped = kNever;
};

// What became of the checkpoints of one run.
struct Outcome {
  std::map<int64_t, BarrierKind> triggered;
  std::set<int64_t> aborted;
  std::vector<int64_t> order;  // of the triggers
  std::map<int64_t, Tick> alignments;
  int64_t prioritised = 0;
  int64_t captured = 0;
};

struct Family {
  BarrierHandling handling;
  BarrierKind kind = BarrierKind::aligned;  // of its plain barriers
  bool mixed = false;                       // savepoints, time-outs and unaligned ones as well
};

class RandomTask {
 public:
  RandomTask(uint64_t seed, const std::vector<InputChannelKind>& kinds, Family family)
      : dice_(seed), family_(std::move(family)), gate_(kinds), kinds_(kinds),
        inputs_(kinds.size()) {}

  Outcome run() {
    while (!all_over()) {
      ++step_;
      now_ += dice_.between(0, 4) * kMillisecond;
      const int64_t roll = dice_.between(0, 9);
      if (timer_at_ <= now_ && roll == 0) run_timer();
      else if (roll < 6) arrive_somewhere();
      else take();
      if (::testing::Test::HasFailure()) break;
    }
    check_captured();
    return outcome_;
  }

 private:
  struct Input {
    int64_t last_id = -1;
    bool held = false;  // its producer waits for the consumer
    bool ended = false;
    bool end_taken = false;
    std::map<int64_t, int64_t> barriers;  // id → when it came into sight: arrived, or was taken
    int64_t end_arrived = kNever;
  };

  bool is_remote(uint32_t channel) const { return kinds_[channel] == InputChannelKind::remote; }

  bool all_over() const {
    for (const Input& input : inputs_)
      if (!input.end_taken) return false;
    return true;
  }

  // The kind of a checkpoint depends on its id alone; a time-out upstream may make it unaligned.
  Barrier barrier_of(int64_t id) {
    Barrier made = barrier(id, family_.kind, 0);
    made.timestamp = timestamps_.try_emplace(id, now_).first->second;
    if (!family_.mixed) return made;
    if (id % 4 == 1) made.savepoint = true;
    if (id % 4 == 2) made.kind = BarrierKind::unaligned;
    if (id % 4 == 3) made.timeout = 20 * kMillisecond;
    if (id % 4 == 3 && dice_.between(0, 5) == 0) made.kind = BarrierKind::unaligned;
    return made;
  }

  void arrive_somewhere() {
    const auto channel = static_cast<uint32_t>(dice_.between(0, int64_t(inputs_.size()) - 1));
    Input& input = inputs_[channel];
    if (input.held || input.ended) return;
    QueueItem item;
    const int64_t roll = dice_.between(0, 99);
    if (roll < 50) {
      item.kind = QueueItemKind::data;
      item.buffer.bytes = 1;
      item.buffer.tags = {buffers_.size()};
      buffers_.push_back({channel, step_, kNever});
    } else if (roll < 97 && input.last_id < 30) {
      input.last_id += dice_.between(0, 6) == 0 ? 2 : 1;
      item.barrier = barrier_of(input.last_id);
      item.kind = dice_.between(0, 9) == 0 ? QueueItemKind::cancel_marker : QueueItemKind::barrier;
    } else if (step_ > 200) {
      item.kind = QueueItemKind::end_of_partition;
      input.ended = true;
      input.end_arrived = step_;
    } else {
      return;
    }
    if (item.kind == QueueItemKind::barrier) {
      input.held = item.barrier.kind == BarrierKind::aligned;
      if (is_remote(channel)) {
        input.barriers[item.barrier.id.number] = step_;
        std::visit([&](auto& each) { each.on_arrival(item.barrier.id); }, family_.handling);
      }
    }
    gate_.arrive(InputId{channel}, item, captured_);
  }

  void take() {
    const auto taken = gate_.take(captured_);
    if (!taken) return;
    const QueueItem& item = taken->item;
    const InputId at = taken->channel;
    std::visit(
        [&](auto& handler) {
          switch (item.kind) {
            case QueueItemKind::data:
              buffers_[item.buffer.tags[0]].taken = step_;
              handler.on_data(item.buffer.bytes);
              break;
            case QueueItemKind::barrier:
              if (!is_remote(at.index)) inputs_[at.index].barriers[item.barrier.id.number] = step_;
              handler.on_barrier(item.barrier, at, now_, effects_);
              break;
            case QueueItemKind::announcement:
              handler.on_announcement(item.barrier, at, now_, effects_);
              break;
            case QueueItemKind::cancel_marker:
              handler.on_cancel(item.barrier.id, at, now_, effects_);
              break;
            case QueueItemKind::end_of_partition:
              inputs_[at.index].end_taken = true;
              blocked_.erase(at.index);
              handler.on_end(at, now_, effects_);
              break;
            case QueueItemKind::end_of_channel_state: break;
          }
        },
        family_.handling);
    act();
  }

  void run_timer() {
    timer_at_ = kNever;
    std::visit([&](auto& handler) { handler.on_timer(timer_id_, now_, effects_); },
               family_.handling);
    act();
  }

  void act() {
    for (const BarrierEffect& effect : effects_) act_on(effect);
    effects_.clear();
    for (uint32_t index = 0; index < inputs_.size(); ++index) {
      const bool is_blocked = std::visit(
          [&](const auto& handler) { return handler.is_blocked(InputId{index}); },
          family_.handling);
      EXPECT_EQ(is_blocked, blocked_.count(index) == 1)
          << "channel " << index << ", step " << step_ << ": the effects tell the same story";
    }
  }

  void act_on(const BarrierEffect& effect) {
    const int64_t id = effect.barrier.id.number;
    switch (effect.kind) {
      case BarrierEffectKind::block: blocked_.insert(effect.channel.index); break;
      case BarrierEffectKind::resume:
        blocked_.erase(effect.channel.index);
        inputs_[effect.channel.index].held = false;
        break;
      case BarrierEffectKind::prioritise:
        ++outcome_.prioritised;
        gate_.prioritise(effect.channel, effect.barrier.id);
        break;
      case BarrierEffectKind::start_capture:
        captures_[id] = {step_, kNever};
        gate_.start_capture(effect.barrier.id, captured_);
        break;
      case BarrierEffectKind::stop_capture:
        captures_[id].stopped = step_;
        gate_.stop_capture(effect.barrier.id);
        break;
      case BarrierEffectKind::trigger:
        EXPECT_EQ(outcome_.triggered.count(id), 0u) << id << " is triggered twice";
        EXPECT_EQ(outcome_.aborted.count(id), 0u) << id << " is triggered after its abort";
        outcome_.triggered[id] = effect.barrier.kind;
        outcome_.order.push_back(id);
        outcome_.alignments[id] = effect.alignment.duration;
        break;
      case BarrierEffectKind::measured: outcome_.alignments[id] = effect.alignment.duration; break;
      case BarrierEffectKind::abort:
        EXPECT_TRUE(outcome_.aborted.insert(id).second) << id << " is aborted twice";
        break;
      case BarrierEffectKind::complete: break;
      case BarrierEffectKind::arm_timer:
        timer_at_ = effect.at;
        timer_id_ = effect.barrier.id;
        EXPECT_GE(timer_at_, now_);
        break;
      case BarrierEffectKind::cancel_timer: timer_at_ = kNever; break;
    }
  }

  // The twin: no queue, no phases, only who came when.
  bool belongs(const Buffer& buffer, int64_t id) const {
    const Capture& capture = captures_.at(id);
    const Input& input = inputs_[buffer.channel];
    const auto barrier = input.barriers.lower_bound(id);  // a newer one closes it as well
    const int64_t in_sight = is_remote(buffer.channel) ? buffer.arrived : buffer.taken;
    if (barrier != input.barriers.end() && barrier->second < in_sight) return false;
    return buffer.taken > capture.started && in_sight < capture.stopped;
  }

  void check_captured() {
    std::map<int64_t, std::set<uint64_t>> labels;
    for (const CapturedBuffer& each : captured_) {
      EXPECT_TRUE(labels[each.id.number].insert(each.buffer.tags[0]).second) << "captured twice";
      ++outcome_.captured;
    }
    for (const auto& [id, capture] : captures_) {
      std::set<uint64_t> wanted;
      for (uint64_t label = 0; label < buffers_.size(); ++label)
        if (belongs(buffers_[label], id)) wanted.insert(label);
      EXPECT_EQ(labels[id], wanted) << "channel state of checkpoint " << id;
    }
    for (const auto& [id, each] : labels)
      EXPECT_TRUE(each.empty() || captures_.count(id) == 1) << id << " captured without a start";
  }

  Dice dice_;
  Family family_;
  InputGate gate_;
  const std::vector<InputChannelKind> kinds_;
  std::vector<Input> inputs_;
  BarrierEffects effects_;
  CapturedBuffers captured_;
  int64_t step_ = 0;
  Tick now_ = 0;
  Tick timer_at_ = kNever;
  CheckpointId timer_id_;
  std::map<int64_t, Tick> timestamps_;
  std::map<int64_t, Capture> captures_;
  std::vector<Buffer> buffers_;
  std::set<uint32_t> blocked_;
  Outcome outcome_;
};

std::vector<InputChannelKind> random_kinds(Dice& dice) {
  std::vector<InputChannelKind> kinds(static_cast<size_t>(dice.between(1, 5)));
  for (InputChannelKind& kind : kinds)
    kind = dice.between(0, 3) == 0 ? InputChannelKind::local : InputChannelKind::remote;
  return kinds;
}

struct Totals {
  int64_t triggered = 0;
  int64_t unaligned = 0;
  int64_t aborted = 0;
  int64_t prioritised = 0;
  int64_t captured = 0;
  int64_t aligned_for_a_while = 0;
};

// Runs the family over many seeds; what must hold for exactly-once is checked for each.
template <class MakeFamily>
Totals run_seeds(const MakeFamily& make, bool exactly_once) {
  Totals totals;
  for (uint64_t seed = 1; seed <= 400 && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    const std::vector<InputChannelKind> kinds = random_kinds(dice);
    const bool after_finish = dice.between(0, 3) != 0;
    const auto channels = static_cast<uint32_t>(kinds.size());
    const Outcome outcome = RandomTask(dice.next(), kinds, make(channels, after_finish)).run();
    for (size_t at = 1; exactly_once && at < outcome.order.size(); ++at)
      EXPECT_LT(outcome.order[at - 1], outcome.order[at]) << "ids rise";
    for (const auto& [id, alignment] : outcome.alignments) {
      EXPECT_GE(alignment, 0) << "the alignment of " << id << " becomes known";
      EXPECT_TRUE(channels > 1 || alignment == 0) << "A4: checkpoint " << id;
      totals.aligned_for_a_while += alignment > 0 ? 1 : 0;
    }
    for (const auto& [id, kind] : outcome.triggered)
      totals.unaligned += kind == BarrierKind::unaligned ? 1 : 0;
    totals.triggered += static_cast<int64_t>(outcome.triggered.size());
    totals.aborted += static_cast<int64_t>(outcome.aborted.size());
    totals.prioritised += outcome.prioritised;
    totals.captured += outcome.captured;
  }
  return totals;
}

TEST(BarrierProperties, A1_A7_AlignedHoldsForEverySeed) {
  const Totals totals = run_seeds(
      [](uint32_t channels, bool after_finish) {
        return Family{BarrierHandler(BarrierMode::aligned, channels, after_finish)};
      },
      /*exactly_once=*/true);
  EXPECT_GT(totals.triggered, 1000);
  EXPECT_GT(totals.aborted, 500);
  EXPECT_GT(totals.aligned_for_a_while, 500);
  EXPECT_EQ(totals.unaligned, 0);
  EXPECT_EQ(totals.captured, 0);
}

TEST(BarrierProperties, U1_U9_UnalignedHoldsForEverySeed) {
  const Totals totals = run_seeds(
      [](uint32_t channels, bool after_finish) {
        return Family{BarrierHandler(BarrierMode::unaligned, channels, after_finish),
                      BarrierKind::unaligned};
      },
      /*exactly_once=*/true);
  EXPECT_GT(totals.triggered, 1000);
  EXPECT_EQ(totals.unaligned, totals.triggered);
  EXPECT_GT(totals.aborted, 500);
  EXPECT_GT(totals.captured, 1000);
}

TEST(BarrierProperties, T1_T6_AnyMixtureOfKindsHoldsForEverySeed) {
  const Totals totals = run_seeds(
      [](uint32_t channels, bool after_finish) {
        return Family{BarrierHandler(BarrierMode::alternating, channels, after_finish),
                      BarrierKind::aligned, /*mixed=*/true};
      },
      /*exactly_once=*/true);
  EXPECT_GT(totals.triggered, 1000);
  EXPECT_GT(totals.unaligned, 300);
  EXPECT_GT(totals.triggered - totals.unaligned, 300);
  EXPECT_GT(totals.aborted, 500);
  EXPECT_GT(totals.prioritised, 20);
  EXPECT_GT(totals.captured, 500);
}

TEST(BarrierProperties, L1_L5_AtLeastOnceHoldsForEverySeed) {
  const Totals totals = run_seeds(
      [](uint32_t channels, bool after_finish) {
        return Family{BarrierTracker(channels, after_finish), BarrierKind::at_least_once};
      },
      /*exactly_once=*/false);
  EXPECT_GT(totals.triggered, 1000);
  EXPECT_GT(totals.aborted, 500);
  EXPECT_EQ(totals.captured, 0);
}

}  // namespace
}  // namespace cutline::test
