#include "core/run/run_events.h"

#include <gtest/gtest.h>

#include "tests/run/random_run.h"

namespace cutline::test {
namespace {

RunEvents events_of(const History& history) {
  return run_events(history.scenario(), history.happenings());
}

// On, back, and down other branches from the past.
void turn(History& history, Dice& dice) {
  const auto length = static_cast<int64_t>(history.length());
  Choice choice;
  choice.process = {0};
  switch (dice.between(0, 4)) {
    case 0: (void)history.seek(static_cast<size_t>(dice.between(0, length))); break;
    case 1: choice.act = Act::snapshot; (void)history.choose(choice); break;
    case 2:
      choice.act = dice.between(0, 1) == 0 ? Act::drop : Act::duplicate;
      choice.channel = {0};
      (void)history.choose(choice);
      break;
    case 3: choice.act = Act::read_all; (void)history.choose(choice); break;
    default: (void)history.seek(history.cursor() + static_cast<size_t>(dice.between(1, 9))); break;
  }
}

TEST(RunFollower, ReadsARunThatGoesOnAndBranchesAsFromItsStart) {
  for (uint64_t seed = 1; seed <= 24; ++seed) {
    Dice dice(seed);
    Scenario scenario = random_run_scenario(dice, seed);
    History history = random_run(std::move(scenario), dice, {80, true, true});
    RunFollower follower;
    for (int each = 0; each < 60; ++each) {
      ASSERT_EQ(follower.follow(history), events_of(history)) << "seed " << seed << ", " << each;
      turn(history, dice);
    }
  }
}

TEST(RunFollower, BeginsAnewWithAnotherScenarioAndInACopy) {
  Dice dice(7);
  const History first = random_run(random_run_scenario(dice, 7), dice, {});
  const History second = random_run(random_run_scenario(dice, 8), dice, {});
  RunFollower follower;
  EXPECT_EQ(follower.follow(first), events_of(first));
  EXPECT_EQ(follower.follow(second), events_of(second));
  RunFollower copy = follower;
  EXPECT_EQ(copy.follow(first), events_of(first));
  EXPECT_EQ(follower.follow(second), events_of(second));
  follower = copy;
  EXPECT_EQ(follower.follow(second), events_of(second));
}

TEST(RunFollower, ReadsOnlyWhatIsNew) {
  Dice dice(3);
  History history = random_run(random_run_scenario(dice, 3), dice, {60, true, true});
  const uint64_t length = history.length();
  ASSERT_GT(length, 30u);
  RunFollower follower;
  (void)follower.follow(history);
  EXPECT_EQ(follower.steps_read(), length);
  ASSERT_TRUE(history.seek(length / 2));  // the future stays
  (void)follower.follow(history);
  EXPECT_EQ(follower.steps_read(), length);
  Choice choice;
  choice.act = Act::read_all;
  ASSERT_TRUE(history.choose(choice));
  ASSERT_EQ(history.length(), length / 2 + 1) << "another branch";
  EXPECT_EQ(follower.follow(history), events_of(history));
  EXPECT_EQ(follower.steps_read(), length + 1);
}

TEST(History, TheWorldAfterAnyNumberOfStepsIsThatOfASeek) {
  Dice dice(5);
  History history = random_run(random_run_scenario(dice, 5), dice, {200, true, true});
  const size_t length = history.length();
  for (size_t steps : {size_t{0}, length / 3, length - 1, length}) {
    const World world = history.world_after(steps);
    EXPECT_EQ(history.cursor(), length);
    ASSERT_TRUE(history.seek(steps));
    EXPECT_EQ(history.world(), world);
    ASSERT_TRUE(history.seek(length));
  }
}

}  // namespace
}  // namespace cutline::test
