// The checkpoint coordinator of a job: one plain value, moved on by one event at a time. What
// should be done comes out as a list; the engine does it and answers with further events.
//
//     event, now ──▶ handle ──▶ effects             requests ─▶ queue ─▶ trigger ─▶ pending
//                      │                                                              │
//                  Coordinator                       subsumed ◀─ store ◀─ finalizing ◀┘
//
// Only one checkpoint is finalized at a time, and meanwhile nothing else happens here: the engine
// holds its lock while it writes the metadata. Events that come in then wait in `parked`.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/dice.h"
#include "core/base/ticks.h"
#include "core/system/checkpoint_failures.h"
#include "core/system/checkpoint_options.h"
#include "core/system/checkpoint_request.h"
#include "core/system/completed_checkpoints.h"
#include "core/system/coordinator_effect.h"
#include "core/system/coordinator_event.h"
#include "core/system/pending_checkpoint.h"

namespace cutline {

// What does not change during a run.
struct CoordinatorSetup {
  CheckpointOptions options;  // usable: see checkpoint_combinations.h
  TaskGraph graph;
  uint32_t operator_coordinators = 0;  // source enumerators
  uint32_t master_hooks = 0;
  uint32_t job = 0;
  friend bool operator==(const CoordinatorSetup&, const CoordinatorSetup&) = default;
};

// C2: the trigger under way. There is at most one.
struct TriggerUnderWay {
  CheckpointRequest request;
  Tick timestamp = 0;                // taken first, before anything is waited for
  CheckpointId id = kNoCheckpoint;   // once there is one
  friend bool operator==(const TriggerUnderWay&, const TriggerUnderWay&) = default;
};

struct Coordinator {
  bool running = false;     // the job is
  bool scheduling = false;  // periodic checkpoints are on
  bool shut_down = false;
  CheckpointId next_id{1};  // C1
  RequestQueue queue;
  std::optional<TriggerUnderWay> trigger;
  std::vector<PendingCheckpoint> pending;  // ids ascend
  CompletedCheckpoints completed;
  FailureCounter failures;
  std::optional<Tick> last_completion;  // C11: the pause runs from here
  uint64_t trigger_timer = 0;           // the number of the one that counts
  std::optional<Tick> next_trigger;     // its nominal time; nothing: there is none
  std::vector<uint32_t> backlog;        // source operators that work off a backlog, ascending
  int64_t deleting = 0;                 // checkpoints whose state is being deleted
  CheckpointId finalizing = kNoCheckpoint;
  std::vector<CoordinatorEvent> parked;  // in order of arrival
  friend bool operator==(const Coordinator&, const Coordinator&) = default;
};

Coordinator start_coordinator(const CoordinatorSetup& setup);

// C1: the job starts from a savepoint. Its id is the last one used.
void start_from_savepoint(Coordinator& coordinator, const CompletedCheckpoint& savepoint);

CoordinatorEffects handle(const CoordinatorSetup& setup, Coordinator& coordinator, Dice& dice,
                          const CoordinatorEvent& event);

const PendingCheckpoint* find_pending(const Coordinator& coordinator, CheckpointId id);

}  // namespace cutline
