// At-least-once: rules L1 to L5.
#include <gtest/gtest.h>

#include "tests/system/barriers.h"

namespace cutline::test {
namespace {

std::string pending(const BarrierTracker& tracker) {
  std::vector<CheckpointId> ids;
  tracker.pending_ids(ids);
  std::string list;
  for (const CheckpointId id : ids) list += (list.empty() ? "" : " ") + std::to_string(id.number);
  return list;
}

TEST(BarrierTracker, L1_NothingIsEverBlocked) {
  auto join = tracker(2);
  EXPECT_EQ(join.take(loose(1), 0), "");
  EXPECT_EQ(join.blocked(), "");
  EXPECT_EQ(join.take(loose(1), 1), "trigger 1 aligned, complete 1");
  EXPECT_EQ(join.last[0].barrier.kind, BarrierKind::at_least_once);
}

TEST(BarrierTracker, L2_WithOneOpenChannelANewIdTriggersAtOnce) {
  auto join = tracker(2);
  join.end(0);
  join.now_ms = 10;
  EXPECT_EQ(join.take(loose(3), 1), "trigger 3 aligned, complete 3");
  EXPECT_EQ(join.reported(), "delay 10 alignment 0 bytes 0");
  EXPECT_EQ(join.cancel(4, 1), "abort 4 CHECKPOINT_DECLINED_ON_CANCELLATION_BARRIER");
}

TEST(BarrierTracker, A7_WithOneOpenChannelAnIdThatIsNotNewIsNoCheckpoint) {
  auto one = tracker(1);
  EXPECT_EQ(one.take(loose(2), 0), "trigger 2 aligned, complete 2");
  EXPECT_EQ(one.take(loose(1), 0), "");
  EXPECT_EQ(one.take(loose(2), 0), "");
  EXPECT_EQ(one.cancel(4, 0), "abort 4 CHECKPOINT_DECLINED_ON_CANCELLATION_BARRIER");
  EXPECT_EQ(one.take(loose(3), 0), "");
  EXPECT_EQ(one.take(loose(4), 0), "") << "L4: it is swallowed";
  EXPECT_EQ(one.take(loose(5), 0), "trigger 5 aligned, complete 5");
}

TEST(BarrierTracker, L2_AnIdThatIsTrackedStillCountsWhenOnlyOneChannelIsOpen) {
  auto join = tracker(2);
  join.take(loose(1), 0);
  EXPECT_EQ(join.end(0), "");
  EXPECT_EQ(join.take(loose(1), 1), "trigger 1 aligned, complete 1");
}

TEST(BarrierTracker, L2_FiftyIdsAreTrackedAndTheOldestGivesWay) {
  auto join = tracker(2);
  for (int64_t id = 1; id <= 50; ++id) join.take(loose(id), 0);
  EXPECT_EQ(pending(join.handler).substr(0, 4), "1 2 ");
  EXPECT_EQ(join.take(loose(51), 0), "");
  EXPECT_EQ(pending(join.handler).substr(0, 4), "2 3 ");
  EXPECT_EQ(join.take(loose(1), 1), "") << "forgotten";
  EXPECT_EQ(join.take(loose(2), 1), "trigger 2 aligned, complete 2");
}

TEST(BarrierTracker, L3_AnOlderIdMayCompleteAfterBarriersOfNewerOnes) {
  auto join = tracker(3);
  join.take(loose(3), 1);
  join.take(loose(3), 2);
  join.take(loose(4), 2);
  EXPECT_EQ(join.take(loose(3), 0), "trigger 3 aligned, complete 3");
  EXPECT_EQ(pending(join.handler), "4");
}

TEST(BarrierTracker, L3_CompletingForgetsTheOlderOnesWithoutAWord) {
  auto join = tracker(2);
  join.take(loose(6), 1);
  join.take(loose(7), 1);
  EXPECT_EQ(join.take(loose(7), 0), "trigger 7 aligned, complete 7");
  EXPECT_EQ(pending(join.handler), "");
  EXPECT_EQ(join.take(loose(6), 0), "");
}

TEST(BarrierTracker, L3_AnEndStandsForTheBarriersOfEveryTrackedId) {
  auto join = tracker(3);
  for (int64_t id = 1; id <= 2; ++id) {
    join.take(loose(id), 0);
    join.take(loose(id), 1);
  }
  EXPECT_EQ(join.end(2), "trigger 2 aligned, complete 2") << "the newest that is full";
  EXPECT_EQ(pending(join.handler), "");
}

TEST(BarrierTracker, L3_AChannelThatDeliversAndEndsCountsOnce) {
  auto join = tracker(3);
  join.take(loose(2), 0);
  join.take(loose(2), 1);
  EXPECT_EQ(join.end(1), "");
  EXPECT_EQ(join.take(loose(2), 2), "trigger 2 aligned, complete 2");
}

TEST(BarrierTracker, L4_ACancelMarkerAbortsItsIdAndTheOlderOnes) {
  auto join = tracker(3);
  join.take(loose(5), 0);
  join.take(loose(6), 0);
  EXPECT_EQ(join.cancel(6, 1),
            "abort 5 CHECKPOINT_DECLINED_ON_CANCELLATION_BARRIER, "
            "abort 6 CHECKPOINT_DECLINED_ON_CANCELLATION_BARRIER");
  EXPECT_EQ(join.cancel(6, 2), "") << "said once";
  EXPECT_EQ(pending(join.handler), "") << "0 delivered it, 1 and 2 cancelled it";
}

TEST(BarrierTracker, L4_BarriersOfACancelledIdAreSwallowed) {
  auto join = tracker(2);
  EXPECT_EQ(join.cancel(4, 0), "abort 4 CHECKPOINT_DECLINED_ON_CANCELLATION_BARRIER");
  EXPECT_EQ(pending(join.handler), "4");
  EXPECT_EQ(join.take(loose(4), 1), "");
  EXPECT_EQ(pending(join.handler), "");
  EXPECT_EQ(join.take(loose(4), 0), "");
  EXPECT_EQ(join.cancel(4, 0), "") << "forgotten, and older than what is known";
}

TEST(BarrierTracker, Section_4_WithCheckpointsAfterFinishOffAnEndAbortsAll) {
  auto join = tracker(3, /*after_finish=*/false);
  join.take(loose(1), 0);
  join.take(loose(2), 0);
  EXPECT_EQ(join.end(1),
            "abort 1 CHECKPOINT_DECLINED_INPUT_END_OF_STREAM, "
            "abort 2 CHECKPOINT_DECLINED_INPUT_END_OF_STREAM");
  EXPECT_FALSE(join.handler.metrics().running());
  EXPECT_EQ(join.take(loose(3), 0), "");
  EXPECT_EQ(join.take(loose(3), 2), "trigger 3 aligned, complete 3");
}

TEST(BarrierTracker, L5_OnlyTheNewestIdIsMeasured) {
  auto join = tracker(2);
  join.now_ms = 100;
  join.take(loose(1), 1);
  join.handler.on_data(10);
  join.now_ms = 1100;
  join.take(loose(2), 1);
  join.handler.on_data(500);
  join.now_ms = 2100;
  join.take(loose(1), 0);
  EXPECT_EQ(join.reported(), "delay 0 alignment 0 bytes 0");
  join.handler.on_data(5);
  join.now_ms = 3100;
  join.take(loose(2), 0);
  EXPECT_EQ(join.reported(), "delay 1100 alignment 2000 bytes 505");
}

TEST(BarrierTracker, L5_AnIdWhoseClockWasTakenOverReportsZeros) {
  auto join = tracker(3);
  join.take(loose(1), 0);
  join.take(loose(1), 1);
  join.end(0);
  join.end(1);
  join.now_ms = 50;
  EXPECT_EQ(join.cancel(2, 2), "abort 2 CHECKPOINT_DECLINED_ON_CANCELLATION_BARRIER");
  EXPECT_EQ(join.take(loose(1), 2), "trigger 1 aligned, complete 1");
  EXPECT_EQ(join.reported(), "delay 0 alignment 0 bytes 0");
}

TEST(BarrierTracker, C7_ATriggerFromTheCoordinatorStandsForAllOpenChannels) {
  auto join = tracker(3);
  join.end(0);
  EXPECT_EQ(join.trigger(loose(4)), "trigger 4 aligned, complete 4");
}

}  // namespace
}  // namespace cutline::test
