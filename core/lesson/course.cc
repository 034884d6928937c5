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

void Course::add_notice(std::string sentence) {
  if (open_) add_open_notice(std::move(sentence));
  else lab_.add_notice(std::move(sentence));
}

}  // namespace cutline
