// The fluid queue: its peak, when it empties, its curve, and every refusal.
#include "core/queue/fluid.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/dice.h"
#include "core/base/limits.h"
#include "core/queue/queue_lab.h"

namespace cutline {
namespace {

using testing::HasSubstr;
using Segments = std::vector<FluidSegment>;

FluidCurve curve(const Segments& segments, double mu, double start = 0) {
  return *fluid(segments, mu, start);
}

std::string fault_of(const Segments& segments, double mu, double start = 0) {
  const auto result = fluid(segments, mu, start);
  return result ? "accepted" : result.error().sentence;
}

TEST(Fluid, a_burst_builds_up_and_drains) {
  const FluidCurve found = curve({{10, 120}, {100, 60}}, 100);
  EXPECT_EQ(found.peak, 200);
  EXPECT_EQ(found.peak_time, 10);
  EXPECT_EQ(found.empty_time, 15);
  EXPECT_EQ(found.max_virtual_delay, 2);
  EXPECT_EQ(found.knees, (std::vector<FluidKnee>{{0, 0}, {10, 200}, {15, 0}, {110, 0}}));
}

TEST(Fluid, the_backlog_is_known_at_every_time) {
  const FluidCurve found = curve({{10, 120}, {100, 60}}, 100);
  EXPECT_EQ(*found.backlog_at(0), 0);
  EXPECT_EQ(*found.backlog_at(5), 100);
  EXPECT_EQ(*found.backlog_at(10), 200);
  EXPECT_EQ(*found.backlog_at(12.5), 100);
  EXPECT_EQ(*found.backlog_at(15), 0);
  EXPECT_EQ(*found.backlog_at(110), 0);
}

TEST(Fluid, the_backlog_is_not_known_outside_the_segments) {
  const FluidCurve found = curve({{10, 120}}, 100);
  for (const double time : {-0.1, 10.1, std::numeric_limits<double>::quiet_NaN()}) {
    const auto backlog = found.backlog_at(time);
    ASSERT_FALSE(backlog);
    EXPECT_EQ(backlog.error().sentence, "the backlog is known from t = 0 s to t = 10 s");
  }
}

TEST(Fluid, what_is_left_at_the_end_has_no_empty_time) {
  const FluidCurve found = curve({{10, 120}, {2, 60}}, 100);
  EXPECT_EQ(found.peak, 200);
  EXPECT_EQ(found.empty_time, std::nullopt);
  EXPECT_EQ(found.knees.back(), (FluidKnee{12, 120}));
}

TEST(Fluid, it_may_empty_exactly_at_the_end) {
  EXPECT_EQ(curve({{10, 120}, {5, 60}}, 100).empty_time, 15);
  // 10 · 0.2 - 20 · 0.1 leaves nothing on paper; rounding must not leave a rest.
  const FluidCurve found = curve({{10, 0.3}, {20, 0}}, 0.1);
  EXPECT_EQ(found.empty_time, 30);
  EXPECT_EQ(found.knees.back().backlog, 0);
}

TEST(Fluid, the_first_of_several_empty_times_counts_and_the_highest_of_several_peaks) {
  const FluidCurve found = curve({{1, 3}, {4, 0}, {3, 3}, {9, 0}}, 1);
  EXPECT_EQ(found.empty_time, 3);
  EXPECT_EQ(found.peak, 6);
  EXPECT_EQ(found.peak_time, 8);
}

TEST(Fluid, a_peak_that_is_reached_again_keeps_its_first_time) {
  const FluidCurve found = curve({{10, 0.3}, {10, 0}, {5, 0.3}, {10, 0.1}}, 0.1);
  EXPECT_NEAR(found.peak, 2, 1e-15);
  EXPECT_EQ(found.peak_time, 10);
  const FluidCurve plateau = curve({{2, 3}, {7, 1}, {1, 0}}, 1);
  EXPECT_EQ(plateau.peak, 4);
  EXPECT_EQ(plateau.peak_time, 2);
}

TEST(Fluid, a_queue_that_keeps_up_has_no_peak_and_never_empties) {
  const FluidCurve found = curve({{5, 1}, {5, 2}}, 2);
  EXPECT_EQ(found.peak, 0);
  EXPECT_EQ(found.peak_time, 0);
  EXPECT_EQ(found.empty_time, std::nullopt);  // it was never above 0
  EXPECT_EQ(found.max_virtual_delay, 0);
}

TEST(Fluid, a_backlog_at_the_start_is_the_first_peak) {
  const FluidCurve found = curve({{10, 1}}, 2, 4);
  EXPECT_EQ(found.peak, 4);
  EXPECT_EQ(found.peak_time, 0);
  EXPECT_EQ(found.empty_time, 4);
  EXPECT_EQ(*found.backlog_at(2), 2);
}

TEST(Fluid, without_service_the_delay_has_no_number) {
  const FluidCurve found = curve({{10, 2}}, 0);
  EXPECT_EQ(found.peak, 20);
  EXPECT_EQ(found.max_virtual_delay, std::nullopt);
  EXPECT_EQ(found.empty_time, std::nullopt);
  EXPECT_EQ(curve({{10, 0}}, 0, 3).knees.back(), (FluidKnee{10, 3}));
}

TEST(Fluid, segments_without_length_and_no_segments_change_nothing) {
  EXPECT_EQ(curve({{0, 1e9}, {10, 120}, {0, 5}, {100, 60}, {0, 0}}, 100),
            curve({{10, 120}, {100, 60}}, 100));
  const FluidCurve none = curve({}, 100, 7);
  EXPECT_EQ(none.peak, 7);
  EXPECT_EQ(none.end_time(), 0);
  EXPECT_EQ(*none.backlog_at(0), 7);
}

TEST(Fluid, one_segment_from_four_is_the_queue_lab) {
  QueueLab lab;
  ASSERT_TRUE(lab.set_lambda("0.3"));
  ASSERT_TRUE(lab.set_mu("1.1"));
  const FluidCurve found = curve({{20, 0.3}}, 1.1, QueueLab::kInitialBacklog);
  EXPECT_NEAR(*found.empty_time, *lab.empties_at(), 1e-12);
  for (int step = 0; step <= 40; ++step)
    EXPECT_NEAR(*found.backlog_at(step * 0.5), lab.backlog_at(step * 0.5), 1e-12);
}

// The dumb twin walks in steps of a hundredth of a second.
TEST(Fluid, random_curves_agree_with_walking_in_small_steps) {
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    Segments segments;
    for (int at = 0; at < 12; ++at)
      segments.push_back({static_cast<double>(dice.between(0, 300)) / 100,
                          static_cast<double>(dice.between(0, 20))});
    const double mu = static_cast<double>(dice.between(1, 15));
    const double start = static_cast<double>(dice.between(0, 5));
    const FluidCurve found = curve(segments, mu, start);
    double backlog = start;
    double peak = start;
    int64_t now = 0;
    for (const FluidSegment& segment : segments)
      for (int64_t left = std::llround(segment.duration * 100); left > 0; --left) {
        backlog = std::max(0.0, backlog + (segment.rate - mu) / 100);
        peak = std::max(peak, backlog);
        ++now;
        const double time = std::min(static_cast<double>(now) / 100, found.end_time());
        ASSERT_NEAR(*found.backlog_at(time), backlog, 1e-9) << now;
      }
    EXPECT_NEAR(found.peak, peak, 1e-9);
    EXPECT_NEAR(*found.backlog_at(found.peak_time), found.peak, 1e-9);
    if (found.empty_time) {
      EXPECT_NEAR(*found.backlog_at(*found.empty_time), 0, 1e-9);
    }
  }
}

TEST(Fluid, what_is_no_measure_is_refused_by_name_and_segment) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(fault_of({{1, 1}}, -1), "μ must be a finite number of at least 0, not -1");
  EXPECT_EQ(fault_of({{1, 1}}, nan), "μ must be a finite number of at least 0, not no number");
  EXPECT_EQ(fault_of({{1, 1}}, 1, -4),
            "the backlog at the start must be a finite number of at least 0, not -4");
  EXPECT_EQ(fault_of({{1, 1}, {-2, 1}}, 1),
            "segment 2: the duration must be a finite number of at least 0, not -2");
  EXPECT_EQ(fault_of({{1, infinity}}, 1),
            "segment 1: the rate must be a finite number of at least 0, not infinity");
  EXPECT_THAT(fault_of({{nan, 1}}, 1), HasSubstr("segment 1: the duration must be"));
}

TEST(Fluid, what_is_beyond_every_number_is_refused) {
  const char* sentence = "the segments add up to more than a number can hold";
  EXPECT_EQ(fault_of({{1e308, 0}, {1e308, 0}}, 1), sentence);
  EXPECT_EQ(fault_of({{1e200, 1e200}, {1e200, 0}}, 1), sentence);
  EXPECT_EQ(fault_of({{1e10, 1e10}}, 5e-324), sentence);
}

TEST(Fluid, there_is_a_limit_to_the_segments) {
  EXPECT_EQ(fault_of(Segments(kFluidSegmentsMax, {1, 1}), 1), "accepted");
  EXPECT_EQ(fault_of(Segments(kFluidSegmentsMax + 1, {1, 1}), 1),
            "a fluid queue has at most 10000 segments");
}

}  // namespace
}  // namespace cutline
