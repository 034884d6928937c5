// Words and rates that the exports of a job have in common.
#pragma once
#include <string_view>

#include "core/base/ticks.h"
#include "core/system/checkpoint_statistics.h"

namespace cutline {

inline std::string_view kind_word(CheckpointKind kind) {
  switch (kind) {
    case CheckpointKind::checkpoint: return "checkpoint";
    case CheckpointKind::savepoint: return "savepoint";
    case CheckpointKind::drain_savepoint: return "stop-with-savepoint (drain)";
    default: return "stop-with-savepoint";
  }
}

inline std::string_view status_word(CheckpointStatus status) {
  switch (status) {
    case CheckpointStatus::in_progress: return "in progress";
    case CheckpointStatus::completed: return "completed";
    case CheckpointStatus::failed: return "failed";
  }
  return "";
}

// Rounded to whole ones.
inline int64_t per_second(int64_t count, Tick interval) {
  return static_cast<int64_t>(
      static_cast<double>(count) * static_cast<double>(kSecond) / static_cast<double>(interval) +
      0.5);
}

}  // namespace cutline
