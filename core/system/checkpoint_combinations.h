// What goes together and what does not (section 10 of the semantics): combinations that the engine
// refuses are refused here, those that it changes are changed, each with the reason and the page of
// its documentation that says so (Flink 2.1; paths below docs/).
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/system/checkpoint_options.h"
#include "core/system/job.h"

namespace cutline {

enum class CombinationOutcome : uint8_t {
  supported,
  supported_with_limits,
  changed,  // the engine goes on with something else
  refused,
};

enum class Combination : uint8_t {
  unaligned_concurrent,
  unaligned_at_least_once,
  unaligned_savepoint,
  stop_with_savepoint,
  aligned_concurrent,
  pointwise_edge,
  broadcast_edge,
  mixed_inputs,
  behind_forced_edge,
  timeout_on_forced_edge,
  custom_partitioner,
  iterations,
  committing_topology,
  batch,
  input_selectable,
  approximate_local_recovery,
  externally_induced_source,
  watermark_logic,
  long_record,
  rescaling_unaligned,
  changed_partitioning_unaligned,
  minor_version_upgrade_unaligned,
  state_processor_unaligned,
  state_backend_change,
  finished_tasks_unaligned,
  shared_channel_state_file,
  checkpoint_during_recovery,
};

struct CombinationFacts {
  Combination combination;
  std::string_view what;
  CombinationOutcome outcome;
  std::string_view reason;
  std::string_view section;  // page#heading of the documentation; empty: it does not say
};
std::span<const CombinationFacts> combination_table();  // in the order of Combination
const CombinationFacts& facts_of(Combination combination);

// What a job does that bears on checkpoints.
struct JobTraits {
  bool custom_partitioner = false;
  bool iterations = false;
  bool input_selectable = false;
  bool batch = false;  // or sorted inputs
  bool approximate_local_recovery = false;
  friend bool operator==(const JobTraits&, const JobTraits&) = default;
};

// Something was changed, or has no effect; said in one sentence.
struct OptionNote {
  std::string sentence;
  std::string section;
  friend bool operator==(const OptionNote&, const OptionNote&) = default;
};

struct UsableOptions {
  CheckpointOptions options;  // what the coordinator takes
  std::vector<OptionNote> notes;
  friend bool operator==(const UsableOptions&, const UsableOptions&) = default;
};

// The options as the engine would run them; a fault where it would not start the job.
Result<UsableOptions> usable_options(const CheckpointOptions& wished, const JobTraits& traits);

// Why an edge is forced aligned although checkpoints are unaligned.
enum class ForcedAligned : uint8_t {
  no,
  pointwise,   // forward, rescale
  broadcast,
  beside_one,  // another input of the same vertex is
};
std::vector<ForcedAligned> forced_aligned_edges(const Job& job);  // by edge

}  // namespace cutline
