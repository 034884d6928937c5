#include "core/report/job_csv.h"

#include <algorithm>

#include "core/report/csv.h"
#include "core/report/job_words.h"
#include "core/run/job_timeline.h"

namespace cutline {
namespace {

std::string known(Tick time) { return time < 0 ? "" : std::to_string(time); }
std::string known(const std::optional<Tick>& time) { return known(time.value_or(-1)); }

// What a checkpoint and a part of one have in common.
void add_bytes(int64_t processed, int64_t persisted, int64_t written, int64_t full,
               std::vector<std::string>& row) {
  for (int64_t bytes : {processed, persisted, written, full}) row.push_back(std::to_string(bytes));
}

const CutVerdict* verdict_of(const JobWorld& world, CheckpointId id) {
  for (const CutVerdict& each : world.cuts)
    if (each.id == id) return &each;
  return nullptr;
}

}  // namespace

std::string job_checkpoints_csv(const JobHistory& history) {
  CsvTable table({"checkpoint", "kind", "status", "failure", "unaligned", "subtasks",
                  "acknowledged_subtasks", "triggered_ns", "latest_acknowledgement_ns", "ended_ns",
                  "end_to_end_ns", "processed_bytes", "persisted_bytes", "checkpointed_bytes",
                  "full_bytes", "lost_records", "repeated_records"});
  for (const CheckpointRecord& record : history.world().statistics.history) {
    const bool ended = record.status != CheckpointStatus::in_progress;
    const CutVerdict* verdict = verdict_of(history.world(), record.id);
    std::vector<std::string> row{
        std::to_string(record.id.number),
        std::string(kind_word(record.kind)),
        std::string(status_word(record.status)),
        record.status == CheckpointStatus::failed ? std::string(facts_of(record.failure).name) : "",
        record.sums.unaligned ? "true" : "false",
        std::to_string(subtask_count(record)),
        std::to_string(record.sums.acknowledged),
        std::to_string(record.triggered_at),
        known(record.sums.latest_acknowledgement),
        ended ? std::to_string(record.ended_at) : "",
        known(end_to_end(record))};
    add_bytes(record.sums.processed_bytes, record.sums.persisted_bytes,
              record.sums.checkpointed_bytes, record.sums.full_bytes, row);
    row.push_back(verdict ? std::to_string(verdict->lost) : "");
    row.push_back(verdict ? std::to_string(verdict->repeated) : "");
    table.add(row);
  }
  return table.take();
}

std::string job_subtasks_csv(const JobHistory& history) {
  CsvTable table({"checkpoint", "status", "vertex", "subtask", "acknowledged", "aborted",
                  "unaligned", "acknowledged_ns", "end_to_end_ns", "start_delay_ns",
                  "alignment_ns", "sync_ns", "async_ns", "processed_bytes", "persisted_bytes",
                  "checkpointed_bytes", "full_bytes"});
  for (const CheckpointRecord& record : history.world().statistics.history)
    for (const VertexStatistics& vertex : record.vertices)
      for (size_t index = 0; index < vertex.subtasks.size(); ++index) {
        const SubtaskStatistics& part = vertex.subtasks[index];
        const SubtaskMetrics& metrics = part.metrics;
        std::vector<std::string> row{std::to_string(record.id.number),
                                     std::string(status_word(record.status)),
                                     history.setup().job.vertices[vertex.vertex.index].name,
                                     std::to_string(index),
                                     part.reported && !part.aborted ? "true" : "false",
                                     part.aborted ? "true" : "false"};
        if (!part.reported) {
          row.resize(17);
          table.add(row);
          continue;
        }
        row.push_back(metrics.unaligned() ? "true" : "false");
        for (Tick time : {part.at, std::max<Tick>(0, part.at - record.triggered_at),
                          metrics.start_delay, metrics.alignment, metrics.sync, metrics.async})
          row.push_back(known(time));
        add_bytes(metrics.processed_bytes, metrics.persisted_bytes, metrics.checkpointed_bytes,
                  metrics.full_bytes, row);
        table.add(row);
      }
  return table.take();
}

std::string job_series_csv(const JobHistory& history) {
  CsvTable table({"time_ns", "backlog_records", "worked_off_records", "throughput_records_per_s",
                  "queued_bytes", "back_pressured_tasks", "storage_transfers",
                  "stored_checkpoints_bytes"});
  const Tick interval = history.series().interval();
  for (const JobTimelineSample& each : job_timeline(history).samples) {
    const JobSample& figures = each.figures;
    table.add({std::to_string(figures.at), std::to_string(figures.backlog),
               std::to_string(figures.records),
               figures.at > 0 ? std::to_string(per_second(figures.records, interval)) : "",
               std::to_string(figures.queued_bytes), std::to_string(figures.pressed),
               std::to_string(figures.transfers), std::to_string(figures.stored_bytes)});
  }
  return table.take();
}

std::string job_queues_csv(const JobHistory& history) {
  CsvTable table({"time_ns", "task", "held_inputs", "queued_bytes"});
  const JobTimeline timeline = job_timeline(history);
  for (const JobTimelineSample& each : timeline.samples)
    for (const JobQueueSample& queue : each.queues)
      table.add({std::to_string(each.figures.at), timeline.tasks[queue.task],
                 std::to_string(queue.held_inputs), std::to_string(queue.bytes)});
  return table.take();
}

std::string job_recoveries_csv(const JobHistory& history) {
  CsvTable table({"cause", "restored_checkpoint", "restarted_tasks", "failed_ns",
                  "restart_delay_ns", "restarted_ns", "restored_ns", "running_ns"});
  for (const RecoveryRecord& each : history.world().recoveries)
    table.add({each.planned ? "restart" : "failure",
               each.checkpoint == kNoCheckpoint ? "" : std::to_string(each.checkpoint.number),
               std::to_string(each.tasks), std::to_string(each.failed_at),
               std::to_string(each.delay), known(each.restarted_at), known(each.restored_at),
               known(each.running_at)});
  return table.take();
}

}  // namespace cutline
