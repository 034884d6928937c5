// cutline exercise EXERCISE: prints it; with --work says what is right in what was done.
#include <algorithm>
#include <cstdio>
#include <string>

#include "core/base/text.h"
#include "core/lesson/words.h"
#include "core/lesson/work_file.h"
#include "shell/cli/arguments.h"
#include "shell/cli/commands.h"
#include "shell/cli/exercise_subject.h"
#include "shell/cli/files.h"
#include "shell/cli/print_grade.h"

namespace cutline {
namespace {

std::string answer_form(const Question& question) {
  switch (question.kind) {
    case AnswerKind::number:
      return question.unit.empty() ? "a number" : "a number (" + question.unit + ")";
    case AnswerKind::choice: return "the number of an option";
    case AnswerKind::choose: return "names of " + question.from + ", or none";
    case AnswerKind::cut: return "events inside, for each process: 1,0";
    case AnswerKind::order: return "places in order: 2,1";
  }
  return "";
}

void print_question(const Question& question) {
  int number = 0;
  for (const AnswerOption& option : question.options)
    std::printf("   %d. %s\n", ++number, option.text.c_str());
  for (const std::string& event : question.events)
    std::printf("   %d. %s\n", ++number, event.c_str());
  std::printf("   Answer: %s\n", answer_form(question).c_str());
}

void print_exercise(const Exercise& exercise) {
  std::printf("%s\n\nGoal: %s\nAllowed: %s\n", exercise.title.c_str(), exercise.goal_text.c_str(),
              list_text(exercise.allowed).c_str());
  for (const std::string& command : exercise.start) std::printf("Start: %s\n", command.c_str());
  for (size_t at = 0; at < exercise.steps.size(); ++at) {
    const ExerciseStep& step = exercise.steps[at];
    const std::string text = step.text.substr(std::min(step.text.size(),
                                                       step.text.find_first_not_of('\n')));
    std::printf("\n%zu. %s\n", at + 1, text.c_str());
    if (step.question) print_question(*step.question);
  }
}

}  // namespace

int exercise_command(std::span<const std::string_view> words) {
  const auto arguments = read_arguments({"exercise EXERCISE [--work FILE] [--out FILE]",
                                         {"--work", "--out"}, {}, {}, 1}, words);
  if (!arguments) return refuse(arguments.error());
  const auto exercise = find_exercise(arguments->positional[0]);
  if (!exercise) return refuse(exercise.error());
  const auto path = arguments->value("--work");
  const auto out = arguments->value("--out");
  if (!path && out) return refuse(fault("--out goes with --work"));
  if (!path) {
    print_exercise(*exercise);
    return 0;
  }
  const auto text = read_file(*path);
  if (!text) return refuse(text.error());
  const auto in_file = [&](Fault problem) {
    problem.file = *path;
    return refuse(problem);
  };
  const auto file = read_work(*text);
  if (!file) return in_file(file.error());
  const auto grade = grade_work(*exercise, file->work);
  if (!grade) return in_file(at_work_line(*file, grade.error()));
  if (out) {
    const auto written = write_file(*out, print_submission(*exercise, file->work, *grade));
    if (!written) return refuse(written.error());
  }
  print_grade(*exercise, *grade);
  return grade->solved ? 0 : 1;
}

}  // namespace cutline
