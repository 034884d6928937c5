// Unaligned exactly-once: rules U1 to U9 as far as the input side goes.
#include <gtest/gtest.h>

#include "tests/system/barriers.h"

namespace cutline::test {
namespace {

Subject<BarrierHandler> task(uint32_t channels, bool after_finish = true) {
  return subject(BarrierMode::unaligned, channels, after_finish);
}

TEST(BarrierUnaligned, U1_TheFirstBarrierStartsCaptureAndThenTheSnapshot) {
  auto join = task(3);
  EXPECT_EQ(join.take(unaligned(1), 1), "start capture 1, trigger 1 unaligned");
  EXPECT_TRUE(join.handler.is_pending());
  EXPECT_EQ(join.blocked(), "");
}

TEST(BarrierUnaligned, U9_TheLastBarrierEndsCapture) {
  auto join = task(3);
  join.take(unaligned(1), 1);
  EXPECT_EQ(join.take(unaligned(1), 0), "");
  EXPECT_EQ(join.take(unaligned(1), 2),
            "measured 1 delay 0 alignment 0 bytes 0, stop capture 1, complete 1");
  EXPECT_FALSE(join.handler.is_pending());
}

TEST(BarrierUnaligned, U1_WithOneChannelTheFirstBarrierIsTheLast) {
  auto map = task(1);
  map.now_ms = 12;
  EXPECT_EQ(map.take(unaligned(1), 0),
            "start capture 1, trigger 1 unaligned, stop capture 1, complete 1");
  EXPECT_EQ(map.reported(), "delay 12 alignment 0 bytes 0");
}

TEST(BarrierUnaligned, Section_9_1_AlignmentAndBytesAreKnownOnlyAfterTheSnapshot) {
  auto join = task(2);
  join.now_ms = 10;
  join.take(unaligned(1), 1);
  EXPECT_EQ(join.reported(), "delay 10 alignment -1 bytes -1");
  join.handler.on_data(100);
  join.now_ms = 25;
  EXPECT_EQ(join.take(unaligned(1), 0),
            "measured 1 delay 10 alignment 15 bytes 100, stop capture 1, complete 1");
}

TEST(BarrierUnaligned, U3_TheEndOfAChannelStandsForItsBarrier) {
  auto join = task(3);
  join.take(unaligned(1), 0);
  EXPECT_EQ(join.end(1), "");
  EXPECT_EQ(join.end(2), "measured 1 delay 0 alignment 0 bytes 0, stop capture 1, complete 1");
  EXPECT_EQ(join.take(unaligned(2), 0),
            "start capture 2, trigger 2 unaligned, stop capture 2, complete 2");
}

TEST(BarrierUnaligned, U7_ANewerIdEndsTheOlderAndCapturesAnew) {
  auto join = task(2);
  join.now_ms = 5;
  join.take(unaligned(1), 0);
  join.handler.on_data(70);
  EXPECT_EQ(join.take(unaligned(2), 1),
            "stop capture 1, measured 1 delay 5 alignment 0 bytes 70, "
            "abort 1 CHECKPOINT_DECLINED_SUBSUMED, start capture 2, trigger 2 unaligned");
  EXPECT_EQ(join.take(unaligned(1), 1), "") << "an unaligned barrier holds no channel";
}

TEST(BarrierUnaligned, U7_ACancelMarkerStopsCapture) {
  auto join = task(2);
  join.take(unaligned(1), 0);
  EXPECT_EQ(join.cancel(1, 1),
            "stop capture 1, measured 1 delay 0 alignment 0 bytes 0, "
            "abort 1 CHECKPOINT_DECLINED_ON_CANCELLATION_BARRIER");
  EXPECT_EQ(join.take(unaligned(1), 1), "");
}

TEST(BarrierUnaligned, Section_3_ACancelMarkerOfANewerIdDropsTheRunningOneWithoutItsOwnAbort) {
  auto join = task(2);
  join.take(unaligned(1), 0);
  EXPECT_EQ(join.cancel(2, 0),
            "stop capture 1, measured 1 delay 0 alignment 0 bytes 0, "
            "abort 2 CHECKPOINT_DECLINED_ON_CANCELLATION_BARRIER");
  EXPECT_EQ(join.take(unaligned(2), 1), "");
}

TEST(BarrierUnaligned, U7_WithCheckpointsAfterFinishOffAnEndAbortsAndStopsCapture) {
  auto join = task(3, /*after_finish=*/false);
  join.take(unaligned(2), 1);
  EXPECT_EQ(join.end(1),
            "stop capture 2, measured 2 delay 0 alignment 0 bytes 0, "
            "abort 2 CHECKPOINT_DECLINED_INPUT_END_OF_STREAM");
}

TEST(BarrierUnaligned, T4_AnAlignedBarrierHoldsItsChannelUntilAllAreIn) {
  auto join = task(2);
  EXPECT_EQ(join.take(aligned(1), 0), "block 0, start capture 1, trigger 1 unaligned");
  EXPECT_EQ(join.take(unaligned(1), 1),
            "measured 1 delay 0 alignment 0 bytes 0, stop capture 1, resume 0, complete 1");
}

TEST(BarrierUnaligned, T4_AnAnnouncedBarrierIsFetchedAtOnce) {
  auto join = task(2);
  EXPECT_EQ(join.announce(timeoutable(1, 100), 1), "prioritise 1@1")
      << "and no timer: there is nothing to switch to";
  EXPECT_EQ(join.announce(timeoutable(0, 100), 0), "") << "older than what is known";
}

// A channel that holds a newer barrier no longer knows where the older one stood in it.
TEST(BarrierUnaligned, U7_NoSnapshotOnceANewerBarrierHasArrivedSomewhere) {
  auto join = task(2);
  join.handler.on_arrival({1});
  join.handler.on_arrival({2});
  EXPECT_EQ(join.take(unaligned(1), 0), "abort 1 CHECKPOINT_SUBSUMED");
  EXPECT_EQ(join.take(unaligned(2), 1), "start capture 2, trigger 2 unaligned");
}

}  // namespace
}  // namespace cutline::test
