// Dice: the same numbers from the same seed on every machine, and fair within any range.
#include "core/base/dice.h"

#include <gtest/gtest.h>

#include <array>
#include <limits>

namespace cutline {
namespace {

constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
constexpr int64_t kMost = std::numeric_limits<int64_t>::max();

TEST(Dice, the_first_numbers_of_two_seeds_are_pinned) {
  Dice zero(0);
  EXPECT_EQ(zero.next(), 0xe220a8397b1dcdafu);
  EXPECT_EQ(zero.next(), 0x6e789e6aa1b965f4u);
  EXPECT_EQ(zero.next(), 0x06c45d188009454fu);
  Dice other(1234567);
  EXPECT_EQ(other.next(), 6457827717110365317u);
  EXPECT_EQ(other.next(), 3203168211198807973u);
}

TEST(Dice, a_copy_rolls_the_same_numbers) {
  Dice dice(3);
  dice.next();
  Dice copy = dice;
  EXPECT_EQ(copy, dice);
  EXPECT_EQ(copy.next(), dice.next());
  copy.next();
  EXPECT_NE(copy, dice);
  EXPECT_NE(copy.state(), dice.state());
}

TEST(Dice, a_range_of_one_number_gives_that_number) {
  Dice dice(1);
  EXPECT_EQ(dice.between(7, 7), 7);
  EXPECT_EQ(dice.between(kLeast, kLeast), kLeast);
  EXPECT_EQ(dice.between(kMost, kMost), kMost);
}

TEST(Dice, the_widest_range_takes_every_roll_as_it_comes) {
  Dice dice(1);
  Dice twin(1);
  for (int roll = 0; roll < 100; ++roll)
    ASSERT_EQ(dice.between(kLeast, kMost), static_cast<int64_t>(twin.next()));
}

TEST(Dice, numbers_stay_inside_wide_and_lopsided_ranges) {
  Dice dice(2);
  for (int roll = 0; roll < 10'000; ++roll) {
    const int64_t low = dice.between(kLeast, 0);
    ASSERT_LE(low, 0);
    const int64_t high = dice.between(-1, kMost);
    ASSERT_GE(high, -1);
    const int64_t inner = dice.between(kLeast + 1, kMost);
    ASSERT_GE(inner, kLeast + 1);
  }
}

TEST(Dice, each_side_comes_up_as_often_as_it_should) {
  constexpr int kRolls = 600'000;
  std::array<int, 6> seen{};
  Dice dice(42);
  for (int roll = 0; roll < kRolls; ++roll) ++seen[static_cast<size_t>(dice.between(1, 6) - 1)];
  // Five standard deviations of a binomial count: sqrt(n / 6 * 5 / 6) = 289.
  for (const int count : seen) EXPECT_NEAR(count, kRolls / 6, 5 * 289);
}

TEST(Dice, a_range_of_three_quarters_of_all_numbers_is_not_folded_onto_its_small_ones) {
  constexpr int kRolls = 100'000;
  constexpr int64_t kQuarter = int64_t{1} << 62;
  int lowest_third = 0;
  Dice dice(8);
  for (int roll = 0; roll < kRolls; ++roll)
    lowest_third += dice.between(-kQuarter, 2 * (kQuarter - 1) + 1) < 0 ? 1 : 0;
  EXPECT_NEAR(lowest_third, kRolls / 3, 5 * 149);  // without rolling again: one half
}

#if GTEST_HAS_DEATH_TEST
TEST(DiceDeathTest, an_empty_range_is_our_own_fault) {
  Dice dice(1);
  EXPECT_DEATH(dice.between(2, 1), "dice need a range that is not empty");
}
#endif

}  // namespace
}  // namespace cutline
