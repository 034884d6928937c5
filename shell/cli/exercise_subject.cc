#include "shell/cli/exercise_subject.h"

#include "core/base/text.h"
#include "core/lesson/embedded_scenarios.h"
#include "core/lesson/exercise_file.h"
#include "shell/cli/files.h"

namespace cutline {

Result<Exercise> find_exercise(std::string_view word) {
  std::string known;
  const auto named = [&](Result<Exercise> exercise) -> Result<Exercise> {
    if (exercise) return exercise;
    Fault problem = exercise.error();
    problem.file = word;
    return problem;
  };
  for (const EmbeddedText& each : embedded_exercises()) {
    if (each.name == word) return named(read_exercise(each.name, each.text));
    known += (known.empty() ? "" : ", ") + std::string(each.name);
  }
  const Result<std::string> text = read_file(word);
  if (!text && word.find_first_of("/.") == std::string_view::npos)
    return fault("there is no exercise " + in_quotes(word) + " and no such file; there are " +
                 known);
  if (!text) return text.error();
  return named(read_exercise(file_stem(word), *text));
}

bool is_built_in_exercise(std::string_view word) {
  for (const EmbeddedText& each : embedded_exercises())
    if (each.name == word) return true;
  return false;
}

}  // namespace cutline
