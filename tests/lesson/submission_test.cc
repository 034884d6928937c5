// Submissions: replayed and scored again; what was edited is refused with its place.
#include "core/lesson/submission.h"

#include <gtest/gtest.h>

#include "core/base/fingerprint.h"
#include "core/lesson/embedded_scenarios.h"
#include "core/lesson/exercise_file.h"

namespace cutline {
namespace {

Exercise embedded(std::string_view name) {
  for (const EmbeddedText& each : embedded_exercises())
    if (each.name == name)
      if (auto exercise = read_exercise(each.name, each.text)) return std::move(*exercise);
  ADD_FAILURE() << "no exercise " << name;
  return {};
}

const LearnerWork& solved() {
  static const LearnerWork kWork{{"deliver A>B", "back", "deliver A>B", "read-all"},
                          {{2, "0"}, {2, "10"}, {3, "190 EUR"}, {4, "T1"}}};
  return kWork;
}

std::string submission(const Exercise& exercise, const LearnerWork& work) {
  const auto grade = grade_work(exercise, work);
  EXPECT_TRUE(grade) << (grade ? "" : grade.error().sentence);
  return grade ? print_submission(exercise, work, *grade) : "";
}

std::string refusal(const Exercise& exercise, const std::string& text) {
  const auto grade = grade_submission(exercise, text);
  return grade ? "graded" : print_fault(grade.error());
}

TEST(Submission, IsReplayedAndScoredAgain) {
  const Exercise money = embedded("where-is-the-money");
  const auto grade = grade_submission(money, submission(money, solved()));
  ASSERT_TRUE(grade) << print_fault(grade.error());
  EXPECT_TRUE(grade->solved);
  EXPECT_TRUE(grade->goal_reached);
  ASSERT_EQ(grade->steps.size(), 4u);
  EXPECT_EQ(grade->right, 4u);
  EXPECT_EQ(grade->steps[0].attempts, 2u);
  EXPECT_FALSE(grade->steps[0].right_at_once);
  EXPECT_EQ(grade->steps[0].shows, 3);
  EXPECT_TRUE(grade->steps[1].right_at_once);
  EXPECT_EQ(grade->steps[3].sentence, "Done.");
}

TEST(Submission, WhatIsNotRightIsNotScored) {
  const Exercise money = embedded("where-is-the-money");
  const auto grade = grade_submission(money, submission(money, {{"read-all"}, {{2, "17"}}}));
  ASSERT_TRUE(grade) << print_fault(grade.error());
  EXPECT_FALSE(grade->solved);
  EXPECT_FALSE(grade->goal_reached);
  EXPECT_EQ(grade->right, 0u);
  EXPECT_EQ(grade->steps[1].sentence, "Not answered.");
  EXPECT_EQ(grade->steps[3].sentence, "Not done.");
}

TEST(Submission, AShortestRunCountsItsSteps) {
  const Exercise lost = embedded("lost-marker");
  const LearnerWork longer{{"snapshot A", "deliver A>B", "drop B>A 2", "deliver B>A"}, {}};
  const auto grade = grade_work(lost, longer);
  ASSERT_TRUE(grade) << grade.error().sentence;
  EXPECT_TRUE(grade->goal_reached);
  EXPECT_FALSE(grade->steps[2].right);
  EXPECT_EQ(grade->steps[2].sentence, "Done in 4 steps; there is a way of 3 steps.");
  const auto best = grade_work(lost, {{"snapshot A", "drop A>B", "deliver B>A"}, {}});
  ASSERT_TRUE(best) << best.error().sentence;
  EXPECT_TRUE(best->steps[2].right);
}

struct Forgery {
  std::string_view old_text, new_text, sentence;
};

TEST(Submission, WhatWasEditedIsRefusedWithItsPlace) {
  const Exercise money = embedded("where-is-the-money");
  const std::string good = submission(money, {{"read-all"}, {{2, "17"}, {3, "190"}}});
  ASSERT_EQ(refusal(money, good), "graded");
  constexpr Forgery kForgeries[] = {
      {"\"right\": 1", "\"right\": 4",
       "18:12: the submission says 4 for \"right\", the replay says 1"},
      {"\"of\": 4", "\"of\": 1", "19:9: the submission says 1 for \"of\", the replay says 4"},
      {"\"solved\": false", "\"solved\": true",
       "20:13: the submission says true for \"solved\", the replay says false"},
      {"\"17\"", "\"18\"", "21:11: the submission says "},
      {"\"17\"", "\"10\"", "18:12: the submission says 1 for \"right\", the replay says 2"},
      {"\"read-all\"", "\"deliver A>B\"", "21:11: the submission says "},
      {"\"read-all\"", "\"read A\"",
       "6:5: \"read A\": \"read A\" is not allowed in this exercise; allowed are deliver and "
       "read-all"},
      {"\"read-all\"", "\"deliver B>A\"", "6:5: \"deliver B>A\": "},
      {"\"read-all\"", "\"seek 99\"", "6:5: \"seek 99\": the step must be "},
      {"\"read-all\"", "\"back\"", "6:5: \"back\": this is the start of the exercise"},
      {"\"read-all\"", "\"frobnicate\"",
       "6:5: \"frobnicate\": there is no command \"frobnicate\""},
      {"\"read-all\"", "7", "6:5: "},
      {"\"step\": 2", "\"step\": 1", "9:5: step 1 of the exercise asks nothing"},
      {"\"step\": 2", "\"step\": 99", "9:5: step 99 of the exercise asks nothing"},
      {"\"step\": 2", "\"step\": 0", "10:15: "},
      {"\"17\"", "\"many\"", "9:5: the answer must be "},
      {"\"17\"", "17", "11:17: "},
      {"\"answer\": \"17\"", "\"says\": \"17\"", "11:7: "},
      {"\"where-is-the-money\"", "\"draw-a-cut\"",
       "3:15: this submission is for the exercise \"draw-a-cut\", not for "},
      {"\"cutline-submission\": 1", "\"cutline-submission\": 2",
       "2:25: this Cutline reads submissions of version 1 only"},
      {"\"cutline-submission\": 1", "\"submission\": 1",
       "1:1: this is no submission of Cutline"},
      {"\"of\": 4,", "", "1:1: a submission needs the key \"of\""},
      {"\"of\": 4", "\"of\": 4, \"grade\": 1", "19:12: unknown key \"grade\": a submission takes "},
  };
  for (const Forgery& each : kForgeries) {
    std::string text = good;
    const size_t at = text.find(each.old_text);
    ASSERT_NE(at, std::string::npos) << each.old_text;
    text.replace(at, each.old_text.size(), each.new_text);
    EXPECT_NE(refusal(money, text).find(each.sentence), std::string::npos)
        << each.new_text << "\nsaid:     " << refusal(money, text)
        << "\nexpected: " << each.sentence;
  }
  EXPECT_EQ(refusal(money, "[]"), "1:1: this is no submission of Cutline: it has no "
                                  "\"cutline-submission\"");
  EXPECT_EQ(refusal(money, std::string(5 * 1024 * 1024, ' ')),
            "a submission has at most 4194304 bytes");
}

TEST(Submission, IsForOneTextOfItsExercise) {
  const Exercise money = embedded("where-is-the-money");
  Exercise other = money;
  other.fingerprint ^= 1;
  const std::string text = submission(money, solved());
  EXPECT_NE(refusal(other, text).find("4:11: this submission is for another text of the exercise"),
            std::string::npos) << refusal(other, text);
  const auto name = submission_exercise(text);
  ASSERT_TRUE(name);
  EXPECT_EQ(*name, "where-is-the-money");
}

}  // namespace
}  // namespace cutline
