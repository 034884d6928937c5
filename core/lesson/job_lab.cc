#include "core/lesson/job_lab.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/lesson/command.h"
#include "core/lesson/embedded_scenarios.h"
#include "core/lesson/job_file.h"
#include "core/lesson/job_settings.h"
#include "core/lesson/words.h"

namespace cutline {
namespace {

constexpr std::string_view kPanels[] = {"graph", "charts", "compare"};  // by JobPanel

void add(std::vector<std::string>& out, Verb verb, std::vector<std::string> arguments) {
  out.push_back(print_command({verb, std::move(arguments)}));
}

// Options may depend on each other: one that would be refused now waits its turn.
void add_settings(const Job& authored, const Job& job, std::vector<std::string>& out) {
  add(out, Verb::scenario, {authored.name});
  if (job.seed != authored.seed) add(out, Verb::seed, {std::to_string(job.seed)});
  Job reached = authored;
  for (size_t before = out.size() + 1; before != out.size();) {
    before = out.size();
    for (const JobSettingInfo& setting : job_settings()) {
      const std::string value = job_setting_value(job, setting.key);
      if (value.empty() || value == job_setting_value(reached, setting.key)) continue;
      Result<Job> next = with_job_setting(reached, setting.key, value);
      if (!next) continue;
      reached = std::move(*next);
      add(out, Verb::set, {setting.key, value});
    }
  }
}

void add_step(uint64_t count, std::vector<std::string>& out) {
  if (count == 1) add(out, Verb::step, {});
  if (count > 1) add(out, Verb::step, {std::to_string(count)});
}

void add_hand(const JobHand& hand, std::vector<std::string>& out) {
  switch (hand.act) {
    case JobAct::fail:
      return add(out, Verb::fail, {hand.task});
    case JobAct::checkpoint:
      return add(out, Verb::checkpoint, {});
    case JobAct::savepoint:
      return add(out, Verb::savepoint, {});
  }
}

}  // namespace

std::string_view panel_name(JobPanel panel) {
  return kPanels[static_cast<size_t>(panel)];
}

std::optional<JobPanel> find_panel(std::string_view name) {
  const auto found = std::find(std::begin(kPanels), std::end(kPanels), name);
  if (found == std::end(kPanels)) return std::nullopt;
  return static_cast<JobPanel>(found - std::begin(kPanels));
}

JobRecording record(const JobHistory& history) {
  return {history.setup().job, history.hands(), history.length(), history.cursor(),
          history.world().now};
}

Result<JobHistory> replay(const JobRecording& recording) {
  Result<JobSetup> setup = set_up(recording.job);
  if (!setup) return setup.error();
  JobHistory history(std::move(*setup));
  for (const JobHand& hand : recording.hands) {
    Result<Done> there = hand.between ? history.seek_time(hand.at) : history.seek(hand.after);
    if (there) there = history.act(hand.act, hand.subtask);
    if (!there) return there.error();
  }
  if (auto done = history.seek(recording.length); !done) return done.error();
  if (auto done = history.seek(recording.cursor); !done) return done.error();
  if (history.world().now < recording.now)
    if (auto done = history.seek_time(recording.now); !done) return done.error();
  return history;
}

Result<Job> embedded_job(std::string_view name) {
  std::vector<std::string> names;
  for (const EmbeddedText& each : embedded_jobs()) {
    if (each.name == name) return read_job(each.name, each.text);
    names.emplace_back(each.name);
  }
  return fault("there is no job " + in_quotes(name) + "; there are " + list_text(names));
}

Result<OpenJob> open_job(Job job) {
  Result<JobSetup> setup = set_up(job);
  if (!setup) return setup.error();
  return OpenJob{.authored = std::move(job),
                 .history = JobHistory(std::move(*setup)),
                 .opened = std::nullopt,
                 .comparison = std::nullopt};
}

std::vector<std::string> job_lines(const OpenJob& job) {
  const JobHistory& history = job.history;
  std::vector<std::string> out;
  add_settings(job.authored, history.setup().job, out);
  uint64_t reached = 0;
  for (const JobHand& hand : history.hands()) {
    if (hand.between)
      add(out, Verb::until, {print_duration(hand.at)});
    else
      add_step(hand.after - reached, out);
    add_hand(hand, out);
    reached = hand.after + 1;
  }
  add_step(history.length() - reached, out);
  if (history.is_between())
    add(out, Verb::seek, {print_duration(history.world().now)});
  else if (history.cursor() != history.length())
    add(out, Verb::seek, {std::to_string(history.cursor())});
  return out;
}

}  // namespace cutline
