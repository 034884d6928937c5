// A learner's run through an exercise: which actions are allowed, what is done by them.
#pragma once
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/lesson/exercise.h"
#include "core/lesson/lab.h"

namespace cutline {

class ExerciseProgress {
 public:
  // `start` is start_lab().
  ExerciseProgress(const Exercise& exercise, Lab start);

  // Refused: an action that the exercise does not allow, or the lab refuses. Nothing is changed but
  // a notice of the lab more.
  Result<Done> apply(const std::string& line);

  const Lab& lab() const { return lab_; }
  Lab& lab() { return lab_; }  // to tell it something
  bool goal_reached() const { return goal_; }  // at some moment
  // For each step of the exercise: with a "do", after how many steps of the run beyond the start it
  // was done first, or in fewest steps where that is asked (they are done in order); else nothing.
  // A job has thousands of events: there, how many actions the run is made of.
  const std::vector<std::optional<size_t>>& done() const { return done_; }

 private:
  Result<Done> refusal(const std::string& line, const Result<Command>& command) const;
  Result<Done> refusal_in_job(const Command& command) const;
  void count(const std::string& line, Verb verb);
  size_t steps_done() const;
  void look();

  const Exercise* exercise_;
  Lab lab_;
  size_t start_steps_;
  // Of a job: the actions that led to the present place, and the event that each ended at.
  std::vector<std::pair<std::string, uint64_t>> actions_;
  bool goal_ = false;
  std::vector<std::optional<size_t>> done_;
};

}  // namespace cutline
