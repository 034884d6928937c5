// Transactional sinks under failure: time-outs, committers that are not idempotent, and a job with
// replay that fails at any time.
#include "core/system/two_phase_sink.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/dice.h"
#include "tests/system/sink_support.h"

namespace cutline::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(TwoPhaseSink, AFailureBetweenCompletionAndNotificationCommitsDuringTheRestore) {
  SinkHarness sink;  // derived fact D-06
  sink.open();
  sink.write(1);
  const TwoPhaseState seven = sink.snapshot(7);
  sink.write(2);
  sink.restart({seven});
  EXPECT_THAT(sink.committed(), ElementsAre(1));
  EXPECT_EQ(sink.system.transaction(2).state, TransactionState::aborted);
  EXPECT_EQ(sink.system.repeated_records(), 0);
}

TEST(TwoPhaseSink, AFailureBeforeCompletionLeavesTheOrphanToTheSystemsTimeOut) {
  SinkHarness sink;  // derived fact D-07
  sink.system.settings().timeout = kMinute;
  sink.open();
  const TwoPhaseState six = sink.snapshot(6);
  sink.write(1);
  sink.snapshot(7);  // never completes
  sink.write(2);     // into a transaction that the state of 6 does not know
  sink.restart({six});
  EXPECT_THAT(sink.committed(), IsEmpty());
  EXPECT_EQ(sink.system.transaction(2).state, TransactionState::aborted) << "current at 6";
  EXPECT_EQ(sink.system.transaction(3).state, TransactionState::open);
  EXPECT_EQ(sink.system.next_expiry(), kMinute + 1);
  EXPECT_FALSE(sink.system.expire(kMinute));
  EXPECT_TRUE(sink.system.expire(kMinute + 1));
  EXPECT_EQ(sink.system.transaction(3).state, TransactionState::timed_out);
}

// Case T12: 13 records again, or none.
TEST(TwoPhaseSink, ARepeatedCommitDoublesTheTransactionUnlessItIsIdempotent) {
  for (const bool idempotent : {true, false}) {
    SinkHarness sink;
    sink.system.settings().idempotent_commit = idempotent;
    sink.open();
    for (uint64_t tag = 1; tag <= 13; ++tag) sink.write(tag);
    const TwoPhaseState kept = sink.snapshot(1);
    sink.complete(1);
    sink.restart({kept});
    EXPECT_EQ(sink.system.repeated_records(), idempotent ? 0 : 13);
    EXPECT_EQ(sink.system.visible().records, idempotent ? 13 : 26);
    EXPECT_EQ(sink.count(idempotent ? SinkEffectKind::commit_again
                                    : SinkEffectKind::commit_repeated),
              1);
  }
}

// Case T13: lost if and only if the age at the failure and the outage together exceed the time-out.
TEST(TwoPhaseSink, DataIsLostWhenAgeAndOutageTogetherExceedTheTimeOut) {
  for (const int64_t timeout_s : {10, 900}) {
    for (const int64_t age_s : {0, 5}) {
      for (const int64_t down_s : {4, 5, 6, 600, 900, 42551}) {
        TwoPhaseOptions options;
        options.transaction_timeout = timeout_s * kSecond;
        options.ignore_failures_after_timeout = true;
        SinkHarness sink(options);
        sink.system.settings().timeout = timeout_s * kSecond;
        sink.open();
        sink.write(1);
        sink.now = age_s * kSecond;
        const TwoPhaseState kept = sink.snapshot(1);
        sink.now += down_s * kSecond;
        sink.restart({kept});
        const bool lost = age_s + down_s > timeout_s;
        EXPECT_EQ(sink.committed().size(), lost ? 0u : 1u)
            << "X " << timeout_s << " A " << age_s << " D " << down_s;
        EXPECT_EQ(sink.system.records_in(TransactionState::timed_out), lost ? 1 : 0);
        EXPECT_EQ(sink.count(SinkEffectKind::ignore_failure), lost ? 1 : 0);
        EXPECT_EQ(sink.failure(), SinkFailure::none);
      }
    }
  }
}

TEST(TwoPhaseSink, AtTheTimeOutItselfNothingIsLetGoAndAtTheRatioItselfNothingIsWarnedOf) {
  TwoPhaseOptions options;
  options.transaction_timeout = kSecond;
  options.ignore_failures_after_timeout = true;
  options.warning_percent = 50;
  SinkHarness sink(options);
  sink.open();
  const TwoPhaseState kept = sink.snapshot(1);
  sink.now = kSecond / 2;
  sink.restart({kept});
  EXPECT_EQ(sink.count(SinkEffectKind::warn), 0);
  sink.system.settings().refuses_commits = true;
  sink.now = kSecond;
  sink.restart({kept});
  EXPECT_EQ(sink.count(SinkEffectKind::warn), 1);
  EXPECT_EQ(sink.failure(), SinkFailure::commit_failed);
}

