// How a job is checkpointed: the engine's options with its names and defaults (Flink 2.1).
//
//     interval ─▶ when          timeout ─▶ how long           mode, unaligned, aligned-checkpoint-
//     min-pause ─▶ when not     tolerable ─▶ how often        timeout ─▶ what barriers do
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/base/ticks.h"
#include "core/system/barrier.h"
#include "core/system/option_table.h"

namespace cutline {

enum class CheckpointingMode : uint8_t { exactly_once, at_least_once };
enum class CheckpointStorageKind : uint8_t { jobmanager, filesystem };

struct CheckpointOptions {
  CheckpointingMode mode = CheckpointingMode::exactly_once;
  std::optional<Tick> interval;                 // not set: no checkpoints by themselves
  std::optional<Tick> interval_during_backlog;  // not set: as ever; 0: none meanwhile (C15)
  Tick timeout = 10 * kMinute;
  Tick min_pause = 0;
  int64_t max_concurrent_checkpoints = 1;
  int64_t tolerable_failed_checkpoints = 0;
  int64_t num_retained = 1;
  bool unaligned = false;
  bool unaligned_forced = false;
  bool interruptible_timers = false;
  Tick aligned_checkpoint_timeout = 0;  // 0: unaligned from the start
  int64_t max_subtasks_per_channel_state_file = 5;
  bool checkpoints_after_tasks_finish = true;
  bool incremental = false;
  CheckpointStorageKind storage = CheckpointStorageKind::jobmanager;
  int64_t data_inline_threshold = 20 * 1024;  // bytes; smaller state goes into the metadata file
  int64_t without_channel_state = -1;  // restoring this checkpoint drops its in-flight data (U16)
  friend bool operator==(const CheckpointOptions&, const CheckpointOptions&) = default;
};

// What tolerable-failed-checkpoints can be set to so that no number of failures is too many.
inline constexpr int64_t kUnlimitedFailures = 2'147'483'647;
// The engine caps min-pause at one year, so that times do not overflow.
inline constexpr Tick kMinPauseMax = 365 * 24 * kHour;

// The table of options, in the order of the engine's documentation.
std::span<const OptionRow<CheckpointOptions>> checkpoint_option_table();

// Sets one option by name and text; see option_table.h for the short forms.
Result<Done> set_checkpoint_option(CheckpointOptions& options, std::string_view key,
                                   std::string_view text);
// The text that would set it to what it is; empty where it is not set.
Result<std::string> checkpoint_option_text(const CheckpointOptions& options, std::string_view key);

// C8: the interval that counts; where it is shorter than min-pause, min-pause.
std::optional<Tick> effective_interval(const CheckpointOptions& options);

// What the coordinator takes. C14: which of them are forced depends on the options.
enum class CheckpointKind : uint8_t {
  checkpoint,
  savepoint,
  stop_savepoint,   // stop-with-savepoint: the tasks stop behind its barrier (C29)
  drain_savepoint,  // … after the end of their input
};
inline bool is_savepoint(CheckpointKind kind) { return kind != CheckpointKind::checkpoint; }
inline bool is_stop(CheckpointKind kind) {
  return kind == CheckpointKind::stop_savepoint || kind == CheckpointKind::drain_savepoint;
}

// T1: the barrier that such a checkpoint is triggered with. Edges may force it aligned on the way.
Barrier barrier_of(const CheckpointOptions& options, CheckpointKind kind, CheckpointId id,
                   Tick timestamp);

}  // namespace cutline
