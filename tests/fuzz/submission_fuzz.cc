#include "core/base/check.h"
#include "core/lesson/embedded_scenarios.h"
#include "core/lesson/exercise_file.h"
#include "core/lesson/submission.h"
#include "tests/fuzz/fuzz_target.h"

namespace cutline {

// A submission is refused, or graded; then the same work is graded the same.
bool fuzz_submission(std::string_view input) {
  static const Exercise kExercise = [] {
    for (const EmbeddedText& each : embedded_exercises())
      if (each.name == "where-is-the-money") return *read_exercise(each.name, each.text);
    check_failed(__FILE__, __LINE__, "the exercise comes with the build");
  }();
  const auto grade = grade_submission(kExercise, input);
  if (!grade) {
    CUTLINE_CHECK(!grade.error().sentence.empty(), "a refusal says why");
    return false;
  }
  const auto again = grade_submission(kExercise, input);
  CUTLINE_CHECK(again && again->seal == grade->seal, "what was graded is graded the same again");
  return true;
}

}  // namespace cutline

CUTLINE_FUZZ_TARGET(fuzz_submission)
