#include "core/run/history.h"

#include <gtest/gtest.h>

#include "core/run/clock.h"
#include "tests/system/scenarios.h"

namespace cutline::test {
namespace {

Choice snapshot_at(uint32_t process) {
  Choice choice;
  choice.act = Act::snapshot;
  choice.process = {process};
  return choice;
}

TEST(History, SteppingBackRestoresEveryWorldExactly) {
  History history(busy_mesh({100, 60, 40}, 7));
  std::vector<World> worlds{history.world()};
  for (int taken = 0; taken < 300; ++taken) {
    if (taken == 30) {
      ASSERT_TRUE(history.choose(snapshot_at(0)));
    } else {
      ASSERT_TRUE(history.step_forward());
    }
    worlds.push_back(history.world());
  }
  for (size_t at = 300; at-- > 0;) {
    ASSERT_TRUE(history.step_back());
    ASSERT_EQ(history.world(), worlds[at]) << "after " << at << " steps";
  }
  EXPECT_EQ(history.length(), 300u);
  EXPECT_EQ(history.step_back().error().sentence, "this is the start of the run");
}

TEST(History, SeekingAnywhereGivesTheSameWorldAsSteppingThere) {
  History stepped(busy_mesh({100, 60, 40}, 3));
  std::vector<World> worlds{stepped.world()};
  for (int taken = 0; taken < 200; ++taken) {
    ASSERT_TRUE(stepped.step_forward());
    worlds.push_back(stepped.world());
  }
  History sought(busy_mesh({100, 60, 40}, 3));
  for (size_t target : {200u, 3u, 64u, 63u, 65u, 199u, 0u, 128u}) {
    ASSERT_TRUE(sought.seek(target));
    ASSERT_EQ(sought.world(), worlds[target]) << target;
  }
}

TEST(History, AHandsChoiceInThePastDropsTheOldFuture) {
  History history(busy_mesh({100, 60}, 5));
  ASSERT_TRUE(history.seek(100));
  ASSERT_TRUE(history.seek(40));
  const World before = history.world();
  ASSERT_TRUE(history.choose(snapshot_at(1)));
  EXPECT_EQ(history.length(), 41u);
  ASSERT_TRUE(history.step_back());
  EXPECT_EQ(history.world(), before);
  ASSERT_TRUE(history.step_forward());  // the recorded future is the hand's choice
  EXPECT_EQ(history.world().snapshots.size(), 1u);
}

TEST(History, ARefusedChoiceChangesNothing) {
  History history(busy_mesh({100, 60}, 5));
  ASSERT_TRUE(history.seek(50));
  ASSERT_TRUE(history.seek(20));
  const World before = history.world();
  Choice choice;
  choice.act = Act::send;
  choice.channel = {0};
  choice.value = Value::of(1'000'000);
  EXPECT_FALSE(history.choose(choice));
  EXPECT_EQ(history.world(), before);
  EXPECT_EQ(history.length(), 50u);
}

TEST(History, ARunWithNothingLeftRefusesToGoOnAndStaysWhereItIs) {
  History history(mesh({10, 10}));
  EXPECT_FALSE(history.step_forward());
  EXPECT_FALSE(history.seek(1));
  EXPECT_EQ(history.cursor(), 0u);
  ASSERT_TRUE(history.choose(snapshot_at(0)));
  ASSERT_TRUE(history.seek(3));
  EXPECT_TRUE(history.world().snapshots[0].complete);
  const Result<Done> beyond = history.seek(9);
  EXPECT_EQ(beyond.error().sentence, "the run ends after 3 steps: nothing is left to happen");
  EXPECT_EQ(history.cursor(), 3u);
}

TEST(History, RunUntilStopsBeforeTheFirstEventThatIsLater) {
  History history(busy_mesh({100, 60}, 5));
  ASSERT_TRUE(history.run_until(2 * kSecond));
  EXPECT_LE(history.world().now, 2 * kSecond);
  EXPECT_GT(next_by_clock(history.scenario(), history.world())->at, 2 * kSecond);
  EXPECT_GT(history.cursor(), 5u);
  EXPECT_EQ(history.run_until(kSecond).error().sentence.substr(0, 17), "that time is past");
}

TEST(History, LongRunsKeepAFewWorldsAndStillGoBackExactly) {
  History history(busy_mesh({100, 60, 40}, 11));
  ASSERT_TRUE(history.seek(9'000));
  const World far = history.world();
  ASSERT_TRUE(history.seek(4'321));
  const World middle = history.world();
  ASSERT_TRUE(history.seek(9'000));
  EXPECT_EQ(history.world(), far);
  ASSERT_TRUE(history.seek(4'321));
  EXPECT_EQ(history.world(), middle);
}

TEST(History, TheFingerprintOfARunIsPinned) {
  History history(busy_mesh({100, 60, 40}, 7));
  ASSERT_TRUE(history.seek(50));
  ASSERT_TRUE(history.choose(snapshot_at(2)));
  ASSERT_TRUE(history.seek(150));
  EXPECT_EQ(history.world().now / kMillisecond, 6722);
  EXPECT_EQ(fingerprint(history), 1776752777264765850u);
}

}  // namespace
}  // namespace cutline::test
