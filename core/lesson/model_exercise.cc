#include "core/lesson/model_exercise.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/lesson/embedded_scenarios.h"
#include "core/lesson/exercise_file.h"
#include "core/lesson/exercise_open.h"
#include "core/lesson/exercise_run.h"
#include "core/lesson/words.h"

namespace cutline {
namespace {

constexpr std::string_view kStepKinds[] = {"say", "predict", "do", "observe"};
constexpr std::string_view kAnswerKinds[] = {"number", "choice", "choose", "cut", "order"};

// The course goes from easy to hard; what is not named here comes behind.
constexpr std::string_view kOrder[] = {
    // cuts
    "where-is-the-money", "draw-a-cut", "chandy-lamport-by-hand", "never-happened",
    "overtaken-marker", "repair-without-fifo", "two-at-once", "lost-marker",
    // queue
    "queue-rises", "queue-falls", "fluid-is-not-mm1", "hold-is-an-outage",
    // barriers
    "which-input-waits", "how-long-and-who-pays", "skip-the-alignment", "overtake",
    "switch-after-a-time-out", "the-storage-is-the-next-limit", "uploaded-is-not-completed",
    // recovery
    "kill-it-under-backpressure", "records-that-cross-the-cut", "three-sinks-one-failure",
    "a-transaction-that-timed-out",
};

size_t place_of(std::string_view id) {
  return static_cast<size_t>(std::find(std::begin(kOrder), std::end(kOrder), id) -
                             std::begin(kOrder));
}

const std::vector<CourseEntryModel>& built_in() {
  static const std::vector<CourseEntryModel> kEntries = [] {
    std::vector<CourseEntryModel> out;
    for (const EmbeddedText& each : embedded_exercises()) {
      const Result<Exercise> exercise = read_exercise(each.name, each.text);
      CUTLINE_CHECK(exercise, "an embedded exercise can be read");
      size_t of = 0;
      for (const ExerciseStep& step : exercise->steps)
        if (step.kind == StepKind::predict || step.kind == StepKind::act) ++of;
      out.push_back({exercise->id, exercise->title, exercise->chapter, "", 0, of});
    }
    std::stable_sort(out.begin(), out.end(),
                     [](const CourseEntryModel& left, const CourseEntryModel& right) {
                       return place_of(left.id) < place_of(right.id);
                     });
    return out;
  }();
  return kEntries;
}

std::string form_of(const Question& question) {
  switch (question.kind) {
    case AnswerKind::number:
      return question.unit.empty() ? "a number" : "a number of " + question.unit;
    case AnswerKind::choice: return "one of these";
    case AnswerKind::choose: return "any of these " + question.from + ", or none";
    case AnswerKind::cut: return "how many events of each process lie inside";
    case AnswerKind::order: return "in order, the first on top";
  }
  return "";
}

std::string joined(const std::vector<std::string>& commands) {
  std::string out;
  for (const std::string& each : commands) out += (out.empty() ? "" : ", ") + each;
  return out;
}

void add_cut(const Exercise& exercise, const Question& question, QuestionModel& out) {
  Result<Lab> lab = start_lab(exercise);
  if (!lab || !do_commands(*lab, question.after)) return;
  const Scenario& scenario = lab->history().scenario();
  for (size_t at = 0; at < scenario.processes.size(); ++at) {
    out.processes.push_back(scenario.processes[at].name);
    out.events.push_back(lab->run_events().of_process[at].size());
  }
}

QuestionModel build_question(const Exercise& exercise, const Question& question) {
  QuestionModel out;
  out.kind = kAnswerKinds[static_cast<size_t>(question.kind)];
  out.form = form_of(question);
  out.unit = question.unit;
  out.about = joined(question.after);
  for (size_t at = 0; at < question.options.size(); ++at)
    out.parts.push_back({std::to_string(at + 1), question.options[at].text});
  for (size_t at = 0; at < question.events.size(); ++at)
    out.parts.push_back({std::to_string(at + 1), question.events[at]});
  if (question.kind == AnswerKind::choose) {
    const auto names = names_to_choose(exercise, question);
    if (names)
      for (const std::string& name : *names) out.parts.push_back({name, name});
  }
  if (question.kind == AnswerKind::cut) add_cut(exercise, question, out);
  return out;
}

ExerciseStepModel build_step(const OpenExercise& open, size_t at) {
  const ExerciseStep& step = open.exercise().steps[at];
  const LearnerStep& learner = open.steps()[at];
  ExerciseStepModel out;
  out.number = at + 1;
  out.kind = kStepKinds[static_cast<size_t>(step.kind)];
  out.text = step.text;
  out.asks = step.question.has_value();
  if (out.asks) out.question = build_question(open.exercise(), *step.question);
  out.hints.assign(step.hints.begin(),
                   step.hints.begin() + static_cast<ptrdiff_t>(learner.hints));
  out.hints_left = step.hints.size() - learner.hints;
  out.answer = learner.answer;
  out.attempts = learner.grade.attempts;
  out.feedback = learner.grade.sentence;
  if (out.attempts > 0) out.verdict = learner.grade.right ? "right" : "wrong";
  else if (step.kind == StepKind::act) out.verdict = "open";
  if (out.asks && out.verdict == "wrong") out.run = "exercise run " + std::to_string(at + 1);
  return out;
}

ActionModel action(std::string command, std::string label, std::optional<std::string> why_not) {
  return {std::move(command), std::move(label), "exercise", "", why_not.value_or("")};
}

void add_actions(const OpenExercise& open, ExerciseModel& out) {
  const bool last = out.at == out.length;
  const auto first_step =
      out.at == 1 ? std::optional<std::string>("this is the first step") : std::nullopt;
  out.actions.push_back(action("exercise back", "Previous step", first_step));
  out.actions.push_back(
      action("exercise next", last ? "Finish" : "Next step", open.why_not_next()));
  if (!out.showing.empty())
    out.actions.push_back(action("exercise run", "Back to your own run", std::nullopt));
  if (out.at <= out.length && out.steps.back().hints.size() + out.steps.back().hints_left > 0)
    out.actions.push_back(
        action("hint", "Hint " + std::to_string(out.steps.back().hints.size() + 1),
               out.steps.back().hints_left > 0
                   ? std::nullopt
                   : std::optional<std::string>("there is no further hint")));
  out.actions.push_back(action("exercise again", "Start over", std::nullopt));
  out.actions.push_back(action("exercise leave", "Leave the exercise", std::nullopt));
}

// "3 of 4 are right, and the goal is not reached yet. Open: steps 2 and 5."
std::string sentence_of(const OpenExercise& open, const ExerciseModel& model) {
  std::vector<std::string> left;
  for (size_t at = 0; at < open.steps().size(); ++at) {
    const StepKind kind = open.exercise().steps[at].kind;
    if ((kind == StepKind::predict || kind == StepKind::act) && !open.steps()[at].grade.right)
      left.push_back(std::to_string(at + 1));
  }
  std::string out = std::to_string(model.right) + " of " + std::to_string(model.of) +
                    (model.of == 1 ? " is right" : " are right") + ", and the goal is " +
                    (model.goal_reached ? "reached." : "not reached yet.");
  if (model.solved) out = "Solved: " + out;
  if (model.at > model.length && !left.empty())
    out += " Still open: step" + std::string(left.size() == 1 ? " " : "s ") + list_text(left) +
           ". Go back to try again.";
  return out;
}

ExerciseModel build_exercise(const OpenExercise& open) {
  const Exercise& exercise = open.exercise();
  const KeptExercise kept = open.kept();
  ExerciseModel out;
  out.id = exercise.id;
  out.title = exercise.title;
  out.chapter = exercise.chapter;
  out.assumes = exercise.assumes;
  out.source = exercise.source;
  out.goal = exercise.goal_text;
  out.allowed = exercise.allowed;
  out.at = open.at() + 1;
  out.length = exercise.steps.size();
  for (size_t at = 0; at < std::min(out.at, out.length); ++at)
    out.steps.push_back(build_step(open, at));
  if (open.shown_step() > 0)
    out.showing = "You see the run that answers step " + std::to_string(open.shown_step()) +
                  ", up to where your answer and the run part. Your own run waits.";
  out.right = kept.right;
  out.of = kept.of;
  out.judged = static_cast<size_t>(
      std::count_if(open.steps().begin(), open.steps().end(),
                    [](const LearnerStep& each) { return each.grade.attempts > 0; }));
  out.goal_reached = open.goal_reached();
  out.solved = kept.solved;
  if (out.at > out.length) out.proves = exercise.proves;
  out.sentence = sentence_of(open, out);
  add_actions(open, out);
  return out;
}

}  // namespace

CourseModel build_course(const Course& course) {
  CourseModel out;
  out.entries = built_in();
  const std::vector<KeptExercise> kept = course.kept();
  size_t solved = 0;
  for (CourseEntryModel& entry : out.entries) {
    for (const KeptExercise& each : kept) {
      if (each.id != entry.id) continue;
      entry.state = each.solved ? "solved" : "begun";
      entry.right = each.right;
      entry.of = each.of;
    }
    if (entry.state == "solved") ++solved;
  }
  out.sentence = std::to_string(solved) + " of " +
                 count_of(static_cast<int64_t>(out.entries.size()), "exercise") + " solved.";
  if (course.exercise()) out.exercise = build_exercise(*course.exercise());
  return out;
}

}  // namespace cutline
