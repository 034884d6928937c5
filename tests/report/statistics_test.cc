#include "core/report/statistics.h"

#include <gtest/gtest.h>

namespace cutline {
namespace {

TEST(Statistics, TakeThePercentileAtPTimesNPlusOne) {
  // Of ten values the median lies at place 5.5, the 90th percentile at place 9.9.
  const std::vector<int64_t> values = {100, 10, 90, 20, 80, 30, 70, 40, 60, 50};
  EXPECT_EQ(percentile(values, 500), 55.0);
  EXPECT_EQ(percentile(values, 900), 99.0);
  EXPECT_EQ(percentile(values, 990), 100.0);  // place 10.89: beyond the last
  EXPECT_EQ(percentile(values, 50), 10.0);    // place 0.55: before the first
}

TEST(Statistics, TakeTheOnlyValueForEveryPercentile) {
  EXPECT_EQ(percentile({42}, 500), 42.0);
  EXPECT_EQ(percentile({42}, 999), 42.0);
  EXPECT_EQ(percentile({1, 2}, 500), 1.5);
}

}  // namespace
}  // namespace cutline
