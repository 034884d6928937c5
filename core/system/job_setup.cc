#include "core/system/job_setup.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/system/channel_state_file.h"

namespace cutline {
namespace {

Result<Done> read_tick(std::string_view text, Tick& out) {
  const Result<Tick> value = read_option_duration(text, 0);
  if (!value) return value.error();
  out = *value;
  return Done{};
}

Result<Done> read_share(std::string_view text, int64_t& out) {
  const Result<int64_t> value = parse_integer(text, 0, 100, "a percentage");
  if (!value) return value.error();
  out = *value;
  return Done{};
}

constexpr OptionRow<NetworkSetup> kNetworkOptions[] = {
    {{"execution.buffer-timeout.interval", "execution.buffer-timeout"},
     [](NetworkSetup& network, std::string_view text) {
       return read_tick(text, network.buffer_timeout);
     },
     [](const NetworkSetup& network) { return print_duration(network.buffer_timeout); }},
    {{"taskmanager.memory.segment-size", ""},
     [](NetworkSetup& network, std::string_view text) -> Result<Done> {
       const Result<int64_t> value = read_option_bytes(text, kSegmentBytesMax);
       if (!value) return value.error();
       if (*value < kSegmentBytesMin)
         return fault("at least " + print_option_bytes(kSegmentBytesMin) + ", not " +
                      in_quotes(text));
       network.segment_bytes = *value;
       return Done{};
     },
     [](const NetworkSetup& network) { return print_option_bytes(network.segment_bytes); }},
    {{"taskmanager.network.memory.buffer-debloat.enabled", ""},
     [](NetworkSetup& network, std::string_view text) -> Result<Done> {
       const Result<bool> value = read_option_flag(text);
       if (!value) return value.error();
       network.debloating = *value;
       return Done{};
     },
     [](const NetworkSetup& network) {
       return std::string(network.debloating ? "true" : "false");
     }},
    {{"taskmanager.network.memory.buffer-debloat.target", ""},
     [](NetworkSetup& network, std::string_view text) {
       return read_tick(text, network.debloat_target);
     },
     [](const NetworkSetup& network) { return print_duration(network.debloat_target); }},
    {{"taskmanager.network.memory.buffer-debloat.period", ""},
     [](NetworkSetup& network, std::string_view text) {
       return read_tick(text, network.debloat_period);
     },
     [](const NetworkSetup& network) { return print_duration(network.debloat_period); }},
    {{"taskmanager.network.memory.buffer-debloat.threshold-percentages", ""},
     [](NetworkSetup& network, std::string_view text) {
       return read_share(text, network.debloat_threshold_percent);
     },
     [](const NetworkSetup& network) {
       return std::to_string(network.debloat_threshold_percent);
     }},
};

// Each option belongs to one of three tables; the first that knows the name reads it.
Result<Done> apply_option(JobSetup& setup, CheckpointOptions& options, const std::string& key,
                          const std::string& text) {
  const auto knows = [&](const auto& names) { return place_of_option(names, key).has_value(); };
  if (knows(option_names(checkpoint_option_table())))
    return set_checkpoint_option(options, key, text);
  if (knows(option_names(restart_option_table())))
    return set_restart_option(setup.restart, key, text);
  if (knows(option_names(network_option_table())))
    return set_option(network_option_table(), setup.job.network, key, text);
  return find_option(all_option_names(), key).error();  // which says why it is none
}

// The options of setup.job, read and checked together; what they come to is in `setup`.
Result<Done> read_options(JobSetup& setup) {
  CheckpointOptions wished;
  const auto options = setup.job.options;
  for (const auto& [key, text] : options)
    if (const Result<Done> done = apply_option(setup, wished, key, text); !done) return done;
  if (const Result<Done> right = check_restart_options(setup.restart); !right) return right;
  const Result<UsableOptions> usable = usable_options(wished, {});
  if (!usable) return usable.error();
  if (wished.without_channel_state >= 0)
    return fault("restoring a checkpoint without its in-flight data (U16) is not simulated");
  setup.coordination.options = usable->options;
  setup.notes = usable->notes;
  return Done{};
}

void share_writers(JobSetup& setup) {
  const auto per_file =
      static_cast<uint32_t>(setup.options().max_subtasks_per_channel_state_file);
  setup.writer_of.resize(setup.plan.subtasks.size());
  for (uint32_t machine = 0; machine < setup.job.machines; ++machine) {
    uint32_t place = 0;
    for (uint32_t index = 0; index < setup.plan.subtasks.size(); ++index) {
      if (setup.plan.subtasks[index].machine != machine) continue;
      if (place > 0 && channel_state_file_of(place, per_file) !=
                           channel_state_file_of(place - 1, per_file))
        ++setup.writers;
      setup.writer_of[index] = setup.writers;
      ++place;
    }
    if (place > 0) ++setup.writers;
  }
}

// A vertex that says nothing puts out records of the size that came in.
void size_records(JobSetup& setup) {
  const Job& job = setup.job;
  for (const VertexSetup& vertex : job.vertices) setup.record_bytes.push_back(vertex.record_bytes);
  for (size_t round = 0; round < job.vertices.size(); ++round)
    for (const EdgeSetup& edge : job.edges)
      if (job.vertices[edge.to.index].record_bytes == 0)
        setup.record_bytes[edge.to.index] =
            std::max(setup.record_bytes[edge.to.index], setup.record_bytes[edge.from.index]);
}

// What a later restart at another parallelism must find as it was.
void fix_groups_and_splits(JobSetup& setup) {
  for (VertexSetup& vertex : setup.job.vertices) {
    vertex.max_parallelism = max_parallelism_of(vertex);
    if (vertex.kind == VertexKind::source && vertex.source.splits == 0)
      vertex.source.splits = vertex.parallelism;
  }
}

// First numbers of splits, and which vertices must be ready to share their state out anew.
void number_splits(JobSetup& setup) {
  const Job& job = setup.job;
  uint32_t next = 0;
  for (uint32_t index = 0; index < job.vertices.size(); ++index) {
    setup.first_split.push_back(next);
    next += std::max(job.vertices[index].source.splits, job.vertices[index].parallelism);
    const auto rescaled = [&](const RestartSetup& restart) {
      return std::any_of(restart.parallelism.begin(), restart.parallelism.end(),
                         [&](const Rescale& each) { return each.vertex.index == index; });
    };
    setup.rescales.push_back(std::any_of(job.restarts.begin(), job.restarts.end(), rescaled));
  }
}

void count_fan_out(JobSetup& setup) {
  setup.fan_out.assign(setup.job.vertices.size(), {});
  for (uint32_t index = 0; index < setup.fan_out.size(); ++index)
    if (setup.job.vertices[index].kind == VertexKind::sink)
      setup.fan_out[index] = FanOut(setup.job, {index}, setup.first_split);
}

uint32_t source_count(const Job& job) {
  return static_cast<uint32_t>(
      std::count_if(job.vertices.begin(), job.vertices.end(), [](const VertexSetup& vertex) {
        return vertex.kind == VertexKind::source;
      }));
}

Combination combination_of(ForcedAligned forced) {
  return forced == ForcedAligned::pointwise   ? Combination::pointwise_edge
         : forced == ForcedAligned::broadcast ? Combination::broadcast_edge
                                              : Combination::mixed_inputs;
}

// A forced edge is said to be one, where checkpoints may be unaligned.
void note_forced_edges(const std::vector<ForcedAligned>& forced, JobSetup& setup) {
  if (!setup.options().unaligned) return;
  for (size_t edge = 0; edge < forced.size(); ++edge) {
    if (forced[edge] == ForcedAligned::no) continue;
    const EdgeSetup& of = setup.job.edges[edge];
    const CombinationFacts& facts = facts_of(combination_of(forced[edge]));
    setup.notes.push_back({setup.job.vertices[of.from.index].name + ">" +
                               setup.job.vertices[of.to.index].name + ": " +
                               std::string(facts.what) + ": " + std::string(facts.reason),
                           std::string(facts.section)});
  }
}

}  // namespace

std::span<const OptionRow<NetworkSetup>> network_option_table() { return kNetworkOptions; }

std::vector<OptionNames> all_option_names() {
  std::vector<OptionNames> names = option_names(checkpoint_option_table());
  for (const std::vector<OptionNames>& more :
       {option_names(restart_option_table()), option_names(network_option_table())})
    names.insert(names.end(), more.begin(), more.end());
  return names;
}

Result<Done> check_option(const std::string& key, const std::string& text) {
  JobSetup setup;
  CheckpointOptions options;
  return apply_option(setup, options, key, text);
}

Result<Done> check_options(const Job& job) {
  JobSetup setup;
  setup.job.network = job.network;
  setup.job.options = job.options;
  return read_options(setup);
}

Result<JobSetup> set_up(Job job) {
  if (auto why = why_unusable(job)) return fault(*why);
  JobSetup setup;
  setup.job = std::move(job);
  if (const Result<Done> read = read_options(setup); !read) return read.error();
  if (auto why = why_unusable(setup.job)) return fault(*why);
  fix_groups_and_splits(setup);
  number_splits(setup);
  count_fan_out(setup);
  setup.plan = plan_job(setup.job);
  size_records(setup);
  setup.coordination.graph = task_graph(setup.job);
  setup.coordination.operator_coordinators = source_count(setup.job);
  const std::vector<ForcedAligned> forced = forced_aligned_edges(setup.job);
  for (ForcedAligned each : forced)
    setup.supports_unaligned.push_back(each == ForcedAligned::no);
  note_forced_edges(forced, setup);
  share_writers(setup);
  return setup;
}

Result<JobSetup> set_up_rescaled(const JobSetup& setup,
                                 const std::vector<uint32_t>& parallelism) {
  CUTLINE_CHECK(parallelism.size() == setup.job.vertices.size(), "one parallelism for each vertex");
  Job job = setup.job;
  for (size_t index = 0; index < parallelism.size(); ++index)
    job.vertices[index].parallelism = parallelism[index];
  job.failures.clear();  // they were checked against every parallelism that is to come
  job.restarts.clear();
  Result<JobSetup> again = set_up(std::move(job));
  if (!again) return again;
  again->job.failures = setup.job.failures;
  again->job.restarts = setup.job.restarts;
  again->first_split = setup.first_split;
  count_fan_out(*again);
  again->rescales = setup.rescales;
  return again;
}

std::vector<uint32_t> parallelism_of(const JobSetup& setup) {
  std::vector<uint32_t> parallelism;
  for (const VertexSetup& vertex : setup.job.vertices) parallelism.push_back(vertex.parallelism);
  return parallelism;
}

uint32_t key_group_of(const VertexSetup& vertex, OriginTag tag) {
  return static_cast<uint32_t>((mixed_tag(tag) >> 40) % vertex.max_parallelism);
}

}  // namespace cutline
