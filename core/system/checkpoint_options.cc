#include "core/system/checkpoint_options.h"

#include <algorithm>
#include <vector>

namespace cutline {
namespace {

constexpr Tick kShortest = 10 * kMillisecond;  // of an interval and of a time-out
constexpr int64_t kCountMax = 2'147'483'647;
constexpr std::string_view kModes[] = {"EXACTLY_ONCE", "AT_LEAST_ONCE"};
constexpr std::string_view kStorages[] = {"jobmanager", "filesystem"};

using Options = CheckpointOptions;
using Row = OptionRow<Options>;

Row mode_option() {
  return {{"execution.checkpointing.mode", ""},
          [](Options& options, std::string_view text) -> Result<Done> {
            const Result<size_t> place = read_option_word(text, kModes);
            if (!place) return place.error();
            options.mode = static_cast<CheckpointingMode>(*place);
            return Done{};
          },
          [](const Options& options) {
            return std::string(kModes[static_cast<size_t>(options.mode)]);
          }};
}

Row storage_option() {
  return {{"execution.checkpointing.storage", "state.checkpoint-storage"},
          [](Options& options, std::string_view text) -> Result<Done> {
            const Result<size_t> place = read_option_word(text, kStorages);
            if (!place) return place.error();
            options.storage = static_cast<CheckpointStorageKind>(*place);
            return Done{};
          },
          [](const Options& options) {
            return std::string(kStorages[static_cast<size_t>(options.storage)]);
          }};
}

Row interval_option() {
  return {{"execution.checkpointing.interval", ""},
          [](Options& options, std::string_view text) -> Result<Done> {
            const Result<Tick> value = read_option_duration(text, kShortest);
            if (!value) return value.error();
            options.interval = *value;
            return Done{};
          },
          [](const Options& options) {
            return options.interval ? print_duration(*options.interval) : std::string();
          }};
}

Row backlog_option() {
  return {{"execution.checkpointing.interval-during-backlog", ""},
          [](Options& options, std::string_view text) -> Result<Done> {
            const Result<Tick> value = read_option_duration(text, 0);
            if (!value) return value.error();
            if (*value > 0 && *value < kShortest)
              return fault("0, or at least " + print_duration(kShortest));
            options.interval_during_backlog = *value;
            return Done{};
          },
          [](const Options& options) {
            const std::optional<Tick> interval = options.interval_during_backlog;
            return interval ? print_duration(*interval) : std::string();
          }};
}

Row inline_option() {
  return {{"execution.checkpointing.data-inline-threshold", "state.storage.fs.memory-threshold"},
          [](Options& options, std::string_view text) -> Result<Done> {
            const Result<int64_t> value = read_option_bytes(text, 1 << 20);
            if (!value) return value.error();
            options.data_inline_threshold = *value;
            return Done{};
          },
          [](const Options& options) {
            return print_option_bytes(options.data_inline_threshold);
          }};
}

template <int64_t Options::*Member, int64_t Min>
Row count(OptionNames names) {
  return count_option<Options, Member, Min, kCountMax>(names);
}

std::vector<Row> make_table() {
  return {
      duration_option<Options, &Options::aligned_checkpoint_timeout, 0>(
          {"execution.checkpointing.aligned-checkpoint-timeout",
           "execution.checkpointing.alignment-timeout"}),
      flag_option<Options, &Options::checkpoints_after_tasks_finish>(
          {"execution.checkpointing.checkpoints-after-tasks-finish",
           "execution.checkpointing.checkpoints-after-tasks-finish.enabled"}),
      inline_option(),
      flag_option<Options, &Options::incremental>(
          {"execution.checkpointing.incremental", "state.backend.incremental"}),
      interval_option(),
      backlog_option(),
      count<&Options::max_concurrent_checkpoints, 1>(
          {"execution.checkpointing.max-concurrent-checkpoints", ""}),
      duration_option<Options, &Options::min_pause, 0>({"execution.checkpointing.min-pause", ""}),
      mode_option(),
      count<&Options::num_retained, 1>(
          {"execution.checkpointing.num-retained", "state.checkpoints.num-retained"}),
      storage_option(),
      duration_option<Options, &Options::timeout, kShortest>(
          {"execution.checkpointing.timeout", ""}),
      count<&Options::tolerable_failed_checkpoints, 0>(
          {"execution.checkpointing.tolerable-failed-checkpoints", ""}),
      flag_option<Options, &Options::unaligned>(
          {"execution.checkpointing.unaligned.enabled", "execution.checkpointing.unaligned"}),
      flag_option<Options, &Options::unaligned_forced>(
          {"execution.checkpointing.unaligned.forced", ""}),
      flag_option<Options, &Options::interruptible_timers>(
          {"execution.checkpointing.unaligned.interruptible-timers.enabled", ""}),
      count<&Options::max_subtasks_per_channel_state_file, 1>(
          {"execution.checkpointing.unaligned.max-subtasks-per-channel-state-file",
           "execution.checkpointing.max-subtasks-per-channel-state-file"}),
      count_option<Options, &Options::without_channel_state, -1, INT64_MAX>(
          {"execution.state-recovery.without-channel-state.checkpoint-id",
           "execution.checkpointing.recover-without-channel-state.checkpoint-id"}),
  };
}

}  // namespace

std::span<const OptionRow<CheckpointOptions>> checkpoint_option_table() {
  static const std::vector<Row> table = make_table();
  return table;
}

Result<Done> set_checkpoint_option(CheckpointOptions& options, std::string_view key,
                                   std::string_view text) {
  return set_option(checkpoint_option_table(), options, key, text);
}

Result<std::string> checkpoint_option_text(const CheckpointOptions& options,
                                           std::string_view key) {
  return option_text(checkpoint_option_table(), options, key);
}

std::optional<Tick> effective_interval(const CheckpointOptions& options) {
  if (!options.interval) return std::nullopt;
  return std::max(*options.interval, std::min(options.min_pause, kMinPauseMax));
}

Barrier barrier_of(const CheckpointOptions& options, CheckpointKind kind, CheckpointId id,
                   Tick timestamp) {
  Barrier barrier;
  barrier.id = id;
  barrier.timestamp = timestamp;
  barrier.savepoint = is_savepoint(kind);
  if (kind == CheckpointKind::stop_savepoint) barrier.stop = StopMode::suspend;
  if (kind == CheckpointKind::drain_savepoint) barrier.stop = StopMode::drain;
  if (options.mode == CheckpointingMode::at_least_once) {
    barrier.kind = BarrierKind::at_least_once;
  } else if (options.unaligned && !barrier.savepoint) {
    const Tick timeout = options.aligned_checkpoint_timeout;
    if (timeout > 0) barrier.timeout = timeout;
    else barrier.kind = BarrierKind::unaligned;
  }
  return barrier;
}

}  // namespace cutline
