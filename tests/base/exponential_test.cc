// Exponential times: pinned values, the exact logarithm as the dumb twin, and the distribution.
#include "core/base/exponential.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace cutline {
namespace {

constexpr double kUnit = 4294967296.0;  // minus_log counts in units of 2^-32
constexpr double kTooSmall = 1.0 / 2147483648.0;
constexpr double kTooLarge = 1.3e-7;

// In two parts, so that numbers near 2^64 lose nothing: -ln(1 - gap / 2^64).
double exact(uint64_t random) {
  const double gap = std::ldexp(static_cast<double>(0 - random), -64);
  if (gap < 0.5) return -std::log1p(-gap);
  return -std::log(std::ldexp(static_cast<double>(random), -64));
}

double error_at(uint64_t random) {
  return static_cast<double>(minus_log(random)) / kUnit - exact(random);
}

TEST(Exponential, logarithms_are_pinned) {
  EXPECT_EQ(minus_log(0), 0u);
  EXPECT_EQ(minus_log(~uint64_t{0}), 1u);
  EXPECT_EQ(minus_log(uint64_t{1} << 63), 0xb17217f8u);            // ln 2
  EXPECT_EQ(minus_log(1), 64u * uint64_t{0xb17217f8});             // the longest, 44.36
  EXPECT_EQ(minus_log(uint64_t{1} << 62), 2u * uint64_t{0xb17217f8});
  EXPECT_EQ(minus_log(0x123456789abcdef0), 0x2a4bd2eefu);
}

TEST(Exponential, logarithms_are_as_near_as_promised) {
  constexpr uint64_t kSeed = 17;
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  Dice dice(kSeed);
  double least = 0;
  double most = 0;
  for (int round = 0; round < 400'000; ++round) {
    const uint64_t random = dice.next() >> (round % 64);
    if (random == 0) continue;
    const double error = error_at(random);
    least = std::min(least, error);
    most = std::max(most, error);
  }
  EXPECT_GE(least, -kTooSmall);
  EXPECT_LE(most, kTooLarge);
  EXPECT_GT(most, 1e-7);  // and the promise is not an idle one
}

TEST(Exponential, logarithms_fall_all_the_way_and_have_no_jump_between_table_rows) {
  for (uint64_t row = 0; row < 1024; ++row) {
    const uint64_t start = (uint64_t{1} << 63) + (row << 53);
    ASSERT_GE(minus_log(start - 1), minus_log(start)) << row;
    ASSERT_LE(minus_log(start - 1) - minus_log(start), 2u) << row;
    ASSERT_GT(minus_log(start), minus_log(start + (uint64_t{1} << 52))) << row;
  }
}

// U in a million equal strata: what is left is the error of the logarithm alone.
TEST(Exponential, the_mean_is_right_to_a_tenth_of_a_millionth) {
  constexpr uint64_t kStrata = 1 << 20;
  constexpr uint64_t kWidth = (uint64_t{1} << 63) / kStrata * 2;
  double sum = 0;
  double exact_sum = 0;
  for (uint64_t stratum = 0; stratum < kStrata; ++stratum) {
    const uint64_t random = stratum * kWidth + kWidth / 2;
    sum += static_cast<double>(minus_log(random)) / kUnit;
    exact_sum += exact(random);
  }
  EXPECT_NEAR((sum - exact_sum) / kStrata, 4e-8, 1e-9);
  EXPECT_NEAR(sum / kStrata, 1, 1e-6);
}

TEST(Exponential, times_are_pinned) {
  Dice dice(1);
  EXPECT_EQ(exponential(dice, kSecond), 568169591);
  EXPECT_EQ(exponential(dice, kSecond), 293322322);
  EXPECT_EQ(exponential(dice, kHour), 105933617894);
  EXPECT_EQ(exponential(dice, 3), 2);
}

TEST(Exponential, a_time_is_the_logarithm_times_the_mean_rounded_to_nearest) {
  Dice dice(23);
  for (int round = 0; round < 10'000; ++round) {
    const Tick mean = dice.between(0, Tick{1} << dice.between(0, 30));
    Dice ahead = dice;
    const uint64_t log = minus_log(ahead.next());
    // log < 2^38 and mean <= 2^30 may need 68 bits: compare in halves of the logarithm.
    const uint64_t whole = static_cast<uint64_t>(mean) * (log >> 32);
    const uint64_t part = static_cast<uint64_t>(mean) * (log & 0xffffffff);
    const auto expected = static_cast<Tick>(whole + ((part + (uint64_t{1} << 31)) >> 32));
    ASSERT_EQ(exponential(dice, mean), expected) << mean;
    ASSERT_EQ(dice, ahead);  // one roll each
  }
}

TEST(Exponential, a_mean_of_nothing_takes_no_time) {
  Dice dice(1);
  for (int round = 0; round < 100; ++round) ASSERT_EQ(exponential(dice, 0), 0);
}

TEST(Exponential, the_largest_mean_stays_within_a_tick) {
  const double longest = 64 * std::log(2.0) * static_cast<double>(kExponentialMeanMax);
  EXPECT_LT(longest, static_cast<double>(std::numeric_limits<Tick>::max()));
  Dice dice(9);
  double sum = 0;
  for (int round = 0; round < 10'000; ++round) {
    const Tick time = exponential(dice, kExponentialMeanMax);
    ASSERT_GE(time, 0);
    sum += static_cast<double>(time) / static_cast<double>(kExponentialMeanMax);
  }
  EXPECT_NEAR(sum / 10'000, 1, 0.05);
}

TEST(Exponential, mean_variance_and_quantiles_are_those_of_the_distribution) {
  constexpr uint64_t kSeed = 2024;
  constexpr int kTimes = 1'000'000;
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  Dice dice(kSeed);
  std::vector<double> times(kTimes);
  double sum = 0;
  double squares = 0;
  for (double& time : times) {
    time = static_cast<double>(exponential(dice, kSecond)) / static_cast<double>(kSecond);
    sum += time;
    squares += time * time;
  }
  const double mean = sum / kTimes;
  EXPECT_NEAR(mean, 1, 0.004);                               // four standard errors: 1 / 1000
  EXPECT_NEAR(squares / kTimes - mean * mean, 1, 0.0113);    // sqrt(8) / 1000
  std::sort(times.begin(), times.end());
  for (const double share : {0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999, 0.9999}) {
    const double quantile = times[static_cast<size_t>(share * kTimes)];
    const double standard_error = std::sqrt(share / (1 - share) / kTimes);
    EXPECT_NEAR(quantile, -std::log(1 - share), 4 * standard_error) << share;
  }
  EXPECT_GT(times.back(), 10);  // the longest of a million is near ln 10^6 = 13.8
}

#if GTEST_HAS_DEATH_TEST
TEST(ExponentialDeathTest, a_mean_beyond_its_limit_is_our_own_fault) {
  Dice dice(1);
  EXPECT_DEATH(exponential(dice, -1), "the mean of an exponential time must be from 0");
  EXPECT_DEATH(exponential(dice, kExponentialMeanMax + 1), "the mean of an exponential time");
}
#endif

}  // namespace
}  // namespace cutline
