#include "core/run/job_history.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/run/job_footprint.h"
#include "core/system/job_ledger.h"
#include "tests/run/job_support.h"
#include "tests/system/job_random.h"

namespace cutline::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(JobHistory, SteppingBackRestoresEveryWorldExactly) {
  JobHistory history(embedded_setup("t2-unaligned"));
  std::vector<JobWorld> worlds{history.world()};
  for (int taken = 0; taken < 3000; ++taken) {
    ASSERT_TRUE(history.step_forward());
    worlds.push_back(history.world());
  }
  for (size_t at = 3000; at-- > 0;) {
    ASSERT_TRUE(history.step_back());
    ASSERT_EQ(history.world(), worlds[at]) << "after " << at << " events";
  }
  EXPECT_EQ(history.length(), 3000u);
  EXPECT_EQ(history.step_back().error().sentence, "this is the start of the run");
  EXPECT_EQ(history.step_back(9).error().sentence, "this is the start of the run");
}

TEST(JobHistory, SeekingAnywhereGivesTheWorldOfSteppingThereWithLittleMemoryToo) {
  const JobSetup setup = embedded_setup("t3-timeout");
  JobWorld straight = start_job(setup);
  run_job_events(setup, straight, 40'000, kMinute);
  ASSERT_EQ(straight.events, 40'000u);
  const size_t one = footprint(straight);
  for (const size_t budget : {one * 3, one * 100}) {
    JobHistory history(setup, budget);
    ASSERT_TRUE(history.seek(40'000));
    EXPECT_EQ(history.world(), straight);
    EXPECT_LE(history.keyframe_bytes(), budget);
    EXPECT_GT(history.keyframes(), 1u);
    for (uint64_t target : {39'999u, 1u, 0u, 20'000u, 20'001u, 19'000u, 39'000u, 1024u, 1023u}) {
      ASSERT_TRUE(history.seek(target));
      JobWorld direct = start_job(setup);
      run_job_events(setup, direct, target, kMinute);
      ASSERT_EQ(history.world(), direct) << target;
    }
    EXPECT_EQ(history.length(), 40'000u);
  }
}

TEST(JobHistory, KeyframesStandFartherApartWhereMemoryIsScarce) {
  const JobSetup setup = embedded_setup("t1-aligned");
  JobHistory rich(setup, 1 << 30);
  JobHistory poor(setup, footprint(start_job(setup)) * 12);
  ASSERT_TRUE(rich.seek_time(kMinute));
  ASSERT_TRUE(poor.seek_time(kMinute));
  EXPECT_GT(poor.keyframe_events(), 2 * rich.keyframe_events());
  EXPECT_LT(poor.keyframes(), rich.keyframes());
}

TEST(JobHistory, TimeCanBeSoughtBothWays) {
  JobHistory history(embedded_setup("t1-aligned"));
  ASSERT_TRUE(history.seek_time(20 * kSecond));
  EXPECT_EQ(history.world().now, 20 * kSecond);
  JobWorld direct = start_job(history.setup());
  run_job_until(history.setup(), direct, 20 * kSecond);
  EXPECT_EQ(history.world(), direct);
  ASSERT_TRUE(history.seek_time(50 * kSecond));
  ASSERT_TRUE(history.seek_time(20 * kSecond));
  EXPECT_EQ(history.world(), direct);
  EXPECT_EQ(history.run_until(19 * kSecond).error().sentence,
            "that time is past: it is 20s already");
  EXPECT_THAT(history.seek_time(61 * kSecond).error().sentence, HasSubstr("the run ends at 60s"));
  EXPECT_EQ(history.world(), direct);
}

TEST(JobHistory, TheRunEndsWhereTheJobSays) {
  JobHistory history(embedded_setup("t11-two-phase"));
  ASSERT_TRUE(history.seek_time(history.setup().job.until));
  const uint64_t end = history.cursor();
  const uint64_t before = fingerprint(history);
  EXPECT_THAT(history.step_forward().error().sentence, HasSubstr("the run ends at 120s"));
  EXPECT_THAT(history.seek(end + 1).error().sentence, HasSubstr("the run ends after"));
  EXPECT_EQ(fingerprint(history), before);
}

TEST(JobHistory, ARefusedSeekLeavesNothingBehind) {
  JobHistory history(embedded_setup("t11-two-phase"));
  ASSERT_TRUE(history.seek(100));
  ASSERT_TRUE(history.seek(50));
  const uint64_t before = fingerprint(history);
  EXPECT_FALSE(history.seek(1'000'000));
  EXPECT_EQ(fingerprint(history), before);
  EXPECT_EQ(history.length(), 100u);
  EXPECT_FALSE(history.next(JobMoment::failure));
  EXPECT_EQ(fingerprint(history), before);
  EXPECT_LE(history.series().samples().back().at, history.length_time());
}

TEST(JobHistory, AHandInThePastDropsTheOldFutureAndIsReplayed) {
  JobHistory history(embedded_setup("t2-unaligned"));
  ASSERT_TRUE(history.seek_time(30 * kSecond));
  ASSERT_TRUE(history.seek_time(12 * kSecond));
  const uint64_t at = history.cursor();
  ASSERT_TRUE(history.act(JobAct::fail, *find_subtask(history.setup(), "count-1")));
  EXPECT_EQ(history.length(), at + 1);
  EXPECT_THAT(history.hands(), ElementsAre(JobHand{at, 12 * kSecond, JobAct::fail, {3}, false,
                                                   "count-1"}));
  ASSERT_EQ(history.world().recoveries.size(), 1u);
  EXPECT_EQ(history.world().recoveries[0].failed_at, 12 * kSecond);
  ASSERT_TRUE(history.seek_time(25 * kSecond));
  const JobWorld later = history.world();
  ASSERT_TRUE(history.seek(0));
  ASSERT_TRUE(history.seek_time(25 * kSecond));
  EXPECT_EQ(history.world(), later);
  EXPECT_GE(later.recoveries[0].restored_at, 12 * kSecond);
  EXPECT_EQ(broken_invariant(history.setup(), later), std::nullopt);
}

TEST(JobHistory, AHandAsksForCheckpointsAndSavepoints) {
  JobHistory history(embedded_setup("t2-unaligned"));
  ASSERT_TRUE(history.seek_time(kSecond));
  ASSERT_TRUE(history.act(JobAct::checkpoint));
  ASSERT_TRUE(history.seek_time(4 * kSecond));
  ASSERT_EQ(history.world().statistics.history.size(), 1u);
  EXPECT_EQ(history.world().statistics.history[0].kind, CheckpointKind::checkpoint);
  EXPECT_EQ(history.world().statistics.history[0].triggered_at, kSecond);
  ASSERT_TRUE(history.act(JobAct::savepoint));
  ASSERT_TRUE(history.next(JobMoment::triggered));
  EXPECT_EQ(history.world().statistics.history.back().kind, CheckpointKind::savepoint);
}

TEST(JobHistory, AHandIsRefusedWithTheReason) {
  JobHistory history(embedded_setup("t2-unaligned"));
  EXPECT_THAT(history.act(JobAct::checkpoint).error().sentence, HasSubstr("not all tasks"));
  EXPECT_THAT(history.act(JobAct::fail, {0}).error().sentence,
              HasSubstr("source-0 is not running now"));
  EXPECT_EQ(history.length(), 0u);
}

TEST(JobHistory, TheNextMomentIsThatOfTheStatistics) {
  JobHistory history(embedded_setup("t1-aligned"));
  ASSERT_TRUE(history.next(JobMoment::triggered));
  EXPECT_EQ(history.world().statistics.history.back().triggered_at, history.world().now);
  ASSERT_TRUE(history.next(JobMoment::barrier));
  EXPECT_EQ(history.recent().back().changes[0].kind, JobChangeKind::barrier_taken);
  EXPECT_EQ(history.recent().back().changes[0].checkpoint, CheckpointId{1});
  ASSERT_TRUE(history.next(JobMoment::completed));
  EXPECT_EQ(history.world().statistics.history[0].ended_at, history.world().now);
  const JobWorld there = history.world();
  ASSERT_TRUE(history.step_back());
  ASSERT_TRUE(history.next(JobMoment::completed));
  EXPECT_EQ(history.world(), there);
  EXPECT_THAT(history.next(JobMoment::failure).error().sentence, HasSubstr("no such moment"));
  EXPECT_EQ(history.world(), there);
}

TEST(JobHistory, AnInputIsHeldUntilTheOtherBarriersAreIn) {
  JobHistory history(uneven_setup());
  ASSERT_TRUE(history.next(JobMoment::blocked));
  const JobSetup& setup = history.setup();
  const std::vector<JobChange>& changes = history.recent().back().changes;
  const auto held = std::find_if(changes.begin(), changes.end(), [](const JobChange& each) {
    return each.kind == JobChangeKind::held;
  });
  ASSERT_NE(held, changes.end());
  EXPECT_EQ(link_name(setup, held->link), "A>J");
  EXPECT_TRUE(is_held(history.world().tasks[3], 0));
  EXPECT_FALSE(is_held(history.world().tasks[3], 1));
}

TEST(JobHistory, FailureAndRestoreAreMoments) {
  JobHistory history(embedded_setup("t15-one-region"));
  ASSERT_TRUE(history.next(JobMoment::failure));
  EXPECT_EQ(history.world().recoveries.back().failed_at, history.world().now);
  ASSERT_TRUE(history.next(JobMoment::restored));
  EXPECT_EQ(history.world().recoveries.back().restored_at, history.world().now);
}

TEST(JobHistory, TheLogIsTheSameHoweverTheCursorGotThere) {
  const JobSetup setup = embedded_setup("t1-aligned");
  JobHistory stepped(setup);
  ASSERT_TRUE(stepped.seek_time(4990 * kMillisecond));
  for (int step = 0; step < 200; ++step) {
    ASSERT_TRUE(stepped.step_forward());
    ASSERT_EQ(stepped.recent().back().event, stepped.cursor());
  }
  JobHistory sought(setup);
  ASSERT_TRUE(sought.seek(stepped.cursor() + 5000));
  ASSERT_TRUE(sought.seek(stepped.cursor()));
  ASSERT_EQ(sought.recent().size(), kJobLogEvents);
  ASSERT_EQ(stepped.recent().size(), kJobLogEvents);
  for (size_t at = 0; at < kJobLogEvents; ++at) {
    EXPECT_EQ(sought.recent()[at].event, stepped.recent()[at].event);
    EXPECT_EQ(sought.recent()[at].what, stepped.recent()[at].what);
    EXPECT_EQ(sought.recent()[at].changes, stepped.recent()[at].changes);
  }
}

TEST(JobHistory, ASeriesHasTheSamePointsHoweverTheRunWasReached) {
  const JobSetup setup = embedded_setup("t1-aligned");
  JobHistory once(setup);
  ASSERT_TRUE(once.seek_time(kMinute));
  EXPECT_EQ(once.series().samples().size(), kJobSamples);
  JobHistory pieces(setup);
  for (Tick time = 7 * kSecond; time < kMinute; time += 7 * kSecond) {
    ASSERT_TRUE(pieces.seek_time(time));
    ASSERT_TRUE(pieces.step_back());
  }
  ASSERT_TRUE(pieces.seek_time(kMinute));
  EXPECT_EQ(pieces.series().samples(), once.series().samples());
  int64_t records = 0;
  for (size_t at = 1; at <= 100; ++at) records += once.series().samples()[at].records;
  JobWorld world = start_job(setup);
  run_job_until(setup, world, 25 * kSecond);
  EXPECT_EQ(once.series().samples()[100].at, 25 * kSecond);
  EXPECT_EQ(records, world.tasks[2].records_done + world.tasks[3].records_done);
  EXPECT_GT(records, 1000);
}

// Random walks over random jobs, each compared with a fresh replay of its hands.
TEST(JobHistory, RandomWalksEndWhereAFreshReplayDoes) {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomJobs wanted;
    wanted.at_least_once = seed % 3 == 0;
    wanted.named = seed % 2 == 0;
    Job job = random_job(seed, wanted);
    job.until = 20 * kSecond;
    const Result<JobSetup> setup = set_up(job);
    ASSERT_TRUE(setup) << setup.error().sentence;
    Dice dice(seed);
    JobHistory walked(*setup, 40'000);
    for (int turn = 0; turn < 40; ++turn) random_turn(walked, dice);

    JobHistory fresh(*setup);
    for (const JobHand& hand : walked.hands()) {
      ASSERT_TRUE(fresh.seek(hand.after));
      if (fresh.world().now < hand.at) {
        ASSERT_TRUE(fresh.seek_time(hand.at));
      }
      ASSERT_TRUE(fresh.act(hand.act, hand.subtask));
    }
    ASSERT_TRUE(fresh.seek(walked.length()));
    ASSERT_TRUE(fresh.seek(walked.cursor()));
    if (fresh.world().now < walked.world().now) {
      ASSERT_TRUE(fresh.seek_time(walked.world().now));
    }
    EXPECT_EQ(fresh.world(), walked.world());
    EXPECT_EQ(fingerprint(fresh), fingerprint(walked));
  }
}

}  // namespace
}  // namespace cutline::test
