// The store of completed checkpoints: what a failure restores from (rules C18, C20).
//
//     add 7 ──▶ [ 5 6 7 ]  num-retained 2 ──▶ 5 is subsumed, its state deleted ──▶ [ 6 7 ]
//                       └ latest: restored
//
// Savepoints taken during the run never get here. One that the job was started from does: it gives
// way to the first checkpoint that completes, and stays on disk.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/ticks.h"
#include "core/system/barrier.h"
#include "core/system/checkpoint_options.h"

namespace cutline {

struct CompletedCheckpoint {
  CheckpointId id;
  CheckpointKind kind = CheckpointKind::checkpoint;
  Tick triggered_at = 0;
  Tick completed_at = 0;  // metadata written and in the store, not the last acknowledgement (C17)
  friend bool operator==(const CompletedCheckpoint&, const CompletedCheckpoint&) = default;
};

struct CompletedCheckpoints {
  int64_t retained = 1;                       // num-retained
  std::vector<CompletedCheckpoint> in_store;  // oldest first
  friend bool operator==(const CompletedCheckpoints&, const CompletedCheckpoints&) = default;
};

// Adds the newest and takes out what is beyond num-retained, oldest first; the newest that is no
// savepoint always stays, since later incremental checkpoints may refer to it. Returns those taken
// out. The state of a savepoint among them is not the engine's to delete.
std::vector<CompletedCheckpoint> add_completed(CompletedCheckpoints& store,
                                               const CompletedCheckpoint& checkpoint);

// What a failure restores.
std::optional<CompletedCheckpoint> latest_completed(const CompletedCheckpoints& store);

// Of those taken out: the one that notify-complete names as subsumed, if any.
CheckpointId subsumed_id(const std::vector<CompletedCheckpoint>& taken_out);

}  // namespace cutline
