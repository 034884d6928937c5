#include "core/report/job_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "core/base/fingerprint.h"
#include "core/report/stats_summary.h"
#include "core/report/summary_json.h"
#include "core/run/job_names.h"
#include "core/run/job_tags.h"
#include "core/system/job_ledger.h"
#include "core/system/job_run.h"
#include "core/system/sink_ledger.h"

namespace cutline {
namespace {

using Json = nlohmann::ordered_json;

constexpr size_t kHistoryShown = 10;  // web.checkpoints.history (M5)
int64_t to_ms(Tick time) { return time < 0 ? -1 : time / kMillisecond; }

// Between two readings of the wall clock, which counts whole milliseconds (section 9.1): so a
// duration is what its two timestamps are apart. Other clocks are read in nanoseconds.
int64_t clock_ms(Tick from, Tick duration) {
  return duration < 0 ? -1 : to_ms(from + duration) - to_ms(from);
}

int64_t end_to_end_ms(const CheckpointRecord& record) {
  return clock_ms(record.triggered_at, end_to_end(record).value_or(-1));
}

int64_t end_to_end_ms(const CheckpointRecord& record, const SubtaskStatistics& part) {
  return clock_ms(record.triggered_at, std::max<Tick>(0, part.at - record.triggered_at));
}

class JobReport {
 public:
  JobReport(const JobSetup& setup, const JobWorld& world)
      : setup_(setup), world_(world), statistics_(world.statistics) {}

  Json checkpoints() const;
  Json details() const;
  Json subtasks() const;
  Json recovery() const;
  Json failure(const JobFailure& of) const;
  Json effects(VertexId sink) const;
  Json names(const std::vector<OriginTag>& tags) const;
  Json ledger() const;

 private:
  const std::string& vertex_name(VertexId id) const { return setup_.job.vertices[id.index].name; }
  Json checkpoint(const CheckpointRecord& record, bool with_tasks) const;
  Json task(const CheckpointRecord& record, const VertexStatistics& vertex) const;
  Json task_with_subtasks(const CheckpointRecord& record, const VertexStatistics& vertex) const;
  Json subtask(const CheckpointRecord& record, const SubtaskStatistics& part, size_t index) const;
  Json summaries() const;
  Json latest(const std::optional<CheckpointRecord>& record) const {
    return record ? checkpoint(*record, false) : Json(nullptr);
  }

