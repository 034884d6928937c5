#include "core/base/check.h"
#include "core/lesson/embedded_scenarios.h"
#include "core/lesson/exercise_file.h"
#include "core/lesson/work_file.h"
#include "tests/fuzz/fuzz_target.h"

namespace cutline {

// A work file is refused at a line, or graded; what is graded can leave as a submission and is
// graded the same there.
bool fuzz_work(std::string_view input) {
  static const Exercise kExercise = [] {
    for (const EmbeddedText& each : embedded_exercises())
      if (each.name == "where-is-the-money") return *read_exercise(each.name, each.text);
    check_failed(__FILE__, __LINE__, "the exercise comes with the build");
  }();
  const auto file = read_work(input);
  if (!file) {
    CUTLINE_CHECK(file.error().line >= 1, "a refusal has a place");
    return false;
  }
  const auto grade = grade_work(kExercise, file->work);
  if (!grade) {
    CUTLINE_CHECK(at_work_line(*file, grade.error()).line >= 1, "a refusal has a place");
    return false;
  }
  const auto again = grade_submission(kExercise, print_submission(kExercise, file->work, *grade));
  CUTLINE_CHECK(again && again->seal == grade->seal, "a submission is graded as its work is");
  return true;
}

}  // namespace cutline

CUTLINE_FUZZ_TARGET(fuzz_work)
