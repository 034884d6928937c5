#include "core/system/checkpoint_combinations.h"

#include <algorithm>

#include "core/base/check.h"

namespace cutline {
namespace {

using enum CombinationOutcome;

constexpr std::string_view kConcurrent =
    "ops/state/checkpointing_under_backpressure#concurrent-checkpoints";
constexpr std::string_view kPatterns =
    "ops/state/checkpointing_under_backpressure"
    "#certain-data-distribution-patterns-are-not-checkpointed";
constexpr std::string_view kVersus =
    "ops/state/checkpoints_vs_savepoints#capabilities-and-limitations";
constexpr std::string_view kOptions =
    "dev/datastream/fault-tolerance/checkpointing#related-config-options";
constexpr std::string_view kUnalignedOption =
    "deployment/config#execution-checkpointing-unaligned-enabled";
constexpr std::string_view kForcedOption =
    "deployment/config#execution-checkpointing-unaligned-forced";

constexpr CombinationFacts kTable[] = {
    {Combination::unaligned_concurrent, "unaligned with more than one concurrent checkpoint",
     refused, "only one checkpoint at a time can capture in-flight data", kConcurrent},
    {Combination::unaligned_at_least_once, "unaligned with AT_LEAST_ONCE", changed,
     "unaligned checkpoints need EXACTLY_ONCE; the engine warns and switches them off",
     kUnalignedOption},
    {Combination::unaligned_savepoint, "savepoint while checkpoints are unaligned",
     supported_with_limits,
     "a savepoint is always aligned, never runs beside an unaligned checkpoint and queues behind "
     "it; under back pressure it may be slow",
     kConcurrent},
    {Combination::stop_with_savepoint, "stop-with-savepoint", supported_with_limits,
     "always aligned; completion is notified and sinks commit", "ops/state/savepoints#operations"},
    {Combination::aligned_concurrent, "aligned with several concurrent checkpoints", supported,
     "a newer barrier may end the older checkpoint at a subtask", kOptions},
    {Combination::pointwise_edge, "unaligned over a forward or rescale edge", changed,
     "the edge is forced aligned: its order would be lost on rescaling", kPatterns},
    {Combination::broadcast_edge, "unaligned over a broadcast edge", changed,
     "the edge is forced aligned: broadcast state would differ between subtasks", kPatterns},
    {Combination::mixed_inputs, "unaligned with one unsupported input of several", changed,
     "all inputs of the vertex are forced aligned", kPatterns},
    {Combination::behind_forced_edge, "downstream of an edge that is forced aligned", supported,
     "unaligned again: the task sends its own barrier unaligned", ""},
    {Combination::timeout_on_forced_edge, "aligned-checkpoint-timeout on a forced edge", changed,
     "a barrier does not time out while it is on that edge", ""},
    {Combination::custom_partitioner, "unaligned with a custom partitioner", refused,
     "rescaling is not guaranteed to be right; unaligned.forced allows it", kForcedOption},
    {Combination::iterations, "unaligned with iterations", refused,
     "records in the feedback loop are lost on a failure anyway; unaligned.forced allows it",
     kForcedOption},
    {Combination::committing_topology, "unaligned behind a Sink V2 writer", changed,
     "forced aligned, so that no barrier overtakes the committables", ""},
    {Combination::batch, "sorted inputs or batch execution", changed,
     "there are no checkpoints at all", "dev/datastream/execution_mode#failure-recovery"},
    {Combination::input_selectable, "an operator that selects its input", refused,
     "checkpointing is not supported for operators that implement InputSelectable", ""},
    {Combination::approximate_local_recovery, "unaligned with approximate local recovery", refused,
     "the two do not go together", ""},
    {Combination::externally_induced_source, "externally induced sources", supported_with_limits,
     "the snapshot waits until both the coordinator's message and the source's own inducement are "
     "in; legacy sources reject enforced full checkpoints",
     ""},
    {Combination::watermark_logic, "unaligned with operators that apply the latest watermark",
     supported_with_limits,
     "after a restore the watermark comes behind the in-flight data: results differ",
     "ops/state/checkpointing_under_backpressure#interplay-with-watermarks"},
    {Combination::long_record, "unaligned with long records, many timers or a huge flatMap",
     supported_with_limits, "a barrier waits for the record that is being processed",
     "ops/state/checkpointing_under_backpressure#interplay-with-long-running-record-processing"},
    {Combination::rescaling_unaligned, "rescaling from an unaligned checkpoint", supported,
     "except over edges that do not support it", kVersus},
    {Combination::changed_partitioning_unaligned,
     "changing partitioning or record type from an unaligned checkpoint", refused,
     "the in-flight data would no longer fit", kVersus},
    {Combination::minor_version_upgrade_unaligned,
     "a minor version upgrade from an unaligned checkpoint", refused,
     "only bug-fix upgrades can read its in-flight data", kVersus},
    {Combination::state_processor_unaligned, "the state processor on an unaligned checkpoint",
     refused, "it cannot read in-flight data", kVersus},
    {Combination::state_backend_change, "changing the state backend", supported_with_limits,
     "only from a canonical savepoint", kVersus},
    {Combination::finished_tasks_unaligned, "finished tasks with unaligned", supported,
     "the end of an input ends the capture of its channel",
     "dev/datastream/fault-tolerance/checkpointing"
     "#checkpointing-with-parts-of-the-graph-finished"},
    {Combination::shared_channel_state_file, "several subtasks in one channel-state file",
     supported, "five unless set otherwise; the slowest of them closes it",
     "deployment/config"
     "#execution-checkpointing-unaligned-max-subtasks-per-channel-state-file"},
    {Combination::checkpoint_during_recovery, "a checkpoint while tasks recover", refused,
     "every task must be running first", ""},
};

OptionNote note_of(Combination combination) {
  const CombinationFacts& facts = facts_of(combination);
  return {std::string(facts.what) + ": " + std::string(facts.reason), std::string(facts.section)};
}

Fault refusal(Combination combination) {
  const CombinationFacts& facts = facts_of(combination);
  std::string sentence = std::string(facts.what) + " is refused: " + std::string(facts.reason);
  if (!facts.section.empty()) sentence += " (Flink 2.1, docs/" + std::string(facts.section) + ")";
  return fault(std::move(sentence));
}

// What the job itself rules out, once it takes checkpoints.
Result<Done> refuse_job(const CheckpointOptions& options, const JobTraits& traits) {
  if (!options.interval) return Done{};
  if (options.unaligned && !options.unaligned_forced) {
    if (traits.iterations) return refusal(Combination::iterations);
    if (traits.custom_partitioner) return refusal(Combination::custom_partitioner);
  }
  if (traits.input_selectable) return refusal(Combination::input_selectable);
  return Done{};
}

Result<Done> refuse_options(const CheckpointOptions& options, const JobTraits& traits) {
  if (options.unaligned && traits.approximate_local_recovery)
    return refusal(Combination::approximate_local_recovery);
  if (options.unaligned && options.max_concurrent_checkpoints > 1)
    return refusal(Combination::unaligned_concurrent);
  const Tick backlog = options.interval_during_backlog.value_or(0);
  if (backlog > 0 && options.interval && backlog < *options.interval)
    return fault("execution.checkpointing.interval-during-backlog must be 0 or at least "
                 "execution.checkpointing.interval, " +
                 print_duration(*options.interval) + ", not " + print_duration(backlog) +
                 " (Flink 2.1, docs/deployment/config"
                 "#execution-checkpointing-interval-during-backlog)");
  return Done{};
}

void note_what_has_no_effect(const CheckpointOptions& options, std::vector<OptionNote>& notes) {
  if (!options.unaligned && options.aligned_checkpoint_timeout > 0)
    notes.push_back({"aligned-checkpoint-timeout has no effect unless unaligned checkpoints are on",
                     "deployment/config#execution-checkpointing-aligned-checkpoint-timeout"});
  if (options.interval && *options.interval < options.min_pause)
    notes.push_back({"the interval is raised to min-pause, " + print_duration(options.min_pause),
                     "deployment/config#execution-checkpointing-min-pause"});
  if (options.min_pause > kMinPauseMax)
    notes.push_back({"min-pause is at most one year", ""});
}

}  // namespace

std::span<const CombinationFacts> combination_table() { return kTable; }

const CombinationFacts& facts_of(Combination combination) {
  const auto place = static_cast<size_t>(combination);
  CUTLINE_CHECK(place < std::size(kTable) && kTable[place].combination == combination,
                "the table of combinations is in the order of its names");
  return kTable[place];
}

Result<UsableOptions> usable_options(const CheckpointOptions& wished, const JobTraits& traits) {
  UsableOptions usable{wished, {}};
  CheckpointOptions& options = usable.options;
  if (traits.batch && options.interval) {
    options.interval.reset();
    usable.notes.push_back(note_of(Combination::batch));
  }
  const Result<Done> by_job = refuse_job(options, traits);
  if (!by_job) return by_job.error();
  if (options.unaligned && options.mode == CheckpointingMode::at_least_once) {
    options.unaligned = false;
    usable.notes.push_back(note_of(Combination::unaligned_at_least_once));
  }
  const Result<Done> by_options = refuse_options(options, traits);
  if (!by_options) return by_options.error();
  if (options.unaligned && traits.custom_partitioner)
    usable.notes.push_back(note_of(Combination::custom_partitioner));
  if (options.unaligned && traits.iterations)
    usable.notes.push_back(note_of(Combination::iterations));
  note_what_has_no_effect(options, usable.notes);
  return usable;
}

std::vector<ForcedAligned> forced_aligned_edges(const Job& job) {
  std::vector<ForcedAligned> forced(job.edges.size(), ForcedAligned::no);
  for (size_t edge = 0; edge < job.edges.size(); ++edge) {
    const EdgeKind kind = job.edges[edge].kind;
    if (is_pointwise(kind)) forced[edge] = ForcedAligned::pointwise;
    if (kind == EdgeKind::broadcast) forced[edge] = ForcedAligned::broadcast;
  }
  const std::vector<ForcedAligned> by_kind = forced;
  for (size_t edge = 0; edge < job.edges.size(); ++edge)
    for (size_t other = 0; other < job.edges.size(); ++other)
      if (forced[edge] == ForcedAligned::no && job.edges[other].to == job.edges[edge].to &&
          by_kind[other] != ForcedAligned::no)
        forced[edge] = ForcedAligned::beside_one;
  return forced;
}

}  // namespace cutline
