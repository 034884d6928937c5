#include "shell/cli/print_grade.h"

#include <cstdio>
#include <string>

#include "core/base/text.h"

namespace cutline {

void print_grade(const Exercise& exercise, const Grade& grade) {
  std::printf("%s: %zu of %zu right, goal %s\n", exercise.id.c_str(), grade.right,
              grade.steps.size(), grade.goal_reached ? "reached" : "not reached");
  for (const StepGrade& step : grade.steps) {
    std::string line = "  step " + std::to_string(step.step) + " " +
                       (step.right ? "right" : "wrong");
    if (step.attempts > 1)
      line += " after " + count_of(static_cast<int64_t>(step.attempts), "answer");
    line += ": " + step.sentence;
    if (step.shows > 0) line += " (misconception " + std::to_string(step.shows) + ")";
    std::printf("%s\n", line.c_str());
  }
}

}  // namespace cutline
