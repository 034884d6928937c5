// The ring against a plain vector.
#include "core/system/ring.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/base/dice.h"

namespace cutline::test {
namespace {

TEST(Ring, DoesWhatAVectorDoesForEverySeed) {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    Ring<std::string> ring;
    std::vector<std::string> twin;
    for (int step = 0; step < 300; ++step) {
      const auto size = static_cast<int64_t>(twin.size());
      const int64_t action = dice.between(0, 4);
      if (action <= 1) {
        ring.push_back(std::to_string(step));
        twin.push_back(std::to_string(step));
      } else if (action == 2) {
        const int64_t place = dice.between(0, size);
        ring.insert(static_cast<size_t>(place), std::to_string(step));
        twin.insert(twin.begin() + place, std::to_string(step));
      } else if (size > 0) {
        const int64_t place = action == 3 ? 0 : dice.between(0, size - 1);
        ASSERT_EQ(ring.take(static_cast<size_t>(place)), twin[static_cast<size_t>(place)]);
        twin.erase(twin.begin() + place);
      }
      ASSERT_EQ(ring.size(), twin.size());
      for (size_t index = 0; index < twin.size(); ++index) ASSERT_EQ(ring.at(index), twin[index]);
    }
  }
}

TEST(Ring, EqualityIsThatOfTheItemsWhereverTheyLie) {
  Ring<int> left;
  Ring<int> right;
  for (int item : {9, 9, 1, 2, 3}) left.push_back(item);
  left.take_front();
  left.take_front();
  for (int item : {1, 2, 3}) right.push_back(item);
  EXPECT_EQ(left, right);
  EXPECT_EQ(left.front(), 1);
  EXPECT_EQ(left.back(), 3);
  right.push_back(4);
  EXPECT_FALSE(left == right);
}

}  // namespace
}  // namespace cutline::test
