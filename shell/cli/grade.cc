// cutline grade SUBMISSION: replays a learner's run and scores it again.
#include <cstdio>
#include <string>

#include "core/base/text.h"
#include "core/lesson/submission.h"
#include "shell/cli/arguments.h"
#include "shell/cli/commands.h"
#include "shell/cli/exercise_subject.h"
#include "shell/cli/files.h"
#include "shell/cli/print_grade.h"

namespace cutline {

int grade_command(std::span<const std::string_view> words) {
  const auto arguments = read_arguments(
      {"grade SUBMISSION [--exercise FILE]", {"--exercise"}, {}, {}, 1}, words);
  if (!arguments) return refuse(arguments.error());
  const std::string_view path = arguments->positional[0];
  const auto text = read_file(path);
  if (!text) return refuse(text.error());
  const auto in_file = [&](Fault problem) {
    problem.file = path;
    return refuse(problem);
  };
  const auto name = submission_exercise(*text);
  if (!name) return in_file(name.error());
  // A stranger's submission may name an exercise of the build, but no file.
  const auto own = arguments->value("--exercise");
  if (!own && !is_built_in_exercise(*name))
    return refuse(fault("the submission is for the exercise " + in_quotes(*name) +
                        ", which is none of this build; give its file with --exercise"));
  const auto exercise = find_exercise(own.value_or(*name));
  if (!exercise) return refuse(exercise.error());
  const auto grade = grade_submission(*exercise, *text);
  if (!grade) return in_file(grade.error());
  print_grade(*exercise, *grade);
  return grade->solved ? 0 : 1;
}

}  // namespace cutline
