#include "core/lesson/exercise_run.h"

#include "core/base/limits.h"
#include "core/base/text.h"

namespace cutline {
namespace {

// How many single steps the command is, where it is one of those that take a count; else 1.
int64_t steps_of(const Command& command) {
  if (command.verb != Verb::step && command.verb != Verb::queue_step) return 1;
  if (command.arguments.empty()) return 1;
  const auto count =
      parse_integer(command.arguments[0], 1, static_cast<int64_t>(kMomentsMax), "the count");
  return count ? *count : 1;
}

std::optional<FigureValue> value_now(const Lab& lab, const Expression& expression) {
  Result<FigureValue> value = evaluate(lab, expression);
  if (!value) return std::nullopt;
  return std::move(*value);
}

}  // namespace

Result<Done> do_commands(Lab& lab, const std::vector<std::string>& commands) {
  for (const std::string& command : commands)
    if (const auto done = lab.apply_line(command); !done)
      return fault(in_quotes(command) + ": " + done.error().sentence);
  return Done{};
}

Result<Lab> start_lab(const Exercise& exercise) {
  Lab lab(exercise.scenario);
  if (const auto done = do_commands(lab, exercise.start); !done) return done.error();
  return lab;
}

std::vector<std::string> single_steps(const std::vector<std::string>& commands) {
  std::vector<std::string> out;
  for (const std::string& line : commands) {
    const Result<Command> command = parse_command(line);
    const int64_t steps = command ? steps_of(*command) : 1;
    if (steps == 1 || out.size() + static_cast<size_t>(steps) > kMomentsMax) {
      out.push_back(line);
      continue;
    }
    Command single{command->verb, {}};
    out.insert(out.end(), static_cast<size_t>(steps), print_command(single));
  }
  return out;
}

Result<std::vector<Moment>> moments(const Exercise& exercise,
                                    const std::vector<std::string>& after,
                                    const Expression& expression) {
  std::vector<std::string> commands = exercise.start;
  commands.insert(commands.end(), after.begin(), after.end());
  Lab lab(exercise.scenario);
  std::vector<Moment> out;
  out.push_back({"", "the start", value_now(lab, expression)});
  for (const std::string& command : single_steps(commands)) {
    if (const auto done = lab.apply_line(command); !done)
      return fault(in_quotes(command) + ": " + done.error().sentence);
    out.push_back({command, lab.announcement(), value_now(lab, expression)});
  }
  return out;
}

}  // namespace cutline
