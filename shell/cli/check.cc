// cutline check EXERCISE...: proves exercises.
#include <cstdio>
#include <string>

#include "core/base/text.h"
#include "core/lesson/exercise_check.h"
#include "core/lesson/figure.h"
#include "shell/cli/arguments.h"
#include "shell/cli/commands.h"
#include "shell/cli/exercise_subject.h"

namespace cutline {
namespace {

void print_figures() {
  for (const FigureInfo* figure : figures()) {
    const std::string form = std::string(figure->name) + (figure->arguments.empty() ? "" : " ") +
                             std::string(figure->arguments);
    std::printf("%-32s %s: %s\n", form.c_str(),
                std::string(figure_type_name(figure->type)).c_str(),
                std::string(figure->does).c_str());
  }
}

}  // namespace

int check_command(std::span<const std::string_view> words) {
  if (words.size() == 1 && words[0] == "--figures") {
    print_figures();
    return 0;
  }
  if (words.empty())
    return refuse(fault("a word is missing (use: cutline check EXERCISE... | --figures)"));
  for (std::string_view word : words)
    if (word.starts_with("-"))
      return refuse(fault("there is no option " + in_quotes(word) +
                          " (use: cutline check EXERCISE... | --figures)"));
  std::vector<Exercise> exercises;  // all are read before anything is printed
  for (std::string_view word : words) {
    Result<Exercise> exercise = find_exercise(word);
    if (!exercise) return refuse(exercise.error());
    exercises.push_back(std::move(*exercise));
  }
  bool good = true;
  for (const Exercise& exercise : exercises) {
    std::printf("%s: %s\n", exercise.id.c_str(), exercise.title.c_str());
    const std::vector<CheckLine> lines = check_exercise(exercise);
    for (const CheckLine& line : lines)
      std::printf("  %s %s\n", line.good ? "ok    " : "failed", line.sentence.c_str());
    good = good && all_good(lines);
  }
  return good ? 0 : 1;
}

}  // namespace cutline
