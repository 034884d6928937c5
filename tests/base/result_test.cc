// A result is a value or a fault, and says which; a fault prints its place before its sentence.
#include "core/base/result.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace cutline {
namespace {

TEST(Result, a_value_is_held_and_reached) {
  Result<std::string> name = std::string("join");
  ASSERT_TRUE(name);
  EXPECT_EQ(*name, "join");
  EXPECT_EQ(name->size(), 4u);
  *name += "ed";
  const Result<std::string>& same = name;
  EXPECT_EQ(*same, "joined");
  EXPECT_EQ(same->size(), 6u);
}

TEST(Result, a_false_value_is_still_a_value) {
  const Result<bool> no = false;
  ASSERT_TRUE(no);
  EXPECT_FALSE(*no);
}

TEST(Result, a_fault_is_held_and_reached) {
  const Result<int> wrong = fault_at(7, 12, "there is no process X");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error(), (Fault{"", 7, 12, "there is no process X"}));
}

TEST(Result, a_value_that_cannot_be_copied_can_be_moved_out) {
  Result<std::unique_ptr<int>> owner = std::make_unique<int>(3);
  ASSERT_TRUE(owner);
  const std::unique_ptr<int> taken = std::move(*owner);
  EXPECT_EQ(*taken, 3);
}

TEST(Result, a_fault_prints_the_parts_of_its_place_that_are_known) {
  EXPECT_EQ(print_fault(fault("no such file")), "no such file");
  EXPECT_EQ(print_fault(fault_at(7, 12, "there is no process X")),
            "7:12: there is no process X");
  EXPECT_EQ(print_fault({"join.toml", 7, 12, "there is no process X"}),
            "join.toml:7:12: there is no process X");
  EXPECT_EQ(print_fault({"join.toml", 7, 0, "there is no process X"}),
            "join.toml:7: there is no process X");
  EXPECT_EQ(print_fault({"join.toml", 0, 0, "the file is empty"}), "join.toml: the file is empty");
}

#if GTEST_HAS_DEATH_TEST
TEST(ResultDeathTest, a_fault_used_as_a_value_is_our_own_fault) {
  const Result<int> wrong = fault("no");
  EXPECT_DEATH((void)*wrong, "a result was used without looking whether it failed");
  const Result<int> right = 1;
  EXPECT_DEATH((void)right.error(), "error\\(\\) was asked of a result that holds a value");
}
#endif

}  // namespace
}  // namespace cutline
