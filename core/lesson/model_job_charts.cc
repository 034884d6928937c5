// The charts of a job: sampled figures and checkpoints as lines, dots and rows. Everything is
// counted in whole numbers; only what is drawn is divided by its unit.
#include <algorithm>
#include <functional>

#include "core/base/text.h"
#include "core/lesson/command.h"
#include "core/lesson/job_model.h"
#include "core/lesson/words.h"
#include "core/report/job_words.h"
#include "core/run/job_names.h"

namespace cutline {
namespace {

static_assert(kChartPoints >= kJobSamples, "a chart has room for every sample");

enum class Measure : uint8_t { count, bytes, time };

struct Instant {
  Tick at = 0;
  std::vector<int64_t> values;  // by line
};

// A chart before anything of it is text.
struct Figures {
  std::string_view name;
  std::string_view title;
  Measure measure = Measure::count;
  std::string_view unit;  // of a count
  std::vector<std::string> lines;
  std::vector<Instant> instants;
};

std::string value_text(const Figures& figures, int64_t value) {
  if (figures.measure == Measure::bytes) return bytes_text(value);
  if (figures.measure == Measure::time) return time_text(value);
  return std::to_string(value) + " " + std::string(figures.unit);
}

int64_t highest_of(const Instant& instant) {
  return *std::max_element(instant.values.begin(), instant.values.end());
}

struct Scale {
  std::string unit;
  double divisor = 1;
};

Scale scale_of(const Figures& figures) {
  if (figures.measure == Measure::time) return {"s", static_cast<double>(kSecond)};
  if (figures.measure == Measure::count) return {std::string(figures.unit), 1};
  int64_t most = 0;
  for (const Instant& each : figures.instants) most = std::max(most, highest_of(each));
  constexpr std::string_view kUnits[] = {"B", "kB", "MB", "GB", "TB"};
  Scale out{"B", 1};
  for (size_t unit = 1; unit < std::size(kUnits) && most >= 1000; ++unit, most /= 1000)
    out = {std::string(kUnits[unit]), out.divisor * 1000};
  return out;
}

// Of each share of `whole` instants the one that stands highest; the first of equal ones.
std::vector<size_t> peaks(const std::vector<Instant>& instants, size_t whole) {
  const size_t share = (whole + kChartRows - 1) / kChartRows;
  std::vector<size_t> out;
  for (size_t first = 0; first < instants.size(); first += share) {
    size_t best = first;
    for (size_t at = first; at < std::min(first + share, instants.size()); ++at)
      if (highest_of(instants[at]) > highest_of(instants[best])) best = at;
    out.push_back(best);
  }
  return out;
}

ChartModel chart_of(const Figures& figures, Tick now, bool per_checkpoint) {
  ChartModel out;
  out.name = figures.name;
  out.title = figures.title;
  out.per_checkpoint = per_checkpoint;
  const Scale scale = scale_of(figures);
  out.unit = scale.unit;
  for (size_t line = 0; line < figures.lines.size(); ++line) {
    out.lines.push_back({figures.lines[line], {}});
    for (const Instant& each : figures.instants)
      out.lines.back().points.push_back(
          {in_seconds(each.at), static_cast<double>(each.values[line]) / scale.divisor});
  }
  const Instant* last = nullptr;
  const Instant* most = nullptr;
  for (const Instant& each : figures.instants) {
    if (each.at <= now) last = &each;
    if (!most || highest_of(each) > highest_of(*most)) most = &each;
  }
  if (last) out.now = value_text(figures, last->values[0]);
  if (most) out.highest = value_text(figures, highest_of(*most)) + " at " + time_text(most->at);
  const size_t whole = per_checkpoint ? figures.instants.size() : kChartPoints;
  for (size_t at : peaks(figures.instants, std::max<size_t>(1, whole))) {
    const Instant& instant = figures.instants[at];
    ChartRowModel row;
    row.time = time_text(instant.at);
    row.command = print_command({Verb::seek, {print_duration(instant.at)}});
    for (int64_t value : instant.values) row.cells.push_back(value_text(figures, value));
    row.ahead = instant.at > now;
    out.rows.push_back(std::move(row));
  }
  return out;
}

// --- figures at the instants of the series ---

using Reading = std::function<int64_t(const JobSample&)>;

Figures sampled(Figures figures, const std::vector<JobSample>& samples,
                const std::vector<Reading>& readings) {
  for (const JobSample& each : samples) {
    Instant instant{each.at, {}};
    for (const Reading& reading : readings) instant.values.push_back(reading(each));
    figures.instants.push_back(std::move(instant));
  }
  return figures;
}

// The fullest vertices each by itself, in the order of the job; what is left together.
Figures queues(const JobSetup& setup, const std::vector<JobSample>& samples) {
  struct Vertex {
    size_t index = 0;
    int64_t most = 0;
  };
  std::vector<Vertex> vertices;
  for (size_t index = 0; index < setup.job.vertices.size(); ++index) {
    if (setup.job.vertices[index].kind == VertexKind::source) continue;
    vertices.push_back({index, 0});
    for (const JobSample& each : samples)
      vertices.back().most = std::max(vertices.back().most, each.vertex_bytes[index]);
  }
  std::stable_sort(vertices.begin(), vertices.end(),
                   [](const Vertex& left, const Vertex& right) { return left.most > right.most; });
  std::vector<size_t> own;
  std::vector<size_t> rest;
  for (const Vertex& each : vertices)
    (vertices.size() <= kChartLines || own.size() + 1 < kChartLines ? own : rest)
        .push_back(each.index);
  std::sort(own.begin(), own.end());
  Figures out{"queues", "Waiting in front of tasks", Measure::bytes, "", {}, {}};
  std::vector<Reading> readings;
  for (size_t index : own) {
    out.lines.push_back("in front of " + setup.job.vertices[index].name);
    readings.push_back([index](const JobSample& each) { return each.vertex_bytes[index]; });
  }
  if (!rest.empty()) {
    out.lines.push_back("in front of all others");
    readings.push_back([rest](const JobSample& each) {
      int64_t sum = 0;
      for (size_t index : rest) sum += each.vertex_bytes[index];
      return sum;
    });
  }
  return out.lines.empty() ? out : sampled(std::move(out), samples, readings);
}

// --- checkpoints, by when they were triggered ---

Tick longest_alignment(const CheckpointRecord& record) {
  Tick longest = 0;
  for (const VertexStatistics& vertex : record.vertices)
    for (const SubtaskStatistics& each : vertex.subtasks)
      if (each.reported) longest = std::max(longest, each.metrics.alignment);
  return longest;
}

// Ended ones, the newest; those of a time later than now were taken by no world yet.
std::vector<const CheckpointRecord*> ended(const JobWorld& world) {
  std::vector<const CheckpointRecord*> out;
  for (const CheckpointRecord& each : world.statistics.history)
    if (each.status != CheckpointStatus::in_progress) out.push_back(&each);
  if (out.size() > kChartPoints) out.erase(out.begin(), out.end() - kChartPoints);
  return out;
}

ChartModel checkpoint_chart(Figures figures, const JobWorld& world, CheckpointId shown,
                            int64_t (*first)(const CheckpointRecord&),
                            int64_t (*second)(const CheckpointRecord&)) {
  const std::vector<const CheckpointRecord*> records = ended(world);
  for (const CheckpointRecord* each : records)
    figures.instants.push_back({each->triggered_at, {first(*each), second(*each)}});
  ChartModel out = chart_of(figures, world.now, true);
  for (const CheckpointRecord* each : records)
    out.dots.push_back({checkpoint_name(each->id), each->status == CheckpointStatus::failed,
                        each->id == shown});
  const std::vector<size_t> rows = peaks(figures.instants, std::max<size_t>(1, records.size()));
  for (size_t row = 0; row < rows.size(); ++row) {
    const ChartDotModel& dot = out.dots[rows[row]];
    out.rows[row].name = dot.failed ? dot.name + " (failed)" : dot.name;
    out.rows[row].command = print_command({Verb::select, {dot.name}});
  }
  return out;
}

std::vector<ChartMarkModel> marks_of(const JobWorld& world) {
  std::vector<ChartMarkModel> out;
  for (const RecoveryRecord& each : world.recoveries) {
    out.push_back({in_seconds(each.failed_at), !each.planned,
                   (each.planned ? "restart at " : "failure at ") + time_text(each.failed_at)});
    if (each.restored_at < 0) continue;
    const std::string what = each.checkpoint == kNoCheckpoint
                                 ? std::string("started again")
                                 : checkpoint_name(each.checkpoint) + " restored";
    out.push_back(
        {in_seconds(each.restored_at), false, what + " at " + time_text(each.restored_at)});
  }
  if (out.size() > kChartMarks) out.erase(out.begin(), out.end() - kChartMarks);
  return out;
}

}  // namespace

ChartsModel build_job_charts(const JobHistory& history, CheckpointId shown) {
  const JobSetup& setup = history.setup();
  const JobWorld& world = history.world();
  const std::vector<JobSample>& samples = history.series().samples();
  const Tick interval = history.series().interval();
  ChartsModel out;
  out.now_s = in_seconds(world.now);
  out.until_s = in_seconds(setup.job.until);
  const auto add = [&](Figures figures, const Reading& reading) {
    figures.lines = {std::string(figures.title)};
    out.charts.push_back(chart_of(sampled(std::move(figures), samples, {reading}), world.now,
                                  false));
  };
  add({"backlog", "Backlog of the sources", Measure::count, "records", {}, {}},
      [](const JobSample& each) { return each.backlog; });
  add({"throughput", "Throughput", Measure::count, "records/s", {}, {}},
      [interval](const JobSample& each) { return per_second(each.records, interval); });
  out.charts.push_back(chart_of(queues(setup, samples), world.now, false));
  add({"pressed", "Back-pressured tasks", Measure::count, "tasks", {}, {}},
      [](const JobSample& each) { return each.pressed; });
  out.charts.push_back(checkpoint_chart(
      {"durations", "Duration of checkpoints", Measure::time, "",
       {"end to end", "longest alignment"}, {}},
      world, shown,
      [](const CheckpointRecord& each) -> int64_t { return end_to_end(each).value_or(0); },
      [](const CheckpointRecord& each) -> int64_t { return longest_alignment(each); }));
  out.charts.push_back(checkpoint_chart(
      {"bytes", "Size of checkpoints", Measure::bytes, "",
       {"newly written", "of it channel state"}, {}},
      world, shown, [](const CheckpointRecord& each) { return each.sums.checkpointed_bytes; },
      [](const CheckpointRecord& each) { return each.sums.persisted_bytes; }));
  add({"transfers", "Transfers to and from the storage", Measure::count, "transfers", {}, {}},
      [](const JobSample& each) { return each.transfers; });
  add({"stored", "Checkpoints in the storage", Measure::bytes, "", {}, {}},
      [](const JobSample& each) { return each.stored_bytes; });
  out.marks = marks_of(world);
  return out;
}

}  // namespace cutline
