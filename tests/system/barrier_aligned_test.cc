// Aligned exactly-once: the rows of the handler's table, and rules A1 to A7.
#include <gtest/gtest.h>

#include "tests/system/barriers.h"

namespace cutline::test {
namespace {

Subject<BarrierHandler> task(uint32_t channels, bool after_finish = true) {
  return subject(BarrierMode::aligned, channels, after_finish);
}

TEST(BarrierAligned, A1_AChannelIsBlockedFromItsBarrierUntilTheLastOneIsIn) {
  auto join = task(3);
  EXPECT_EQ(join.take(aligned(1), 1), "block 1");
  EXPECT_EQ(join.take(aligned(1), 2), "block 2");
  EXPECT_EQ(join.blocked(), "12");
  EXPECT_EQ(join.take(aligned(1), 0),
            "block 0, trigger 1 aligned, resume 0, resume 1, resume 2, complete 1");
  EXPECT_EQ(join.blocked(), "");
  EXPECT_FALSE(join.handler.is_pending());
  EXPECT_EQ(join.handler.latest().number, 1);
}

TEST(BarrierAligned, A1_ABarrierThatComesTooLateIsIgnoredAndItsChannelResumedAtOnce) {
  auto join = task(2);
  join.take(aligned(5), 0);
  EXPECT_EQ(join.take(aligned(4), 1), "resume 1") << "older than the current id";
  join.take(aligned(5), 1);
  EXPECT_EQ(join.take(aligned(5), 0), "resume 0") << "already complete";
  EXPECT_EQ(join.cancel(6, 1), "abort 6 CHECKPOINT_DECLINED_ON_CANCELLATION_BARRIER");
  EXPECT_EQ(join.take(aligned(6), 1), "resume 1") << "already cancelled";
  EXPECT_EQ(join.blocked(), "");
}

TEST(BarrierAligned, A6_ANewerBarrierEndsTheIncompleteCheckpoint) {
  auto join = task(3);
  join.take(aligned(2), 0);
  join.take(aligned(2), 1);
  EXPECT_EQ(join.take(aligned(3), 2),
            "resume 0, resume 1, abort 2 CHECKPOINT_DECLINED_SUBSUMED, block 2");
  EXPECT_EQ(join.handler.latest().number, 3);
  EXPECT_EQ(join.take(aligned(3), 0), "block 0");
  EXPECT_EQ(join.take(aligned(3), 1),
            "block 1, trigger 3 aligned, resume 0, resume 1, resume 2, complete 3");
}

TEST(BarrierAligned, Section_3_ACancelMarkerOfTheCurrentIdCountsOnceAChannelDelivered) {
  auto join = task(3);
  join.take(aligned(1), 0);
  EXPECT_EQ(join.cancel(1, 1), "resume 0, abort 1 CHECKPOINT_DECLINED_ON_CANCELLATION_BARRIER");
  EXPECT_EQ(join.cancel(1, 2), "") << "nothing of 1 is delivered any more";
  EXPECT_EQ(join.take(aligned(1), 1), "resume 1");
}

TEST(BarrierAligned, Section_3_ACancelMarkerOfANewerIdJumpsOverEverything) {
  auto join = task(2);
  join.take(aligned(1), 0);
  EXPECT_EQ(join.cancel(3, 1), "resume 0, abort 3 CHECKPOINT_DECLINED_ON_CANCELLATION_BARRIER")
      << "1 goes without a word of its own";
  EXPECT_EQ(join.cancel(2, 0), "");
  EXPECT_EQ(join.cancel(3, 0), "");
  EXPECT_EQ(join.take(aligned(2), 0), "resume 0");
  EXPECT_EQ(join.handler.latest().number, 3);
}

TEST(BarrierAligned, Section_3_ACancelMarkerThatNobodyHasStartedIsRemembered) {
  auto join = task(2);
  EXPECT_EQ(join.cancel(0, 0), "abort 0 CHECKPOINT_DECLINED_ON_CANCELLATION_BARRIER");
  EXPECT_FALSE(join.handler.is_pending());
  EXPECT_EQ(join.take(aligned(0), 1), "resume 1");
  EXPECT_EQ(join.take(aligned(1), 1), "block 1");
}

TEST(BarrierAligned, Section_3_TheEndOfAChannelStandsForItsBarrier) {
  auto join = task(3);
  join.take(aligned(1), 0);
  join.take(aligned(1), 1);
  EXPECT_EQ(join.end(2), "trigger 1 aligned, resume 0, resume 1, complete 1");
  EXPECT_EQ(join.take(aligned(2), 0), "block 0");
  EXPECT_EQ(join.take(aligned(2), 1),
            "block 1, trigger 2 aligned, resume 0, resume 1, complete 2")
      << "only the open channels are waited for";
}

TEST(BarrierAligned, Section_3_AChannelThatDeliversAndEndsCountsOnce) {
  auto join = task(3);
  join.take(aligned(2), 0);
  join.take(aligned(2), 1);
  EXPECT_EQ(join.end(1), "");
  EXPECT_EQ(join.blocked(), "0") << "an ended channel has nothing to hold";
  EXPECT_EQ(join.take(aligned(2), 2), "block 2, trigger 2 aligned, resume 0, resume 2, complete 2");
}

TEST(BarrierAligned, Section_3_AChannelEndsOnlyOnce) {
  auto join = task(3);
  join.end(1);
  EXPECT_EQ(join.end(1), "");
  EXPECT_EQ(join.handler.open_channels(), 2u);
}

TEST(BarrierAligned, Section_3_WithCheckpointsAfterFinishOffAnEndAbortsThePendingOne) {
  auto join = task(3, /*after_finish=*/false);
  join.take(aligned(4), 1);
  EXPECT_EQ(join.end(0), "resume 1, abort 4 CHECKPOINT_DECLINED_INPUT_END_OF_STREAM");
  EXPECT_EQ(join.end(2), "") << "nothing is pending now";
  EXPECT_EQ(join.handler.open_channels(), 1u);
  EXPECT_EQ(join.take(aligned(5), 1), "block 1, trigger 5 aligned, resume 1, complete 5");
}

TEST(BarrierAligned, A4_OneChannelMeansNoAlignment) {
  auto map = task(1);
  map.now_ms = 40;
  EXPECT_EQ(map.take(aligned(1), 0), "block 0, trigger 1 aligned, resume 0, complete 1");
  EXPECT_EQ(map.reported(), "delay 40 alignment 0 bytes 0");
  EXPECT_FALSE(map.handler.metrics().running());
}

TEST(BarrierAligned, Section_9_1_AClockThatIsBehindTheTriggerMeansNoStartDelay) {
  auto map = task(1);
  map.now_ms = 5;
  map.take(barrier(1, BarrierKind::aligned, /*timestamp_ms=*/20), 0);
  EXPECT_EQ(map.reported(), "delay 0 alignment 0 bytes 0");
}

TEST(BarrierAligned, A5_AlignmentRunsFromTheFirstToTheLastBarrierProcessed) {
  auto join = task(3);
  join.handler.on_data(1000);
  join.now_ms = 30;
  join.take(aligned(1), 1);
  EXPECT_TRUE(join.handler.metrics().running());
  join.handler.on_data(100);
  EXPECT_EQ(join.handler.metrics().gauge(37 * kMillisecond), 7 * kMillisecond);
  join.now_ms = 50;
  join.take(aligned(1), 0);
  join.handler.on_data(200);
  join.now_ms = 65;
  join.take(aligned(1), 2);
  EXPECT_EQ(join.reported(), "delay 30 alignment 35 bytes 300");
  EXPECT_EQ(join.handler.metrics().gauge(99 * kMillisecond), 35 * kMillisecond);
}

TEST(BarrierAligned, Section_9_2_TheGaugeReadsZeroAfterAnAbort) {
  auto join = task(2);
  join.take(aligned(1), 0);
  join.cancel(1, 1);
  EXPECT_EQ(join.handler.metrics().gauge(9 * kMillisecond), 0);
  EXPECT_FALSE(join.handler.metrics().running());
}

TEST(BarrierAligned, C7_ATriggerFromTheCoordinatorStandsForAllOpenChannelsAndBlocksNone) {
  auto join = task(3);
  join.end(1);
  EXPECT_EQ(join.trigger(aligned(8)), "trigger 8 aligned, complete 8");
  EXPECT_EQ(join.blocked(), "");
}

TEST(BarrierAligned, AHandlerIsAValue) {
  auto join = task(2);
  join.take(aligned(1), 0);
  BarrierHandler copy = join.handler;
  EXPECT_EQ(copy, join.handler);
  BarrierEffects effects;
  copy.on_barrier(aligned(1), InputId{1}, 0, effects);
  EXPECT_NE(copy, join.handler);
  EXPECT_TRUE(join.handler.is_pending());
  EXPECT_FALSE(copy.is_pending());
}

}  // namespace
}  // namespace cutline::test
