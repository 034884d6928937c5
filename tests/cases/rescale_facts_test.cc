// Facts about restoring captured data at another parallelism (U17).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/system/subtask_state_mapper.h"

namespace cutline::test {
namespace {

using Mapping = std::vector<std::vector<uint32_t>>;

Mapping mapping(StateMapper mapper, uint32_t old_parallelism, uint32_t new_parallelism) {
  Mapping all;
  for (uint32_t subtask = 0; subtask < new_parallelism; ++subtask)
    all.push_back(old_subtasks(mapper, subtask, old_parallelism, new_parallelism));
  return all;
}

TEST(RescaleFacts, R_01_FirstGivesEverythingToSubtask0) {
  EXPECT_EQ(mapping(StateMapper::first, 3, 2), (Mapping{{0, 1, 2}, {}}));
  EXPECT_EQ(mapping(StateMapper::first, 3, 3), (Mapping{{0, 1, 2}, {}, {}}));
  EXPECT_EQ(mapping(StateMapper::first, 3, 4), (Mapping{{0, 1, 2}, {}, {}, {}}));
}

TEST(RescaleFacts, R_02_FullGivesEverythingToEveryone) {
  const std::vector<uint32_t> all = {0, 1, 2};
  EXPECT_EQ(mapping(StateMapper::full, 3, 2), (Mapping{all, all}));
  EXPECT_EQ(mapping(StateMapper::full, 3, 3), (Mapping{all, all, all}));
  EXPECT_EQ(mapping(StateMapper::full, 3, 4), (Mapping{all, all, all, all}));
}

TEST(RescaleFacts, R_03_RangeGivesTheOldSubtasksWhoseKeyGroupsMeet) {
  EXPECT_EQ(mapping(StateMapper::range, 3, 2), (Mapping{{0, 1}, {1, 2}}));
  EXPECT_EQ(mapping(StateMapper::range, 10, 2), (Mapping{{0, 1, 2, 3, 4}, {5, 6, 7, 8, 9}}));
  EXPECT_EQ(mapping(StateMapper::range, 10, 1), (Mapping{{0, 1, 2, 3, 4, 5, 6, 7, 8, 9}}));
  EXPECT_EQ(mapping(StateMapper::range, 3, 3), (Mapping{{0}, {1}, {2}}));
  EXPECT_EQ(mapping(StateMapper::range, 3, 4), (Mapping{{0}, {0, 1}, {1, 2}, {2}}));
  EXPECT_EQ(mapping(StateMapper::range, 3, 7),
            (Mapping{{0}, {0}, {0, 1}, {1}, {1, 2}, {2}, {2}}));
}

TEST(RescaleFacts, R_04_RoundRobinGivesEachOldSubtaskToOneNewOne) {
  const auto dealt = [](uint32_t old_parallelism, uint32_t new_parallelism) {
    return mapping(StateMapper::round_robin, old_parallelism, new_parallelism);
  };
  EXPECT_EQ(dealt(10, 4), (Mapping{{0, 4, 8}, {1, 5, 9}, {2, 6}, {3, 7}}));
  EXPECT_EQ(dealt(5, 4), (Mapping{{0, 4}, {1}, {2}, {3}}));
  EXPECT_EQ(dealt(5, 2), (Mapping{{0, 2, 4}, {1, 3}}));
  EXPECT_EQ(dealt(5, 1), (Mapping{{0, 1, 2, 3, 4}}));
  EXPECT_EQ(dealt(5, 5), (Mapping{{0}, {1}, {2}, {3}, {4}}));
  EXPECT_EQ(dealt(4, 10), (Mapping{{0}, {1}, {2}, {3}, {}, {}, {}, {}, {}, {}}));
  EXPECT_EQ(dealt(4, 5), (Mapping{{0}, {1}, {2}, {3}, {}}));
  EXPECT_EQ(dealt(2, 5), (Mapping{{0}, {1}, {}, {}, {}}));
  EXPECT_EQ(dealt(1, 5), (Mapping{{0}, {}, {}, {}, {}}));
}

}  // namespace
}  // namespace cutline::test
