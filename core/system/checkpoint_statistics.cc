#include "core/system/checkpoint_statistics.h"

#include <algorithm>

#include "core/base/check.h"

namespace cutline {
namespace {

int64_t known(int64_t value) { return std::max<int64_t>(value, 0); }  // -1: unknown, not counted

void add(ReportedSums& sums, const SubtaskStatistics& what) {
  if (!what.aborted) {
    ++sums.acknowledged;
    sums.latest_acknowledgement = what.at;
  }
  sums.checkpointed_bytes += known(what.metrics.checkpointed_bytes);
  sums.full_bytes += known(what.metrics.full_bytes);
  sums.processed_bytes += known(what.metrics.processed_bytes);
  sums.persisted_bytes += known(what.metrics.persisted_bytes);
  sums.unaligned = sums.unaligned || what.metrics.unaligned();
}

CheckpointRecord* find(CheckpointStatistics& statistics, CheckpointId id) {
  for (CheckpointRecord& record : statistics.history)
    if (record.id == id) return &record;
  return nullptr;
}

// M5: what is in progress stays; else the oldest goes.
void forget_oldest(CheckpointStatistics& statistics) {
  std::vector<CheckpointRecord>& history = statistics.history;
  while (history.size() > statistics.history_size) {
    const auto oldest = std::find_if(history.begin(), history.end(), [](const auto& record) {
      return record.status != CheckpointStatus::in_progress;
    });
    if (oldest == history.end()) return;
    history.erase(oldest);
  }
}

void finish(CheckpointStatistics& statistics, const CoordinatorEffect& effect, Tick now) {
  CheckpointRecord* record = find(statistics, effect.id);
  CUTLINE_CHECK(record && record->status == CheckpointStatus::in_progress,
                "a checkpoint that ends is in the history, and ends once");
  const bool completed = effect.kind == CoordinatorEffectKind::statistics_completed;
  record->status = completed ? CheckpointStatus::completed : CheckpointStatus::failed;
  record->ended_at = now;
  record->failure = effect.failure;
  --statistics.counts.in_progress;
  ++(completed ? statistics.counts.completed : statistics.counts.failed);
  std::optional<CheckpointRecord>& latest = !completed ? statistics.latest_failed
                                            : is_savepoint(record->kind)
                                                ? statistics.latest_savepoint
                                                : statistics.latest_completed;
  if (!latest || latest->id < record->id) latest = *record;
}

// K-24: what comes late is added to a checkpoint that failed, and to one that is still going on.
void report_late(CheckpointStatistics& statistics, const CoordinatorEffect& effect, Tick now) {
  CheckpointRecord* record = find(statistics, effect.id);
  if (!record || record->status == CheckpointStatus::completed) return;
  report_subtask(*record, effect.subtask, {true, true, now, effect.metrics});
  if (statistics.latest_failed && statistics.latest_failed->id == record->id)
    statistics.latest_failed = *record;
}

}  // namespace

uint32_t subtask_count(const CheckpointRecord& record) {
  size_t count = 0;
  for (const VertexStatistics& vertex : record.vertices) count += vertex.subtasks.size();
  return static_cast<uint32_t>(count);
}

std::optional<Tick> end_to_end(const CheckpointRecord& record) {
  if (record.status == CheckpointStatus::failed)
    return std::max<Tick>(0, record.ended_at - record.triggered_at);
  if (!record.sums.latest_acknowledgement) return std::nullopt;
  return std::max<Tick>(0, *record.sums.latest_acknowledgement - record.triggered_at);
}

CheckpointRecord start_record(const CoordinatorEffect& started, const TaskGraph& graph, Tick now) {
  CheckpointRecord record;
  record.id = started.id;
  record.kind = started.request.kind;
  record.triggered_at = started.triggered_at;
  for (VertexId vertex : started.plan.vertices) {
    VertexStatistics statistics;
    statistics.vertex = vertex;
    statistics.first_subtask = subtask_of(graph, vertex, 0).index;
    statistics.subtasks.resize(graph.vertices[vertex.index].parallelism);
    record.vertices.push_back(std::move(statistics));
  }
  for (SubtaskId finished : started.plan.finished)  // C6: with zeros
    report_subtask(record, finished, {true, false, now, {}});
  return record;
}

bool report_subtask(CheckpointRecord& record, SubtaskId subtask, const SubtaskStatistics& what) {
  for (VertexStatistics& vertex : record.vertices) {
    if (subtask.index < vertex.first_subtask) continue;
    const size_t index = subtask.index - vertex.first_subtask;
    if (index >= vertex.subtasks.size()) continue;
    if (vertex.subtasks[index].reported) return false;
    vertex.subtasks[index] = what;
    add(vertex.sums, what);
    add(record.sums, what);
    return true;
  }
  return false;
}

void record_statistics(CheckpointStatistics& statistics, const CoordinatorEffect& effect,
                       const TaskGraph& graph, Tick now) {
  switch (effect.kind) {
    case CoordinatorEffectKind::statistics_started:
      ++statistics.counts.total;
      ++statistics.counts.in_progress;
      statistics.history.push_back(start_record(effect, graph, now));
      return forget_oldest(statistics);
    case CoordinatorEffectKind::statistics_acknowledged:
      if (CheckpointRecord* record = find(statistics, effect.id))
        report_subtask(*record, effect.subtask, {true, false, now, effect.metrics});
      return;
    case CoordinatorEffectKind::statistics_reported: return report_late(statistics, effect, now);
    case CoordinatorEffectKind::statistics_completed:
    case CoordinatorEffectKind::statistics_failed: return finish(statistics, effect, now);
    case CoordinatorEffectKind::statistics_not_started:
      ++statistics.counts.total;
      ++statistics.counts.failed;
      return;
    case CoordinatorEffectKind::statistics_restored:
      ++statistics.counts.restored;
      statistics.latest_restored =
          RestoredCheckpoint{effect.id, now, is_savepoint(effect.request.kind)};
      return;
    default: return;
  }
}

const CheckpointRecord* find_record(const CheckpointStatistics& statistics, CheckpointId id) {
  for (const CheckpointRecord& record : statistics.history)
    if (record.id == id) return &record;
  return nullptr;
}

}  // namespace cutline
