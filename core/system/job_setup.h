// A job made ready to run: laid out, its options read, forced and checked. A job that is restarted
// at another parallelism is laid out anew; what must not change with it (splits, key groups) was
// counted when it was first set up.
#pragma once
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/system/checkpoint_combinations.h"
#include "core/system/coordinator.h"
#include "core/system/fan_out.h"
#include "core/system/job.h"
#include "core/system/job_plan.h"
#include "core/system/option_table.h"
#include "core/system/restart_strategy.h"

namespace cutline {

struct JobSetup {
  Job job;
  JobPlan plan;
  CoordinatorSetup coordination;
  RestartOptions restart;
  std::vector<bool> supports_unaligned;  // by edge
  std::vector<int64_t> record_bytes;     // by vertex: of what it puts out
  std::vector<uint32_t> writer_of;       // by subtask: which channel-state writer it shares (U10)
  uint32_t writers = 0;
  std::vector<uint32_t> first_split;     // by vertex: number of its first split; of sources
  std::vector<bool> rescales;            // by vertex: a restart may change its parallelism
  std::vector<FanOut> fan_out;           // by vertex; of sinks
  std::vector<OptionNote> notes;         // what the engine changed, with the reason

  const CheckpointOptions& options() const { return coordination.options; }
  const VertexSetup& vertex(SubtaskId subtask) const {
    return job.vertices[plan.subtasks[subtask.index].vertex.index];
  }
  friend bool operator==(const JobSetup&, const JobSetup&) = default;
};

// The network's options by name (execution.buffer-timeout.interval and others).
std::span<const OptionRow<NetworkSetup>> network_option_table();

// The names of the three tables of options, in the order in which they are asked.
std::vector<OptionNames> all_option_names();

// A fault where there is no such option, or it cannot have that value; then it begins with the
// option's name.
Result<Done> check_option(const std::string& key, const std::string& text);
// The same for all options of the job, and for what they come to together.
Result<Done> check_options(const Job& job);

// A fault where the job, an option or a combination is not possible; its sentence names which.
Result<JobSetup> set_up(Job job);

// The same job with these numbers of subtasks, by vertex.
Result<JobSetup> set_up_rescaled(const JobSetup& setup, const std::vector<uint32_t>& parallelism);
std::vector<uint32_t> parallelism_of(const JobSetup& setup);  // by vertex

// The key group of a record in the keyed state of a vertex.
uint32_t key_group_of(const VertexSetup& vertex, OriginTag tag);

}  // namespace cutline
