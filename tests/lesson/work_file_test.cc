// Work files: actions and answers by line.
#include "core/lesson/work_file.h"

#include <gtest/gtest.h>

namespace cutline {
namespace {

std::string refusal(std::string_view text) {
  const auto file = read_work(text);
  return file ? "read" : print_fault(file.error());
}

TEST(WorkFile, HoldsActionsAndAnswersInTheirOrder) {
  const auto file = read_work("# mine\ndeliver  A>B\n\nanswer 2 10 EUR\r\nback\nanswer 3 T1, T2");
  ASSERT_TRUE(file);
  EXPECT_EQ(file->work.actions, (std::vector<std::string>{"deliver A>B", "back"}));
  EXPECT_EQ(file->work.answers, (std::vector<GivenAnswer>{{2, "10 EUR"}, {3, "T1, T2"}}));
  EXPECT_EQ(file->action_lines, (std::vector<int>{2, 5}));
  EXPECT_EQ(file->answer_lines, (std::vector<int>{4, 6}));
  EXPECT_EQ(print_fault(at_work_line(*file, fault_at(2, 1, "x"))), "5:1: x");
  EXPECT_EQ(print_fault(at_work_line(*file, fault_at(2, 2, "x"))), "6:1: x");
  EXPECT_EQ(print_fault(at_work_line(*file, fault("x"))), "x");
}

TEST(WorkFile, EveryRefusalHasItsLine) {
  EXPECT_EQ(refusal("deliver A>B\nfrobnicate"), "2:1: there is no command \"frobnicate\"");
  EXPECT_EQ(refusal("answer"), "1:1: an answer is written answer STEP ANSWER");
  EXPECT_EQ(refusal("answer 2"), "1:8: an answer is written answer STEP ANSWER");
  EXPECT_EQ(refusal("answer two 3").substr(0, 21), "1:8: the step must be");
  std::string many;
  for (int count = 0; count < 21'001; ++count) many += "back\n";
  EXPECT_EQ(refusal(many), "21001:1: there are at most 21000 actions and answers");
}

}  // namespace
}  // namespace cutline
