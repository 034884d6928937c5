#include "core/lesson/job_verbs.h"

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/lesson/explain_job.h"
#include "core/lesson/job_settings.h"
#include "core/lesson/words.h"
#include "core/run/job_names.h"

namespace cutline {
namespace {

using Sentence = Result<std::string>;

constexpr double kSpeedMin = 0.001;
constexpr double kSpeedMax = 600;

std::string last_event(const OpenJob& job) {
  return explain_event(job.history, job.history.recent().back());
}

Sentence restart(OpenJob& job, Result<Job> changed, std::string sentence) {
  if (!changed) return changed.error();
  Result<JobSetup> setup = set_up(std::move(*changed));
  if (!setup) return setup.error();
  job.history = JobHistory(std::move(*setup));
  return sentence;
}

Sentence apply_reset(OpenJob& job) {
  if (!job.opened) return restart(job, job.authored, "Back at the start.");
  Result<JobHistory> history = replay(*job.opened);
  if (!history) return history.error();
  job.history = std::move(*history);
  return "Back at the run as it was opened. " + JobVerbs::where(job);
}

Result<uint64_t> count_argument(const Command& command) {
  if (command.arguments.empty()) return uint64_t{1};
  const Result<int64_t> count = parse_integer(
      command.arguments[0], 1, static_cast<int64_t>(kJobEventsMax), "the number of events");
  if (!count) return count.error();
  return static_cast<uint64_t>(*count);
}

Sentence apply_step(OpenJob& job, const Command& command) {
  const Result<uint64_t> count = count_argument(command);
  if (!count) return count.error();
  if (command.verb == Verb::back) {
    const Result<Done> done = job.history.step_back(*count);
    if (!done) return done.error();
    return "Back. " + JobVerbs::where(job);
  }
  const Result<Done> done = job.history.step_forward(*count);
  if (!done) return done.error();
  return *count == 1 ? last_event(job) : JobVerbs::where(job) + " " + last_event(job);
}

// "seek 4298" and "seek 4.457s".
Sentence apply_seek(OpenJob& job, const std::string& place) {
  const bool digits = place.find_first_not_of("0123456789") == std::string::npos;
  Result<Done> done = Done{};
  if (digits) {
    const Result<int64_t> event =
        parse_integer(place, 0, static_cast<int64_t>(kJobEventsMax), "the event");
    if (!event) return event.error();
    done = job.history.seek(static_cast<uint64_t>(*event));
  } else {
    const Result<Tick> time = parse_duration(place);
    if (!time) return time.error();
    done = job.history.seek_time(*time);
  }
  if (!done) return done.error();
  return JobVerbs::where(job);
}

Sentence apply_until(OpenJob& job, const std::string& text) {
  const Result<Tick> time = parse_duration(text);
  if (!time) return time.error();
  const Result<Done> done = job.history.run_until(*time);
  if (!done) return done.error();
  return JobVerbs::where(job);
}

Sentence apply_next(OpenJob& job, const std::string& name) {
  const std::optional<JobMoment> moment = find_moment(name);
  if (!moment) {
    std::vector<std::string> names;
    for (size_t place = 0; place < kJobMoments; ++place)
      names.emplace_back(moment_name(static_cast<JobMoment>(place)));
    return fault("there is no moment " + in_quotes(name) + "; there are " + list_text(names));
  }
  const Result<Done> done = job.history.next(*moment);
  if (!done) return done.error();
  return JobVerbs::where(job) + " " + last_event(job);
}

Sentence apply_panel(OpenJob& job, const std::string& name) {
  const std::optional<JobPanel> panel = find_panel(name);
  if (!panel) return fault("there is no panel " + in_quotes(name) + "; there are graph, charts and "
                             "compare");
  job.panel = *panel;
  return "The picture shows the " +
         std::string(*panel == JobPanel::compare ? "comparison" : name) + ".";
}

// Begins at the run's time and hands: the lab brings the runs there.
Sentence apply_compare(OpenJob& job, const std::vector<std::string>& modes) {
  if (modes == std::vector<std::string>{"off"}) {
    if (!job.comparison) return fault("nothing is compared");
    job.comparison.reset();
    return std::string("Nothing is compared any more.");
  }
  Result<JobComparison> comparison = compare_modes(modes);
  if (!comparison) return comparison.error();
  if (job.comparison) comparison->cluster = std::move(job.comparison->cluster);
  if (modes.size() < 2 && !comparison->cluster)
    return fault("one mode alone is no comparison: name two to four, or open a cluster's document");
  job.comparison = std::move(*comparison);
  return "Compared on one clock: " + list_text(modes) + ".";
}

Sentence apply_hand(OpenJob& job, const Command& command) {
  JobAct act = JobAct::fail;
  SubtaskId subtask;
  if (command.verb == Verb::fail) {
    const JobSetup& setup = current_setup(job.history.setup(), job.history.world());
    const auto found = find_subtask(setup, command.arguments[0]);
    if (!found) {
      std::vector<std::string> names;
      for (uint32_t index = 0; index < job.history.world().tasks.size(); ++index)
        names.push_back(subtask_name(setup, {index}));
      return fault("there is no task " + in_quotes(command.arguments[0]) + "; there are " +
                   list_text(names));
    }
    subtask = *found;
  } else {
    act = command.verb == Verb::savepoint ? JobAct::savepoint : JobAct::checkpoint;
  }
  const Result<Done> done = job.history.act(act, subtask);
  if (!done) return done.error();
  return last_event(job);
}

}  // namespace

bool is_selectable(const JobHistory& history, const std::string& name) {
  const JobSetup& setup = current_setup(history.setup(), history.world());
  if (find_vertex(setup.job, name) || find_subtask(setup, name)) return true;
  for (uint32_t index = 0; index < setup.plan.links.size(); ++index)
    if (link_name(setup, {index}) == name) return true;
  for (const CheckpointRecord& record : history.world().statistics.history)
    if (checkpoint_name(record.id) == name) return true;
  return false;
}

std::string JobVerbs::where(const OpenJob& job) {
  return "Event " + std::to_string(job.history.cursor()) +
         ", t = " + time_text(job.history.world().now) + ".";
}

Sentence JobVerbs::apply(OpenJob& job, const Command& command) {
  const std::vector<std::string>& arguments = command.arguments;
  switch (command.verb) {
    case Verb::seed: {
      const Result<int64_t> seed = parse_integer(arguments[0], 0, INT64_MAX, "the seed");
      if (!seed) return seed.error();
      Job changed = job.history.setup().job;
      changed.seed = static_cast<uint64_t>(*seed);
      return restart(job, std::move(changed),
                     "The run starts again with seed " + arguments[0] + ".");
    }
    case Verb::set:
      return restart(job, with_job_setting(job.history.setup().job, arguments[0], arguments[1]),
                     "The run starts again with " + arguments[0] + " " + arguments[1] + ".");
    case Verb::reset:
      return apply_reset(job);
    case Verb::step:
    case Verb::back:
      return apply_step(job, command);
    case Verb::seek:
      return apply_seek(job, arguments[0]);
    case Verb::until:
      return apply_until(job, arguments[0]);
    case Verb::next:
      return apply_next(job, arguments[0]);
    case Verb::fail:
    case Verb::checkpoint:
    case Verb::savepoint:
      return apply_hand(job, command);
    case Verb::panel:
      return apply_panel(job, arguments[0]);
    case Verb::compare:
      return apply_compare(job, arguments);
    case Verb::speed: {
      const Result<double> speed = parse_decimal(arguments[0], kSpeedMin, kSpeedMax, "the speed");
      if (!speed) return speed.error();
      job.speed = *speed;
      return "Speed: " + print_decimal(*speed) + " simulated seconds per second.";
    }
    default: return fault("that is not for streaming jobs");
  }
}

}  // namespace cutline
