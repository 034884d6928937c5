#include "core/lesson/exercise_run.h"

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/lesson/words.h"

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

bool is_same(const std::optional<FigureValue>& one, const std::optional<FigureValue>& other) {
  return one && other ? same_value(*one, *other) : one.has_value() == other.has_value();
}

std::string job_place(const Lab& lab) {
  const JobHistory& history = lab.job()->history;
  return "Event " + std::to_string(history.cursor()) + ", t = " +
         time_text(history.world().now);
}

// Goes event by event to where the command leads and adds the moments at which the value changes.
// `lab` is before the command, `end` behind it. Returns to which event the moments lead then.
uint64_t walk(Lab lab, const Lab& end, const Expression& expression, std::vector<Moment>& out) {
  const uint64_t target = end.job()->history.cursor();
  uint64_t told = lab.job()->history.cursor();
  if (target > told + kMomentEventsMax) return told;
  while (lab.job()->history.cursor() < target && lab.apply({Verb::step, {}})) {
    std::optional<FigureValue> value = value_now(lab, expression);
    if (is_same(value, out.back().value)) continue;
    const uint64_t now = lab.job()->history.cursor();
    out.push_back({"step " + std::to_string(now - told), lab.announcement(), job_place(lab),
                   std::move(value)});
    told = now;
  }
  return told;
}

bool goes_ahead(Verb verb) {
  return verb == Verb::step || verb == Verb::until || verb == Verb::next;
}

Result<std::vector<Moment>> job_moments(Lab lab, const std::vector<std::string>& commands,
                                        const Expression& expression, std::vector<Moment> out) {
  for (const std::string& line : commands) {
    const Result<Command> command = parse_command(line);
    Lab end = lab;
    const Result<Done> done = command ? end.apply(*command) : Result<Done>(command.error());
    if (!done) return fault(in_quotes(line) + ": " + done.error().sentence);
    const size_t before = out.size();
    uint64_t told = 0;
    if (goes_ahead(command->verb)) told = walk(lab, end, expression, out);
    const uint64_t reached = end.job()->history.cursor();
    std::string rest = line;
    if (out.size() > before && command->verb != Verb::until)
      rest = told < reached ? "step " + std::to_string(reached - told) : "";
    if (!rest.empty())
      out.push_back({rest, end.announcement(), job_place(end), value_now(end, expression)});
    lab = std::move(end);
  }
  return out;
}

}  // namespace

Result<Done> do_commands(Lab& lab, const std::vector<std::string>& commands) {
  for (const std::string& command : commands)
    if (const auto done = lab.apply_line(command); !done)
      return fault(in_quotes(command) + ": " + done.error().sentence);
  return Done{};
}

Lab fresh_lab(const Exercise& exercise) {
  if (!exercise.job) return Lab(exercise.scenario);
  Result<OpenJob> job = open_job(exercise.job->job);
  CUTLINE_CHECK(job, "an exercise's job was set up when it was read");
  return Lab(std::move(*job));
}

Result<Lab> start_lab(const Exercise& exercise) {
  Lab lab = fresh_lab(exercise);
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
  Lab lab = fresh_lab(exercise);
  std::vector<Moment> out;
  out.push_back({"", "the start", "", value_now(lab, expression)});
  if (exercise.job) return job_moments(std::move(lab), commands, expression, std::move(out));
  for (const std::string& command : single_steps(commands)) {
    if (const auto done = lab.apply_line(command); !done)
      return fault(in_quotes(command) + ": " + done.error().sentence);
    out.push_back({command, lab.announcement(), "", value_now(lab, expression)});
  }
  return out;
}

}  // namespace cutline
