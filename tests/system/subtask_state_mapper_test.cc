// Mapping captured data to new subtasks: nothing is missed, and what is read twice is filtered.
#include "core/system/subtask_state_mapper.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/system/virtual_channels.h"

namespace cutline::test {
namespace {

using ::testing::ElementsAre;

TEST(KeyGroups, EverySubtaskHasItsRangeAndEveryGroupItsSubtask) {
  for (uint32_t max_parallelism : {7u, 100u, kMaxParallelismDefault}) {
    for (uint32_t parallelism = 1; parallelism <= 7; ++parallelism) {
      uint32_t next = 0;
      for (uint32_t subtask = 0; subtask < parallelism; ++subtask) {
        const KeyGroupRange range = key_groups_of(subtask, parallelism, max_parallelism);
        EXPECT_EQ(range.first, next);
        for (uint32_t group = range.first; group <= range.last; ++group)
          EXPECT_EQ(subtask_of_key_group(group, parallelism, max_parallelism), subtask);
        next = range.last + 1;
      }
      EXPECT_EQ(next, max_parallelism);
    }
  }
  EXPECT_EQ(key_groups_of(0, 3, 128), (KeyGroupRange{0, 42}));
  EXPECT_EQ(key_groups_of(2, 3, 128), (KeyGroupRange{86, 127}));
}

TEST(KeyGroups, TheDefaultMaximumGrowsWithTheParallelism) {
  EXPECT_EQ(default_max_parallelism(1), 128u);
  EXPECT_EQ(default_max_parallelism(85), 128u);
  EXPECT_EQ(default_max_parallelism(86), 256u);
  EXPECT_EQ(default_max_parallelism(30000), kMaxParallelismUpperBound);
}

// Every record of a key group finds its new owner among those that read its old one.
TEST(StateMapper, RangeMissesNoKeyGroupWhateverTheMaximumParallelism) {
  for (uint32_t max_parallelism : {32u, 100u, kMaxParallelismDefault}) {
    for (uint32_t from = 1; from <= 20; ++from) {
      for (uint32_t to = 1; to <= 20; ++to) {
        for (uint32_t group = 0; group < max_parallelism; ++group) {
          const uint32_t old = subtask_of_key_group(group, from, max_parallelism);
          const uint32_t owner = subtask_of_key_group(group, to, max_parallelism);
          const auto read = old_subtasks(StateMapper::range, owner, from, to);
          ASSERT_TRUE(std::find(read.begin(), read.end(), old) != read.end())
              << from << " to " << to << ", group " << group << " of " << max_parallelism;
        }
      }
    }
  }
}

TEST(StateMapper, OnlyWhatSeveralReadIsFiltered) {
  const Result<EdgeMapping> hash = map_edge({Partitioning::hash, 2, 2, 3, 2});
  ASSERT_TRUE(hash);
  EXPECT_THAT(hash->filtered, ElementsAre(false, true, false));
  EXPECT_THAT(hash->old_producers, ElementsAre(ElementsAre(0), ElementsAre(1)));
  const Result<EdgeMapping> rebalance = map_edge({Partitioning::rebalance, 2, 3, 3, 2});
  ASSERT_TRUE(rebalance);
  EXPECT_THAT(rebalance->filtered, ElementsAre(false, false, false));
  EXPECT_THAT(rebalance->old_consumers, ElementsAre(ElementsAre(0, 2), ElementsAre(1)));
  EXPECT_THAT(rebalance->old_producers,
              ElementsAre(ElementsAre(0), ElementsAre(1), ElementsAre()));
}

TEST(StateMapper, ASideThatKeepsItsParallelismKeepsItsData) {
  const Result<EdgeMapping> global = map_edge({Partitioning::global, 1, 2, 3, 3});
  ASSERT_TRUE(global);
  EXPECT_THAT(global->old_consumers,
              ElementsAre(ElementsAre(0), ElementsAre(1), ElementsAre(2)));
}

TEST(StateMapper, ForwardRescaleAndBroadcastCannotBeRescaled) {
  for (Partitioning each :
       {Partitioning::forward, Partitioning::rescale, Partitioning::broadcast}) {
    const Result<EdgeMapping> refused = map_edge({each, 2, 2, 2, 3});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().sentence,
              "captured data of a " + std::string(partitioning_name(each)) +
                  " edge cannot be restored at another parallelism");
    EXPECT_TRUE(map_edge({each, 2, 2, 2, 2}));
  }
}

TEST(VirtualChannels, TheWatermarkIsTheLowestOnceEachHasReportedOne) {
  const Result<EdgeMapping> mapping = map_edge({Partitioning::hash, 2, 1, 3, 2});
  ASSERT_TRUE(mapping);
  VirtualChannels channels(*mapping, 1, 0);
  ASSERT_EQ(channels.all().size(), 4u) << "old subtasks 1 and 2, old channels 0 and 1";
  EXPECT_TRUE(channels.select(1, 0).filtered);
  EXPECT_FALSE(channels.select(2, 1).filtered);
  EXPECT_EQ(channels.on_watermark(1, 0, 7), std::nullopt);
  EXPECT_EQ(channels.on_watermark(1, 1, 5), std::nullopt);
  EXPECT_EQ(channels.on_watermark(2, 0, 9), std::nullopt);
  EXPECT_EQ(channels.on_watermark(2, 1, 8), 5);
  EXPECT_EQ(channels.on_watermark(1, 1, 6), 6);
  EXPECT_EQ(channels.on_watermark(1, 1, 20), 7);
}

}  // namespace
}  // namespace cutline::test
