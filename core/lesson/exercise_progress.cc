#include "core/lesson/exercise_progress.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/lesson/exercise_file.h"
#include "core/lesson/words.h"

namespace cutline {

ExerciseProgress::ExerciseProgress(const Exercise& exercise, Lab start)
    : exercise_(&exercise),
      lab_(std::move(start)),
      start_steps_(lab_.history().cursor()),
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

Result<Done> ExerciseProgress::apply(const std::string& line) {
  const Result<Command> command = parse_command(line);
  if (const auto allowed = refusal(line, command); !allowed) {
    lab_.add_notice(allowed.error().sentence);
    return allowed;
  }
  if (const auto done = lab_.apply(*command); !done) return done.error();
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
    const size_t cursor = lab_.history().cursor();
    const size_t steps = cursor < start_steps_ ? cursor : cursor - start_steps_;
    done_[at] = std::min(done_[at].value_or(steps), steps);
  }
}

}  // namespace cutline
