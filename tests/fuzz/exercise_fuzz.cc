#include "core/base/check.h"
#include "core/lesson/exercise_file.h"
#include "core/lesson/exercise_answer.h"
#include "core/lesson/exercise_run.h"
#include "tests/fuzz/fuzz_target.h"

namespace cutline {

// An exercise is refused at a place, or it can be started or not; its answers can be computed or
// not; nothing of it fails.
bool fuzz_exercise(std::string_view input) {
  const auto exercise = read_exercise("fuzz", input);
  if (!exercise) {
    CUTLINE_CHECK(!exercise.error().sentence.empty(), "a refusal says why");
    return false;
  }
  if (!start_lab(*exercise)) return true;
  for (const ExerciseStep& step : exercise->steps) {
    if (!step.question) continue;
    const auto right = right_answer(*exercise, *step.question);
    if (!right) continue;
    const auto judged = judge(*exercise, *step.question, *right);
    CUTLINE_CHECK(judged && judged->right, "the right answer is taken as right");
  }
  return true;
}

}  // namespace cutline

CUTLINE_FUZZ_TARGET(fuzz_exercise)
