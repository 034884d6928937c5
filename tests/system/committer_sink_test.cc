// Sink V2: writer and committer together, retries, and a job with replay that fails at any time.
#include "core/system/committer_sink.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/dice.h"
#include "tests/system/sink_support.h"

namespace cutline::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(SinkWriter, FlushesBeforeTheBarrierAndSendsNoCommittableForNothing) {
  SinkWorld world;
  SinkWriter writer(3);
  writer.open(world.system, 0, world.effects);
  writer.write(one_record(1), world.system, world.effects);
  const auto first = writer.prepare({1}, world.system, 0, world.effects);
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(first->summary, (CommittableSummary{{1}, 3, 1}));
  EXPECT_THAT(first->committables, ElementsAre(Committable{{1}, 3, 1}));
  EXPECT_EQ(world.system.transaction(1).state, TransactionState::pre_committed);
  const auto second = writer.prepare({2}, world.system, 0, world.effects);
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(second->summary, (CommittableSummary{{2}, 3, 0}));
  EXPECT_THAT(second->committables, IsEmpty());
}

TEST(SinkWriter, SendsTheLastBatchAtTheEndOfInputAndNoneAfterIt) {
  SinkWorld world;
  SinkWriter writer;
  writer.open(world.system, 0, world.effects);
  writer.write(one_record(1), world.system, world.effects);
  const CommittableBatch last = writer.end_of_input(world.system, world.effects);
  EXPECT_EQ(last.summary, (CommittableSummary{kEndOfInput, 0, 1}));
  EXPECT_EQ(writer.prepare({5}, world.system, 0, world.effects), std::nullopt);
  writer.write(one_record(2), world.system, world.effects);
  EXPECT_EQ(world.failure(), SinkFailure::no_transaction);

  SinkCommitter committer;
  committer.receive(last);
  committer.end_of_input(world.system, 0, world.effects);
  EXPECT_THAT(world.committed(), IsEmpty());
  committer.on_complete({5}, world.system, 0, world.effects);  // the final checkpoint (S10)
  EXPECT_THAT(world.committed(), ElementsAre(1));
}

// Report C4: the retries follow each other at once, so an outage of any length uses them up.
TEST(SinkCommitter, TriesElevenTimesInOneGoByDefault) {
  CommitterHarness committer;
  committer.receive_summary(1, 0, 1);
  committer.receive(1, 0, 1);
  committer.system.settings().retries_asked = 1000;
  committer.complete(1);
  EXPECT_EQ(committer.count(SinkEffectKind::retry), 11);
  EXPECT_EQ(committer.failure(), SinkFailure::retries_used_up);
  EXPECT_EQ(sink_sentence(committer.effects.back()),
            "The commit of transaction 1 still asks for a retry after the last attempt.");
}

TEST(SinkCommitter, ATransactionThatIsGoneIsLeftOutAndAnUnknownFailureFailsTheTask) {
  CommitterHarness committer;
  committer.system.settings().timeout = kSecond;
  committer.receive_summary(1, 0, 2);
  committer.receive(1, 0, 1);
  committer.now = kSecond;
  committer.receive(1, 0, 2);
  committer.now = kSecond + 1;
  committer.complete(1);
  EXPECT_THAT(committer.committed(), ElementsAre(2));
  EXPECT_EQ(committer.count(SinkEffectKind::drop_committable), 1);
  EXPECT_EQ(committer.failure(), SinkFailure::none);

  committer.receive_summary(2, 0, 1);
  committer.receive(2, 0, 3);
  committer.system.settings().refuses_commits = true;
  committer.complete(2);
  EXPECT_EQ(committer.failure(), SinkFailure::commit_failed);
}

