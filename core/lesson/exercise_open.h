// An exercise that a learner is in: the run, the answers, and how far it is.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/lesson/exercise.h"
#include "core/lesson/exercise_kept.h"
#include "core/lesson/submission.h"

namespace cutline {

// What came of one step so far.
struct LearnerStep {
  size_t hints = 0;    // opened
  std::string answer;  // the last one
  std::optional<Judgement> judged;
  StepGrade grade;     // of questions and "do"s
};

class OpenExercise {
 public:
  // `start` is start_lab().
  OpenExercise(Exercise exercise, const Lab& start);
  OpenExercise(const OpenExercise&) = delete;  // its parts point to the exercise
  OpenExercise& operator=(const OpenExercise&) = delete;

  // An action of the run; answer, hint, exercise next, exercise back, exercise run. Refused:
  // nothing has changed but a notice more.
  Result<Done> apply(const Command& command);

  const Exercise& exercise() const { return exercise_; }
  // What is on the screen: the learner's own run, or the one that is shown in its place.
  const Lab& lab() const { return shown_ ? *shown_ : progress_.lab(); }
  Lab& lab() { return shown_ ? *shown_ : progress_.lab(); }
  size_t at() const { return at_; }  // the step, from 0; the number of steps: behind the last
  const std::vector<LearnerStep>& steps() const { return steps_; }
  size_t shown_step() const { return shown_step_; }  // from 1; 0: the run is the learner's own
  bool goal_reached() const { return progress_.goal_reached(); }
  // What has been done, for a submission.
  const LearnerWork& work() const { return work_; }
  // All of it as it is kept: these lines lead here again.
  KeptExercise kept() const;
  // Why the present step cannot be left yet; nothing where it can.
  std::optional<std::string> why_not_next() const;

 private:
  Result<std::string> own(const Command& command);
  Result<Done> act(const Command& command);
  Result<Done> look(const Command& command);
  bool is_within_shown(const Command& command) const;
  Result<std::string> answer(const Command& command);
  Result<std::string> hint(const Command& command);
  Result<std::string> next();
  Result<std::string> back();
  Result<std::string> run(const Command& command);
  Result<size_t> step_argument(const std::string& word) const;
  void grade_acts();
  void close_shown();
  std::string place() const;

  Exercise exercise_;
  Lab start_;
  ExerciseProgress progress_;
  std::optional<Lab> shown_;
  size_t shown_step_ = 0;
  size_t at_ = 0;
  std::vector<LearnerStep> steps_;
  LearnerWork work_;
  std::vector<std::string> lines_;
};

}  // namespace cutline
