// Answers: what is right, and that a wrong one is answered with the place where it and the run
// part.
#include "core/lesson/exercise_answer.h"

#include <gtest/gtest.h>

#include "core/lesson/embedded_scenarios.h"
#include "core/lesson/exercise_file.h"
#include "core/lesson/exercise_run.h"

namespace cutline {
namespace {

Exercise embedded(std::string_view name) {
  for (const EmbeddedText& each : embedded_exercises())
    if (each.name == name)
      if (auto exercise = read_exercise(each.name, each.text)) return std::move(*exercise);
  ADD_FAILURE() << "no exercise " << name;
  return {};
}

Judgement judged(const Exercise& exercise, size_t step, std::string_view answer) {
  const auto judgement = judge(exercise, *exercise.steps.at(step - 1).question, answer);
  EXPECT_TRUE(judgement) << (judgement ? "" : judgement.error().sentence);
  return judgement ? *judgement : Judgement{};
}

std::string refusal(const Exercise& exercise, size_t step, std::string_view answer) {
  const auto judgement = judge(exercise, *exercise.steps.at(step - 1).question, answer);
  return judgement ? "taken" : judgement.error().sentence;
}

TEST(ExerciseAnswer, ANumberIsHeldAgainstTheRun) {
  const Exercise money = embedded("where-is-the-money");
  EXPECT_TRUE(judged(money, 3, "190").right);
  EXPECT_TRUE(judged(money, 3, " 190 EUR ").right);
  EXPECT_EQ(judged(money, 3, "190").solution, "190 EUR");
  const Judgement wrong = judged(money, 3, "200");
  EXPECT_FALSE(wrong.right);
  EXPECT_EQ(wrong.feedback.substr(0, 30), "That would be the total with t");
  EXPECT_NE(wrong.feedback.find("It is at no moment 200 EUR. Command 2, \"read-all\": "),
            std::string::npos) << wrong.feedback;
  EXPECT_EQ(wrong.run, (std::vector<std::string>{"send A>B 10", "read-all"}));
  const Judgement shows = judged(money, 2, "0");
  EXPECT_EQ(shows.shows, 3);
  EXPECT_NE(shows.feedback.find("It was 0 EUR before. Command 1, \"send A>B 10\": "),
            std::string::npos) << shows.feedback;
  EXPECT_EQ(judged(money, 2, "17").shows, 0);
}

TEST(ExerciseAnswer, TheQueueCasesPartWhereTheBacklogIsWhatWasSaid) {
  const Exercise rises = embedded("queue-rises");
  EXPECT_TRUE(judged(rises, 3, "6.005").right);
  EXPECT_FALSE(judged(rises, 3, "6.02").right);
  const Judgement early = judged(rises, 3, "5");
  EXPECT_NE(early.feedback.find("It was 5 units before. Command 5, \"queue step\": "),
            std::string::npos) << early.feedback;
  EXPECT_EQ(early.run.size(), 5u);
  EXPECT_EQ(judged(rises, 3, "2").shows, 13);
  EXPECT_TRUE(judged(embedded("queue-falls"), 2, "2").right);
}

TEST(ExerciseAnswer, AChoiceIsRightWhereItIsTheCase) {
  const Exercise overtaken = embedded("overtaken-marker");
  EXPECT_TRUE(judged(overtaken, 4, "2").right);
  const Judgement total = judged(overtaken, 4, "1");
  EXPECT_FALSE(total.right);
  EXPECT_EQ(total.shows, 11);
  EXPECT_EQ(total.solution, "No: one transfer is lost and another counted twice.");
  EXPECT_NE(total.feedback.find("At no moment of this run is it so."), std::string::npos);
}

TEST(ExerciseAnswer, NamesAreMissedAndGivenTooMuchByName) {
  const Exercise hand = embedded("chandy-lamport-by-hand");
  EXPECT_TRUE(judged(hand, 6, "B>A, C>A").right);
  EXPECT_TRUE(judged(hand, 6, "C>A B>A").right);
  const Judgement wrong = judged(hand, 6, "A>B, B>A");
  EXPECT_FALSE(wrong.right);
  EXPECT_NE(wrong.feedback.find("A>B does not belong: at no moment of this run did it."),
            std::string::npos) << wrong.feedback;
  EXPECT_NE(wrong.feedback.find("C>A belongs. Command "), std::string::npos) << wrong.feedback;
  EXPECT_FALSE(judged(hand, 6, "none").right);
}

TEST(ExerciseAnswer, ACutIsAnsweredWithItsOrphan) {
  const Exercise draw = embedded("draw-a-cut");
  EXPECT_TRUE(judged(draw, 6, "1,1").right);
  EXPECT_TRUE(judged(draw, 6, "1,1").solution.starts_with("such as "));
  const Judgement wrong = judged(draw, 6, "0,1");
  EXPECT_FALSE(wrong.right);
  EXPECT_NE(wrong.feedback.find("T1"), std::string::npos) << wrong.feedback;
  EXPECT_NE(wrong.feedback.find("an effect without its cause"), std::string::npos);
  EXPECT_EQ(wrong.run.back(), "cut-set 0,1");
  EXPECT_FALSE(judged(draw, 6, "0,0").right);
}

TEST(ExerciseAnswer, AnOrderMustRespectCausesAndNothingElse) {
  const Exercise draw = embedded("draw-a-cut");
  EXPECT_TRUE(judged(draw, 2, "4,2,3,1").right);
  const Judgement wrong = judged(draw, 2, "2,4,3,1");
  EXPECT_FALSE(wrong.right);
  EXPECT_EQ(wrong.feedback.substr(0, 49), "\"T1 received\" stands before \"T1 sent\", but that i");
}

TEST(ExerciseAnswer, WhatIsNoAnswerIsRefused) {
  const Exercise money = embedded("where-is-the-money");
  EXPECT_EQ(refusal(money, 2, ""), "the answer is a number of EUR, not \"\"");
  EXPECT_EQ(refusal(money, 2, "10 USD"), "the answer is a number of EUR, not \"10 USD\"");
  EXPECT_NE(refusal(money, 2, "ten").find("the answer must be"), std::string::npos);
  EXPECT_EQ(refusal(money, 4, "T7"), "there is no \"T7\" to choose; there are T1");
  EXPECT_EQ(refusal(money, 4, "T1,T1"), "\"T1\" is chosen twice");
  const Exercise draw = embedded("draw-a-cut");
  EXPECT_NE(refusal(draw, 6, "1"), "taken");
  EXPECT_NE(refusal(draw, 6, "9,9"), "taken");
  EXPECT_NE(refusal(draw, 6, "1,1 off"), "taken");
  EXPECT_EQ(refusal(draw, 2, "1,2,3"), "the answer names all 4 events");
  EXPECT_EQ(refusal(draw, 2, "1,2,3,3"), "event 3 is there twice");
  EXPECT_NE(refusal(draw, 2, "1,2,3,5").find("the place must be"), std::string::npos);
  EXPECT_NE(refusal(embedded("overtaken-marker"), 4, "4").find("the option must be"),
            std::string::npos);
}

TEST(ExerciseRun, CountedStepsAreMomentsOfTheirOwn) {
  EXPECT_EQ(single_steps({"step 3", "queue step 2", "deliver A>B 2", "step"}),
            (std::vector<std::string>{"step", "step", "step", "queue step", "queue step",
                                      "deliver A>B 2", "step"}));
  EXPECT_EQ(single_steps({"step 99999"}), (std::vector<std::string>{"step 99999"}));
}

}  // namespace
}  // namespace cutline
