#include "core/lesson/exercise_open.h"

#include <algorithm>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/lesson/exercise_file.h"
#include "core/lesson/exercise_run.h"

namespace cutline {
namespace {

// Looking that leaves the run where it is.
bool is_kept(Verb verb) {
  return verb != Verb::select && verb != Verb::clocks && verb != Verb::show &&
         verb != Verb::dismiss;
}

// An exercise about the queue is met on its screen.
bool is_of_queue(const Exercise& exercise) {
  return std::any_of(exercise.allowed.begin(), exercise.allowed.end(),
                     [](const std::string& allowed) { return allowed.starts_with("queue"); });
}

void show_screen(const Exercise& exercise, Lab& lab) {
  if (!is_of_queue(exercise)) return;
  const Result<Done> done = lab.apply({Verb::show, {"queue"}});
  CUTLINE_CHECK(done, "there is a queue lab");
}

}  // namespace

OpenExercise::OpenExercise(Exercise exercise, const Lab& start)
    : exercise_(std::move(exercise)),
      start_(start),
      progress_(exercise_, start_),
      steps_(exercise_.steps.size()) {
  for (size_t at = 0; at < steps_.size(); ++at) steps_[at].grade.step = at + 1;
  show_screen(exercise_, progress_.lab());
  grade_acts();
}

std::string OpenExercise::place() const {
  const size_t count = exercise_.steps.size();
  if (at_ == count) return "The end of the exercise.";
  return "Step " + std::to_string(at_ + 1) + " of " + std::to_string(count) + ".";
}

Result<Done> OpenExercise::apply(const Command& command) {
  if (!is_of_exercises(command.verb)) return shown_ ? look(command) : act(command);
  const Result<std::string> said = own(command);
  if (!said) {
    lab().add_notice(said.error().sentence);
    return said.error();
  }
  lab().announce(*said);
  if (command.verb != Verb::exercise_run) lines_.push_back(print_command(command));
  return Done{};
}

Result<std::string> OpenExercise::own(const Command& command) {
  if (lines_.size() >= kRunLinesMax)
    return fault("more than " + std::to_string(kRunLinesMax) +
                 " commands are not kept of one exercise; \"exercise again\" begins anew");
  switch (command.verb) {
    case Verb::answer: return answer(command);
    case Verb::hint: return hint(command);
    case Verb::exercise_next: return next();
    case Verb::exercise_back: return back();
    case Verb::exercise_run: return run(command);
    default: return fault(in_quotes(print_command(command)) + " is for the course");
  }
}

Result<size_t> OpenExercise::step_argument(const std::string& word) const {
  const auto number =
      parse_integer(word, 1, static_cast<int64_t>(exercise_.steps.size()), "the step");
  if (!number) return number.error();
  const auto step = static_cast<size_t>(*number - 1);
  if (step > at_)
    return fault("step " + word + " comes later: this is step " + std::to_string(at_ + 1));
  return step;
}

Result<std::string> OpenExercise::answer(const Command& command) {
  const auto step = step_argument(command.arguments[0]);
  if (!step) return step.error();
  if (!exercise_.steps[*step].question)
    return fault("step " + command.arguments[0] + " of the exercise asks nothing");
  if (work_.answers.size() >= kAnswersMax)
    return fault("there are at most " + std::to_string(kAnswersMax) + " answers in an exercise");
  std::string text;
  for (size_t at = 1; at < command.arguments.size(); ++at)
    text += (at == 1 ? "" : " ") + command.arguments[at];
  const auto judged = judge(exercise_, *exercise_.steps[*step].question, text);
  if (!judged) return judged.error();
  if (shown_step_ == *step + 1) close_shown();
  LearnerStep& learner = steps_[*step];
  learner.answer = text;
  learner.judged = *judged;
  count_answer(learner.grade, *judged);
  work_.answers.push_back({*step + 1, text});
  return (judged->right ? "Right. " : "Not so. ") + judged->feedback;
}

Result<std::string> OpenExercise::hint(const Command& command) {
  if (command.arguments.empty() && at_ == steps_.size())
    return fault("this is the end of the exercise");
  const auto step = step_argument(command.arguments.empty() ? std::to_string(at_ + 1)
                                                            : command.arguments[0]);
  if (!step) return step.error();
  const std::vector<std::string>& hints = exercise_.steps[*step].hints;
  size_t& opened = steps_[*step].hints;
  if (opened == hints.size())
    return fault(hints.empty() ? "there is no hint for this step" : "there is no further hint");
  ++opened;
  return "Hint " + std::to_string(opened) + " of " + std::to_string(hints.size()) + ": " +
         hints[opened - 1];
}

std::optional<std::string> OpenExercise::why_not_next() const {
  if (at_ == steps_.size()) return "this is the end of the exercise";
  if (exercise_.steps[at_].question && !steps_[at_].judged)
    return "answer first: a prediction is made before the run is seen, and may be wrong";
  return std::nullopt;
}

Result<std::string> OpenExercise::next() {
  if (const auto why = why_not_next()) return fault(*why);
  close_shown();
  ++at_;
  return place();
}

Result<std::string> OpenExercise::back() {
  if (at_ == 0) return fault("this is the first step");
  close_shown();
  --at_;
  return place();
}

// The run that a wrong answer was held against, up to where the two part.
Result<std::string> OpenExercise::run(const Command& command) {
  if (command.arguments.empty()) {
    if (!shown_) return fault("this is your own run");
    close_shown();
    return "Your own run again. " + place();
  }
  const auto step = step_argument(command.arguments[0]);
  if (!step) return step.error();
  const std::optional<Judgement>& judged = steps_[*step].judged;
  if (!judged) return fault("step " + command.arguments[0] + " has no answer yet");
  if (judged->right) return fault("the answer to step " + command.arguments[0] + " is right");
  Lab lab = fresh_lab(exercise_);
  if (const auto done = do_commands(lab, judged->run); !done) return done.error();
  show_screen(exercise_, lab);
  lab.speak_on(this->lab());
  shown_ = std::move(lab);
  shown_step_ = *step + 1;
  return "The run that answers step " + command.arguments[0] + ". " + judged->feedback;
}

void OpenExercise::close_shown() {
  if (!shown_) return;
  progress_.lab().speak_on(*shown_);
  shown_.reset();
  shown_step_ = 0;
}

// Does the command only move about in what is recorded of the run that is shown?
bool OpenExercise::is_within_shown(const Command& command) const {
  const bool job = exercise_.job.has_value();
  const uint64_t length =
      job ? shown_->job()->history.length() : uint64_t{shown_->history().length()};
  const uint64_t cursor =
      job ? shown_->job()->history.cursor() : uint64_t{shown_->history().cursor()};
  if (command.verb == Verb::seek) {
    const auto step = parse_integer(command.arguments[0], 0, INT64_MAX, "the step");
    if (step || !job) return !step || static_cast<uint64_t>(*step) <= length;
    const auto time = parse_duration(command.arguments[0]);
    return !time || *time <= shown_->job()->history.length_time();
  }
  if (command.verb == Verb::step) return cursor < length && (!job || command.arguments.empty());
  return is_looking(command.verb) || command.verb == Verb::queue_step ||
         command.verb == Verb::queue_back;
}

Result<Done> OpenExercise::look(const Command& command) {
  if (is_within_shown(command)) return shown_->apply(command);
  shown_->add_notice("this is the run that answers step " + std::to_string(shown_step_) +
                     ": it can be looked at; \"exercise run\" goes back to yours");
  return fault(shown_->notices().back().sentence);
}

Result<Done> OpenExercise::act(const Command& command) {
  const std::string line = print_command(command);
  if (lines_.size() >= kRunLinesMax) return own(command).error();
  if (const auto done = progress_.apply(line); !done) return done;
  if (!is_kept(command.verb)) return Done{};
  work_.actions.push_back(line);
  lines_.push_back(line);
  grade_acts();
  return Done{};
}

// What became of the "do"s by the last action is said with it.
void OpenExercise::grade_acts() {
  for (size_t at = 0; at < steps_.size(); ++at) {
    const std::optional<size_t>& done = progress_.done()[at];
    StepGrade& grade = steps_[at].grade;
    if (!done || grade.right) continue;
    const StepGrade now = grade_act(exercise_, at + 1, progress_, start_);
    if (now.sentence == grade.sentence) continue;
    grade = now;
    progress_.lab().announce(progress_.lab().announcement() + " Step " + std::to_string(at + 1) +
                             ": " + grade.sentence);
  }
}

KeptExercise OpenExercise::kept() const {
  KeptExercise out;
  out.id = exercise_.id;
  out.fingerprint = exercise_.fingerprint;
  for (size_t at = 0; at < steps_.size(); ++at) {
    const StepKind kind = exercise_.steps[at].kind;
    if (kind != StepKind::predict && kind != StepKind::act) continue;
    ++out.of;
    if (steps_[at].grade.right) ++out.right;
  }
  out.solved = out.right == out.of && goal_reached();
  out.lines = lines_;
  return out;
}

}  // namespace cutline
