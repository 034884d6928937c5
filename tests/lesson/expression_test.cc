// Figures and expressions: what they are worth in runs whose numbers are known, what is refused.
#include "core/lesson/expression.h"

#include <gtest/gtest.h>

#include "core/lesson/exercise_run.h"

namespace cutline {
namespace {

// T1 (10) is lost by the overtaking marker, T2 (10) repeated; the total is right.
Lab wrong_run() {
  Lab lab("two-banks");
  const auto done = do_commands(
      lab, {"set send-interval-min 0s", "set send-interval-max 0s", "set fifo off", "send A>B 10",
            "snapshot A", "send A>B 10", "deliver A>B 3", "deliver A>B 2", "deliver B>A"});
  EXPECT_TRUE(done) << (done ? "" : done.error().sentence);
  return lab;
}

std::string worth(const Lab& lab, std::string_view text) {
  const auto expression = parse_expression(lab.history().scenario(), text);
  if (!expression) return "refused: " + expression.error().sentence;
  const auto value = evaluate(lab, *expression);
  return value ? figure_text(*value) : "unknown: " + value.error().sentence;
}

TEST(Expression, FiguresOfARunThatIsKnown) {
  const Lab lab = wrong_run();
  const std::pair<std::string_view, std::string_view> kWorth[] = {
      {"balance A", "80"},
      {"balance B", "110"},
      {"in-channel A>B", "10"},
      {"in-flight", "10"},
      {"at-processes", "190"},
      {"total", "200"},
      {"started-with", "200"},
      {"records-in A>B", "T1"},
      {"records-in-flight", "1"},
      {"markers-in-flight", "0"},
      {"steps", "6"},
      {"recorded A S1", "90"},
      {"recorded B S1", "110"},
      {"recorded-in A>B S1", "0"},
      {"recorded-records A>B S1", "none"},
      {"channels-recorded S1", "none"},
      {"snapshot-at-processes S1", "200"},
      {"snapshot-in-channels S1", "0"},
      {"snapshot-total S1", "200"},
      {"snapshot-complete S1", "true"},
      {"snapshot-consistent S1", "false"},
      {"snapshot-right-total S1", "true"},
      {"snapshot-existed S1", "false"},
      {"lost S1", "T1"},
      {"repeated S1", "T2"},
      {"markers-sent S1", "2"},
      {"setting-is fifo off", "true"},
      {"setting-is algorithm mattern", "false"},
  };
  for (const auto& [text, value] : kWorth) EXPECT_EQ(worth(lab, text), value) << text;
}

TEST(Expression, FiguresOfACut) {
  Lab lab("two-banks");
  ASSERT_TRUE(do_commands(lab, {"send A>B 10", "deliver A>B", "send B>A 5", "cut-set 0,1"}));
  EXPECT_EQ(worth(lab, "cut-consistent"), "false");
  EXPECT_EQ(worth(lab, "cut-orphans"), "T1");
  EXPECT_EQ(worth(lab, "cut-total"), "210");
  EXPECT_EQ(worth(lab, "cut-existed"), "false");
  ASSERT_TRUE(do_commands(lab, {"cut-set 1,0"}));
  EXPECT_EQ(worth(lab, "cut-consistent and cut-existed"), "true");
  EXPECT_EQ(worth(lab, "cut-in-flight"), "T1");
  EXPECT_EQ(worth(lab, "cut-inside A + cut-inside B"), "1");
  ASSERT_TRUE(do_commands(lab, {"cut off"}));
  EXPECT_EQ(worth(lab, "cut-total"), "unknown: there is no cut");
}

TEST(Expression, FiguresOfTheQueueLab) {
  Lab lab("two-banks");
  ASSERT_TRUE(do_commands(lab, {"queue lambda 2", "queue mu 3", "queue step 4"}));
  EXPECT_EQ(worth(lab, "queue-backlog"), "2");
  EXPECT_EQ(worth(lab, "queue-time"), "2");
  EXPECT_EQ(worth(lab, "queue-mu - queue-lambda"), "1");
  EXPECT_EQ(worth(lab, "queue-empties-at"), "4");
  EXPECT_EQ(worth(lab, "mean-present = 2"), "true");
  EXPECT_EQ(worth(lab, "mean-waiting + mean-waiting + mean-waiting = 4"), "true");
  EXPECT_EQ(worth(lab, "mean-time"), "1");
  ASSERT_TRUE(do_commands(lab, {"queue lambda 3", "queue mu 2"}));
  EXPECT_EQ(worth(lab, "queue-backlog"), "6");
  EXPECT_EQ(worth(lab, "queue-steady or queue-empties"), "false");
  EXPECT_EQ(worth(lab, "queue-empties-at"), "unknown: the backlog never empties");
}

TEST(Expression, OperatorsBindAsTheyAreRead) {
  const Lab lab = wrong_run();
  EXPECT_EQ(worth(lab, "1 + 2 - 4"), "-1");
  EXPECT_EQ(worth(lab, "10 - (2 + 3) = 5"), "true");
  EXPECT_EQ(worth(lab, "1 = 2 and 1 = 1 or 1 = 1"), "true");
  EXPECT_EQ(worth(lab, "1 = 2 and (1 = 1 or 1 = 1)"), "false");
  EXPECT_EQ(worth(lab, "not 1 = 2 and not (2 < 1)"), "true");
  EXPECT_EQ(worth(lab, "count (lost S1) + count repeated S1"), "2");
  EXPECT_EQ(worth(lab, "T1 in lost S1 and not T2 in lost S1"), "true");
  EXPECT_EQ(worth(lab, "2 <= 2 and 2 >= 2 and 1 != 2 and 2 > 1"), "true");
  EXPECT_EQ(worth(lab, "lost S1 = repeated S1"), "false");
  EXPECT_EQ(worth(lab, "0.1 + 0.2 = 0.3"), "true");
}

TEST(Expression, WhatCannotBeAskedYetIsNotSo) {
  Lab lab("two-banks");
  const auto truth = parse_expression(lab.history().scenario(), "snapshot-total S1 = 200");
  ASSERT_TRUE(truth);
  EXPECT_FALSE(holds(lab, *truth));
  EXPECT_EQ(worth(lab, "snapshot-total S1"), "unknown: there is no snapshot S1 yet");
  EXPECT_EQ(worth(lab, "snapshot-complete S1 or 1 = 1"), "true");
  ASSERT_TRUE(do_commands(lab, {"snapshot A"}));
  EXPECT_EQ(worth(lab, "snapshot-total S1"), "unknown: S1 is not complete");
  EXPECT_EQ(worth(lab, "recorded B S1"), "unknown: B has not recorded in S1");
  EXPECT_EQ(worth(lab, "snapshot-complete S1"), "false");
}

TEST(Expression, EveryRefusalSaysWhy) {
  const Lab lab("two-banks");
  const std::pair<std::string_view, std::string_view> kRefused[] = {
      {"", "an expression is missing"},
      {"balnce A", "there is no figure \"balnce\"; cutline check --figures lists them"},
      {"balance", "the figure is written balance PROCESS"},
      {"balance C", "balance: there is no process \"C\""},
      {"in-channel A>C", "in-channel: there is no channel \"A>C\""},
      {"lost T1", "lost: a snapshot is named S1, S2, …, not \"T1\""},
      {"setting-is speed 3", "setting-is: there is no parameter \"speed\""},
      {"1 +", "the expression ends too early"},
      {"(1 = 1", "a closing parenthesis is missing"},
      {"1 = 1 2", "\"2\" is not expected there"},
      {"1 and 2", "\"and\" goes with what is true or false, not with what is a number"},
      {"not 1", "\"not\" goes with what is true or false, not with what is a number"},
      {"count 1", "\"count\" goes with what is a list of names, not with what is a number"},
      {"lost S1 < 1", "\"<\" goes with what is a number, not with what is a list of names"},
      {"lost S1 + 1", "\"+\" goes with what is a number, not with what is a list of names"},
      {"T1 in total", "\"in\" goes with what is a list of names, not with what is a number"},
  };
  for (const auto& [text, sentence] : kRefused)
    EXPECT_NE(worth(lab, text).find(sentence), std::string::npos) << worth(lab, text);
  std::string deep;
  for (int count = 0; count < 30; ++count) deep += "( ";
  EXPECT_NE(worth(lab, deep + "1").find("nested too deep"), std::string::npos);
  std::string long_text = "1";
  for (int count = 0; count < 60; ++count) long_text += " + 1";
  EXPECT_NE(worth(lab, long_text).find("at most 100 words"), std::string::npos);
}

TEST(Expression, FiguresHaveNamesOfTheirOwn) {
  const auto all = figures();
  EXPECT_GT(all.size(), 35u);
  for (const FigureInfo* figure : all) {
    EXPECT_EQ(find_figure(figure->name), figure) << figure->name;
    EXPECT_FALSE(figure->does.empty()) << figure->name;
  }
  EXPECT_EQ(find_figure("count"), nullptr);
}

}  // namespace
}  // namespace cutline
