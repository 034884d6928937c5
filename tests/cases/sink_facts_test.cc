// Facts about transactional sinks (section 8): the two-phase-commit function (W-01 to W-07) and the
// committer of Sink V2 (W-08 to W-12).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/system/sink_support.h"

namespace cutline::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

TEST(SinkFacts, W_01_ACompletedCheckpointCommitsItsTransactionAndEarlierOnes) {
  SinkHarness sink;
  sink.open();
  sink.write(42);
  sink.snapshot(0);
  sink.write(43);
  sink.snapshot(1);
  sink.write(44);
  sink.snapshot(2);
  sink.complete(1);
  EXPECT_THAT(sink.committed(), ElementsAre(42, 43));
  EXPECT_EQ(sink.system.unfinished(), 2);
}

TEST(SinkFacts, W_02_ALateNotificationOfAnEarlierCheckpointChangesNothing) {
  SinkHarness sink;
  sink.open();
  sink.write(42);
  sink.snapshot(0);
  sink.write(43);
  sink.snapshot(1);
  sink.write(44);
  sink.snapshot(2);
  sink.complete(2);
  sink.complete(1);
  EXPECT_THAT(sink.committed(), ElementsAre(42, 43, 44));
  EXPECT_EQ(sink.system.unfinished(), 1);
}

TEST(SinkFacts, W_03_RestoringCommitsWhatWasPreCommittedAndAbortsWhatWasCurrent) {
  SinkHarness sink;
  sink.open();
  sink.write(42);
  sink.snapshot(0);
  sink.write(43);
  const TwoPhaseState kept = sink.snapshot(1);
  sink.write(44);
  sink.close();  // the snapshot of 2 fails, and with it the task

  sink.restart({kept});
  EXPECT_THAT(sink.committed(), ElementsAre(42, 43));
  sink.close();
  EXPECT_EQ(sink.system.unfinished(), 0);
}

TEST(SinkFacts, W_04_AfterTheEndOfInputThereIsNoTransactionAnyMore) {
  SinkHarness sink;
  sink.open();
  sink.write(42);
  sink.snapshot(0);
  sink.write(43);
  sink.snapshot(1);
  sink.write(44);
  sink.sink.end_of_input();
  sink.snapshot(2);
  sink.complete(1);
  sink.snapshot(3);
  EXPECT_THAT(sink.committed(), ElementsAre(42, 43));
  EXPECT_EQ(sink.system.unfinished(), 1);
  EXPECT_EQ(sink.failure(), SinkFailure::none);
  sink.write(45);
  EXPECT_EQ(sink.failure(), SinkFailure::no_transaction);
}

TEST(SinkFacts, W_05_RestoringTheStateOfAFinishedSinkAbortsNothing) {
  SinkHarness sink;
  sink.open();
  sink.write(42);
  sink.sink.end_of_input();
  const TwoPhaseState kept = sink.snapshot(2);
  sink.restart({kept});
  EXPECT_EQ(sink.count(SinkEffectKind::abort), 0);
  EXPECT_THAT(sink.committed(), ElementsAre(42));
}

TEST(SinkFacts, W_06_ACommitThatFailsDuringARestoreIsLetGoOnlyAfterTheTimeOut) {
  TwoPhaseOptions options;
  options.transaction_timeout = kSecond;
  options.ignore_failures_after_timeout = true;
  SinkHarness sink(options);
  sink.open();
  sink.write(42);
  const TwoPhaseState kept = sink.snapshot(0);
  sink.complete(1);
  sink.close();
  sink.system.settings().refuses_commits = true;

  sink.restart({kept});
  EXPECT_EQ(sink.failure(), SinkFailure::commit_failed);
  sink.now = 1001 * kMillisecond;
  sink.restart({kept});
  EXPECT_EQ(sink.failure(), SinkFailure::none);
  EXPECT_EQ(sink.count(SinkEffectKind::ignore_failure), 1);
  EXPECT_THAT(sink.committed(), ElementsAre(42));
}

TEST(SinkFacts, W_07_ACommitCloseToTheTimeOutWarns) {
  TwoPhaseOptions options;
  options.transaction_timeout = kSecond;
  options.warning_percent = 50;
  for (const bool restored : {false, true}) {
    SCOPED_TRACE(restored);
    SinkHarness sink(options);
    sink.open();
    const TwoPhaseState kept = sink.snapshot(0);
    sink.now = 502 * kMillisecond;
    if (restored) {
      sink.close();
      sink.restart({kept});
    } else {
      sink.complete(1);
    }
    ASSERT_EQ(sink.count(SinkEffectKind::warn), 1);
    EXPECT_EQ(sink_sentence(sink.first(SinkEffectKind::warn)),
              "Transaction 1 has been open for 502 ms of 1000 ms.");
  }
}

TEST(SinkFacts, W_08_ACommitterCommitsWhenItIsNotified) {
  CommitterHarness committer;
  committer.receive_summary(1, 0, 1);
  committer.receive(1, 0, 1);
  EXPECT_THAT(committer.committed(), IsEmpty());
  committer.complete(1);
  EXPECT_THAT(committer.committed(), ElementsAre(1));
}

TEST(SinkFacts, W_09_AnIncompleteBatchIsAnErrorAndCommitsNothing) {
  CommitterHarness committer;
  committer.receive_summary(1, 0, 2);
  committer.receive(1, 0, 1);
  committer.complete(1);
  EXPECT_EQ(committer.failure(), SinkFailure::incomplete_batch);
  EXPECT_THAT(committer.committed(), IsEmpty());
  committer.receive(1, 0, 2);
  committer.complete(1);
  EXPECT_THAT(committer.committed(), ElementsAre(1, 2));
}

TEST(SinkFacts, W_10_RestoredCommittablesAreCommittedAtOnceAlsoAtAnotherParallelism) {
  CommitterHarness committer;
  for (uint32_t writer : {0, 1}) {
    committer.receive_summary(1, writer, 1);
    committer.receive(1, writer, writer + 1);
  }
  const SinkCommitter::State kept = committer.committer.snapshot();
  EXPECT_THAT(committer.committed(), IsEmpty());
  committer.restart({kept, {}}, 1);
  EXPECT_THAT(committer.committed(), UnorderedElementsAre(1, 2));
}

TEST(SinkFacts, W_11_ACommitIsTriedAgainAsOftenAsTheOptionAllows) {
  for (const int32_t retries : {0, 1}) {
    SCOPED_TRACE(retries);
    CommitterOptions options;
    options.retries = retries;
    CommitterHarness committer(options);
    committer.receive_summary(1, 0, 1);
    committer.receive(1, 0, 1);
    committer.system.settings().retries_asked = 1;
    committer.complete(1);
    EXPECT_EQ(committer.failure(),
              retries == 0 ? SinkFailure::retries_used_up : SinkFailure::none);
    EXPECT_EQ(committer.committed().size(), static_cast<size_t>(retries));
  }
}

TEST(SinkFacts, W_12_TheEndOfInputCommitsOnlyWithoutCheckpointing) {
  for (const bool checkpointing : {true, false}) {
    SCOPED_TRACE(checkpointing);
    CommitterOptions options;
    options.checkpointing = checkpointing;
    CommitterHarness committer(options);
    committer.receive_summary(1, 0, 1);
    committer.receive(1, 0, 1);
    committer.committer.end_of_input(committer.system, 0, committer.effects);
    EXPECT_EQ(committer.committed().size(), checkpointing ? 0u : 1u);
    committer.complete(1);
    EXPECT_THAT(committer.committed(), ElementsAre(1));
  }
}

}  // namespace
}  // namespace cutline::test
