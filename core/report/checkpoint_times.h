// What happened when in a run's snapshots, as the engine's statistics count it.
//
//     started ──▶ first marker in ──▶ … ──▶ last marker in = acknowledged
//        │  start delay  │     alignment         │
//        └──────────── end to end ───────────────┘
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "core/run/history.h"

namespace cutline {

// One process in one snapshot. Times are those of the run.
struct SubtaskTimes {
  bool recorded = false;
  Tick recorded_at = 0;
  std::optional<Tick> first_marker_at;  // of those it received
  Tick last_marker_at = 0;
  // When it had recorded and what its inputs recorded was final, where that is so.
  std::optional<Tick> acknowledged_at;
};

struct CheckpointTimes {
  uint32_t id = 0;  // the snapshot's number, from 1
  Tick triggered_at = 0;
  bool complete = false;
  std::vector<SubtaskTimes> subtasks;  // by process

  size_t acknowledged() const;
  std::optional<Tick> latest_acknowledgement() const;
};

// Every snapshot by markers or colours up to the cursor, oldest first; no readings of endpoints.
std::vector<CheckpointTimes> checkpoint_times(const History& history);

}  // namespace cutline
