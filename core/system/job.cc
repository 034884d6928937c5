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
  const std::string name = "vertex " + in_quotes(vertex.name) + ": ";
  if (Why why = why_no_name(vertex.name)) return name + *why;
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

// Is it on a cycle, or behind one: left after taking away those without inputs, again and again.
Why why_cyclic(const Job& job, size_t vertex) {
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
  if (gone[vertex]) return std::nullopt;
  return "vertex " + in_quotes(job.vertices[vertex].name) +
         " is on or behind a cycle: a job's graph has none";
}

Why why_unconnected(const Job& job, size_t vertex) {
  if (job.vertices[vertex].kind == VertexKind::source) return std::nullopt;
  for (const EdgeSetup& edge : job.edges)
    if (edge.to.index == vertex) return std::nullopt;
  return "vertex " + in_quotes(job.vertices[vertex].name) + " has no input";
}

// Each is a queue of its own, at the largest parallelism that a restart may bring.
Why why_too_many_links(const Job& job) {
  int64_t links = 0;
  for (const EdgeSetup& edge : job.edges) links += most_links(job, edge);
  if (links <= kLinksMax) return std::nullopt;
  return "the job's edges make " + std::to_string(links) +
         " channels between subtasks; a job has at most " + std::to_string(kLinksMax) +
         ": a lower parallelism, or forward edges, make fewer";
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

int64_t most_links(const Job& job, const EdgeSetup& edge) {
  const int64_t from = largest_parallelism(job, edge.from);
  const int64_t to = largest_parallelism(job, edge.to);
  return is_pointwise(edge.kind) ? std::max(from, to) : from * to;
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
    const std::string name = "vertex " + in_quotes(vertex.name) + ": ";
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

std::optional<JobProblem> find_problem(const Job& job) {
  const auto whole = [](std::string sentence) {
    return JobProblem{JobPart::job, 0, std::move(sentence)};
  };
  if (job.vertices.empty()) return whole("a job needs at least one vertex");
  if (job.vertices.size() > kVerticesMax)
    return whole("a job has at most " + std::to_string(kVerticesMax) + " vertices");
  for (size_t index = 0; index < job.vertices.size(); ++index)
    if (Why why = why_unusable_vertex(job, index)) return JobProblem{JobPart::vertex, index, *why};
  for (size_t index = 0; index < job.edges.size(); ++index)
    if (Why why = why_unusable_edge(job, index)) return JobProblem{JobPart::edge, index, *why};
  for (size_t index = 0; index < job.vertices.size(); ++index)
    for (Why why : {why_cyclic(job, index), why_unconnected(job, index)})
      if (why) return JobProblem{JobPart::vertex, index, *why};
  if (Why why = why_too_many_links(job)) return whole(*why);
  if (outside(job.machines, 1, kParallelismMax))
    return whole("a job runs on 1 to " + std::to_string(kParallelismMax) + " machines");
  if (outside(job.network.segment_bytes, kSegmentBytesMin, kSegmentBytesMax))
    return whole("a buffer has from " + std::to_string(kSegmentBytesMin) + " to " +
                 std::to_string(kSegmentBytesMax) + " bytes");
  if (outside(job.until, 1, kSimulatedTimeMax))
    return whole("until must be above 0 and at most 24h of simulated time");
  for (size_t index = 0; index < job.restarts.size(); ++index)
    if (Why why = why_unusable_restart(job, job.restarts[index]))
      return JobProblem{JobPart::restart, index, *why};
  for (size_t index = 0; index < job.failures.size(); ++index) {
    const FailureSetup& failure = job.failures[index];
    if (failure.vertex.index >= job.vertices.size() ||
        failure.subtask >= largest_parallelism(job, failure.vertex))
      return JobProblem{JobPart::failure, index, "a failure names a subtask that is not there"};
  }
  return std::nullopt;
}

std::optional<std::string> why_unusable(const Job& job) {
  if (auto problem = find_problem(job)) return std::move(problem->sentence);
  return std::nullopt;
}

}  // namespace cutline
