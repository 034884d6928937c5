// The parts of the job's model that stand for themselves: log, actions, parameters, series.
#include <algorithm>

#include "core/base/text.h"
#include "core/lesson/command.h"
#include "core/lesson/explain_job.h"
#include "core/lesson/job_model.h"
#include "core/lesson/job_modes.h"
#include "core/lesson/job_settings.h"
#include "core/lesson/lab_model.h"
#include "core/lesson/words.h"
#include "core/run/job_names.h"
#include "core/run/job_tags.h"

namespace cutline {
namespace {

struct MomentWords {
  JobMoment moment;
  std::string_view label;
};
constexpr MomentWords kMoments[] = {
    {JobMoment::phase, "Next step of a checkpoint"},
    {JobMoment::triggered, "Next checkpoint triggered"},
    {JobMoment::barrier, "Next barrier taken"},
    {JobMoment::blocked, "Next input held"},
    {JobMoment::completed, "Next checkpoint complete"},
    {JobMoment::failed, "Next checkpoint failed"},
    {JobMoment::failure, "Next failure of a task"},
    {JobMoment::restored, "Next restore"},
};

struct PanelWords {
  JobPanel panel;
  std::string_view label;
};
constexpr PanelWords kPanelWords[] = {
    {JobPanel::graph, "Tasks"},
    {JobPanel::charts, "Charts"},
    {JobPanel::compare, "Comparison"},
};

class Actions {
 public:
  void add(Verb verb, std::vector<std::string> arguments, std::string label, std::string group,
           const std::optional<std::string>& why_not = std::nullopt) {
    ActionModel action;
    action.command = print_command({verb, std::move(arguments)});
    action.label = std::move(label);
    action.group = std::move(group);
    for (const VerbInfo& info : verbs())
      if (info.verb == verb) action.key = info.key;
    action.why_not = why_not.value_or("");
    out.push_back(std::move(action));
  }
  std::vector<ActionModel> out;
};

// The key leads from one to the next, and round.
void add_panels(JobPanel shown, Actions& actions) {
  const size_t next = (static_cast<size_t>(shown) + 1) % std::size(kPanelWords);
  for (const PanelWords& each : kPanelWords) {
    actions.add(Verb::panel, {std::string(panel_name(each.panel))}, std::string(each.label),
                "panel",
                each.panel == shown ? std::optional<std::string>("the picture shows it already")
                                    : std::nullopt);
    if (static_cast<size_t>(each.panel) != next) actions.out.back().key.clear();
  }
}

void add_compare(bool compares, Actions& actions) {
  const std::span<const std::string_view> modes = job_modes();
  actions.add(Verb::compare, {std::string(modes[0]), std::string(modes[1])},
              "Compare aligned and unaligned", "compare");
  actions.add(Verb::compare, {modes.begin(), modes.end()}, "Compare all four modes", "compare");
  actions.add(Verb::compare, {"off"}, "Compare no longer", "compare",
              compares ? std::nullopt : std::optional<std::string>("nothing is compared"));
}

}  // namespace

std::string bytes_text(int64_t bytes) {
  constexpr std::string_view kUnits[] = {"B", "kB", "MB", "GB", "TB"};
  auto value = static_cast<double>(bytes);
  size_t unit = 0;
  for (; value >= 1000 && unit + 1 < std::size(kUnits); ++unit) value /= 1000;
  const double shown = value < 100
                           ? static_cast<double>(static_cast<int64_t>(value * 10 + 0.5)) / 10
                           : static_cast<double>(static_cast<int64_t>(value + 0.5));
  return print_decimal(shown) + " " + std::string(kUnits[unit]);
}

std::string tags_text(const JobSetup& setup, const std::vector<OriginTag>& tags) {
  std::vector<std::string> names;
  for (size_t at = 0; at < std::min(tags.size(), kJobNamesShown); ++at)
    names.push_back(tag_name(setup, tags[at]));
  if (tags.size() > kJobNamesShown)
    names.push_back(std::to_string(tags.size() - kJobNamesShown) + " more");
  return list_text(names);
}

CheckpointId shown_checkpoint(const JobHistory& history, const std::string& selected) {
  const std::vector<CheckpointRecord>& records = history.world().statistics.history;
  for (const CheckpointRecord& record : records)
    if (checkpoint_name(record.id) == selected) return record.id;
  return records.empty() ? kNoCheckpoint : records.back().id;
}

std::vector<LogLine> build_job_log(const JobHistory& history) {
  std::vector<LogLine> out;
  for (const JobHappening& each : history.recent()) {
    LogLine line;
    line.step = static_cast<uint32_t>(each.event);
    line.time = time_text(each.at);
    line.sentence = explain_event(history, each);
    line.by_clock = each.what.kind != JobEventKind::failure_by_hand &&
                    each.what.kind != JobEventKind::request_by_hand;
    out.push_back(std::move(line));
  }
  return out;
}

std::vector<ActionModel> build_job_actions(const JobHistory& history, bool playing,
                                           JobPanel panel, bool compares) {
  Actions actions;
  const std::optional<std::string> ahead = history.why_not_forward();
  const std::optional<std::string> at_start =
      history.cursor() == 0 ? std::optional<std::string>("this is the start of the run")
                            : std::nullopt;
  actions.add(Verb::back, {}, "Back", "transport", at_start);
  actions.add(Verb::step, {}, "Step", "transport", ahead);
  if (playing)
    actions.add(Verb::pause, {}, "Pause", "transport");
  else
    actions.add(Verb::play, {}, "Play", "transport", ahead);
  actions.add(Verb::reset, {}, "Reset", "transport");
  for (const MomentWords& each : kMoments)
    actions.add(Verb::next, {std::string(moment_name(each.moment))}, std::string(each.label),
                "moment", ahead);
  actions.add(Verb::checkpoint, {}, "Take a checkpoint now", "checkpoint",
              history.why_not(JobAct::checkpoint));
  actions.add(Verb::savepoint, {}, "Take a savepoint now", "checkpoint",
              history.why_not(JobAct::savepoint));
  for (uint32_t index = 0; index < history.world().tasks.size(); ++index) {
    const std::string name = subtask_name(current_setup(history.setup(), history.world()), {index});
    actions.add(Verb::fail, {name}, "Let " + name + " fail now", "failure",
                history.why_not(JobAct::fail, {index}));
  }
  add_panels(panel, actions);
  add_compare(compares, actions);
  return std::move(actions.out);
}

std::vector<ParameterModel> build_job_parameters(const Job& authored, const Job& job) {
  std::vector<ParameterModel> out;
  for (const JobSettingInfo& setting : job_settings()) {
    ParameterModel parameter;
    parameter.key = setting.key;
    parameter.label = setting.key;
    parameter.value = job_setting_value(job, setting.key);
    parameter.initial = job_setting_value(authored, setting.key);
    parameter.hint = setting.hint;
    parameter.options = setting.options;
    out.push_back(std::move(parameter));
  }
  out.push_back(seed_parameter(job.seed, authored.seed));
  return out;
}

JobModel build_job_model(const JobHistory& history, const std::string& selected) {
  const CheckpointId shown = shown_checkpoint(history, selected);
  const JobSetup& setup = current_setup(history.setup(), history.world());
  const JobWorld& world = history.world();
  JobModel model;
  model.now_s = in_seconds(world.now);
  model.until_s = in_seconds(setup.job.until);
  for (const OptionNote& note : setup.notes)
    model.notes.push_back(note.sentence +
                          (note.section.empty() ? "" : " (" + std::string(note.section) + ")"));
  model.graph = build_job_graph(setup, world, shown);
  model.checkpoints = build_job_checkpoints(setup, world, shown);
  model.checkpoints_before = static_cast<int64_t>(world.statistics.history.size()) -
                             static_cast<int64_t>(model.checkpoints.size());
  model.ledgers = build_job_ledgers(setup, world, shown);
  model.charts = build_job_charts(history, shown);
  return model;
}

}  // namespace cutline