  const JobSetup& setup_;
  const JobWorld& world_;
  const CheckpointStatistics& statistics_;
};

// What a checkpoint and each of its tasks have in common (M1, M2).
void add_sums(Json& out, const ReportedSums& sums, int64_t duration_ms, size_t subtasks) {
  out["latest_ack_timestamp"] = to_ms(sums.latest_acknowledgement.value_or(-1));
  out["checkpointed_size"] = sums.checkpointed_bytes;
  out["state_size"] = sums.full_bytes;
  out["end_to_end_duration"] = duration_ms;
  out["alignment_buffered"] = 0;
  out["processed_data"] = sums.processed_bytes;
  out["persisted_data"] = sums.persisted_bytes;
  out["num_subtasks"] = subtasks;
  out["num_acknowledged_subtasks"] = sums.acknowledged;
}

const char* status_of(CheckpointStatus status) {
  if (status == CheckpointStatus::completed) return "COMPLETED";
  return status == CheckpointStatus::failed ? "FAILED" : "IN_PROGRESS";
}

std::string external_path(CheckpointId id, bool savepoint) {
  return savepoint ? "savepoint-" + std::to_string(id.number) : checkpoint_name(id);
}

const char* type_of(const CheckpointRecord& record) {
  if (is_stop(record.kind)) return "SYNC_SAVEPOINT";
  if (is_savepoint(record.kind)) return "SAVEPOINT";
  return record.sums.unaligned ? "UNALIGNED_CHECKPOINT" : "CHECKPOINT";  // T9
}

Json JobReport::checkpoint(const CheckpointRecord& record, bool with_tasks) const {
  const bool completed = record.status == CheckpointStatus::completed;
  const bool failed = record.status == CheckpointStatus::failed;
  Json out = {{"className", completed ? "completed" : failed ? "failed" : "in_progress"},
              {"id", record.id.number},
              {"status", status_of(record.status)},
              {"is_savepoint", is_savepoint(record.kind)},
              {"savepointFormat", is_savepoint(record.kind) ? Json("CANONICAL") : Json(nullptr)},
              {"trigger_timestamp", to_ms(record.triggered_at)}};
  add_sums(out, record.sums, end_to_end_ms(record), subtask_count(record));
  out["checkpoint_type"] = type_of(record);
  out["tasks"] = Json::object();
  if (with_tasks)
    for (const VertexStatistics& vertex : record.vertices)
      out["tasks"][vertex_name(vertex.vertex)] = task(record, vertex);
  if (completed) {
    const auto retained = std::any_of(
        world_.images.begin(), world_.images.end(),
        [&](const CheckpointImage& image) { return image.id == record.id; });
    out["external_path"] = external_path(record.id, is_savepoint(record.kind));
    out["discarded"] = !retained;
  }
  if (failed) {
    out["failure_timestamp"] = to_ms(record.ended_at);
    out["failure_message"] = facts_of(record.failure).message;
  }
  return out;
}

Json JobReport::task(const CheckpointRecord& record, const VertexStatistics& vertex) const {
  const bool all = vertex.sums.acknowledged == vertex.subtasks.size();
  Json out = {{"id", record.id.number},
              {"status", all ? "COMPLETED" : status_of(record.status == CheckpointStatus::failed
                                                           ? CheckpointStatus::failed
                                                           : CheckpointStatus::in_progress)}};
  const Tick last = vertex.sums.latest_acknowledgement.value_or(-1);
  const Tick duration = last < 0 ? -1 : last - record.triggered_at;
  add_sums(out, vertex.sums, clock_ms(record.triggered_at, duration), vertex.subtasks.size());
  return out;
}

Json JobReport::subtask(const CheckpointRecord& record, const SubtaskStatistics& part,
                        size_t index) const {
  if (!part.reported)
    return {{"className", "pending"}, {"index", index}, {"status", "pending_or_failed"}};
  const SubtaskMetrics& metrics = part.metrics;
  return {{"className", "completed"},
          {"index", index},
          {"status", "completed"},
          {"ack_timestamp", to_ms(part.at)},
          {"end_to_end_duration", end_to_end_ms(record, part)},
          {"checkpointed_size", metrics.checkpointed_bytes},
          {"state_size", metrics.full_bytes},
          {"checkpoint", {{"sync", to_ms(metrics.sync)}, {"async", to_ms(metrics.async)}}},
          {"alignment",
           {{"buffered", 0},
            {"processed", metrics.processed_bytes},
            {"persisted", metrics.persisted_bytes},
            {"duration", to_ms(metrics.alignment)}}},
          {"start_delay", clock_ms(record.triggered_at, metrics.start_delay)},
          {"unaligned_checkpoint", metrics.unaligned()},
          {"aborted", part.aborted}};
}

Json JobReport::task_with_subtasks(const CheckpointRecord& record,
                                   const VertexStatistics& vertex) const {
  Json out = task(record, vertex);
  enum { new_bytes, full, duration, sync, async, processed, persisted, alignment, delay, count };
  std::vector<StatsSummary> of(count, StatsSummary(0));  // M4: no percentiles
  Json parts = Json::array();
  for (size_t index = 0; index < vertex.subtasks.size(); ++index) {
    const SubtaskStatistics& part = vertex.subtasks[index];
    parts.push_back(subtask(record, part, index));
    if (!part.reported) continue;
    of[new_bytes].add(part.metrics.checkpointed_bytes);
    of[full].add(part.metrics.full_bytes);
    of[duration].add(end_to_end_ms(record, part));
    of[sync].add(to_ms(part.metrics.sync));
    of[async].add(to_ms(part.metrics.async));
    of[processed].add(part.metrics.processed_bytes);
    of[persisted].add(part.metrics.persisted_bytes);
    of[alignment].add(to_ms(part.metrics.alignment));
    of[delay].add(clock_ms(record.triggered_at, part.metrics.start_delay));
  }
  out["summary"] = {
      {"checkpointed_size", summary_json(of[new_bytes])},
      {"state_size", summary_json(of[full])},
      {"end_to_end_duration", summary_json(of[duration])},
      {"checkpoint_duration",
       {{"sync", summary_json(of[sync])}, {"async", summary_json(of[async])}}},
      {"alignment",
       {{"buffered", zero_summary_json()},
        {"processed", summary_json(of[processed])},
        {"persisted", summary_json(of[persisted])},
        {"duration", summary_json(of[alignment])}}},
      {"start_delay", summary_json(of[delay])}};
  out["subtasks"] = parts;
  return out;
}

// M3: over all completed ones.
Json JobReport::summaries() const {
  StatsSummary new_bytes, full, duration, buffered, processed, persisted;
  for (const CheckpointRecord& record : statistics_.history) {
    if (record.status != CheckpointStatus::completed) continue;
    new_bytes.add(record.sums.checkpointed_bytes);
    full.add(record.sums.full_bytes);
    duration.add(end_to_end_ms(record));
    buffered.add(0);
    processed.add(record.sums.processed_bytes);
    persisted.add(record.sums.persisted_bytes);
  }
  return {{"checkpointed_size", summary_json(new_bytes)},
          {"state_size", summary_json(full)},
          {"end_to_end_duration", summary_json(duration)},
          {"alignment_buffered", summary_json(buffered)},
          {"processed_data", summary_json(processed)},
          {"persisted_data", summary_json(persisted)}};
}

Json JobReport::checkpoints() const {
  const CheckpointCounts& counts = statistics_.counts;
  Json restored = nullptr;
  if (const auto& latest = statistics_.latest_restored)
    restored = {{"id", latest->id.number},
                {"restore_timestamp", to_ms(latest->at)},
                {"is_savepoint", latest->savepoint},
                {"external_path", external_path(latest->id, latest->savepoint)}};
  Json history = Json::array();
  for (auto record = statistics_.history.rbegin();
       record != statistics_.history.rend() && history.size() < kHistoryShown; ++record)
    history.push_back(checkpoint(*record, false));
  return {{"counts",
           {{"restored", counts.restored},
            {"total", counts.total},
            {"in_progress", counts.in_progress},
            {"completed", counts.completed},
            {"failed", counts.failed}}},
          {"summary", summaries()},
          {"latest",
           {{"completed", latest(statistics_.latest_completed)},
            {"savepoint", latest(statistics_.latest_savepoint)},
            {"failed", latest(statistics_.latest_failed)},
            {"restored", restored}}},
          {"history", history}};
}

Json JobReport::details() const {
  Json out = Json::object();
  for (const CheckpointRecord& record : statistics_.history)
    out[std::to_string(record.id.number)] = checkpoint(record, true);
  return out;
}

Json JobReport::subtasks() const {
  Json out = Json::object();
  for (const CheckpointRecord& record : statistics_.history)
    for (const VertexStatistics& vertex : record.vertices)
      out[std::to_string(record.id.number)][vertex_name(vertex.vertex)] =
          task_with_subtasks(record, vertex);
  return out;
}

Json JobReport::recovery() const {
  Json out = Json::array();
  for (const RecoveryRecord& each : world_.recoveries) {
    out.push_back({{"failed_at", to_ms(each.failed_at)},
                   {"cause", each.planned ? "restart" : "failure"},
                   {"failure", each.planned ? Json(nullptr) : failure(each.failure)},
                   {"restart_delay", to_ms(each.delay)},
                   {"restarted_at", to_ms(each.restarted_at)},
                   {"restored_at", to_ms(each.restored_at)},
                   {"running_at", to_ms(each.running_at)},
                   {"restored_checkpoint", each.checkpoint.number},
                   {"restored_is_savepoint", each.savepoint},
                   {"restarted_tasks", each.tasks}});
    for (uint32_t index = 0; index < each.parallelism.size(); ++index)
      out.back()["parallelism"][vertex_name({index})] = each.parallelism[index];
  }
  return out;
}

Json JobReport::names(const std::vector<OriginTag>& tags) const {
  Json out = Json::array();
  for (OriginTag tag : tags) out.push_back(tag_name(setup_, tag));
  return out;
}

Json JobReport::effects(VertexId sink) const {
  const SinkLedger ledger = sink_ledger(setup_, world_, sink);
  if (!ledger.judged) return {{"judged", false}};
  Json out = {{"judged", true},
              {"once", ledger.once},
              {"repeated", ledger.repeated},
              {"lost", ledger.lost},
              {"rewritten", ledger.rewritten},
              {"may_repeat", may_repeat(setup_, ledger.kind)}};
  if (!setup_.job.named) return out;
  out["repeated_records"] = names(ledger.repeated_names);
  out["lost_records"] = names(ledger.lost_names);
  return out;
}

Json JobReport::failure(const JobFailure& of) const {
  Json out = {{"cause", facts_of(of.cause).name},
              {"rule", facts_of(of.cause).rule},
              {"message", failure_sentence(of)}};
  if (of.transaction != kNoTransaction) out["transaction"] = of.transaction;
  return out;
}

Json JobReport::ledger() const {
  const JobLedger now = job_ledger(setup_, world_);
  Json cuts = Json::array();
  for (const CutVerdict& cut : world_.cuts)
    cuts.push_back({{"id", cut.id.number}, {"lost", cut.lost}, {"repeated", cut.repeated},
                    {"balanced", cut.balanced()}});
  Json vertices = Json::object();
  for (uint32_t index = 0; index < setup_.job.vertices.size(); ++index) {
    const VertexSetup& vertex = setup_.job.vertices[index];
    Json& out = vertices[vertex.name];
    out["applied"] = applied(setup_, world_, {index}).count;
    if (vertex.kind != VertexKind::sink) continue;
    out["visible"] = visible(setup_, world_, {index}).count;
    out["effects"] = effects({index});
  }
  return {{"lost", now.lost},       {"repeated", now.repeated}, {"balanced", now.balanced()},
          {"vertices", vertices},   {"cuts", cuts}};
}

}  // namespace

std::string job_json(const JobSetup& setup, const JobWorld& world) {
  const JobReport report(setup, world);
  Json notes = Json::array();
  for (const OptionNote& note : setup.notes)
    notes.push_back({{"note", note.sentence}, {"documentation", note.section}});
  Json refused = Json::array();
  for (const RefusedRestart& each : world.refused_restarts)
    refused.push_back({{"at", to_ms(each.at)}, {"restart", each.index + 1}, {"reason", each.why}});
  const Json out = {{"checkpoints", report.checkpoints()},
                    {"details", report.details()},
                    {"subtasks", report.subtasks()},
                    {"recovery", report.recovery()},
                    {"ledger", report.ledger()},
                    {"refused_restarts", refused},
                    {"notes", notes},
                    {"fingerprint", print_fingerprint(fingerprint(world))}};
  return out.dump(1) + "\n";
}

}  // namespace cutline
