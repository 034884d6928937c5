// The comparison's model: each column's checkpoints and figures, and what is different in words.
// Figures are whole numbers until they are text; a mean is rounded to a whole one.
#include <algorithm>

#include "core/base/text.h"
#include "core/lesson/job_compare.h"
#include "core/lesson/job_model.h"
#include "core/lesson/job_modes.h"
#include "core/lesson/words.h"
#include "core/run/job_names.h"
#include "core/run/job_series.h"
#include "core/system/job_ledger.h"
#include "core/system/sink_ledger.h"

namespace cutline {
namespace {

using Figure = std::optional<int64_t>;

enum class Unit : uint8_t { count, time, bytes };

// What one column comes to. Nothing: not known, or not told by a cluster.
struct Figures {
  Figure completed, failed;
  Figure mean_duration, longest_duration, longest_alignment, longest_start_delay;
  Figure mean_bytes, mean_in_flight;
  Figure lost, repeated;            // in state, now
  Figure effects_lost, effects_repeated;  // behind the sinks
  Figure backlog;
};

struct Row {
  std::string_view name;
  Unit unit = Unit::count;
  Figure Figures::*figure;
};
constexpr Row kRows[] = {
    {"Completed checkpoints", Unit::count, &Figures::completed},
    {"Failed checkpoints", Unit::count, &Figures::failed},
    {"Mean duration", Unit::time, &Figures::mean_duration},
    {"Longest duration", Unit::time, &Figures::longest_duration},
    {"Longest alignment", Unit::time, &Figures::longest_alignment},
    {"Longest start delay", Unit::time, &Figures::longest_start_delay},
    {"Mean size", Unit::bytes, &Figures::mean_bytes},
    {"Mean channel state", Unit::bytes, &Figures::mean_in_flight},
    {"Records lost in state", Unit::count, &Figures::lost},
    {"Records repeated in state", Unit::count, &Figures::repeated},
    {"Effects lost behind sinks", Unit::count, &Figures::effects_lost},
    {"Effects repeated behind sinks", Unit::count, &Figures::effects_repeated},
    {"Backlog of the sources", Unit::count, &Figures::backlog},
};

std::string figure_text(Unit unit, int64_t value) {
  if (unit == Unit::time) return time_text(value);
  if (unit == Unit::bytes) return bytes_text(value);
  return std::to_string(value);
}

void raise(Figure& figure, int64_t value) { figure = std::max(figure.value_or(value), value); }

// --- one run ---

class Means {
 public:
  void add(int64_t duration, int64_t bytes, int64_t in_flight, Figures& out) {
    ++count_;
    duration_ += duration;
    bytes_ += bytes;
    in_flight_ += in_flight;
    raise(out.longest_duration, duration);
    out.mean_duration = mean(duration_);
    out.mean_bytes = mean(bytes_);
    out.mean_in_flight = mean(in_flight_);
  }

