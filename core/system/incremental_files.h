// The files of one subtask's state under incremental checkpoints: a log-structured store whose
// files never change, so that a checkpoint uploads what the last completed one does not hold yet.
//
//     [ merged ......... ] [ 1 ] [ 2 ] [ 3 ]   and a few small ones that are written every time
//      the whole state      └ what changed between two checkpoints
//
// Checkpointed size is what is uploaded, full size is all that a restore needs (section 9.1). The
// latter grows with every file, and drops when files are merged: some keys are in several.
#pragma once
#include <cstdint>
#include <vector>

#include "core/system/barrier.h"

namespace cutline {

struct FileSizes {
  int64_t state = 0;    // all of it in one file
  int64_t changes = 0;  // since the snapshot before
  int64_t fixed = 0;    // written every time
};

struct StoredBytes {
  int64_t written = 0;     // checkpointed size
  int64_t referenced = 0;  // full size
  friend bool operator==(const StoredBytes&, const StoredBytes&) = default;
};

class IncrementalFiles {
 public:
  // One more snapshot. The first writes the whole state. `merge_every` 0: never; else so many files
  // are merged, and the snapshot after that uploads the merged one.
  StoredBytes snapshot(CheckpointId id, const FileSizes& sizes, int64_t merge_every);
  // The checkpoint is complete: what it holds need not be uploaded again.
  void confirm(CheckpointId id);

  friend bool operator==(const IncrementalFiles&, const IncrementalFiles&) = default;

 private:
  struct File {
    CheckpointId since;  // the first checkpoint that has it
    int64_t bytes = 0;
    friend bool operator==(const File&, const File&) = default;
  };

  bool begun_ = false;
  int64_t state_ = 0;        // all of it at the last snapshot, in one file
  int64_t confirmed_ = 0;    // bytes of files that a completed checkpoint holds
  std::vector<File> fresh_;  // the other files
  int64_t unmerged_ = 0;     // files since the last merge
};

}  // namespace cutline
