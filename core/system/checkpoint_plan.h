// Who is told to start a checkpoint, who must acknowledge it, and who hears that it is complete
// (rules C4–C6).
//
//     source 0  finished ──▶ map 0  running    ◀─ triggered: nobody above it will send a barrier
//     source 1  running  ──▶ map 1  running       ▲
//        ▲ triggered                               └─ gets its barrier from source 1
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/system/checkpoint_failures.h"
#include "core/system/job.h"

namespace cutline {

// What a task is doing, in the engine's words.
enum class ExecutionState : uint8_t {
  created,
  scheduled,
  deploying,
  initializing,  // restoring: state and in-flight data (C28, U12)
  running,
  finished,
  canceling,
  canceled,
  failed,
  reconciling,
};

// The tasks of a job and how they hang together. Subtasks are numbered by vertex, then by index.
struct TaskVertex {
  uint32_t parallelism = 1;
  bool union_list_state = false;  // operator state that every subtask restores whole
  friend bool operator==(const TaskVertex&, const TaskVertex&) = default;
};

struct TaskEdge {
  VertexId from;
  VertexId to;
  bool pointwise = false;  // else all to all
  friend bool operator==(const TaskEdge&, const TaskEdge&) = default;
};

struct TaskGraph {
  std::vector<TaskVertex> vertices;
  std::vector<TaskEdge> edges;
  friend bool operator==(const TaskGraph&, const TaskGraph&) = default;
};

TaskGraph task_graph(const Job& job);
uint32_t subtask_count(const TaskGraph& graph);
SubtaskId subtask_of(const TaskGraph& graph, VertexId vertex, uint32_t index);

// The producers that feed one consumer over an edge: [first, last), indexes within their vertex.
// Pointwise, the larger side is dealt out to the smaller one in runs of neighbours.
struct ProducerRange {
  uint32_t first = 0;
  uint32_t last = 0;
};
ProducerRange producers_of(const TaskGraph& graph, const TaskEdge& edge, uint32_t consumer);

// All lists ascend.
struct CheckpointPlan {
  std::vector<SubtaskId> trigger;
  std::vector<SubtaskId> acknowledge;
  std::vector<SubtaskId> notify;
  std::vector<SubtaskId> finished;             // acknowledged already, with zeros (C6)
  std::vector<VertexId> vertices;              // of the two lists above, by number
  std::vector<VertexId> union_state_vertices;  // of those, with union-list state
  friend bool operator==(const CheckpointPlan&, const CheckpointPlan&) = default;
};

struct PlanResult {
  std::optional<CheckpointPlan> plan;
  CheckpointFailure failure = CheckpointFailure::not_all_required_tasks_running;
  std::string why;  // where there is no plan
};

// `states` by subtask. `after_tasks_finish` is the option checkpoints-after-tasks-finish.
PlanResult compute_plan(const TaskGraph& graph, const std::vector<ExecutionState>& states,
                        bool after_tasks_finish);

}  // namespace cutline
