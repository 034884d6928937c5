#include "core/lesson/export.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/lesson/diagram_svg.h"
#include "core/lesson/job_svg.h"
#include "core/lesson/lab.h"
#include "core/report/csv.h"
#include "core/report/job_csv.h"
#include "core/report/job_shiviz.h"
#include "core/report/job_trace.h"
#include "core/report/run_csv.h"
#include "core/report/run_json.h"
#include "core/report/run_trace.h"
#include "core/report/shiviz_log.h"

namespace cutline {
namespace {

constexpr std::string_view kCsv = "text/csv";
constexpr std::string_view kJson = "application/json";
constexpr std::string_view kSvg = "image/svg+xml";
constexpr std::string_view kBacklog = "csv-backlog";

constexpr ExportFormat kRunFormats[] = {
    {"json", "Run", "JSON with a schema: events, messages, snapshots, ledger, your cut", "json",
     kJson, ""},
    {"shiviz", "Vector clocks", "a log for ShiViz", "shiviz.log", "text/plain", kShivizParser},
    {"trace", "Timeline", "trace events, for Perfetto", "trace.json", kJson, ""},
    {"svg", "Diagram", "SVG, on white", "svg", kSvg, ""},
    {"svg-dark", "Diagram, dark", "SVG, on dark", "dark.svg", kSvg, ""},
    {"csv-events", "Events", "CSV, with vector clocks", "events.csv", kCsv, ""},
    {"csv-messages", "Messages", "CSV: transfers and markers", "messages.csv", kCsv, ""},
    {"csv-snapshots", "Snapshots", "CSV: what each recorded", "snapshots.csv", kCsv, ""},
    {"csv-series", "Amounts", "CSV: balances and channels, step by step", "series.csv", kCsv, ""},
};

constexpr ExportFormat kQueueFormats[] = {
    {kBacklog, "Backlog", "CSV, half second by half second", "csv", kCsv, ""},
};

std::string backlog_csv(const QueueModel& queue) {
  CsvTable table({"time_s", "backlog"});
  for (const QueuePoint& point : queue.points)
    table.add({print_decimal(point.time), print_decimal(point.backlog)});
  return table.take();
}

std::optional<std::string> why_no_run_export(const Lab& lab, std::string_view format) {
  if (lab.history().cursor() == 0)
    return std::string("nothing has happened yet: the run is at its start");
  if (format == "csv-snapshots" && lab.history().world().snapshots.empty())
    return std::string("there is no snapshot yet");
  return std::nullopt;
}

std::string export_of_run(const Lab& lab, std::string_view format) {
  const History& history = lab.history();
  if (format == "json")
    return run_json(history, lab.run_lines(), lab.fingerprint(), lab.cut_desk().cut);
  if (format == "shiviz") return shiviz_log(history);
  if (format == "trace") return run_trace(history);
  if (format == "svg") return diagram_svg(lab.model(), false);
  if (format == "svg-dark") return diagram_svg(lab.model(), true);
  if (format == "csv-events") return events_csv(history);
  if (format == "csv-messages") return messages_csv(history);
  if (format == "csv-snapshots") return snapshots_csv(history);
  CUTLINE_CHECK(format == "csv-series", "every form of the list is written");
  return series_csv(history);
}

constexpr ExportFormat kJobFormats[] = {
    {"shiviz", "Vector clocks", "a log for ShiViz", "shiviz.log", "text/plain", kShivizParser},
    {"trace", "Timeline", "trace events, for Perfetto", "trace.json", kJson, ""},
    {"svg", "Checkpoints", "SVG, on white", "svg", kSvg, ""},
    {"svg-dark", "Checkpoints, dark", "SVG, on dark", "dark.svg", kSvg, ""},
    {"csv-checkpoints", "Table of checkpoints", "CSV: one a line", "checkpoints.csv", kCsv, ""},
    {"csv-subtasks", "Parts of checkpoints", "CSV: each subtask's metrics", "subtasks.csv", kCsv,
     ""},
    {"csv-series", "Figures over time", "CSV: backlog, throughput, queues, storage", "series.csv",
     kCsv, ""},
    {"csv-queues", "Queues over time", "CSV: what waits before each task", "queues.csv", kCsv, ""},
    {"csv-recoveries", "Recoveries", "CSV: failures and restarts", "recoveries.csv", kCsv, ""},
};

std::optional<std::string> why_no_job_export(const JobHistory& history, std::string_view format) {
  if (history.cursor() == 0)
    return std::string("nothing has happened yet: the run is at its start");
  if (format == "shiviz" && !history.setup().job.named)
    return std::string("a vector clock needs records with names, as named = true in the job's "
                       "file gives them");
  const bool of_checkpoints = format.starts_with("svg") || format == "csv-checkpoints" ||
                              format == "csv-subtasks";
  if (of_checkpoints && history.world().statistics.history.empty())
    return std::string("there is no checkpoint yet");
  if (format == "csv-recoveries" && history.world().recoveries.empty())
    return std::string("nothing has failed or restarted yet");
  return std::nullopt;
}

std::string export_of_job(const Lab& lab, std::string_view format) {
  const JobHistory& history = lab.job()->history;
  if (format == "shiviz") return job_shiviz_log(history);
  if (format == "trace") return job_trace(history);
  if (format == "svg") return job_svg(lab.model(), false);
  if (format == "svg-dark") return job_svg(lab.model(), true);
  if (format == "csv-checkpoints") return job_checkpoints_csv(history);
  if (format == "csv-subtasks") return job_subtasks_csv(history);
  if (format == "csv-series") return job_series_csv(history);
  if (format == "csv-queues") return job_queues_csv(history);
  CUTLINE_CHECK(format == "csv-recoveries", "every form of the list is written");
  return job_recoveries_csv(history);
}

}  // namespace

std::span<const ExportFormat> export_formats(Screen screen) {
  if (screen == Screen::queue) return kQueueFormats;
  if (screen == Screen::jobs) return kJobFormats;
  return kRunFormats;
}

std::optional<std::string> why_no_export(const Lab& lab, std::string_view format) {
  const std::span<const ExportFormat> formats = export_formats(lab.screen());
  const bool known = std::any_of(formats.begin(), formats.end(),
                                 [&](const ExportFormat& each) { return each.name == format; });
  if (!known) {
    std::string names;
    for (const ExportFormat& each : formats)
      names += (names.empty() ? "" : ", ") + std::string(each.name);
    return in_quotes(format) + " is no export of " +
           (lab.screen() == Screen::queue  ? "the queue lab"
            : lab.screen() == Screen::jobs ? "a streaming job"
                                           : "a system of processes") +
           "; there is " + names;
  }
  if (lab.screen() == Screen::queue) return std::nullopt;
  return lab.screen() == Screen::jobs ? why_no_job_export(lab.job()->history, format)
                                      : why_no_run_export(lab, format);
}

Result<std::string> export_run(const Lab& lab, std::string_view format) {
  if (const auto why = why_no_export(lab, format)) return fault(*why);
  if (lab.screen() == Screen::queue) return backlog_csv(lab.model().queue);
  return lab.screen() == Screen::jobs ? export_of_job(lab, format) : export_of_run(lab, format);
}

std::string export_list_json(const Lab& lab) {
  using Json = nlohmann::ordered_json;
  Json out = Json::array();
  for (const ExportFormat& each : export_formats(lab.screen()))
    out.push_back({{"name", each.name},
                   {"label", each.label},
                   {"does", each.does},
                   {"ending", each.ending},
                   {"type", each.type},
                   {"remark", each.remark},
                   {"why_not", why_no_export(lab, each.name).value_or("")}});
  return out.dump();
}

}  // namespace cutline
