// Facts about buffer debloating (N5).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/system/buffer_debloater.h"

namespace cutline::test {
namespace {

using ::testing::ElementsAre;

DebloatSettings settings_of(int64_t target_ms, int64_t min_bytes, int64_t max_bytes,
                            int64_t samples) {
  DebloatSettings settings;
  settings.target = target_ms * kMillisecond;
  settings.min_bytes = min_bytes;
  settings.max_bytes = max_bytes;
  settings.samples = samples;
  return settings;
}

std::optional<int64_t> announced_at_once(const DebloatSettings& settings, int64_t buffers_in_use,
                                         int64_t bytes_per_second) {
  return BufferDebloater(settings).recalculate(bytes_per_second, buffers_in_use).announced;
}

TEST(BufferFacts, B_01_TheAnnouncedSizeFollowsThroughputTargetAndBuffersInUse) {
  EXPECT_EQ(announced_at_once(settings_of(1000, 50, 2400, 1), 0, 1200), 1200);
  EXPECT_EQ(announced_at_once(settings_of(1200, 50, 1100, 1), 16, 3333), 250);
  EXPECT_EQ(announced_at_once(settings_of(1200, 250, 1100, 1), 16, 3333), 250);
  EXPECT_EQ(announced_at_once(settings_of(1200, 50, 1100, 1), 16, 0), 50);
  EXPECT_EQ(announced_at_once(settings_of(7, 50, 1100, 1), 16, 3333), 50);
  EXPECT_EQ(announced_at_once(settings_of(1200, 50, 248, 1), 16, 3333), std::nullopt);
  EXPECT_EQ(announced_at_once(settings_of(1200, 50, 250, 1), 16, 3333), std::nullopt);
}

// The announced size after each throughput, for one buffer and a target of one second.
std::vector<int64_t> announced_sizes(const std::vector<int64_t>& throughputs) {
  BufferDebloater debloater(settings_of(1000, 50, 1100, 1));
  std::vector<int64_t> sizes;
  for (int64_t throughput : throughputs) {
    debloater.recalculate(throughput, 1);
    sizes.push_back(debloater.announced());
  }
  return sizes;
}

TEST(BufferFacts, B_02_ReachingTheMaximumIsAnnouncedBelowTheThreshold) {
  EXPECT_THAT(announced_sizes({500, 1000, 2000, 2000}), ElementsAre(500, 1000, 1100, 1100));
}

TEST(BufferFacts, B_03_ReachingTheMinimumIsAnnouncedBelowTheThreshold) {
  EXPECT_THAT(announced_sizes({60, 60, 40, 40}), ElementsAre(60, 60, 50, 50));
}

TEST(BufferFacts, B_04_ASmallChangeIsNotAnnouncedExceptAtTheEnds) {
  DebloatSettings settings = settings_of(1000, 256, 32768, 20);
  settings.threshold_percent = 30;
  BufferDebloater debloater(settings);
  debloater.announce(16384);
  constexpr int64_t kDelta = 4915;  // 30 % of it, cut off
  for (int64_t bytes : {16384, 16383, 16385, 16384 - 4915 + 1, 16384 + 4915 - 1})
    EXPECT_TRUE(debloater.skips(bytes)) << bytes;
  for (int64_t bytes : {16384 - kDelta, 16384 + kDelta, int64_t{257}, int64_t{256}, int64_t{32767},
                        int64_t{32768}, int64_t{32769}, int64_t{255}})
    EXPECT_FALSE(debloater.skips(bytes)) << bytes;
}

struct Sample {
  int64_t total_bytes, buffers;
};
std::vector<int64_t> smoothed_sizes(const std::vector<Sample>& samples) {
  SmoothedSize size(settings_of(1000, 10, 200, 3));
  std::vector<int64_t> sizes;
  for (const Sample& sample : samples)
    sizes.push_back(size.add(sample.total_bytes, sample.buffers));
  return sizes;
}

TEST(BufferFacts, B_05_TheSizeIsSmoothedAsARealNumberAndRoundedOnlyWhenTold) {
  EXPECT_THAT(smoothed_sizes({{111, 13}, {107, 7}, {107, 7}, {107, 7}, {107, 7}, {107, 7},
                              {107, 13}, {107, 13}, {107, 13}, {333, 1}, {333, 1}, {333, 1},
                              {333, 1}, {333, 1}, {333, 1}}),
              ElementsAre(104, 60, 38, 26, 21, 18, 13, 11, 10, 15, 23, 34, 51, 76, 114));
}

TEST(BufferFacts, B_06_TheSizeDoesNotFallBelowTheMinimum) {
  EXPECT_THAT(smoothed_sizes({{0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}, {0, 1}}),
              ElementsAre(100, 50, 25, 13, 10, 10));
}

TEST(BufferFacts, B_07_TheSizeDoesNotRiseAboveTheMaximumAndGrowsAsFastAsItShrinks) {
  EXPECT_THAT(smoothed_sizes({{0, 1}, {1000, 1}, {1000, 1}, {1000, 1}}),
              ElementsAre(100, 150, 200, 200));
}

}  // namespace
}  // namespace cutline::test