 private:
  int64_t mean(int64_t sum) const { return (sum + count_ / 2) / count_; }
  int64_t count_ = 0;
  int64_t duration_ = 0;
  int64_t bytes_ = 0;
  int64_t in_flight_ = 0;
};

Tick longest_alignment(const CheckpointRecord& record) {
  Tick longest = -1;
  for (const VertexStatistics& vertex : record.vertices)
    for (const SubtaskStatistics& each : vertex.subtasks)
      if (each.reported) longest = std::max(longest, each.metrics.alignment);
  return longest;
}

Figures figures_of(const JobHistory& history) {
  const JobWorld& world = history.world();
  const JobSetup& setup = current_setup(history.setup(), world);
  Figures out;
  Means means;
  out.completed = world.statistics.counts.completed;
  out.failed = world.statistics.counts.failed;
  for (const CheckpointRecord& record : world.statistics.history) {
    if (record.status != CheckpointStatus::completed) continue;
    means.add(end_to_end(record).value_or(0), record.sums.checkpointed_bytes,
              record.sums.persisted_bytes, out);
    raise(out.longest_alignment, std::max<Tick>(0, longest_alignment(record)));
    for (const VertexStatistics& vertex : record.vertices)
      for (const SubtaskStatistics& each : vertex.subtasks)
        if (each.reported) raise(out.longest_start_delay, each.metrics.start_delay);
  }
  const JobLedger ledger = job_ledger(setup, world);
  out.lost = ledger.lost;
  out.repeated = ledger.repeated;
  out.backlog = 0;
  for (uint32_t index = 0; index < world.tasks.size(); ++index)
    if (setup.vertex({index}).kind == VertexKind::source)
      *out.backlog += source_backlog(setup, world, {index});
  for (uint32_t index = 0; index < setup.job.vertices.size(); ++index) {
    if (setup.job.vertices[index].kind != VertexKind::sink) continue;
    const SinkLedger sink = sink_ledger(setup, world, {index});
    if (!sink.judged) continue;
    out.effects_lost = out.effects_lost.value_or(0) + sink.lost;
    out.effects_repeated = out.effects_repeated.value_or(0) + sink.repeated;
  }
  return out;
}

CompareColumnModel column_of(const ComparedRun& run) {
  CompareColumnModel out;
  out.name = run.mode;
  out.title = job_mode_title(run.mode);
  out.why_not = run.why_not;
  if (!run.history) return out;
  const JobWorld& world = run.history->world();
  for (const OptionNote& each : run.history->setup().notes) out.notes.push_back(each.sentence);
  out.notes.insert(out.notes.end(), run.notes.begin(), run.notes.end());
  const std::vector<CheckpointRecord>& records = world.statistics.history;
  std::vector<JobCheckpointModel> models =
      build_job_checkpoints(run.history->setup(), world, kNoCheckpoint);
  models.resize(std::min(models.size(), kComparedCheckpointsShown));
  out.checkpoints_before = std::ssize(records) - std::ssize(models);
  for (size_t back = models.size(); back-- > 0;) {
    const JobCheckpointModel& model = models[back];
    ComparedCheckpointModel each{model.name,      model.status, model.triggered, model.duration,
                                 "",              model.bytes,  model.in_flight, model.limit,
                                 model.limited_by, model.triggered_s, model.ended_s};
    if (const Tick time = longest_alignment(records[records.size() - 1 - back]); time >= 0)
      each.alignment = time_text(time);
    out.checkpoints.push_back(std::move(each));
  }
  return out;
}

// --- a cluster ---

Figures figures_of(const ClusterFile& file) {
  Figures out;
  Means means;
  out.completed = file.completed;
  out.failed = file.failed;
  for (const ClusterCheckpoint& each : file.history)
    if (each.status == ClusterStatus::completed && each.duration >= 0)
      means.add(each.duration, each.checkpointed_bytes, each.persisted_bytes, out);
  return out;
}

CompareColumnModel column_of(const ComparedCluster& cluster) {
  CompareColumnModel out;
  out.name = cluster.name;
  out.title = "a cluster's /checkpoints";
  out.cluster = true;
  out.notes = {"times count from the first checkpoint that the document lists; what limited one, "
               "alignment and start delay are not told by it, only by "
               "/checkpoints/details/ID/subtasks/VERTEX"};
  const std::vector<ClusterCheckpoint>& history = cluster.file.history;
  const size_t first =
      history.size() - std::min(history.size(), kComparedCheckpointsShown);
  out.checkpoints_before = cluster.file.completed + cluster.file.failed +
                           cluster.file.in_progress - std::ssize(history) +
                           static_cast<int64_t>(first);
  out.checkpoints_before = std::max(out.checkpoints_before, static_cast<int64_t>(first));
  for (size_t at = first; at < history.size(); ++at) {
    const ClusterCheckpoint& each = history[at];
    ComparedCheckpointModel model;
    model.name = std::to_string(each.id);
    model.status = each.status == ClusterStatus::completed ? "completed"
                   : each.status == ClusterStatus::failed  ? "failed"
                                                           : "in progress";
    model.triggered = time_text(each.triggered);
    model.triggered_s = in_seconds(each.triggered);
    if (each.duration >= 0) model.duration = time_text(each.duration);
    if (each.status != ClusterStatus::in_progress)
      model.ended_s = in_seconds(each.triggered + std::max<Tick>(0, each.duration));
    model.bytes = bytes_text(each.checkpointed_bytes);
    model.in_flight = bytes_text(each.persisted_bytes);
    if (!each.failure.empty()) model.limited_by = "failed: " + each.failure;
    out.checkpoints.push_back(std::move(model));
  }
  return out;
}

// --- side by side ---

std::string_view column_words(const CompareColumnModel& column) {
  return column.cluster ? std::string_view("the cluster") : std::string_view(column.name);
}

// Of each other column against the first that has the figure.
std::string difference_of(const Row& row, const std::vector<CompareColumnModel>& columns,
                          const std::vector<Figures>& figures, bool& differs) {
  size_t first = 0;
  while (first < figures.size() && !(figures[first].*row.figure)) ++first;
  std::string out;
  size_t others = 0;
  for (size_t at = first + 1; at < figures.size(); ++at) {
    const Figure& value = figures[at].*row.figure;
    if (!value) continue;
    ++others;
    const int64_t gap = *value - *(figures[first].*row.figure);
    if (gap == 0) continue;
    out += (out.empty() ? "" : "; ") + std::string(column_words(columns[at])) + " " +
           figure_text(row.unit, *value) + ", " + figure_text(row.unit, gap < 0 ? -gap : gap) +
           (gap < 0 ? " less than " : " more than ") + std::string(column_words(columns[first]));
  }
  differs = !out.empty();
  if (differs) return out;
  return others > 0 ? "the same" : "–";
}

CompareRowModel row_of(const Row& row, const std::vector<Figures>& figures) {
  CompareRowModel out;
  out.name = row.name;
  int64_t most = 0;
  for (const Figures& each : figures) most = std::max(most, (each.*row.figure).value_or(0));
  for (const Figures& each : figures) {
    const Figure& value = each.*row.figure;
    out.values.push_back(value ? figure_text(row.unit, *value) : "–");
    out.shares.push_back(!value     ? -1
                         : most > 0 ? static_cast<double>(*value) / static_cast<double>(most)
                                    : 0);
  }
  return out;
}

// "queue 7, storage 1": of the checkpoints that are shown, the most frequent first.
std::string limits_text(const CompareColumnModel& column) {
  constexpr std::string_view kLimits[] = {"queue", "alignment", "sync", "storage", "coordinator"};
  std::vector<std::pair<int64_t, std::string_view>> counted;
  for (std::string_view limit : kLimits) {
    const auto count = std::count_if(column.checkpoints.begin(), column.checkpoints.end(),
                                     [&](const auto& each) { return each.limit == limit; });
    if (count > 0) counted.emplace_back(count, limit);
  }
  std::stable_sort(counted.begin(), counted.end(),
                   [](const auto& left, const auto& right) { return left.first > right.first; });
  std::string out;
  for (const auto& [count, limit] : counted)
    out += (out.empty() ? "" : ", ") + std::string(limit) + " " + std::to_string(count);
  return out.empty() ? "–" : out;
}

void add_limits(CompareModel& model) {
  CompareRowModel row;
  row.name = "Limited by";
  bool differs = false;
  const std::string* first = nullptr;
  for (const CompareColumnModel& column : model.columns) {
    row.values.push_back(limits_text(column));
    row.shares.push_back(-1);
  }
  for (const std::string& each : row.values) {
    if (each == "–") continue;
    differs = differs || (first && *first != each);
    if (!first) first = &each;
  }
  if (!differs) {
    row.difference = first ? "the same" : "–";
  } else {
    for (size_t at = 0; at < row.values.size(); ++at)
      if (row.values[at] != "–")
        row.difference += (row.difference.empty() ? "" : "; ") +
                          std::string(column_words(model.columns[at])) + " by " + row.values[at];
    model.differences.push_back(row.name + ": " + row.difference + ".");
  }
  model.rows.push_back(std::move(row));
}

}  // namespace

CompareModel build_job_compare(const JobComparison& comparison, const JobHistory& history) {
  CompareModel model;
  model.now_s = in_seconds(history.world().now);
  model.until_s = in_seconds(history.setup().job.until);
  std::vector<Figures> figures;
  for (const ComparedRun& run : comparison.runs) {
    model.columns.push_back(column_of(run));
    figures.push_back(run.history ? figures_of(*run.history) : Figures{});
  }
  if (comparison.cluster) {
    model.columns.push_back(column_of(*comparison.cluster));
    figures.push_back(figures_of(comparison.cluster->file));
  }
  if (model.columns.empty()) return model;
  for (const Row& row : kRows) {
    if (std::none_of(figures.begin(), figures.end(),
                     [&](const Figures& each) { return (each.*row.figure).has_value(); }))
      continue;  // a job without sinks has no effects behind them
    CompareRowModel out = row_of(row, figures);
    bool differs = false;
    out.difference = difference_of(row, model.columns, figures, differs);
    if (differs) model.differences.push_back(out.name + ": " + out.difference + ".");
    model.rows.push_back(std::move(out));
  }
  add_limits(model);
  return model;
}

}  // namespace cutline