TEST(TwoPhaseSink, OneFailedCommitDoesNotKeepTheOthersFromItButFailsTheTask) {
  SinkHarness sink;
  sink.system.settings().timeout = 10 * kSecond;
  sink.open();
  sink.write(1);
  sink.now = 8 * kSecond;
  sink.snapshot(1);
  sink.write(2);
  sink.snapshot(2);
  sink.now = 11 * kSecond;
  sink.complete(2);
  EXPECT_THAT(sink.committed(), ElementsAre(2));
  EXPECT_EQ(sink.failure(), SinkFailure::commit_failed);
  EXPECT_EQ(sink_sentence(sink.effects.back()), "The commit of transaction 1 failed.");
  EXPECT_EQ(sink.sink.pending(), 0u);
}

TEST(TwoPhaseSink, AnAbortedCheckpointsTransactionIsCommittedWithTheNextOne) {
  SinkHarness sink;
  sink.open();
  sink.write(1);
  sink.snapshot(1);
  sink.sink.on_aborted({1});
  sink.write(2);
  sink.snapshot(2);
  sink.complete(2);
  EXPECT_THAT(sink.committed(), ElementsAre(1, 2));
}

TEST(TwoPhaseSink, AfterScalingInOneSubtaskCommitsTheStateOfSeveral) {
  SinkHarness left;
  left.open();
  left.write(1);
  const TwoPhaseState first = left.snapshot(1);
  TwoPhaseSink right;
  right.open(left.system, 0, left.effects);
  right.write(one_record(2), left.system, 0, left.effects);
  const TwoPhaseState second = right.snapshot({1}, left.system, 0, left.effects);
  left.restart({first, second});
  EXPECT_THAT(left.committed(), ElementsAre(1, 2));
  EXPECT_EQ(left.count(SinkEffectKind::abort), 2);
  EXPECT_EQ(left.system.unfinished(), 1);
}

// --- a job around the sink: a source that replays, checkpoints that complete late or never ---

struct Checkpoint {
  int64_t id = 0;
  uint64_t position = 0;  // records read so far
  TwoPhaseState sink;
};

class ReplayingJob {
 public:
  explicit ReplayingJob(uint64_t seed) : dice_(seed) { sink_.open(); }

  void step() {
    sink_.now += dice_.between(0, 10) * kMillisecond;
    switch (dice_.between(0, 9)) {
      case 0: return take_snapshot();
      case 1: return complete();
      case 2: return notify();
      case 3: return dice_.between(0, 3) == 0 ? fail() : sink_.sink.on_aborted({last_id_});
      default: sink_.write(++position_);
    }
  }
  // Ends in an orderly way: the last checkpoint completes and is notified.
  void finish() {
    sink_.sink.end_of_input();
    take_snapshot();
    complete_newest();
    sink_.complete(completed_.id);
  }
  uint64_t records() const { return position_; }
  const SinkHarness& sink() const { return sink_; }
  int64_t failures() const { return failures_; }

 private:
  void take_snapshot() {
    Checkpoint checkpoint;
    checkpoint.id = ++last_id_;
    checkpoint.position = position_;
    checkpoint.sink = sink_.snapshot(checkpoint.id);
    under_way_.push_back(checkpoint);
  }
  // Any of those under way; older ones are subsumed by it.
  void complete() {
    if (under_way_.empty()) return;
    const auto chosen = static_cast<size_t>(
        dice_.between(0, static_cast<int64_t>(under_way_.size()) - 1));
    completed_ = under_way_[chosen];
    under_way_.erase(under_way_.begin(), under_way_.begin() + static_cast<ptrdiff_t>(chosen) + 1);
  }
  void complete_newest() {
    completed_ = under_way_.back();
    under_way_.clear();
  }
  void notify() {
    if (completed_.id > 0) sink_.complete(completed_.id);
  }
  void fail() {
    ++failures_;
    if (dice_.between(0, 1)) sink_.close();
    under_way_.clear();
    position_ = completed_.position;
    std::vector<TwoPhaseState> states;
    if (completed_.id > 0) states.push_back(completed_.sink);
    sink_.restart(states);
    ASSERT_EQ(sink_.failure(), SinkFailure::none);
  }

  Dice dice_;
  SinkHarness sink_;
  uint64_t position_ = 0;
  int64_t last_id_ = 0;
  int64_t failures_ = 0;
  Checkpoint completed_;
  std::vector<Checkpoint> under_way_;
};

TEST(TwoPhaseSink, WithReplayEveryRecordIsCommittedExactlyOnceForEverySeed) {
  int64_t failures = 0;
  uint64_t records = 0;
  for (uint64_t seed = 1; seed <= 500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    ReplayingJob job(seed);
    for (int steps = 0; steps < 300; ++steps) job.step();
    job.finish();
    std::vector<uint64_t> committed = job.sink().committed();
    std::sort(committed.begin(), committed.end());
    std::vector<uint64_t> expected;
    RecordSum sum;
    for (uint64_t tag = 1; tag <= job.records(); ++tag) {
      expected.push_back(tag);
      sum.add(one_record(tag));
    }
    ASSERT_EQ(committed, expected);
    ASSERT_EQ(job.sink().system.visible().digest, sum.digest);
    ASSERT_EQ(job.sink().system.repeated_records(), 0);
    failures += job.failures();
    records += job.records();
  }
  EXPECT_GT(failures, 2000);
  EXPECT_GT(records, 10000u);
}

}  // namespace
}  // namespace cutline::test
