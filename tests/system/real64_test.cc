// The real number made of whole numbers is the machine's double, bit for bit.
#include "core/system/real64.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/dice.h"

namespace cutline::test {
namespace {

// A double and the same number as a Real64.
struct Pair {
  double machine = 0;
  Real64 ours;
};

Pair whole(int64_t number) { return {static_cast<double>(number), Real64::of(number)}; }

// Equal if both agree with every whole number around, and with each other scaled up.
void expect_same(const Pair& pair) {
  constexpr int64_t kScale = int64_t{1} << 30;
  const double magnitude = std::fabs(pair.machine);
  if (magnitude < 1e9) {
    EXPECT_EQ(static_cast<int64_t>(pair.machine * kScale),
              (pair.ours * Real64::of(kScale)).truncated());
  }
  if (magnitude < 1e18) {
    EXPECT_EQ(static_cast<int64_t>(pair.machine), pair.ours.truncated());
  }
  if (pair.machine >= 0 && magnitude < 1e15) {
    EXPECT_EQ(static_cast<int64_t>(std::floor(pair.machine + 0.5)), pair.ours.rounded());
  }
}

Pair random_pair(Dice& dice) {
  const int64_t size = int64_t{1} << dice.between(1, 62);
  Pair pair = whole(dice.between(-size, size));
  if (dice.between(0, 2) > 0) {
    const Pair divisor = whole(dice.between(1, int64_t{1} << dice.between(1, 40)));
    pair = {pair.machine / divisor.machine, pair.ours / divisor.ours};
  }
  return pair;
}

TEST(Real64, AllFourOperationsAgreeWithTheMachinesDoubleForEverySeed) {
  for (uint64_t seed = 1; seed <= 20000 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    const Pair left = random_pair(dice);
    const Pair right = random_pair(dice);
    expect_same(left);
    expect_same({left.machine + right.machine, left.ours + right.ours});
    expect_same({left.machine - right.machine, left.ours - right.ours});
    if (std::fabs(left.machine * right.machine) < 1e200)
      expect_same({left.machine * right.machine, left.ours * right.ours});
    if (right.machine != 0) expect_same({left.machine / right.machine, left.ours / right.ours});
    EXPECT_EQ(left.machine < right.machine, left.ours < right.ours);
    EXPECT_EQ(left.machine == right.machine, left.ours == right.ours);
  }
}

TEST(Real64, OneHalfIsRoundedUpAndACastCutsOff) {
  const Real64 half = Real64::of(1) / Real64::of(2);
  EXPECT_EQ(half.rounded(), 1);
  EXPECT_EQ((half + Real64::of(12)).rounded(), 13);
  EXPECT_EQ((half + Real64::of(12)).truncated(), 12);
  EXPECT_EQ((Real64::of(0) - half).truncated(), 0);
  EXPECT_EQ(Real64{}.rounded(), 0);
  EXPECT_EQ(Real64::of(std::numeric_limits<int64_t>::max() / 2).truncated(), int64_t{1} << 62);
}

TEST(Real64, WhatADoubleCannotHoldIsRoundedTheSameWay) {
  // 0.29 × 100 is a little less than 29 in binary64.
  const Real64 factor = Real64::of(29) / Real64::of(100);
  EXPECT_EQ((Real64::of(100) * factor).truncated(), 28);
  EXPECT_EQ(static_cast<int64_t>(100 * (29 / 100.0)), 28);
}

}  // namespace
}  // namespace cutline::test