TEST(SinkCommitter, CommitsUpToTheCompletedCheckpointOneAfterTheOther) {
  CommitterHarness committer;
  for (int64_t checkpoint : {3, 1, 2}) {
    committer.receive_summary(checkpoint, 0, 1);
    committer.receive(checkpoint, 0, static_cast<uint64_t>(checkpoint));
  }
  committer.complete(2);
  EXPECT_THAT(committer.committed(), ElementsAre(1, 2));
  committer.complete(1);
  EXPECT_THAT(committer.committed(), ElementsAre(1, 2));
  committer.complete(3);
  EXPECT_THAT(committer.committed(), ElementsAre(1, 2, 3));
}

TEST(SinkCommitter, ARestoreCommitsOnlyWhatItsCheckpointCovers) {
  CommitterHarness committer;
  for (int64_t checkpoint : {1, 2}) {
    committer.receive_summary(checkpoint, 0, 1);
    committer.receive(checkpoint, 0, static_cast<uint64_t>(checkpoint));
  }
  const SinkCommitter::State kept = committer.committer.snapshot();
  committer.restart({kept}, 1);
  EXPECT_THAT(committer.committed(), ElementsAre(1));
  committer.complete(2);
  EXPECT_THAT(committer.committed(), ElementsAre(1, 2));
}

// Writer and committer as two tasks of a job; one chain of checkpoints, failures at any time.
class CommitterJob {
 public:
  explicit CommitterJob(uint64_t seed) : dice_(seed) { writer_.open(system(), 0, effects()); }

  void step() {
    switch (dice_.between(0, 8)) {
      case 0: return checkpoint();
      case 1: return complete();
      case 2: return notify();
      case 3: return dice_.between(0, 3) == 0 ? fail() : void();
      default: writer_.write(one_record(++position_), system(), effects());
    }
  }
  void finish() {
    world_.committer.receive(writer_.end_of_input(system(), effects()));
    world_.committer.end_of_input(system(), 0, effects());
    checkpoint();
    complete();
    notify();
  }
  CommitterHarness& world() { return world_; }
  uint64_t records() const { return position_; }
  int64_t failures = 0;

 private:
  struct Stored {
    int64_t id = 0;
    uint64_t position = 0;
    TransactionId writer = kNoTransaction;
    SinkCommitter::State committer;
  };
  TransactionSystem& system() { return world_.system; }
  SinkEffects& effects() { return world_.effects; }

  void checkpoint() {
    Stored stored;
    stored.id = ++last_id_;
    if (const auto batch = writer_.prepare({stored.id}, system(), 0, effects()))
      world_.committer.receive(*batch);  // ahead of the barrier
    stored.position = position_;
    stored.writer = writer_.current();
    stored.committer = world_.committer.snapshot();
    under_way_ = stored;
  }
  void complete() {
    if (under_way_.id > completed_.id) completed_ = under_way_;
  }
  void notify() {
    if (completed_.id > 0) world_.complete(completed_.id);
    ASSERT_EQ(world_.failure(), SinkFailure::none);
  }
  void fail() {
    ++failures;
    position_ = completed_.position;
    under_way_ = {};
    writer_ = SinkWriter();
    writer_.restore(completed_.writer, system(), 0, effects());
    world_.restart({completed_.committer}, completed_.id);
    ASSERT_EQ(world_.failure(), SinkFailure::none);
  }

  Dice dice_;
  CommitterHarness world_;
  SinkWriter writer_;
  uint64_t position_ = 0;
  int64_t last_id_ = 0;
  Stored completed_;
  Stored under_way_;
};

TEST(SinkCommitter, WithReplayEveryRecordIsCommittedExactlyOnceForEverySeed) {
  int64_t failures = 0;
  for (uint64_t seed = 1; seed <= 500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    CommitterJob job(seed);
    for (int steps = 0; steps < 300; ++steps) job.step();
    job.finish();
    std::vector<uint64_t> committed = job.world().committed();
    std::sort(committed.begin(), committed.end());
    std::vector<uint64_t> expected;
    for (uint64_t tag = 1; tag <= job.records(); ++tag) expected.push_back(tag);
    ASSERT_EQ(committed, expected);
    failures += job.failures;
  }
  EXPECT_GT(failures, 2000);
}

}  // namespace
}  // namespace cutline::test
