// Aligned until a time-out: rules T1 to T6, and any mixture of kinds.
#include <gtest/gtest.h>

#include "tests/system/barriers.h"

namespace cutline::test {
namespace {

Subject<BarrierHandler> task(uint32_t channels) {
  return subject(BarrierMode::alternating, channels);
}

TEST(BarrierAlternating, T1_SavepointsForcedEdgesAndPlainBarriersArmNoTimer) {
  for (Barrier each : {savepoint(1), aligned(1), barrier(1, BarrierKind::forced_aligned)}) {
    if (each.savepoint || each.kind == BarrierKind::forced_aligned)
      each.timeout = 10 * kMillisecond;
    auto join = task(2);
    join.now_ms = 1000;
    EXPECT_EQ(join.take(each, 0), "block 0");
    EXPECT_EQ(join.take(each, 1), "block 1, trigger 1 aligned, resume 0, resume 1, complete 1");
  }
}

TEST(BarrierAlternating, T2_TheTimerCountsFromTheTriggerNotFromTheFirstBarrier) {
  auto join = task(2);
  join.now_ms = 30;
  EXPECT_EQ(join.take(timeoutable(1, 100, 10), 0), "arm 1 at 110, block 0");
}

TEST(BarrierAlternating, T3_TheTimerIsArmedOnceByAnnouncementOrBarrierAndNeverInThePast) {
  auto join = task(3);
  EXPECT_EQ(join.announce(timeoutable(1, 100), 1), "arm 1 at 100");
  EXPECT_EQ(join.announce(timeoutable(1, 100), 2), "");
  EXPECT_EQ(join.take(timeoutable(1, 100), 0), "block 0");
  auto late = task(2);
  late.now_ms = 500;
  EXPECT_EQ(late.announce(timeoutable(1, 100), 1), "arm 1 at 500");
}

TEST(BarrierAlternating, T3_TheTimerIsCancelledWhenAllIsInAndWhenItIsAborted) {
  auto join = task(2);
  join.take(timeoutable(1, 100), 0);
  EXPECT_EQ(join.take(timeoutable(1, 100), 1),
            "block 1, trigger 1 aligned, resume 0, resume 1, cancel timer 1, complete 1");
  join.take(timeoutable(2, 100), 0);
  EXPECT_EQ(join.cancel(2, 1),
            "cancel timer 2, resume 0, abort 2 CHECKPOINT_DECLINED_ON_CANCELLATION_BARRIER");
  EXPECT_EQ(join.timer(2), "") << "a timer that runs all the same does nothing";
}

TEST(BarrierAlternating, T4_BeforeTheFirstBarrierATimeOutFetchesTheAnnouncedOnes) {
  auto join = task(3);
  join.announce(timeoutable(1, 10), 2);
  join.announce(timeoutable(1, 10), 0);
  join.now_ms = 10;
  EXPECT_EQ(join.timer(1), "prioritise 1@0, prioritise 1@2");
  EXPECT_EQ(join.announce(timeoutable(1, 10), 1), "prioritise 1@1") << "late, but at once";
  EXPECT_EQ(join.take(timeoutable(1, 10), 0), "block 0, start capture 1, trigger 1 unaligned");
  EXPECT_EQ(join.take(timeoutable(1, 10), 2), "block 2");
  EXPECT_EQ(join.take(timeoutable(1, 10), 1),
            "measured 1 delay 10 alignment 0 bytes 0, block 1, stop capture 1, "
            "resume 0, resume 1, resume 2, complete 1");
}

TEST(BarrierAlternating, T4_AfterTheFirstBarrierATimeOutSnapshotsNowAndResumesNothing) {
  auto join = task(2);
  join.take(timeoutable(1, 10), 0);
  join.announce(timeoutable(1, 10), 1);
  join.now_ms = 10;
  EXPECT_EQ(join.timer(1), "prioritise 1@1, start capture 1, trigger 1 unaligned");
  EXPECT_EQ(join.blocked(), "0");
  join.now_ms = 14;
  EXPECT_EQ(join.take(timeoutable(1, 10), 1),
            "measured 1 delay 0 alignment 14 bytes 0, block 1, stop capture 1, "
            "resume 0, resume 1, complete 1");
}

TEST(BarrierAlternating, T4_OnlyAnnouncedBarriersThatStillWaitAreFetched) {
  auto join = task(4);
  join.announce(timeoutable(1, 10), 0);
  join.announce(timeoutable(1, 10), 1);
  join.announce(timeoutable(1, 10), 2);
  join.take(timeoutable(1, 10), 0);
  join.end(1);
  EXPECT_EQ(join.timer(1), "prioritise 1@2, start capture 1, trigger 1 unaligned");
}

TEST(BarrierAlternating, T3_TheTimerOfAnOlderIdDoesNothing) {
  auto join = task(2);
  join.announce(timeoutable(1, 10), 0);
  join.announce(timeoutable(2, 10), 0);
  EXPECT_EQ(join.timer(1), "");
  EXPECT_EQ(join.timer(2), "prioritise 2@0");
}

TEST(BarrierAlternating, T5_AtTheTimeOutItselfTheCheckOnABarrierDoesNotSwitchYet) {
  auto join = task(3);
  join.now_ms = 10;
  EXPECT_EQ(join.take(timeoutable(1, 10), 0), "arm 1 at 10, block 0");
  join.now_ms = 11;
  EXPECT_EQ(join.take(timeoutable(1, 10), 1), "block 1, start capture 1, trigger 1 unaligned");
}

TEST(BarrierAlternating, T5_ALateFirstBarrierSwitchesAndSnapshotsInOne) {
  auto join = task(2);
  join.now_ms = 101;
  EXPECT_EQ(join.take(timeoutable(1, 100), 0),
            "arm 1 at 101, block 0, start capture 1, trigger 1 unaligned");
}

TEST(BarrierAlternating, T5_TheLastBarrierCompletesAlignedHoweverLateItIs) {
  auto join = task(2);
  join.take(timeoutable(1, 100), 0);
  join.now_ms = 400;
  EXPECT_EQ(join.take(timeoutable(1, 100), 1),
            "block 1, trigger 1 aligned, resume 0, resume 1, cancel timer 1, complete 1");
  EXPECT_EQ(join.reported(), "delay 0 alignment 400 bytes 0");
}

TEST(BarrierAlternating, T5_TheEndOfAChannelChecksTheTimeToo) {
  auto join = task(3);
  join.take(timeoutable(1, 10), 0);
  join.announce(timeoutable(1, 10), 2);
  join.now_ms = 11;
  EXPECT_EQ(join.end(1), "prioritise 1@2, start capture 1, trigger 1 unaligned");
}

TEST(BarrierAlternating, T5_AnEndBeforeTheFirstBarrierStartsTheAlignmentClockOnly) {
  auto join = task(3);
  join.announce(timeoutable(1, 100), 0);
  join.now_ms = 3;
  EXPECT_EQ(join.end(1), "");
  EXPECT_TRUE(join.handler.metrics().running());
  EXPECT_EQ(join.take(timeoutable(1, 100), 0), "block 0");
  join.now_ms = 9;
  EXPECT_EQ(join.take(timeoutable(1, 100), 2),
            "block 2, trigger 1 aligned, resume 0, resume 2, cancel timer 1, complete 1");
  EXPECT_EQ(join.reported(), "delay 3 alignment 6 bytes 0");
}

TEST(BarrierAlternating, T6_AnUnalignedBarrierSwitchesAtOnce) {
  auto join = task(3);
  join.take(timeoutable(1, 1000), 0);
  join.announce(timeoutable(1, 1000), 2);
  EXPECT_EQ(join.take(unaligned(1), 1), "prioritise 1@2, start capture 1, trigger 1 unaligned");
  EXPECT_EQ(join.blocked(), "0");
  auto other = task(2);
  other.announce(timeoutable(1, 1000), 0);
  EXPECT_EQ(other.take(unaligned(1), 1), "prioritise 1@0, start capture 1, trigger 1 unaligned");
}

TEST(BarrierAlternating, T6_AnUnalignedBarrierThatIsTheLastStillMakesTheCheckpointUnaligned) {
  auto join = task(2);
  join.take(timeoutable(1, 1000), 0);
  EXPECT_EQ(join.take(unaligned(1), 1),
            "start capture 1, trigger 1 unaligned, stop capture 1, resume 0, cancel timer 1, "
            "complete 1");
}

TEST(BarrierAlternating, T3_AnAnnouncementOfANewerIdEndsTheOlder) {
  auto join = task(2);
  join.take(timeoutable(1, 100), 0);
  EXPECT_EQ(join.announce(timeoutable(2, 100, 50), 1),
            "cancel timer 1, resume 0, abort 1 CHECKPOINT_DECLINED_SUBSUMED, arm 2 at 150");
  EXPECT_EQ(join.cancel(2, 1), "") << "no channel delivered 2 yet";
}

TEST(BarrierAlternating, T1_AfterATimeOutTheNextCheckpointStartsAlignedAgain) {
  auto join = task(1);
  join.announce(timeoutable(1, 100), 0);
  join.now_ms = 101;
  join.timer(1);
  EXPECT_EQ(join.take(timeoutable(1, 100), 0),
            "block 0, start capture 1, trigger 1 unaligned, stop capture 1, resume 0, complete 1");
  EXPECT_EQ(join.take(timeoutable(2, 100, 101), 0),
            "arm 2 at 201, block 0, trigger 2 aligned, resume 0, cancel timer 2, complete 2");
}

TEST(BarrierAlternating, U7_ATimeOutAfterANewerBarrierArrivedAborts) {
  auto join = task(2);
  join.take(timeoutable(1, 10), 0);
  join.handler.on_arrival({2});
  join.now_ms = 10;
  EXPECT_EQ(join.timer(1), "resume 0, abort 1 CHECKPOINT_SUBSUMED");
  EXPECT_EQ(join.blocked(), "");
}

// The vector told in words as X-31.
TEST(BarrierAlternating, X31_CheckpointsAndSavepointsTakeTurnsEachTriggeredOnce) {
  constexpr uint32_t kChannels = 123;
  auto join = task(kChannels);
  std::vector<int64_t> triggered;
  std::vector<int64_t> wanted;
  for (int64_t id = 0; id < kChannels; ++id) {
    wanted.push_back(id);
    for (uint32_t channel = 0; channel < kChannels; ++channel) {
      join.take(id % 2 == 0 ? aligned(id) : savepoint(id), channel);
      for (const BarrierEffect& effect : join.last) {
        ASSERT_NE(effect.kind, BarrierEffectKind::abort);
        if (effect.kind == BarrierEffectKind::trigger)
          triggered.push_back(effect.barrier.id.number);
      }
    }
  }
  EXPECT_EQ(triggered, wanted);
}

// The vector told in words as X-32.
TEST(BarrierAlternating, X32_EachNewerIdResetsWhatTheOneBeforeLeft) {
  auto join = task(2);
  EXPECT_EQ(join.take(savepoint(0), 0), "block 0");
  for (int64_t id = 1; id <= 3; ++id) {
    const auto channel = static_cast<uint32_t>(id % 2);
    const std::string mine = std::to_string(channel);
    const std::string other = std::to_string(1 - channel);
    EXPECT_EQ(join.take(id % 2 == 1 ? aligned(id) : savepoint(id), channel),
              "resume " + other + ", abort " + std::to_string(id - 1) +
                  " CHECKPOINT_DECLINED_SUBSUMED, block " + mine);
    EXPECT_EQ(join.handler.latest().number, id);
    EXPECT_TRUE(join.handler.is_pending());
    EXPECT_EQ(join.blocked(), mine);
  }
}

}  // namespace
}  // namespace cutline::test
