#include "core/lesson/lab_model.h"

#include <algorithm>

#include "core/base/fingerprint.h"
#include "core/base/text.h"
#include "core/lesson/command.h"
#include "core/lesson/embedded_scenarios.h"
#include "core/lesson/explain.h"
#include "core/lesson/job_file.h"
#include "core/lesson/job_model.h"
#include "core/lesson/scenario_file.h"
#include "core/lesson/settings.h"
#include "core/lesson/words.h"

namespace cutline {
namespace {

constexpr size_t kLogLinesMax = 200;  // around the cursor

void add_log(const History& history, LabModel& model) {
  const size_t length = history.length();
  const size_t cursor = history.cursor();
  const size_t first = cursor > kLogLinesMax / 2 && length > kLogLinesMax
                           ? std::min(cursor - kLogLinesMax / 2, length - kLogLinesMax)
                           : 0;
  const size_t last = std::min(length, first + kLogLinesMax);
  model.log_before = static_cast<uint32_t>(first);
  for (size_t at = first; at < last; ++at) {
    const Happening& happening = history.happenings()[at];
    LogLine line;
    line.step = static_cast<uint32_t>(at + 1);
    line.time = time_text(happening.choice.at);
    line.sentence = explain_step(history.scenario(), happening);
    line.by_clock = happening.by_clock;
    line.future = at >= cursor;
    model.log.push_back(std::move(line));
  }
}

// Those of a run that is longer than what is shown of it may stand on lines that are left out.
void add_remarks(const std::vector<StepRemark>& remarks, std::vector<LogLine>& log) {
  for (const StepRemark& each : remarks)
    for (LogLine& line : log)
      if (line.step == each.step) line.remark += (line.remark.empty() ? "" : " ") + each.text;
}

// What there is to choose from, also before anything was explored.
void add_exploring(const Lab& lab, ExploreModel& model) {
  const auto add = [](std::string_view role, const Predicate& each, auto& out) {
    out.push_back({std::string(role), std::string(each.name), std::string(each.sentence)});
  };
  for (const Claim& claim : lab.claims()) add(role_name(claim.role), claim.predicate, model.wanted);
  for (const Predicate& each : predicates()) add("", each, model.predicates);
  const ExploreBounds& bounds = lab.explore_bounds();
  model.bounds = {{"states", std::to_string(bounds.limits.states)},
                  {"memory", std::to_string(bounds.limits.bytes / 1'000'000)},
                  {"time", print_duration(bounds.time)}};
  const bool running = model.status == "running";
  model.action.command = running ? "explore stop" : "explore";
  model.action.label = running ? "Stop exploring" : "Explore every interleaving";
}

const std::vector<ScenarioChoice>& scenario_choices() {
  static const std::vector<ScenarioChoice> choices = [] {
    std::vector<ScenarioChoice> out;
    for (const EmbeddedText& each : embedded_scenarios()) {
      const Result<Scenario> scenario = read_scenario(each.name, each.text);
      out.push_back({std::string(each.name), scenario ? scenario->title : std::string()});
    }
    return out;
  }();
  return choices;
}

const std::vector<ScenarioChoice>& job_choices() {
  static const std::vector<ScenarioChoice> choices = [] {
    std::vector<ScenarioChoice> out;
    for (const EmbeddedText& each : embedded_jobs()) {
      const Result<Job> job = read_job(each.name, each.text);
      out.push_back({std::string(each.name), job ? job->title : std::string()});
    }
    return out;
  }();
  return choices;
}

}  // namespace

std::optional<SnapshotId> shown_snapshot(const World& world, const std::string& selected) {
  for (uint32_t index = 0; index < world.snapshots.size(); ++index)
    if (snapshot_name({index}) == selected) return SnapshotId{index};
  if (world.snapshots.empty()) return std::nullopt;
  return SnapshotId{static_cast<uint32_t>(world.snapshots.size() - 1)};
}

std::vector<std::string> record_states(const Scenario& scenario, const World& world,
                                       std::optional<SnapshotId> snapshot) {
  std::vector<std::string> states(world.records.size());
  if (!snapshot) return states;
  for (const ChannelRecording& recording : world.snapshots[snapshot->index].channels)
    for (RecordId record : recording.records) states[record.index] = "in flight";
  const SnapshotLedger ledger = snapshot_ledger(scenario, world, *snapshot);
  for (const ChannelLedger& channel : ledger.channels) {
    for (RecordId record : channel.lost) states[record.index] = "lost";
    for (RecordId record : channel.repeated) states[record.index] = "repeated";
  }
  return states;
}

ParameterModel seed_parameter(uint64_t seed, uint64_t authored) {
  ParameterModel out;
  out.key = "seed";
  out.label = "Seed of the dice";
  out.value = std::to_string(seed);
  out.initial = std::to_string(authored);
  out.hint = "a whole number from 0";
  return out;
}

std::vector<ParameterModel> build_parameters(const Scenario& authored, const Scenario& scenario) {
  std::vector<ParameterModel> out;
  for (const SettingInfo& setting : settings()) {
    ParameterModel parameter;
    parameter.key = setting.key;
    parameter.label = setting.label;
    parameter.value = setting_value(scenario, setting.key);
    parameter.initial = setting_value(authored, setting.key);
    parameter.hint = setting.hint;
    parameter.options = setting.options();
    out.push_back(std::move(parameter));
  }
  out.push_back(seed_parameter(scenario.seed, authored.seed));
  return out;
}

namespace {

void add_processes(const Lab& lab, LabModel& model) {
  const History& history = lab.history();
  model.scenario = history.scenario().name;
  model.title = history.scenario().title;
  model.scenarios = scenario_choices();
  model.time = time_text(history.world().now);
  model.step = static_cast<uint32_t>(history.cursor());
  model.length = static_cast<uint32_t>(history.length());
  model.speed = lab.speed();
  const auto snapshot = shown_snapshot(history.world(), lab.selected());
  model.parameters = build_parameters(lab.authored(), history.scenario());
  model.actions = build_actions(history, lab.playing());
  model.system = build_system(history, snapshot);
  model.diagram = build_diagram(history, snapshot);
  model.ledger = build_living_ledger(history);
  model.snapshots = build_snapshots(history, snapshot);
  model.cut = build_cut(lab, model.diagram);
  add_log(history, model);
  if (lab.exploration()) add_remarks(lab.exploration()->remarks(history), model.log);
}

void add_job(const Lab& lab, LabModel& model) {
  const OpenJob& job = *lab.job();
  const JobHistory& history = job.history;
  model.scenario = job.authored.name;
  model.title = job.authored.title;
  model.scenarios = job_choices();
  model.time = time_text(history.world().now);
  model.step = static_cast<uint32_t>(history.cursor());
  model.length = static_cast<uint32_t>(history.length());
  model.speed = job.speed;
  model.parameters = build_job_parameters(job.authored, history.setup().job);
  model.actions = build_job_actions(history, lab.playing(), job.panel,
                                    job.comparison.has_value());
  model.log = build_job_log(history);
  model.log_before = model.log.empty() ? 0 : model.log.front().step - 1;
  model.job = build_job_model(history, lab.selected());
  model.job.panel = panel_name(job.panel);
  if (job.comparison) model.job.compare = build_job_compare(*job.comparison, history);
}

std::string_view screen_name(Screen screen) {
  return screen == Screen::jobs ? "jobs" : screen == Screen::queue ? "queue" : "transfers";
}

}  // namespace

LabModel build_lab_model(const Lab& lab) {
  LabModel model;
  model.revision = lab.revision();
  model.show = screen_name(lab.screen());
  model.playing = lab.playing();
  model.selected = lab.selected();
  if (lab.screen() == Screen::jobs) add_job(lab, model);
  else add_processes(lab, model);
  model.queue = build_queue(lab.queue());
  if (lab.exploration()) model.explore = lab.exploration()->model();
  add_exploring(lab, model.explore);
  for (const Notice& notice : lab.notices()) model.notices.push_back({notice.id, notice.sentence});
  model.announcement = lab.announcement();
  model.announcement_id = lab.announcement_id();
  model.fingerprint = print_fingerprint(lab.fingerprint());
  model.run = lab.run_lines();
  return model;
}

}  // namespace cutline
