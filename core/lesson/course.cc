// What the first screen needs of the course; the rest is in exercise_course.cc.
#include "core/lesson/course.h"

namespace cutline {

Course::Course(std::string_view scenario_name) : lab_(scenario_name) {}

Result<Done> Course::apply_line(std::string_view line) {
  const Result<Command> command = parse_command(line);
  if (command && (open_ || is_of_exercises(command->verb))) return apply(*command);
  if (open_) return refuse(command.error());
  return lab_.apply_line(line);
}

Result<Done> Course::open_run(std::string_view text) {
  return open_ ? open_run_in_exercise(text) : lab_.open_run(text);
}

Result<Done> Course::open_cluster(std::string_view name, std::string_view text) {
  if (!open_) return lab_.open_cluster(name, text);
  const std::string sentence =
      "A cluster's document is laid beside a run of one's own: close the exercise first.";
  add_open_notice(sentence);
  return fault(sentence);
}

void Course::add_notice(std::string sentence) {
  if (open_) add_open_notice(std::move(sentence));
  else lab_.add_notice(std::move(sentence));
}

}  // namespace cutline
