// Tokens glide between true states, within kMotionMs, and rest exactly where they belong.
#include <gtest/gtest.h>

#include "web/motion.h"

namespace cutline {
namespace {

Token token(std::string key, Point at) {
  Token made;
  made.key = made.name = std::move(key);
  made.at = at;
  return made;
}

const TokenMotion::Ends kEnds{[](const Token&) {
                                return Point{0, 0};
                              },
                              [](const Token&) {
                                return Point{100, 0};
                              }};

TEST(EasedTest, StartsAtNothingAndEndsWhole) {
  EXPECT_EQ(eased(-1), 0);
  EXPECT_EQ(eased(0), 0);
  EXPECT_FLOAT_EQ(eased(kMotionMs / 2), 0.875f);
  EXPECT_EQ(eased(kMotionMs), 1);
}

TEST(FollowerTest, ReachesItsTargetAndStops) {
  Follower follower;
  follower.aim(10, 1000, false);
  EXPECT_EQ(follower.at(1000), 0);
  EXPECT_TRUE(follower.moving(1100));
  EXPECT_EQ(follower.at(1000 + kMotionMs), 10);
  EXPECT_FALSE(follower.moving(1000 + kMotionMs));
}

TEST(FollowerTest, TurnsRoundFromWhereItIs) {
  Follower follower;
  follower.aim(10, 0, false);
  follower.aim(0, kMotionMs / 2, false);
  EXPECT_FLOAT_EQ(follower.at(kMotionMs / 2), 8.75f);
  EXPECT_EQ(follower.at(kMotionMs * 2), 0);
}

TEST(FollowerTest, AtOnceDoesNotMove) {
  Follower follower;
  follower.aim(10, 0, true);
  EXPECT_EQ(follower.at(0), 10);
  EXPECT_FALSE(follower.moving(0));
}

TEST(TokenMotionTest, ANewTokenComesFromWhereItEnters) {
  TokenMotion motion;
  const std::vector<Token> targets{token("T1", {50, 0})};
  motion.change(targets, kEnds, 0, false);
  const std::vector<Token> first = motion.at(targets, 0);
  ASSERT_EQ(first.size(), 1u);
  EXPECT_EQ(first[0].at, (Point{0, 0}));
  EXPECT_EQ(first[0].alpha, 0);
  EXPECT_TRUE(motion.moving(10));
  const std::vector<Token> last = motion.at(targets, kMotionMs);
  EXPECT_EQ(last[0].at, (Point{50, 0}));
  EXPECT_EQ(last[0].alpha, 1);
  EXPECT_FALSE(motion.moving(kMotionMs));
}

TEST(TokenMotionTest, ATokenThatIsGoneIsDrawnOnItsWayOutOnly) {
  TokenMotion motion;
  const std::vector<Token> before{token("T1", {50, 0})};
  motion.change(before, kEnds, 0, true);
  motion.at(before, 0);
  motion.change({}, kEnds, 1000, false);
  const std::vector<Token> half = motion.at({}, 1000 + kMotionMs / 2);
  ASSERT_EQ(half.size(), 1u);
  EXPECT_TRUE(half[0].leaving);
  EXPECT_FLOAT_EQ(half[0].at.x, 93.75f);
  EXPECT_TRUE(motion.at({}, 1000 + kMotionMs).empty());
}

TEST(TokenMotionTest, ATokenThatStaysDoesNotKeepFramesComing) {
  TokenMotion motion;
  const std::vector<Token> targets{token("T1", {50, 0})};
  motion.change(targets, kEnds, 0, true);
  motion.at(targets, 0);
  motion.change(targets, kEnds, 1000, false);
  EXPECT_FALSE(motion.moving(1001));
}

TEST(TokenMotionTest, ATokenThatComesBackTurnsRoundOnTheWay) {
  TokenMotion motion;
  const std::vector<Token> there{token("T1", {50, 0})};
  motion.change(there, kEnds, 0, true);
  motion.at(there, 0);
  motion.change({}, kEnds, 0, false);
  motion.at({}, kMotionMs / 2);
  motion.change(there, kEnds, kMotionMs / 2, false);
  const std::vector<Token> now = motion.at(there, kMotionMs / 2);
  ASSERT_EQ(now.size(), 1u);
  EXPECT_FLOAT_EQ(now[0].at.x, 93.75f);
  EXPECT_FALSE(now[0].leaving);
}

TEST(TokenMotionTest, ReducedMotionShowsTheNewStateAtOnce) {
  TokenMotion motion;
  const std::vector<Token> targets{token("T1", {50, 0})};
  motion.change(targets, kEnds, 0, true);
  EXPECT_EQ(motion.at(targets, 0)[0].at, (Point{50, 0}));
  EXPECT_FALSE(motion.moving(0));
}

}  // namespace
}  // namespace cutline
