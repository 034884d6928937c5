// What the engine remembers of checkpoints: the figures that its REST interface shows (rules M1,
// M2, M5, M6). Whole numbers and times of the run; shapes and percentiles are the report's.
//
//     statistics_* effects ──▶ record ──▶ counts, history (newest 10), latest of each kind
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/ticks.h"
#include "core/system/coordinator_effect.h"

namespace cutline {

enum class CheckpointStatus : uint8_t { in_progress, completed, failed };

struct SubtaskStatistics {
  bool reported = false;
  bool aborted = false;  // came with or after a failure: its sizes count, its acknowledgement not
  Tick at = 0;           // when the coordinator got it
  SubtaskMetrics metrics;
  friend bool operator==(const SubtaskStatistics&, const SubtaskStatistics&) = default;
};

// Sums over what was reported, and the most recent acknowledgement (M1).
struct ReportedSums {
  uint32_t acknowledged = 0;
  std::optional<Tick> latest_acknowledgement;  // nothing: none yet
  int64_t checkpointed_bytes = 0;
  int64_t full_bytes = 0;
  int64_t processed_bytes = 0;
  int64_t persisted_bytes = 0;
  bool unaligned = false;  // any subtask captured something (T9)
  friend bool operator==(const ReportedSums&, const ReportedSums&) = default;
};

struct VertexStatistics {
  VertexId vertex;
  uint32_t first_subtask = 0;
  std::vector<SubtaskStatistics> subtasks;  // by index
  ReportedSums sums;
  friend bool operator==(const VertexStatistics&, const VertexStatistics&) = default;
};

struct CheckpointRecord {
  CheckpointId id;
  CheckpointKind kind = CheckpointKind::checkpoint;
  CheckpointStatus status = CheckpointStatus::in_progress;
  Tick triggered_at = 0;
  Tick ended_at = 0;  // completed or failed
  CheckpointFailure failure = CheckpointFailure::checkpoint_declined;  // where it failed
  std::vector<VertexStatistics> vertices;
  ReportedSums sums;
  friend bool operator==(const CheckpointRecord&, const CheckpointRecord&) = default;
};

uint32_t subtask_count(const CheckpointRecord& record);  // M2
// M1: trigger to the most recent acknowledgement; of a failed one to the failure, whatever was
// acknowledged. Nothing: no acknowledgement yet.
std::optional<Tick> end_to_end(const CheckpointRecord& record);

struct CheckpointCounts {  // M6
  int64_t restored = 0;
  int64_t total = 0;
  int64_t in_progress = 0;
  int64_t completed = 0;
  int64_t failed = 0;
  friend bool operator==(const CheckpointCounts&, const CheckpointCounts&) = default;
};

struct RestoredCheckpoint {
  CheckpointId id;
  Tick at = 0;
  bool savepoint = false;
  friend bool operator==(const RestoredCheckpoint&, const RestoredCheckpoint&) = default;
};

struct CheckpointStatistics {
  size_t history_size = 10;  // web.checkpoints.history
  CheckpointCounts counts;
  std::vector<CheckpointRecord> history;  // oldest first
  std::optional<CheckpointRecord> latest_completed;  // a checkpoint, not a savepoint
  std::optional<CheckpointRecord> latest_savepoint;
  std::optional<CheckpointRecord> latest_failed;
  std::optional<RestoredCheckpoint> latest_restored;
  friend bool operator==(const CheckpointStatistics&, const CheckpointStatistics&) = default;
};

CheckpointRecord start_record(const CoordinatorEffect& started, const TaskGraph& graph, Tick now);

// Adds what a subtask reported at `now`. False: no such subtask in the plan, or it has reported.
bool report_subtask(CheckpointRecord& record, SubtaskId subtask, const SubtaskStatistics& what);

// Records one statistics_* effect; others are passed over.
void record_statistics(CheckpointStatistics& statistics, const CoordinatorEffect& effect,
                       const TaskGraph& graph, Tick now);

const CheckpointRecord* find_record(const CheckpointStatistics& statistics, CheckpointId id);

}  // namespace cutline
