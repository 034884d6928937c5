// What cutline check proves, and that it finds each thing that can be wrong with an exercise.
#include "core/lesson/exercise_check.h"

#include <gtest/gtest.h>

#include <set>

#include "core/lesson/embedded_scenarios.h"
#include "core/lesson/exercise_answer.h"
#include "core/lesson/exercise_file.h"
#include "core/lesson/exercise_run.h"
#include "core/lesson/exercise_search.h"

namespace cutline {
namespace {

Result<Exercise> embedded(std::string_view name) {
  for (const EmbeddedText& each : embedded_exercises())
    if (each.name == name) return read_exercise(each.name, each.text);
  return fault("there is no such exercise");
}

TEST(ExerciseCheck, EveryExerciseOfTheBuildIsProved) {
  EXPECT_EQ(embedded_exercises().size(), 23u);
  for (const EmbeddedText& each : embedded_exercises()) {
    const auto exercise = read_exercise(each.name, each.text);
    ASSERT_TRUE(exercise) << each.name << ":" << print_fault(exercise.error());
    const std::vector<CheckLine> lines = check_exercise(*exercise);
    EXPECT_GE(lines.size(), 4u) << each.name;
    for (const CheckLine& line : lines)
      EXPECT_TRUE(line.good) << each.name << ": " << line.sentence;
  }
}

// The right answers of the exercises of the build: worked out by hand, computed by the core.
TEST(ExerciseCheck, TheRightAnswersAreThoseOfTheField) {
  struct Case {
    std::string_view exercise;
    size_t step;  // from 1
    std::string_view answer;
  };
  constexpr Case kCases[] = {
      {"where-is-the-money", 2, "10"},      {"where-is-the-money", 3, "190"},
      {"where-is-the-money", 4, "T1"},      {"draw-a-cut", 2, "4,2,3,1"},
      {"draw-a-cut", 3, "T3"},              {"draw-a-cut", 4, "200"},
      {"draw-a-cut", 5, "210"},             {"chandy-lamport-by-hand", 2, "90"},
      {"chandy-lamport-by-hand", 3, "1"},   {"chandy-lamport-by-hand", 4, "4"},
      {"chandy-lamport-by-hand", 6, "C>A,B>A"}, {"never-happened", 2, "5"},
      {"never-happened", 3, "T2"},          {"never-happened", 4, "3"},
      {"never-happened", 5, "2"},
      {"overtaken-marker", 2, "190"},       {"overtaken-marker", 3, "200"},
      {"overtaken-marker", 4, "2"},         {"overtaken-marker", 5, "T2"},
      {"repair-without-fifo", 2, "1"},      {"repair-without-fifo", 3, "90"},
      {"two-at-once", 2, "90"},             {"two-at-once", 4, "200"},
      {"lost-marker", 2, "2"},              {"lost-marker", 3, "T1"},
      {"queue-rises", 2, "4.5"},            {"queue-rises", 3, "6"},
      {"queue-falls", 2, "2"},              {"queue-falls", 3, "4"},
      {"queue-falls", 4, "0"},              {"fluid-is-not-mm1", 2, "2"},
      {"fluid-is-not-mm1", 3, "1"},         {"hold-is-an-outage", 2, "8"},
      {"hold-is-an-outage", 3, "1"},
      // J: 200 ms a record. Seven of B's records stand in front of its barrier when A's comes.
      {"which-input-waits", 2, "A>J"},      {"which-input-waits", 3, "3"},
      {"which-input-waits", 4, "10"},       {"how-long-and-who-pays", 3, "1400"},
      {"how-long-and-who-pays", 4, "B"},    {"how-long-and-who-pays", 5, "3000"},
      {"how-long-and-who-pays", 6, "2"},    {"skip-the-alignment", 2, "none"},
      {"skip-the-alignment", 3, "5"},       {"skip-the-alignment", 5, "1"},
      {"skip-the-alignment", 4, "A:10,A:11,A:12,A:13,A:14"},
      {"overtake", 2, "50"},                {"overtake", 3, "10"},
      {"overtake", 4, "A>J,B>J,J>sink"},    {"overtake", 5, "3"},
      {"switch-after-a-time-out", 2, "1050"}, {"switch-after-a-time-out", 3, "6"},
      {"switch-after-a-time-out", 4, "1"},
      // 10 + 1 + 1 records and J's 100 bytes at 1000 bytes a second.
      {"the-storage-is-the-next-limit", 2, "3060"}, {"the-storage-is-the-next-limit", 3, "3114"},
      {"the-storage-is-the-next-limit", 4, "2"}, {"the-storage-is-the-next-limit", 5, "3"},
      {"uploaded-is-not-completed", 2, "2"}, {"uploaded-is-not-completed", 3, "0"},
      {"uploaded-is-not-completed", 4, "4,5,2,3,1"}, {"uploaded-is-not-completed", 5, "2"},
      {"kill-it-under-backpressure", 2, "2"}, {"kill-it-under-backpressure", 3, "26"},
      {"kill-it-under-backpressure", 4, "2"}, {"records-that-cross-the-cut", 2, "3"},
      {"records-that-cross-the-cut", 3, "10"}, {"records-that-cross-the-cut", 4, "26"},
      {"three-sinks-one-failure", 2, "22"}, {"three-sinks-one-failure", 3, "S:22,S:23"},
      {"three-sinks-one-failure", 4, "0"},  {"three-sinks-one-failure", 5, "2"},
      {"a-transaction-that-timed-out", 2, "20"}, {"a-transaction-that-timed-out", 3, "2"},
      {"a-transaction-that-timed-out", 4, "0"},
  };
  for (const Case& each : kCases) {
    const auto exercise = embedded(each.exercise);
    ASSERT_TRUE(exercise) << each.exercise;
    ASSERT_TRUE(exercise->steps[each.step - 1].question) << each.exercise << " " << each.step;
    const auto answer = right_answer(*exercise, *exercise->steps[each.step - 1].question);
    ASSERT_TRUE(answer) << each.exercise << " " << each.step << ": " << answer.error().sentence;
    EXPECT_EQ(*answer, each.answer) << each.exercise << " " << each.step;
  }
}

constexpr std::string_view kHead = R"(title = "T"
chapter = "cuts"
proves = "P"
assumes = "A"
source = "S"
scenario = "never-existed"
goal-text = "G"
)";

// The lines that failed.
std::string failures(const std::string& rest) {
  const auto exercise = read_exercise("my", std::string(kHead) + rest);
  if (!exercise) return "refused: " + print_fault(exercise.error());
  std::string out;
  for (const CheckLine& line : check_exercise(*exercise))
    if (!line.good) out += line.sentence + "\n";
  return out;
}

TEST(ExerciseCheck, WhatIsWrongIsFound) {
  const std::string step = "[[step]]\nsay = \"x\"\n";
  EXPECT_EQ(failures("allowed = [\"snapshot\", \"deliver\"]\ngoal = \"snapshot-complete S1\"\n" +
                     step), "");
  EXPECT_EQ(failures("start = [\"deliver p>q\"]\nallowed = [\"snapshot\"]\n"
                     "goal = \"snapshot-complete S1\"\n" + step),
            "start: \"deliver p>q\": nothing waits in channel p>q\n");
  EXPECT_EQ(failures("allowed = [\"snapshot\"]\ngoal = \"total = 20\"\n" + step),
            "goal: it holds at the start already\n");
  EXPECT_EQ(failures("allowed = [\"deliver\"]\ngoal = \"snapshot-complete S1\"\n" + step),
            "goal: no run by the allowed actions reaches it (1 state looked at)\n");
  EXPECT_EQ(failures("allowed = [\"snapshot p\"]\nsolution = [\"snapshot q\"]\n"
                     "goal = \"snapshot-complete S1\"\n" + step),
            "solution: \"snapshot q\": \"snapshot q\" is not allowed in this exercise; allowed "
            "are snapshot p\n");
  EXPECT_EQ(failures("allowed = [\"snapshot p\"]\nsolution = [\"snapshot p\"]\n"
                     "goal = \"snapshot-complete S1\"\n" + step),
            "solution: it does not reach the goal\n");
  EXPECT_EQ(failures("allowed = [\"send p>q 1\", \"deliver\"]\ngoal = \"in-flight = 1\"\n"
                     "[[step]]\ndo = \"x\"\nuntil = \"balance q = 11\"\n"),
            "step 1: not done on the way to the goal; give a solution that does it\n");
}

TEST(ExerciseCheck, AQuestionHasOneRightAnswer) {
  const std::string good = "allowed = [\"send p>q 1\"]\ngoal = \"in-flight = 1\"\n";
  const std::string ask = good + "[[step]]\npredict = \"x\"\n";
  EXPECT_EQ(failures(ask + "number = \"snapshot-total S1\"\n"),
            "step 1: \"snapshot-total S1\": there is no snapshot S1 yet\n");
  EXPECT_EQ(failures(ask + "number = \"total\"\n[[step.mistake]]\nis = \"20\"\nbecause = \"b\"\n"),
            "step 1: mistake 1 is the right answer\n");
  const std::string two = ask + "[[step.choice]]\ntext = \"a\"\nis = \"total = 20\"\n"
                                "[[step.choice]]\ntext = \"b\"\nis = ";
  EXPECT_EQ(failures(two + "\"total > 19\"\n"), "step 1: options 1 and 2 are both right\n");
  EXPECT_EQ(failures(two + "\"total > 20\"\n"), "");
  EXPECT_EQ(failures(ask + "[[step.choice]]\ntext = \"a\"\nis = \"1 = 2\"\n"
                           "[[step.choice]]\ntext = \"b\"\nis = \"1 = 3\"\n"),
            "step 1: no option is right\n");
  EXPECT_EQ(failures(ask + "cut = \"cut-consistent\"\n"),
            "step 1: every cut of the run does\n");
  EXPECT_EQ(failures(ask + "cut = \"cut-inside p = 1\"\n"), "step 1: no cut of the run does\n");
  EXPECT_EQ(failures(ask + "order = [\"T1 sent\", \"T1 received\"]\n"),
            "step 1: the run has no event \"T1 sent\"\n");
  EXPECT_EQ(failures(ask + "order = [\"T1 sent\", \"T2 sent\"]\n"
                           "after = [\"send p>q 1\", \"send q>p 1\"]\n"),
            "step 1: none of the events is a cause of another: every order would do\n");
}

TEST(ExerciseCheck, ClaimsAreAboutEveryInterleaving) {
  const std::string good =
      "allowed = [\"send p>q 1\"]\ngoal = \"in-flight = 1\"\n[[step]]\nsay = \"x\"\n[[claim]]\n";
  EXPECT_EQ(failures(good + "always = \"consistent\"\n"), "");
  EXPECT_EQ(failures(good + "reachable = \"loses\"\nset = [\"record off\"]\n"), "");
  EXPECT_NE(failures(good + "reachable = \"loses\"\n").find("reachable loses: not reached"),
            std::string::npos);
  EXPECT_NE(failures(good + "always = \"consistent\"\nset = [\"loss 100\"]\n")
                .find("claim: always consistent with loss 100: "),
            std::string::npos);
  const std::string fails = failures(good + "always = \"consistent\"\nset = [\"record off\"]\n");
  EXPECT_NE(fails.find("always consistent with record off: fails"), std::string::npos) << fails;
  EXPECT_NE(fails.find(" is lost"), std::string::npos) << fails;
}

// Each is a wrong answer somewhere: what nobody could fall for teaches nobody.
TEST(ExerciseCheck, EveryMisconceptionIsAWrongAnswerOfSomeExercise) {
  std::set<int64_t> shown;
  for (const EmbeddedText& each : embedded_exercises()) {
    const auto exercise = read_exercise(each.name, each.text);
    ASSERT_TRUE(exercise);
    std::set<int64_t> here;
    for (const ExerciseStep& step : exercise->steps) {
      if (!step.question) continue;
      for (const Mistake& mistake : step.question->mistakes) here.insert(mistake.shows);
      const auto right = right_answer(*exercise, *step.question);
      ASSERT_TRUE(right) << each.name;
      for (size_t at = 0; at < step.question->options.size(); ++at) {
        const int64_t shows = step.question->options[at].mistake.shows;
        EXPECT_TRUE(shows == 0 || *right != std::to_string(at + 1)) << each.name;
        here.insert(shows);
      }
    }
    for (int64_t about : exercise->misconceptions)
      EXPECT_TRUE(exercise->chapter == "queue" || exercise->id == "draw-a-cut" ||
                  here.contains(about))
          << each.name << " is about " << about << ", and nobody can fall for it";
    shown.merge(here);
  }
  for (int64_t number = 1; number <= kMisconceptions; ++number)
    EXPECT_TRUE(shown.contains(number)) << number;
}

TEST(ExerciseSearch, TheShortestWayIsFoundAndNoShorterOneIsThere) {
  const auto exercise = embedded("overtaken-marker");
  ASSERT_TRUE(exercise);
  const auto start = start_lab(*exercise);
  ASSERT_TRUE(start);
  const GoalSearch search = search_goal(*exercise, *start, exercise->goal);
  ASSERT_TRUE(search.reached);
  EXPECT_EQ(search.commands.size(), 5u);
  Lab lab = *start;
  ASSERT_TRUE(do_commands(lab, search.commands));
  EXPECT_TRUE(holds(lab, exercise->goal));
  EXPECT_FALSE(search_goal(*exercise, *start, exercise->goal, 10).reached);
  EXPECT_FALSE(search_goal(*exercise, *start, exercise->goal, 10).whole);
}

}  // namespace
}  // namespace cutline
