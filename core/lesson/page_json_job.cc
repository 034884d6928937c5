#include "core/lesson/page_json_job.h"

#include <algorithm>

#include "core/lesson/page_json_parts.h"

namespace cutline {
namespace {

Json print_items(const std::vector<JobItemModel>& items) {
  return list(items, [](const JobItemModel& item) -> Json {
    return {{"kind", item.kind},
            {"name", item.name},
            {"buffers", item.buffers},
            {"unaligned", item.unaligned}};
  });
}

Json print(const JobChannelModel& channel) {
  return {{"name", channel.name},
          {"arrived", print_items(channel.arrived)},
          {"on_the_way", print_items(channel.on_the_way)},
          {"queued", print_items(channel.queued)},
          {"buffers", channel.buffers},
          {"bytes", channel.bytes},
          {"local", channel.local},
          {"held", channel.held},
          {"stopped", channel.stopped},
          {"ended", channel.ended},
          {"delivered", channel.delivered},
          {"captured_buffers", channel.captured_buffers},
          {"captured_bytes", channel.captured_bytes}};
}

Json print(const JobSubtaskModel& subtask) {
  return {{"name", subtask.name},         {"vertex", subtask.vertex}, {"machine", subtask.machine},
          {"state", subtask.state},       {"doing", subtask.doing},   {"records", subtask.records},
          {"position", subtask.position}, {"sink", subtask.sink},     {"pressed", subtask.pressed},
          {"part", subtask.part}};
}

Json print(const JobPartModel& part) {
  return {
      {"subtask", part.subtask},     {"missing", part.missing}, {"start_delay", part.start_delay},
      {"alignment", part.alignment}, {"sync", part.sync},       {"async", part.async},
      {"stored_at", part.stored_at}, {"bytes", part.bytes},     {"in_flight", part.in_flight}};
}

Json print(const JobCheckpointModel& checkpoint) {
  return {{"name", checkpoint.name},
          {"kind", checkpoint.kind},
          {"status", checkpoint.status},
          {"triggered", checkpoint.triggered},
          {"duration", checkpoint.duration},
          {"bytes", checkpoint.bytes},
          {"in_flight", checkpoint.in_flight},
          {"missing", checkpoint.missing},
          {"limit", checkpoint.limit},
          {"limited_by", checkpoint.limited_by},
          {"verdict", checkpoint.verdict},
          {"selected", checkpoint.selected},
          {"parts", list(checkpoint.parts, [](const JobPartModel& part) { return print(part); })}};
}

Json print(const JobSinkModel& sink) {
  return {{"name", sink.name},         {"kind", sink.kind},           {"judged", sink.judged},
          {"visible", sink.visible},   {"once", sink.once},           {"lost", sink.lost},
          {"repeated", sink.repeated}, {"rewritten", sink.rewritten}, {"kept", sink.kept},
          {"note", sink.note}};
}

Json print(const JobLedgerModel& ledger) {
  return {{"title", ledger.title},
          {"lines", list(ledger.lines,
                         [](const JobLedgerLine& line) -> Json {
                           return {{"where", line.where},
                                   {"sent", line.sent},
                                   {"in_flight", line.in_flight},
                                   {"received", line.received},
                                   {"note", line.note}};
                         })},
          {"places", ledger.places},
          {"sinks", list(ledger.sinks, [](const JobSinkModel& sink) { return print(sink); })},
          {"verdict", ledger.verdict},
          {"sentence", ledger.sentence}};
}

Json print(const ChartModel& chart) {
  return {{"name", chart.name},
          {"title", chart.title},
          {"lines", list(chart.lines, [](const ChartLineModel& line) { return line.name; })},
          {"rows", list(chart.rows,
                        [](const ChartRowModel& row) -> Json {
                          return {{"name", row.name},
                                  {"time", row.time},
                                  {"command", row.command},
                                  {"cells", row.cells},
                                  {"ahead", row.ahead}};
                        })},
          {"now", chart.now},
          {"highest", chart.highest},
          {"per_checkpoint", chart.per_checkpoint}};
}

Json print(const ComparedCheckpointModel& each) {
  return {{"name", each.name},           {"status", each.status},
          {"triggered", each.triggered}, {"duration", each.duration},
          {"alignment", each.alignment}, {"bytes", each.bytes},
          {"in_flight", each.in_flight}, {"limit", each.limit},
          {"limited_by", each.limited_by}};
}

}  // namespace

// Everything of a comparison but what is there for drawing alone.
Json compare_json(const CompareModel& compare) {
  Json out;
  out["columns"] = list(compare.columns, [](const CompareColumnModel& column) -> Json {
    return {{"name", column.name},
            {"title", column.title},
            {"cluster", column.cluster},
            {"why_not", column.why_not},
            {"notes", column.notes},
            {"checkpoints", list(column.checkpoints,
                                 [](const ComparedCheckpointModel& each) { return print(each); })},
            {"checkpoints_before", column.checkpoints_before}};
  });
  out["rows"] = list(compare.rows, [](const CompareRowModel& row) -> Json {
    return {{"name", row.name}, {"values", row.values}, {"difference", row.difference}};
  });
  out["differences"] = compare.differences;
  return out;
}

// Of the charts the page gets the rows; the canvas draws the points.
Json job_json(const JobModel& job) {
  Json out;
  out["now_s"] = job.now_s;
  out["until_s"] = job.until_s;
  out["notes"] = job.notes;
  out["vertices"] = list(job.graph.vertices, [](const JobVertexModel& vertex) -> Json {
    return {{"name", vertex.name}, {"kind", vertex.kind}, {"parallelism", vertex.parallelism}};
  });
  out["subtasks"] =
      list(job.graph.subtasks, [](const JobSubtaskModel& subtask) { return print(subtask); });
  out["channels"] =
      list(job.graph.channels, [](const JobChannelModel& channel) { return print(channel); });
  out["summary"] = job.graph.summary;
  out["checkpoints"] =
      list(job.checkpoints, [](const JobCheckpointModel& checkpoint) { return print(checkpoint); });
  out["checkpoints_before"] = job.checkpoints_before;
  out["ledgers"] = list(job.ledgers, [](const JobLedgerModel& ledger) { return print(ledger); });
  out["charts"] = list(job.charts.charts, [](const ChartModel& chart) { return print(chart); });
  out["marks"] = list(job.charts.marks, [](const ChartMarkModel& each) { return each.words; });
  out["compare"] = compare_json(job.compare);
  out["panel"] = job.panel;
  return out;
}

}  // namespace cutline
