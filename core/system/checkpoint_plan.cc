#include "core/system/checkpoint_plan.h"

#include "core/base/check.h"

namespace cutline {
namespace {

bool is_running(const std::vector<ExecutionState>& states, SubtaskId subtask) {
  return states[subtask.index] == ExecutionState::running;
}

// C6: a barrier will come to it from above, so the coordinator need not start it.
bool has_running_producer(const TaskGraph& graph, const std::vector<ExecutionState>& states,
                          VertexId vertex, uint32_t index) {
  for (const TaskEdge& edge : graph.edges) {
    if (edge.to != vertex) continue;
    const ProducerRange range = producers_of(graph, edge, index);
    for (uint32_t producer = range.first; producer < range.last; ++producer)
      if (is_running(states, subtask_of(graph, edge.from, producer))) return true;
  }
  return false;
}

void add_vertex(const TaskGraph& graph, const std::vector<ExecutionState>& states,
                VertexId vertex, CheckpointPlan& plan) {
  const TaskVertex& tasks = graph.vertices[vertex.index];
  plan.vertices.push_back(vertex);
  if (tasks.union_list_state) plan.union_state_vertices.push_back(vertex);
  for (uint32_t index = 0; index < tasks.parallelism; ++index) {
    const SubtaskId subtask = subtask_of(graph, vertex, index);
    if (!is_running(states, subtask)) {
      plan.finished.push_back(subtask);
      continue;
    }
    plan.acknowledge.push_back(subtask);
    plan.notify.push_back(subtask);
    if (!has_running_producer(graph, states, vertex, index)) plan.trigger.push_back(subtask);
  }
}

PlanResult no_plan(CheckpointFailure failure, std::string why) {
  return {std::nullopt, failure, std::move(why)};
}

}  // namespace

TaskGraph task_graph(const Job& job) {
  TaskGraph graph;
  for (const VertexSetup& vertex : job.vertices) graph.vertices.push_back({vertex.parallelism});
  for (const EdgeSetup& edge : job.edges)
    graph.edges.push_back({edge.from, edge.to, is_pointwise(edge.kind)});
  return graph;
}

uint32_t subtask_count(const TaskGraph& graph) {
  uint32_t count = 0;
  for (const TaskVertex& vertex : graph.vertices) count += vertex.parallelism;
  return count;
}

SubtaskId subtask_of(const TaskGraph& graph, VertexId vertex, uint32_t index) {
  CUTLINE_CHECK(vertex.index < graph.vertices.size() &&
                    index < graph.vertices[vertex.index].parallelism,
                "a subtask is one of its vertex");
  uint32_t first = 0;
  for (uint32_t before = 0; before < vertex.index; ++before)
    first += graph.vertices[before].parallelism;
  return {first + index};
}

ProducerRange producers_of(const TaskGraph& graph, const TaskEdge& edge, uint32_t consumer) {
  const uint32_t producers = graph.vertices[edge.from.index].parallelism;
  const uint32_t consumers = graph.vertices[edge.to.index].parallelism;
  CUTLINE_CHECK(consumer < consumers, "a consumer is a subtask of the vertex that the edge feeds");
  if (!edge.pointwise) return {0, producers};
  const uint32_t first = consumer * producers / consumers;
  if (producers < consumers) return {first, first + 1};
  return {first, (consumer + 1) * producers / consumers};
}

PlanResult compute_plan(const TaskGraph& graph, const std::vector<ExecutionState>& states,
                        bool after_tasks_finish) {
  CUTLINE_CHECK(states.size() == subtask_count(graph), "every subtask has a state");
  bool finished = false;
  for (ExecutionState state : states) {
    finished = finished || state == ExecutionState::finished;
    if (state != ExecutionState::running && state != ExecutionState::finished)  // C4
      return no_plan(CheckpointFailure::not_all_required_tasks_running,
                     "a task is not running, and a checkpoint needs all of them");
  }
  if (finished && !after_tasks_finish)
    return no_plan(CheckpointFailure::not_all_required_tasks_running,
                   "a task has finished, and checkpoints after that are switched off");
  CheckpointPlan plan;
  for (uint32_t vertex = 0; vertex < graph.vertices.size(); ++vertex)
    add_vertex(graph, states, {vertex}, plan);
  if (plan.acknowledge.empty())
    return no_plan(CheckpointFailure::trigger_checkpoint_failure,
                   "every task has finished: nobody is left to acknowledge a checkpoint");
  return {std::move(plan), {}, {}};
}

}  // namespace cutline
