#include "core/system/job.h"

#include <algorithm>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/system/subtask_state_mapper.h"

namespace cutline {
namespace {

using Why = std::optional<std::string>;

bool outside(int64_t value, int64_t min, int64_t max) { return value < min || value > max; }

Why why_unusable_vertex(const Job& job, size_t index) {
  const VertexSetup& vertex = job.vertices[index];
  const std::string name = "vertex " + quoted(vertex.name) + ": ";
  if (vertex.name.empty() || vertex.name.size() > kNameLengthMax)
    return name + "a name has 1 to " + std::to_string(kNameLengthMax) + " bytes";
  for (size_t other = 0; other < index; ++other)
    if (job.vertices[other].name == vertex.name) return name + "the name is there twice";
  if (outside(vertex.parallelism, 1, kParallelismMax))
    return name + "its parallelism must be from 1 to " + std::to_string(kParallelismMax);
  if (vertex.max_parallelism != 0 &&
      outside(vertex.max_parallelism, vertex.parallelism, kMaxParallelismUpperBound))
    return name + "its max parallelism must be from its parallelism to " +
           std::to_string(kMaxParallelismUpperBound);
  if (outside(vertex.service_time, 0, kHour)) return name + "its service time is at most 1h";
  if (!vertex.subtask_service_time.empty() &&
      vertex.subtask_service_time.size() != vertex.parallelism)
    return name + "needs a service time for each of its " + std::to_string(vertex.parallelism) +
           " subtasks";
  if (outside(vertex.record_bytes, 0, kRecordBytesMax))
    return name + "its records have at most " + std::to_string(kRecordBytesMax) + " bytes";
  if (vertex.keep_denominator < 1 || outside(vertex.keep_numerator, 0, vertex.keep_denominator))
    return name + "it keeps a share from 0 to 1";
  const SourceSetup& source = vertex.source;
  if (vertex.kind == VertexKind::source) {
    if (outside(source.rate_per_second, 1, kRecordsPerSecondMax))
      return name + "its rate must be from 1 to " + std::to_string(kRecordsPerSecondMax) +
             " records a second";
    if (outside(source.splits, 0, kSplitsMax))
      return name + "it has at most " + std::to_string(kSplitsMax) + " splits";
    if (vertex.record_bytes < 1) return name + "its records need at least 1 byte";
    if (source.burst_period > 0 && outside(source.burst_on, 1, source.burst_period))
      return name + "a burst must be shorter than its period";
  }
  const StateSetup& state = vertex.state;
  for (int64_t bytes : {state.fixed_bytes, state.bytes_per_key, state.bytes_per_record,
                        state.delta_bytes_per_record, state.delta_fixed_bytes})
    if (outside(bytes, 0, kStateBytesMax))
      return name + "its state has at most " + std::to_string(kStateBytesMax) + " bytes";
  if (state.compression < 1) return name + "its files are not larger than its state";
  if (outside(state.keys, 0, kKeysMax))
    return name + "it has at most " + std::to_string(kKeysMax) + " keys";
  if ((vertex.sink.roll_after > 0) != (vertex.sink.roll_check > 0))
    return name + "a part that rolls needs an age and how often it is looked at";
  if (vertex.sink.roll_after > 0 && vertex.sink.kind != SinkKind::transactional)
    return name + "only a transactional sink commits in parts";
  return std::nullopt;
}

Why why_unusable_edge(const Job& job, size_t index) {
  const EdgeSetup& edge = job.edges[index];
  if (edge.from.index >= job.vertices.size() || edge.to.index >= job.vertices.size())
    return "edge number " + std::to_string(index + 1) + " leads to a vertex that is not there";
  const VertexSetup& from = job.vertices[edge.from.index];
  const VertexSetup& to = job.vertices[edge.to.index];
  const std::string name = "edge " + from.name + ">" + to.name + ": ";
  if (from.kind == VertexKind::sink) return name + "a sink has no output";
  if (to.kind == VertexKind::source) return name + "a source has no input";
  if (edge.kind == EdgeKind::forward && from.parallelism != to.parallelism)
    return name + "a forward edge needs the same parallelism on both sides";
  if (!edge.split.empty() && edge.kind != EdgeKind::hash)
    return name + "only a hash edge has a split";
  if (!edge.split.empty() && edge.split.size() != to.parallelism)
    return name + "its split needs a number for each of the " + std::to_string(to.parallelism) +
           " consumers";
  for (int64_t weight : edge.split)
    if (outside(weight, 1, 1'000'000)) return name + "a split's numbers are from 1 to 1000000";
  return std::nullopt;
}

// Vertices left after taking away those without inputs, again and again: on a cycle or behind one.
Why why_cyclic(const Job& job) {
  std::vector<int> inputs(job.vertices.size(), 0);
  for (const EdgeSetup& edge : job.edges) ++inputs[edge.to.index];
  std::vector<bool> gone(job.vertices.size(), false);
  for (size_t round = 0; round < job.vertices.size(); ++round)
    for (size_t index = 0; index < job.vertices.size(); ++index) {
      if (gone[index] || inputs[index] > 0) continue;
      gone[index] = true;
      for (const EdgeSetup& edge : job.edges)
        if (edge.from.index == index) --inputs[edge.to.index];
    }
  for (size_t index = 0; index < job.vertices.size(); ++index)
    if (!gone[index])
      return "vertex " + quoted(job.vertices[index].name) +
             " is on or behind a cycle: a job's graph has none";
  return std::nullopt;
}

Why why_unconnected(const Job& job) {
  for (size_t index = 0; index < job.vertices.size(); ++index) {
    bool fed = job.vertices[index].kind == VertexKind::source;
    for (const EdgeSetup& edge : job.edges) fed = fed || edge.to.index == index;
    if (!fed) return "vertex " + quoted(job.vertices[index].name) + " has no input";
  }
  return std::nullopt;
}

}  // namespace

std::optional<VertexId> find_vertex(const Job& job, std::string_view name) {
  for (uint32_t index = 0; index < job.vertices.size(); ++index)
    if (job.vertices[index].name == name) return VertexId{index};
  return std::nullopt;
}

uint32_t largest_parallelism(const Job& job, VertexId vertex) {
  uint32_t largest = job.vertices[vertex.index].parallelism;
  for (const RestartSetup& restart : job.restarts)
    for (const Rescale& each : restart.parallelism)
      if (each.vertex == vertex) largest = std::max(largest, each.parallelism);
  return largest;
}

uint32_t max_parallelism_of(const VertexSetup& vertex) {
  return vertex.max_parallelism != 0 ? vertex.max_parallelism
                                     : default_max_parallelism(vertex.parallelism);
}

std::optional<std::string> why_unusable_restart(const Job& job, const RestartSetup& restart) {
  const auto wished = [&](VertexId vertex) -> uint32_t {
    for (const Rescale& each : restart.parallelism)
      if (each.vertex == vertex) return each.parallelism;
    return 0;
  };
  for (const Rescale& each : restart.parallelism) {
    if (each.vertex.index >= job.vertices.size())
      return "a restart names a vertex that is not there";
    const VertexSetup& vertex = job.vertices[each.vertex.index];
    const std::string name = "vertex " + quoted(vertex.name) + ": ";
    if (outside(each.parallelism, 1, kParallelismMax))
      return name + "its parallelism must be from 1 to " + std::to_string(kParallelismMax);
    if (each.parallelism > max_parallelism_of(vertex))
      return name + "a parallelism of " + std::to_string(each.parallelism) +
             " is more than the max parallelism of its state, " +
             std::to_string(max_parallelism_of(vertex));
    if (!vertex.subtask_service_time.empty() && each.parallelism != vertex.parallelism)
      return name + "its service times are given for each subtask, so their number is fixed";
  }
  for (const EdgeSetup& edge : job.edges) {
    const std::string name = "edge " + job.vertices[edge.from.index].name + ">" +
                             job.vertices[edge.to.index].name + ": ";
    if (edge.kind == EdgeKind::forward && wished(edge.from) != wished(edge.to))
      return name + "a forward edge needs the same parallelism on both sides";
    if (!edge.split.empty() && wished(edge.to) != 0)
      return name + "its split is for a fixed number of consumers";
  }
  return std::nullopt;
}

std::optional<std::string> why_unusable(const Job& job) {
  if (job.vertices.empty()) return "a job needs at least one vertex";
  if (job.vertices.size() > kVerticesMax)
    return "a job has at most " + std::to_string(kVerticesMax) + " vertices";
  for (size_t index = 0; index < job.vertices.size(); ++index)
    if (Why why = why_unusable_vertex(job, index)) return why;
  for (size_t index = 0; index < job.edges.size(); ++index)
    if (Why why = why_unusable_edge(job, index)) return why;
  if (Why why = why_cyclic(job)) return why;
  if (Why why = why_unconnected(job)) return why;
  if (outside(job.machines, 1, kParallelismMax))
    return "a job runs on 1 to " + std::to_string(kParallelismMax) + " machines";
  if (outside(job.network.segment_bytes, 256, 1 << 20))
    return "a buffer has from 256 to 1048576 bytes";
  if (outside(job.until, 1, kSimulatedTimeMax)) return "a run is at most 24h of simulated time";
  for (const RestartSetup& restart : job.restarts)
    if (Why why = why_unusable_restart(job, restart)) return why;
  for (const FailureSetup& failure : job.failures)
    if (failure.vertex.index >= job.vertices.size() ||
        failure.subtask >= largest_parallelism(job, failure.vertex))
      return "a failure names a subtask that is not there";
  return std::nullopt;
}

}  // namespace cutline
