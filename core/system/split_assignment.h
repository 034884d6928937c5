// Which splits a source's enumerator has given to which reader, for each checkpoint (rules S1–S3).
//
//     assign a ─ snapshot 100 ─ assign b ─ snapshot 101 ─ assign c
//      └ 100 ──────────────────┘└ 101 ──────────────────┘└ not in any checkpoint yet
//
//     reader fails, restored to 100: b and c go back to the enumerator
//     100 completes: its line is dropped, since nobody is restored to anything older
//
// The enumerator takes its snapshot before barriers are sent. So that a split is in exactly one of
// the two snapshots, what it sends to a reader meanwhile waits at a gate until that reader has
// taken its part: it belongs to the next checkpoint.
#pragma once
#include <cstdint>
#include <vector>

#include "core/system/barrier.h"

namespace cutline {

struct SplitId {
  int64_t number = 0;
  friend auto operator<=>(const SplitId&, const SplitId&) = default;
};

struct ReaderSplits {
  uint32_t reader = 0;  // index of the source subtask
  std::vector<SplitId> splits;
  friend bool operator==(const ReaderSplits&, const ReaderSplits&) = default;
};

struct CheckpointSplits {
  CheckpointId id;
  std::vector<ReaderSplits> readers;
  friend bool operator==(const CheckpointSplits&, const CheckpointSplits&) = default;
};

struct SplitTracker {
  std::vector<CheckpointSplits> checkpoints;  // ids ascend; what was given before each snapshot
  std::vector<ReaderSplits> since;            // since the last snapshot
  friend bool operator==(const SplitTracker&, const SplitTracker&) = default;
};

void assign_split(SplitTracker& tracker, uint32_t reader, SplitId split);
void enumerator_snapshotted(SplitTracker& tracker, CheckpointId id);
void checkpoint_completed(SplitTracker& tracker, CheckpointId id);
// The reader failed alone and is restored to `restored` (kNoCheckpoint: to its start). What it was
// given later goes back to the enumerator, in the order of assignment.
std::vector<SplitId> take_back_splits(SplitTracker& tracker, uint32_t reader,
                                      CheckpointId restored);

// S2: the gate between an enumerator and one reader.
struct SplitGate {
  struct Held {
    CheckpointId id;  // waits for the reader's part of this checkpoint
    std::vector<SplitId> splits;
    friend bool operator==(const Held&, const Held&) = default;
  };
  std::vector<Held> closed;  // ids ascend; empty: the gate is open
  friend bool operator==(const SplitGate&, const SplitGate&) = default;
};

// The enumerator's snapshot for `id` is taken.
void close_gate(SplitGate& gate, CheckpointId id);
// True: the split may go to the reader now. Else it is held.
bool pass_gate(SplitGate& gate, SplitId split);
// The reader has taken its part of `id`, or `id` was aborted. Returns what goes to the reader now.
std::vector<SplitId> open_gate(SplitGate& gate, CheckpointId id);
// The reader failed: nothing waits for it any more.
void reset_gate(SplitGate& gate);

}  // namespace cutline
