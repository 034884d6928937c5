#include "core/lesson/exercise_progress.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/lesson/exercise_file.h"
#include "core/lesson/words.h"

namespace cutline {

ExerciseProgress::ExerciseProgress(const Exercise& exercise, Lab start)
    : exercise_(&exercise),
      lab_(std::move(start)),
      start_steps_(exercise.job ? static_cast<size_t>(lab_.job()->history.cursor())
                                : lab_.history().cursor()),
      done_(exercise.steps.size()) {
  look();
}

// What the exercise itself refuses.
Result<Done> ExerciseProgress::refusal(const std::string& line,
                                       const Result<Command>& command) const {
  if (!command) return fault(command.error().sentence);
  if (!is_allowed(*exercise_, *command))
    return fault(in_quotes(line) + " is not allowed in this exercise; allowed are " +
                 list_text(exercise_->allowed));
  if (exercise_->job) return refusal_in_job(*command);
  if (command->verb == Verb::show && command->arguments[0] == "jobs")
    return fault("an exercise has no streaming job");
  // Beyond the recorded end the clock would go on, which is an action.
  if (command->verb == Verb::seek && !is_allowed(*exercise_, {Verb::step, {}})) {
    const auto step = parse_integer(command->arguments[0], 0,
                                    static_cast<int64_t>(lab_.history().length()), "the step");
    if (!step) return step.error();
  }
  if (command->verb == Verb::back && lab_.history().cursor() <= start_steps_)
    return fault("this is the start of the exercise");
  return Done{};
}

// Beyond the recorded end the clock would go on, which is an action.
Result<Done> ExerciseProgress::refusal_in_job(const Command& command) const {
  const JobHistory& history = lab_.job()->history;
  if (command.verb == Verb::show && command.arguments[0] != "jobs")
    return fault("this exercise is about the streaming job");
  if (command.verb == Verb::back && history.cursor() <= start_steps_)
    return fault("this is the start of the exercise");
  if (command.verb != Verb::seek) return Done{};
  const std::string& place = command.arguments[0];
  const auto event = parse_integer(place, 0, INT64_MAX, "the event");
  const auto time = parse_duration(place);
  const bool ahead = event ? static_cast<uint64_t>(*event) > history.length()
                           : time && *time > std::max(history.length_time(), history.world().now);
  if (!ahead || is_allowed(*exercise_, {Verb::step, {}}) ||
      is_allowed(*exercise_, {Verb::until, {place}}))
    return Done{};
  return fault("beyond the recorded end the run goes on, which this exercise does not allow so");
}

// Of a job: going back takes back what was done behind that place, and a setting starts the run
// again.
void ExerciseProgress::count(const std::string& line, Verb verb) {
  const uint64_t cursor = lab_.job()->history.cursor();
  if (verb == Verb::set || verb == Verb::seed) {
    std::erase_if(actions_, [](const auto& each) {
      return !each.first.starts_with("set ") && !each.first.starts_with("seed ");
    });
    for (auto& each : actions_) each.second = 0;
    start_steps_ = 0;
  }
  std::erase_if(actions_, [&](const auto& each) { return each.second > cursor; });
  if (!is_looking(verb)) actions_.emplace_back(line, cursor);
}

size_t ExerciseProgress::steps_done() const {
  if (exercise_->job) return actions_.size();
  const size_t cursor = lab_.history().cursor();
  return cursor < start_steps_ ? cursor : cursor - start_steps_;
}

Result<Done> ExerciseProgress::apply(const std::string& line) {
  const Result<Command> command = parse_command(line);
  if (const auto allowed = refusal(line, command); !allowed) {
    lab_.add_notice(allowed.error().sentence);
    return allowed;
  }
  if (const auto done = lab_.apply(*command); !done) return done.error();
  if (exercise_->job) count(line, command->verb);
  look();
  return Done{};
}

void ExerciseProgress::look() {
  goal_ = goal_ || holds(lab_, exercise_->goal);
  for (size_t at = 0; at < done_.size(); ++at) {
    const ExerciseStep& step = exercise_->steps[at];
    if (step.kind != StepKind::act || (done_[at] && !step.shortest)) continue;
    if (!holds(lab_, *step.until)) {
      if (done_[at]) continue;
      return;
    }
    const size_t steps = steps_done();
    done_[at] = std::min(done_[at].value_or(steps), steps);
  }
}

}  // namespace cutline
