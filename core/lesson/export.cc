#include "core/lesson/export.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/lesson/diagram_svg.h"
#include "core/lesson/lab.h"
#include "core/report/csv.h"
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

constexpr ExportFormat kFormats[] = {
    {"json", "Run", "JSON with a schema: events, messages, snapshots, ledger", "json", kJson, ""},
    {"shiviz", "Vector clocks", "a log for ShiViz", "shiviz.log", "text/plain", kShivizParser},
    {"trace", "Timeline", "trace events, for Perfetto", "trace.json", kJson, ""},
    {"svg", "Diagram", "SVG, on white", "svg", kSvg, ""},
    {"svg-dark", "Diagram, dark", "SVG, on dark", "dark.svg", kSvg, ""},
    {"csv-events", "Events", "CSV, with vector clocks", "events.csv", kCsv, ""},
    {"csv-messages", "Messages", "CSV: transfers and markers", "messages.csv", kCsv, ""},
    {"csv-snapshots", "Snapshots", "CSV: what each recorded", "snapshots.csv", kCsv, ""},
    {"csv-series", "Amounts", "CSV: balances and channels, step by step", "series.csv", kCsv, ""},
    {kBacklog, "Backlog", "CSV, half second by half second", "csv", kCsv, ""},
};

std::string backlog_csv(const QueueModel& queue) {
  CsvTable table({"time_s", "backlog"});
  for (const QueuePoint& point : queue.points)
    table.add({print_decimal(point.time), print_decimal(point.backlog)});
  return table.take();
}

}  // namespace

std::span<const ExportFormat> export_formats() { return kFormats; }

std::optional<std::string> why_no_export(const Lab& lab, std::string_view format) {
  const bool known = std::any_of(std::begin(kFormats), std::end(kFormats),
                                 [&](const ExportFormat& each) { return each.name == format; });
  if (!known) {
    std::string names;
    for (const ExportFormat& each : kFormats)
      names += (names.empty() ? "" : ", ") + std::string(each.name);
    return "there is no export " + cutline::quoted(format) + "; there are " + names;
  }
  const bool queue = lab.screen() == Screen::queue;
  if (queue && format != kBacklog)
    return "the queue lab has no processes and no messages: its export is " +
           std::string(kBacklog);
  if (!queue && format == kBacklog)
    return std::string(kBacklog) + " is the queue lab's curve, and that is not on the screen";
  if (!queue && lab.history().cursor() == 0)
    return std::string("nothing has happened yet: the run is at its start");
  if (format == "csv-snapshots" && lab.history().world().snapshots.empty())
    return std::string("there is no snapshot yet");
  return std::nullopt;
}

Result<std::string> export_run(const Lab& lab, std::string_view format) {
  if (const auto why = why_no_export(lab, format)) return fault(*why);
  const History& history = lab.history();
  if (format == "json") return run_json(history, lab.run_lines(), lab.fingerprint(), lab.cut_desk().cut);
  if (format == "shiviz") return shiviz_log(history);
  if (format == "trace") return run_trace(history);
  if (format == "svg") return diagram_svg(lab.model(), false);
  if (format == "svg-dark") return diagram_svg(lab.model(), true);
  if (format == "csv-events") return events_csv(history);
  if (format == "csv-messages") return messages_csv(history);
  if (format == "csv-snapshots") return snapshots_csv(history);
  if (format == "csv-series") return series_csv(history);
  CUTLINE_CHECK(format == kBacklog, "every form of the list is written");
  return backlog_csv(lab.model().queue);
}

std::string export_list_json(const Lab& lab) {
  using Json = nlohmann::ordered_json;
  Json out = Json::array();
  const bool queue = lab.screen() == Screen::queue;
  for (const ExportFormat& each : kFormats)
    if ((each.name == kBacklog) == queue)
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
