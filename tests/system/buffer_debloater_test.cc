// Debloating against the same arithmetic on the machine's double, and what it does to a queue.
#include "core/system/buffer_debloater.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/base/dice.h"
#include "core/system/throughput.h"

namespace cutline::test {
namespace {

// The rule of N5 on doubles.
struct Twin {
  double min_bytes, max_bytes, weight, last;

  explicit Twin(const DebloatSettings& settings)
      : min_bytes(static_cast<double>(settings.min_bytes)),
        max_bytes(static_cast<double>(settings.max_bytes)),
        weight(2.0 / static_cast<double>(settings.samples + 1)),
        last(max_bytes) {}

  int64_t add(int64_t total_bytes, int64_t buffers) {
    const double instant =
        std::min(static_cast<double>(total_bytes) / static_cast<double>(buffers), 2 * last);
    const double change = weight * (instant - last);
    last = std::max(min_bytes, std::min(last + change, max_bytes));
    return static_cast<int64_t>(std::floor(last + 0.5));
  }
};

TEST(BufferDebloater, TheSmoothedSizeIsThatOfTheMachinesDoubleForEverySeed) {
  for (uint64_t seed = 1; seed <= 500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    DebloatSettings settings;
    settings.samples = dice.between(1, 40);
    settings.min_bytes = dice.between(0, 300);
    settings.max_bytes = settings.min_bytes + dice.between(1, 40000);
    SmoothedSize size(settings);
    Twin twin(settings);
    for (int samples = 0; samples < 400; ++samples) {
      const int64_t buffers = dice.between(1, 40);
      const int64_t total = dice.between(0, buffers * settings.max_bytes * 2);
      ASSERT_EQ(size.add(total, buffers), twin.add(total, buffers)) << "sample " << samples;
    }
  }
}

// The case that a fixed point gets wrong: a size that ends in one half, approached from below, is
// rounded up from the step on at which the double has no more bits (3 samples), or never, because
// the steps become too small for it first (20 samples).
TEST(BufferDebloater, AConstantLoadThatEndsInOneHalfRoundsUpAtTheSameStepOrNever) {
  for (int64_t samples : {3, 20}) {
    DebloatSettings settings;
    settings.min_bytes = 10;
    settings.max_bytes = 200;
    settings.samples = samples;
    SmoothedSize size(settings);
    Twin twin(settings);
    for (int fall = 0; fall < 60; ++fall) ASSERT_EQ(size.add(20, 1), twin.add(20, 1));
    int first_up = -1;
    for (int step = 0; step < 1000; ++step) {
      const int64_t ours = size.add(201, 2);
      ASSERT_EQ(ours, twin.add(201, 2)) << "step " << step;
      if (ours == 101 && first_up < 0) first_up = step;
    }
    if (samples == 3) {
      EXPECT_GT(first_up, 40);
      EXPECT_LT(first_up, 60);
    } else {
      EXPECT_EQ(first_up, -1);
    }
  }
}

// Case T6: what is in flight shrinks to what the target takes.
TEST(BufferDebloater, AQueueOfSeveralSecondsIsCutToTheTarget) {
  BufferDebloater debloater{DebloatSettings{}};
  constexpr int64_t kBuffers = 8;
  constexpr int64_t kPerSecond = kBuffers * 32 * 1024 * 10 / 28;  // full buffers take 2.8 s
  DebloatResult result;
  int announcements = 0;
  for (int period = 0; period < 400; ++period) {
    result = debloater.recalculate(kPerSecond, kBuffers);
    announcements += result.announced.has_value();
  }
  EXPECT_EQ(result.bytes, 11703);  // 32768 × 1.0 / 2.8
  EXPECT_EQ(result.time_to_consume, kSecond);
  EXPECT_GE(announcements, 2);
  EXPECT_LE(announcements, 5);
  EXPECT_NEAR(static_cast<double>(debloater.announced()), 11703, 11703 / 3);
}

TEST(BufferDebloater, AThresholdThatADoubleCannotHoldIsCutOffLikeTheEngines) {
  DebloatSettings settings;
  settings.threshold_percent = 29;
  settings.min_bytes = 1;
  settings.max_bytes = 1000;
  BufferDebloater debloater(settings);
  debloater.announce(100);
  EXPECT_FALSE(debloater.skips(128)) << "0.29 × 100 is 28 once it is cut off";
  EXPECT_TRUE(debloater.skips(127));
}

TEST(Throughput, IdleTimeDoesNotCountAndNothingMeasuredKeepsTheLastValue) {
  Throughput throughput;
  EXPECT_EQ(throughput.measure(kSecond), 0);
  throughput.on_bytes(500, kSecond);
  throughput.on_bytes(500, kSecond + 50 * kMillisecond);
  throughput.pause(kSecond + 100 * kMillisecond);
  EXPECT_EQ(throughput.measure(3 * kSecond), 10000);
  EXPECT_EQ(throughput.measure(4 * kSecond), 10000) << "nothing was measured";
  throughput.resume(4 * kSecond);
  EXPECT_EQ(throughput.measure(5 * kSecond), 0) << "measured, and nothing came";
  throughput.on_bytes(3000, 8 * kSecond);
  EXPECT_EQ(throughput.measure(8 * kSecond), 1000) << "it was never paused";
}

}  // namespace
}  // namespace cutline::test
