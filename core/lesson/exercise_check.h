// Proves an exercise, or says what is wrong with it: `cutline check`.
#pragma once
#include <string>
#include <vector>

#include "core/lesson/exercise.h"

namespace cutline {

struct CheckLine {
  bool good = false;
  std::string sentence;
};

// In order: the start can be done; the goal does not hold there; it is reached by allowed actions
// (the author's solution, or a shortest one that is searched), and every "do" on the way; the least
// number of actions where that is asked; each question has one right answer, and no mistake that is
// right; each claim holds over all interleavings, of a job in all its runs (exercise_claim.h). With
// a job the author gives the solution: a clock decides there, and ways are not searched.
std::vector<CheckLine> check_exercise(const Exercise& exercise);

bool all_good(const std::vector<CheckLine>& lines);

}  // namespace cutline
