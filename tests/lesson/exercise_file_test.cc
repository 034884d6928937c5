// Exercises as files: what is read, and a sentence with its place for each thing that is refused.
#include "core/lesson/exercise_file.h"

#include <gtest/gtest.h>

namespace cutline {
namespace {

constexpr std::string_view kGood = R"(title = "T"
chapter = "cuts"
proves = "P"
assumes = "A"
source = "S"
misconceptions = [3, 11]
scenario = "two-banks"
start = ["set fifo off", "send A>B 10"]
allowed = ["deliver", "send A>B"]
goal = "in-flight = 0"
goal-text = "G"
solution = ["deliver A>B"]
[[step]]
say = "Hello"
[[step]]
predict = "How much?"
after = ["read-all"]
number = "snapshot-total S1"
unit = "EUR"
tolerance = 0.5
hints = ["one", "two"]
[[step.mistake]]
is = "total"
shows = 3
because = "Because"
[[step]]
predict = "Which?"
choose = "records-in A>B"
from = "transfers"
[[step]]
predict = "Where?"
cut = "cut-consistent"
[[step]]
predict = "In which order?"
order = ["T1 sent", "T1 received"]
[[step]]
predict = "Is it?"
[[step.choice]]
text = "Yes"
is = "total = 200"
[[step.choice]]
text = "No"
is = "total != 200"
[[step]]
do = "Go"
until = "in-flight = 0"
shortest = true
[[claim]]
always = "consistent"
set = ["fifo on"]
)";

std::string changed(std::string_view old_text, std::string_view new_text) {
  std::string text(kGood);
  const size_t at = text.find(old_text);
  EXPECT_NE(at, std::string::npos) << old_text;
  if (at != std::string::npos) text.replace(at, old_text.size(), new_text);
  return text;
}

std::string refusal(const std::string& text) {
  const auto exercise = read_exercise("my", text);
  return exercise ? "read" : print_fault(exercise.error());
}

TEST(ExerciseFile, HoldsWhatIsWritten) {
  const auto read = read_exercise("my", kGood);
  ASSERT_TRUE(read) << print_fault(read.error());
  EXPECT_EQ(read->id, "my");
  EXPECT_EQ(read->scenario.name, "two-banks");
  EXPECT_EQ(read->misconceptions, (std::vector<int64_t>{3, 11}));
  EXPECT_EQ(read->start.size(), 2u);
  ASSERT_EQ(read->steps.size(), 7u);
  EXPECT_EQ(read->steps[0].kind, StepKind::say);
  ASSERT_TRUE(read->steps[1].question);
  EXPECT_EQ(read->steps[1].question->kind, AnswerKind::number);
  EXPECT_EQ(read->steps[1].question->tolerance, 0.5);
  EXPECT_EQ(read->steps[1].question->mistakes[0].shows, 3);
  EXPECT_EQ(read->steps[1].hints, (std::vector<std::string>{"one", "two"}));
  EXPECT_EQ(read->steps[2].question->from, "transfers");
  EXPECT_EQ(read->steps[3].question->kind, AnswerKind::cut);
  EXPECT_EQ(read->steps[4].question->events[1], "T1 received");
  EXPECT_EQ(read->steps[5].question->options[1].text, "No");
  EXPECT_TRUE(read->steps[6].shortest);
  ASSERT_EQ(read->claims.size(), 1u);
  EXPECT_EQ(read->claims[0].settings[0], "fifo on");
}

TEST(ExerciseFile, AnotherTextHasAnotherFingerprint) {
  const auto one = read_exercise("my", kGood);
  const auto other = read_exercise("my", changed("Hello", "Hallo"));
  ASSERT_TRUE(one && other);
  EXPECT_NE(one->fingerprint, other->fingerprint);
}

TEST(ExerciseFile, TheLearnersEditionHasTheSameFingerprint) {
  const auto authored = read_exercise("my", kGood);
  std::string text = changed("solution", "# solution");
  text.resize(text.find("[[claim]]"));
  const auto edition = read_exercise("my", "# without claims\n" + text);
  ASSERT_TRUE(authored && edition);
  EXPECT_TRUE(edition->claims.empty() && edition->solution.empty());
  EXPECT_EQ(authored->fingerprint, edition->fingerprint);
}

struct Refusal {
  std::string_view old_text, new_text, sentence;
};

constexpr Refusal kRefusals[] = {
    {"title = \"T\"\n", "", "needs the key \"title\""},
    {"title = \"T\"", "title = \"\"", "1:9: title must have from 1 to 200 bytes"},
    {"title = \"T\"", "titel = \"T\"", "1:1: unknown key \"titel\": an exercise takes title, "},
    {"title = \"T\"", "title = \"T\\nU\"",
     "1:9: title must be one line without control characters"},
    {"\"Hello\"", "\"\"\"\nHel\\u001b\nlo\"\"\"",
     "14:7: say must be one line without control characters, not \"Hel\\x1b\""},
    {"[3, 11]", "[3, 14]", "6:22: misconceptions must be a list of numbers from 1 to 13"},
    {"[3, 11]", "[3, 3]", "6:22: misconceptions: 3 is there twice"},
    {"\"two-banks\"", "\"no-banks\"", "7:12: there is no scenario \"no-banks\"; there are "},
    {"scenario = \"two-banks\"\n", "", "an exercise without a [system] needs the key \"scenario\""},
    {"[[step]]\nsay", "[system]\ntitle = \"x\"\n[[step]]\nsay",
     "7:12: an exercise takes a scenario or a [system], not both"},
    {"\"set fifo off\"", "\"sett fifo off\"", "8:10: start: there is no command \"sett\""},
    {"\"set fifo off\"", "\"reset\"", "8:10: start: \"reset\" has no place in an exercise"},
    {"\"set fifo off\"", "3", "8:10: start must be a list of texts in quotes"},
    {"\"deliver\",", "\"delivr\",", "9:12: allowed: \"delivr\" begins with no command of the lab"},
    {"goal = \"in-flight = 0\"\n", "", "an exercise needs the key \"goal\""},
    {"in-flight = 0", "in-fligt = 0",
     "10:8: goal: \"in-fligt = 0\": there is no figure \"in-fligt\""},
    {"\"in-flight = 0\"", "\"in-flight\"",
     "10:8: goal: \"in-flight\" is a number, and must be true or false"},
    {"\"in-flight = 0\"", "\"balance X = 0\"",
     "10:8: goal: \"balance X = 0\": balance: there is no process \"X\""},
    {"say = \"Hello\"", "sat = \"Hello\"",
     "13:1: [[step]] takes one of say, predict, do and observe"},
    {"say = \"Hello\"", "say = \"Hello\"\ndo = \"x\"",
     "13:1: [[step]] takes one of say, predict, do and observe"},
    {"say = \"Hello\"", "say = \"Hello\"\nuntil = \"x\"",
     "15:1: unknown key \"until\": [[step]] with say takes say"},
    {"number = \"snapshot-total S1\"\n", "",
     "15:1: [[step]] with predict takes one of number, choice, choose, cut and order"},
    {"number = \"snapshot-total S1\"", "number = \"lost S1\"",
     "18:10: number: \"lost S1\" is a list of names, and must be a number"},
    {"tolerance = 0.5", "tolerance = -1", "20:13: tolerance must be a number from 0"},
    {"[\"one\", \"two\"]", "[\"1\",\"2\",\"3\",\"4\",\"5\",\"6\"]",
     "21:9: hints has at most 5 entries"},
    {"shows = 3", "shows = 0", "24:9: shows must be a whole number from 1 to 13"},
    {"because = \"Because\"\n", "", "22:1: [[step.mistake]] needs the key \"because\""},
    {"from = \"transfers\"", "from = \"banks\"",
     "29:8: from must be processes, channels or transfers, not \"banks\""},
    {"from = \"transfers\"", "unit = \"EUR\"", "29:8: unit goes with number"},
    {"cut = \"cut-consistent\"", "cut = \"cut-consistent\"\nfrom = \"transfers\"",
     "33:8: from goes with choose"},
    {"\"T1 sent\", \"T1 received\"", "\"T1 sent\"", "35:9: order has from 2 to 12 events"},
    {"\"T1 sent\", \"T1 received\"", "\"T1 sent\", \"T1 gone\"",
     "35:21: an event is \"T1 sent\", \"T1 received\" or \"S1 at A\", not \"T1 gone\""},
    {"\"T1 sent\", \"T1 received\"", "\"T1 sent\", \"T1 sent\"",
     "35:21: order: \"T1 sent\" is there twice"},
    {"[[step.choice]]\ntext = \"No\"\nis = \"total != 200\"\n", "",
     "38:1: choice has at least 2 options"},
    {"is = \"total = 200\"\n", "", "38:1: a choice or mistake needs the key \"is\""},
    {"until = \"in-flight = 0\"\n", "", "44:1: [[step]] with do needs the key \"until\""},
    {"shortest = true", "shortest = 1", "47:12: shortest must be true or false"},
    {"always = \"consistent\"", "always = \"right\"",
     "49:10: always: there is no predicate \"right\"; there are consistent, "},
    {"always = \"consistent\"", "always = \"consistent\"\nreachable = \"loses\"",
     "48:1: [[claim]] takes one of always and reachable"},
    {"[\"fifo on\"]", "[\"fifo\"]", "50:8: set: a setting is written KEY VALUE, not \"fifo\""},
};

TEST(ExerciseFile, EveryRefusalHasItsPlace) {
  ASSERT_EQ(refusal(std::string(kGood)), "read");
  for (const Refusal& each : kRefusals) {
    const std::string said = refusal(changed(each.old_text, each.new_text));
    EXPECT_NE(said.find(each.sentence), std::string::npos)
        << each.new_text << "\nsaid:     " << said << "\nexpected: " << each.sentence;
  }
}

TEST(ExerciseFile, WhatIsTooLongIsRefused) {
  EXPECT_EQ(refusal(std::string(300 * 1024, '#')), "an exercise has at most 262144 bytes");
  EXPECT_EQ(refusal(changed("\"Hello\"", "\"" + std::string(4001, 'x') + "\"")),
            "14:7: say must have from 1 to 4000 bytes");
  std::string many;
  for (int count = 0; count < 201; ++count) many += "\"step\", ";
  EXPECT_EQ(refusal(changed("[\"deliver A>B\"]", "[" + many + "]")),
            "12:1613: solution has at most 200 entries");
  std::string steps(kGood);
  for (int count = 0; count < 40; ++count) steps += "[[step]]\nsay = \"x\"\n";
  EXPECT_NE(refusal(steps).find("there are at most 40 [[step]]"), std::string::npos);
}

TEST(ExerciseFile, ASystemOfItsOwnIsReadLikeAScenario) {
  const std::string system =
      "[system]\ntitle = \"Own\"\n[system.traffic]\ndelay = \"1s\"\n[[system.process]]\n"
      "name = \"A\"\nbalance = 5\n[[system.process]]\nname = \"B\"\nbalance = 5\n"
      "[[system.channel]]\nfrom = \"A\"\nto = \"B\"\n[[step]]\nsay";
  std::string text = changed("scenario = \"two-banks\"\n", "");
  text.replace(text.find("[[step]]\nsay"), 12, system);
  const auto read = read_exercise("my", text);
  ASSERT_TRUE(read) << print_fault(read.error());
  EXPECT_EQ(read->scenario.title, "Own");
  EXPECT_EQ(read->scenario.name, "my");
  text.replace(text.find("balance = 5"), 11, "balance = x");
  EXPECT_NE(refusal(text).find("this is not TOML"), std::string::npos);
  std::string to_nowhere = text;
  to_nowhere.replace(to_nowhere.find("balance = x"), 11, "balance = 5");
  to_nowhere.replace(to_nowhere.find("to = \"B\""), 8, "to = \"X\"");
  EXPECT_EQ(refusal(to_nowhere), "24:6: channel \"A>X\": there is no process X");
}

TEST(ExerciseFile, ActionsAreAllowedByHowTheyBegin) {
  const auto exercise = read_exercise("my", kGood);
  ASSERT_TRUE(exercise);
  const auto allowed = [&](std::string_view line) {
    const auto command = parse_command(line);
    return command && is_allowed(*exercise, *command);
  };
  EXPECT_TRUE(allowed("deliver A>B"));
  EXPECT_TRUE(allowed("deliver B>A 2"));
  EXPECT_TRUE(allowed("send A>B 10"));
  EXPECT_FALSE(allowed("send B>A 10"));
  EXPECT_FALSE(allowed("snapshot A"));
  EXPECT_FALSE(allowed("step"));
  EXPECT_TRUE(allowed("back"));
  EXPECT_TRUE(allowed("select A"));
}

}  // namespace
}  // namespace cutline
