// A submission: what a learner did in an exercise, as JSON (assets/exercises has its schema).
// Grading replays it: nothing that it says of itself is believed.
//
//     {"cutline-submission": 1, "exercise": "where-is-the-money", "text": "5d6a…",
//      "actions": ["deliver A>B", "read-all"],
//      "answers": [{"step": 2, "answer": "0"}, {"step": 2, "answer": "10"}],
//      "right": 4, "of": 4, "solved": true, "seal": "91c0…"}
//
// "text" is the fingerprint of the exercise (exercise.h), "seal" that of the run and the answers. A
// seal finds what was edited; it is no secret, and who writes a consistent submission by hand has
// written one that solves the exercise.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/lesson/exercise.h"
#include "core/lesson/exercise_answer.h"
#include "core/lesson/exercise_progress.h"

namespace cutline {

struct GivenAnswer {
  size_t step = 0;  // of the exercise, from 1
  std::string answer;
  friend bool operator==(const GivenAnswer&, const GivenAnswer&) = default;
};

inline constexpr size_t kAnswersMax = 1'000;

// What the learner does; the rest of a submission follows from it.
struct LearnerWork {
  std::vector<std::string> actions;
  std::vector<GivenAnswer> answers;  // in the order in which they were given; the last one counts
  friend bool operator==(const LearnerWork&, const LearnerWork&) = default;
};

struct StepGrade {
  size_t step = 0;       // from 1
  bool right = false;
  size_t attempts = 0;   // answers given; of a "do", 1 where it was done
  bool right_at_once = false;
  std::string sentence;  // what is to be said about it
  int64_t shows = 0;     // the misconception of the last wrong answer
};

struct Grade {
  std::vector<StepGrade> steps;  // of the questions and the "do"s
  size_t right = 0;
  bool goal_reached = false;
  bool solved = false;  // the goal is reached and every step is right
  uint64_t seal = 0;
};

// One answer more to the question that the grade is of.
void count_answer(StepGrade& grade, const Judgement& judged);
// The grade of a "do". `step` is from 1, `start` is start_lab().
StepGrade grade_act(const Exercise& exercise, size_t step, const ExerciseProgress& progress,
                    const Lab& start);

// A fault: an action that is not allowed, an answer to what is no question, or none. Its line is
// the number of the action (column 1) or answer (column 2) in the work, from 1.
Result<Grade> grade_work(const Exercise& exercise, const LearnerWork& work);

// Which exercise a submission is for; faults carry line and column.
Result<std::string> submission_exercise(std::string_view json_text);

// Reads, replays and scores. Faults carry line and column: what is no submission, one for another
// exercise or another text of it, what cannot be replayed, and what says of itself something else
// than the replay does.
Result<Grade> grade_submission(const Exercise& exercise, std::string_view json_text);

// The work as a submission. It must be one that can be graded.
std::string print_submission(const Exercise& exercise, const LearnerWork& work,
                             const Grade& grade);

}  // namespace cutline
