// The part of the course that deals with exercises.
#include <algorithm>

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/lesson/course.h"
#include "core/lesson/embedded_scenarios.h"
#include "core/lesson/exercise_file.h"
#include "core/lesson/exercise_open.h"
#include "core/lesson/exercise_run.h"
#include "core/lesson/words.h"

namespace cutline {
namespace {

constexpr std::string_view kNotAllowed = "this exercise does not allow it";

// "send A>B …" may be completed to something allowed.
bool may_be_allowed(const Exercise& exercise, const std::string& line) {
  const size_t open_place = line.find("…");
  if (open_place == std::string::npos) {
    const Result<Command> command = parse_command(line);
    return command && is_allowed(exercise, *command);
  }
  const std::string head = line.substr(0, open_place);
  return std::any_of(exercise.allowed.begin(), exercise.allowed.end(),
                     [&](const std::string& allowed) {
                       return allowed.starts_with(head) || head.starts_with(allowed + " ");
                     });
}

// What always has its place stays there; of the rest only what is allowed.
void keep_allowed(const Exercise& exercise, std::vector<ActionModel>& actions) {
  std::vector<ActionModel> out;
  for (ActionModel& action : actions) {
    const bool allowed = may_be_allowed(exercise, action.command);
    if (!allowed && action.group != "transport" && action.group != "queue") continue;
    if (!allowed) action.why_not = kNotAllowed;
    out.push_back(std::move(action));
  }
  actions = std::move(out);
}

// Of a job's options those that may be set; the seed is part of the transport.
void keep_allowed(const Exercise& exercise, std::vector<ParameterModel>& parameters) {
  if (!exercise.job) return;
  std::erase_if(parameters, [&](const ParameterModel& parameter) {
    const std::string line = "set " + parameter.key;
    return parameter.key != "seed" &&
           std::none_of(exercise.allowed.begin(), exercise.allowed.end(),
                        [&](const std::string& allowed) {
                          return allowed == "set" || allowed == line ||
                                 allowed.starts_with(line + " ");
                        });
  });
}

// A job runs to a time only where somebody says which: a button for each that is allowed.
void add_times(const Exercise& exercise, const Lab& lab, std::vector<ActionModel>& actions) {
  if (!exercise.job) return;
  const JobHistory& history = lab.job()->history;
  for (const std::string& line : exercise.allowed) {
    const Result<Command> command = parse_command(line);
    if (!command || command->verb != Verb::until) continue;
    const auto time = parse_duration(command->arguments[0]);
    if (!time) continue;
    std::string why;
    if (*time < history.world().now) why = "that time is past";
    else if (const auto no = history.why_not_forward()) why = *no;
    actions.push_back({line, "Run until t = " + time_text(*time), "moment", "", why});
  }
}

}  // namespace

void CloseExercise::operator()(OpenExercise* exercise) const { delete exercise; }

const Lab& Course::open_lab() const { return open_->lab(); }

void Course::add_open_notice(std::string sentence) {
  open_->lab().add_notice(std::move(sentence));
}

const LabModel& Course::open_model() const {
  const Lab& lab = open_->lab();
  if (model_revision_ == lab.revision()) return model_;
  const Exercise& exercise = open_->exercise();
  model_ = lab.model();
  model_.exercise = exercise.id;
  model_.title = exercise.title;
  keep_allowed(exercise, model_.actions);
  add_times(exercise, lab, model_.actions);
  keep_allowed(exercise, model_.parameters);
  keep_allowed(exercise, model_.cut.actions);
  keep_allowed(exercise, model_.queue.actions);
  model_revision_ = lab.revision();
  return model_;
}

// A fault that is also a notice, with its place.
Result<Done> Course::refuse(Fault problem) {
  add_notice(print_fault(problem));
  return problem;
}

Result<Done> Course::apply(const Command& command) {
  switch (command.verb) {
    case Verb::exercise: return begin(command.arguments[0]);
    case Verb::exercise_leave: return leave();
    case Verb::exercise_again: return again();
    default: break;
  }
  if (!open_)
    return refuse(fault(in_quotes(print_command(command)) +
                        ": no exercise is open; exercise NAME opens one"));
  return open_->apply(command);
}

Result<Done> Course::begin(const std::string& name) {
  std::vector<std::string> names;
  for (const EmbeddedText& each : embedded_exercises()) {
    names.emplace_back(each.name);
    if (each.name != name) continue;
    Result<Exercise> exercise = read_exercise(each.name, each.text);
    CUTLINE_CHECK(exercise, "an embedded exercise can be read");
    return enter(std::move(*exercise));
  }
  if (open_ && open_->exercise().id == name) return enter(open_->exercise());
  return refuse(fault("there is no exercise " + in_quotes(name) + "; there are " +
                      list_text(names)));
}

Result<Done> Course::open_exercise(std::string_view id, std::string_view toml_text) {
  const auto refused = [&](Fault problem) -> Result<Done> {
    problem.file = id;
    const Result<Done> told =
        refuse(fault("The exercise was not opened: " + print_fault(problem)));
    return told ? told : problem;
  };
  if (const auto why = why_no_name(id)) return refused(fault("an exercise's name " + *why));
  Result<Exercise> exercise = read_exercise(id, toml_text);
  if (!exercise) return refused(exercise.error());
  if (const auto start = start_lab(*exercise); !start) return refused(start.error());
  return enter(std::move(*exercise));
}

Result<Done> Course::enter(Exercise exercise) {
  const Result<Lab> start = start_lab(exercise);
  if (!start) return refuse(start.error());
  keep();
  decltype(open_) open(new OpenExercise(std::move(exercise), *start));
  resume(*open);
  const std::string end = open->at() == 0 ? "" : " You are where you left it.";
  open->lab().announce("Exercise: " + open->exercise().title + "." + end);
  open_ = std::move(open);
  return Done{};
}

// Does again what was kept of it. Of another edition of the exercise nothing is.
void Course::resume(OpenExercise& open) {
  std::string problem;
  for (const KeptExercise& kept : kept_) {
    if (kept.id != open.exercise().id) continue;
    if (kept.fingerprint != open.exercise().fingerprint) {
      problem = "This exercise has changed since you were in it; it starts anew.";
      break;
    }
    for (const std::string& line : kept.lines) {
      const Result<Command> command = parse_command(line);
      const Result<Done> done = command ? open.apply(*command) : Result<Done>(command.error());
      if (done) continue;
      problem = "What was kept of this exercise could not be done again from " + in_quotes(line) +
                " on: " + done.error().sentence;
      break;
    }
  }
  open.lab().speak_on(lab());
  if (!problem.empty()) open.lab().add_notice(problem);
}

Result<Done> Course::again() {
  if (!open_) return leave();
  const Exercise& exercise = open_->exercise();
  const Result<Lab> start = start_lab(exercise);
  if (!start) return refuse(start.error());
  decltype(open_) open(new OpenExercise(exercise, *start));
  open->lab().speak_on(lab());
  open->lab().announce("The exercise starts anew.");
  open_ = std::move(open);
  return Done{};
}

Result<Done> Course::leave() {
  if (!open_) return refuse(fault("no exercise is open; exercise NAME opens one"));
  keep();
  lab_.speak_on(open_->lab());
  lab_.announce("The exercise is left. It is kept as it is.");
  open_.reset();
  return Done{};
}

Result<Done> Course::open_run_in_exercise(std::string_view text) {
  lab_.speak_on(open_->lab());
  const Result<Done> done = lab_.open_run(text);
  if (!done) {
    open_->lab().speak_on(lab_);
    return done;
  }
  keep();
  open_.reset();
  return done;
}

std::vector<KeptExercise> Course::kept() const {
  std::vector<KeptExercise> out = kept_;
  if (!open_) return out;
  const KeptExercise now = open_->kept();
  const auto same = std::find_if(out.begin(), out.end(),
                                 [&](const KeptExercise& each) { return each.id == now.id; });
  if (same != out.end()) *same = now;
  else if (!now.lines.empty() && out.size() < kKeptMax) out.push_back(now);
  return out;
}

void Course::keep() { kept_ = kept(); }

std::string Course::progress() const { return print_kept(kept()); }

Result<std::vector<KeptExercise>> Course::read_progress(std::string_view text) {
  Result<std::vector<KeptExercise>> read = read_kept(text);
  if (!read) add_notice("The progress was not opened: " + print_fault(read.error()));
  return read;
}

Result<Done> Course::put(std::vector<KeptExercise> kept) {
  kept_ = std::move(kept);
  const std::string here = "Your progress is here: " +
                           count_of(static_cast<int64_t>(kept_.size()), "exercise") + ".";
  if (!open_) {
    lab_.announce(here);
    return Done{};
  }
  Exercise exercise = open_->exercise();
  lab_.speak_on(open_->lab());
  open_.reset();
  return enter(std::move(exercise));
}

Result<Done> Course::open_progress(std::string_view text) {
  Result<std::vector<KeptExercise>> read = read_progress(text);
  if (!read) return read.error();
  return put(std::move(*read));
}

Result<Done> Course::add_progress(std::string_view text) {
  Result<std::vector<KeptExercise>> read = read_progress(text);
  if (!read) return read.error();
  std::vector<KeptExercise> all = kept();
  int64_t own = 0;
  for (KeptExercise& each : *read) {
    const auto same = std::find_if(all.begin(), all.end(),
                                   [&](const KeptExercise& one) { return one.id == each.id; });
    if (same == all.end()) all.push_back(std::move(each));
    else if (same->right > each.right || (same->solved && !each.solved)) ++own;
    else *same = std::move(each);
  }
  if (all.size() > kKeptMax)
    return refuse(fault("The progress was not opened: there would be more than " +
                        std::to_string(kKeptMax) + " exercises"));
  const Result<Done> done = put(std::move(all));
  if (own > 0)
    add_notice(count_of(own, "exercise") + " of this progress " + (own == 1 ? "stays" : "stay") +
               " as it is here, where more of it is right.");
  return done;
}

Result<std::string> Course::submission() const {
  if (!open_) return fault("no exercise is open");
  const auto grade = grade_work(open_->exercise(), open_->work());
  if (!grade) return grade.error();
  return print_submission(open_->exercise(), open_->work(), *grade);
}

}  // namespace cutline
