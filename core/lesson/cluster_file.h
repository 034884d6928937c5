// What a real cluster says of its checkpoints: the engine's own document of
// /jobs/:jobid/checkpoints (Flink 2.1, section 11.1 of the specification), to be laid beside a run.
//
//     {"counts": {…}, "summary": {…}, "latest": {…}, "history": [{"id": 14, …}, …]}
//
// A report of this lab, which has such a document as its member "checkpoints", is read too.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/base/ticks.h"

namespace cutline {

// The engine keeps ten checkpoints, and writes some 600 bytes of each.
inline constexpr size_t kClusterBytesMax = 4 * 1024 * 1024;
inline constexpr size_t kClusterHistoryMax = 1000;

enum class ClusterStatus : uint8_t { in_progress, completed, failed };

struct ClusterCheckpoint {
  int64_t id = 0;
  ClusterStatus status = ClusterStatus::in_progress;
  bool savepoint = false;
  bool unaligned = false;
  Tick triggered = 0;  // since the first one that is listed was triggered
  Tick duration = -1;  // end to end; -1: no acknowledgement yet
  int64_t subtasks = 0;
  int64_t acknowledged = 0;
  int64_t checkpointed_bytes = 0;
  int64_t persisted_bytes = 0;
  std::string failure;  // its message; empty where it did not fail
  friend bool operator==(const ClusterCheckpoint&, const ClusterCheckpoint&) = default;
};

struct ClusterFile {
  int64_t completed = 0;  // the cluster's counts: history lists only the last ones
  int64_t failed = 0;
  int64_t in_progress = 0;
  std::vector<ClusterCheckpoint> history;  // oldest first
  friend bool operator==(const ClusterFile&, const ClusterFile&) = default;
};

// Refuses, with line and column, what is no such document, and more than kClusterBytesMax bytes or
// kClusterHistoryMax checkpoints. Members that are not asked for may be there.
Result<ClusterFile> read_cluster_file(std::string_view text);

}  // namespace cutline
