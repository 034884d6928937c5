// A checkpoint under way, as the coordinator sees it (rules C2, C16, C17).
//
//     created ──▶ location ──▶ enumerators ──▶ hooks ──▶ tasks triggered ──▶ acknowledged by all
//        └ the expiry timer starts                                             │
//                                   completed ◀── in the store ◀── metadata ◀──┘
//
// The last acknowledgement proves that all state is durable. Completed it is only at the end.
#pragma once
#include <cstdint>
#include <vector>

#include "core/base/ticks.h"
#include "core/system/barrier.h"
#include "core/system/checkpoint_plan.h"
#include "core/system/checkpoint_request.h"

namespace cutline {

enum class PendingPhase : uint8_t {
  location,      // its place in the storage is being made
  coordinators,  // operator coordinators, such as source enumerators, take their snapshots
  hooks,         // master hooks do
  tasks,         // barriers are on their way
  metadata,      // acknowledged by all: the metadata file is being written
  store,         // it is being added to the store of completed checkpoints
};

struct PendingCheckpoint {
  CheckpointId id;
  CheckpointRequest request;
  PendingPhase phase = PendingPhase::location;
  Tick triggered_at = 0;  // what barriers carry and durations count from
  CheckpointPlan plan;
  std::vector<bool> acknowledged;          // parallel to plan.acknowledge
  std::vector<SubtaskId> finished;         // plan.finished, and who said so in acknowledging
  std::vector<bool> coordinators;          // by operator coordinator: has acknowledged
  std::vector<bool> hooks;                 // by master hook
  friend bool operator==(const PendingCheckpoint&, const PendingCheckpoint&) = default;
};

enum class AcknowledgeResult : uint8_t { success, duplicate, unknown };
AcknowledgeResult acknowledge(PendingCheckpoint& pending, SubtaskId subtask, bool finished);

bool acknowledged_by(const PendingCheckpoint& pending, SubtaskId subtask);
bool fully_acknowledged(const PendingCheckpoint& pending);

// C6: some subtasks of a vertex with union-list state have finished and others have not, so that
// the union is no longer whole.
bool union_state_is_partial(const PendingCheckpoint& pending, const TaskGraph& graph);

}  // namespace cutline
