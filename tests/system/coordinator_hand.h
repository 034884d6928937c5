// A coordinator under the hand of a test: the engine around it answers at once, except where the
// test holds an answer back, and nothing happens by itself between two lines of the test.
#pragma once
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "core/system/checkpoint_statistics.h"
#include "core/system/coordinator.h"
#include "core/system/coordinator_invariants.h"

namespace cutline::test {

using EventKind = CoordinatorEventKind;

inline TaskGraph graph_of(std::vector<uint32_t> parallelisms, std::vector<TaskEdge> edges = {}) {
  TaskGraph graph;
  for (uint32_t parallelism : parallelisms) graph.vertices.push_back({parallelism});
  graph.edges = std::move(edges);
  return graph;
}

struct SeenEffect {
  Tick at = 0;
  CoordinatorEffect effect;
};

class CoordinatorHand {
 public:
  explicit CoordinatorHand(CoordinatorSetup with) : setup(std::move(with)) {
    coordinator = start_coordinator(setup);
    states.assign(subtask_count(setup.graph), ExecutionState::running);
  }

  // `count` tasks that are all triggered, and a coordinator with these options.
  static CoordinatorHand of_tasks(uint32_t count, CheckpointOptions options = {}) {
    CoordinatorSetup setup;
    setup.options = options;
    setup.graph = graph_of({count});
    return CoordinatorHand(setup);
  }

  void send(CoordinatorEvent event) {
    event.now = now;
    std::vector<CoordinatorEvent> waiting = {event};
    while (!waiting.empty()) {
      const CoordinatorEvent next = waiting.front();
      waiting.erase(waiting.begin());
      const CoordinatorEffects effects = handle(setup, coordinator, dice, next);
      for (const CoordinatorEffect& effect : effects) {
        record_statistics(statistics, effect, setup.graph, now);
        seen.push_back({now, effect});
        if (effect.kind == CoordinatorEffectKind::arm_timer)
          timers.push_back({effect.at, effect});
        else answer(effect, waiting);
      }
      EXPECT_EQ(broken_invariant(setup, coordinator).value_or(""), "");
    }
  }
  void send(EventKind kind, int64_t id = -1) { send(event_of(kind, id)); }

  static CoordinatorEvent event_of(EventKind kind, int64_t id = -1) {
    CoordinatorEvent event;
    event.kind = kind;
    event.id = {id};
    return event;
  }

  // Moves on to `time`, firing timers on the way.
  void advance_to(Tick time) {
    for (;;) {
      const auto first = std::min_element(
          timers.begin(), timers.end(),
          [](const SeenEffect& left, const SeenEffect& right) { return left.at < right.at; });
      if (first == timers.end() || first->at > time) break;
      now = std::max(now, first->at);
      CoordinatorEvent event = event_of(EventKind::timer_fired);
      event.timer = first->effect.timer;
      timers.erase(first);
      send(event);
    }
    now = time;
  }

  void request(CheckpointKind kind = CheckpointKind::checkpoint, bool periodic = false,
               uint64_t asker = 0) {
    CoordinatorEvent event = event_of(EventKind::requested);
    event.request.kind = kind;
    event.request.periodic = periodic;
    event.request.asker = asker;
    send(event);
  }
  void acknowledge(int64_t id, uint32_t subtask, SubtaskMetrics metrics = {}) {
    CoordinatorEvent event = event_of(EventKind::acknowledged, id);
    event.subtask = {subtask};
    event.metrics = metrics;
    send(event);
  }
  void acknowledge_all(int64_t id) {
    for (uint32_t subtask = 0; subtask < states.size(); ++subtask) acknowledge(id, subtask);
  }
  void decline(int64_t id, uint32_t subtask,
               CheckpointFailure failure = CheckpointFailure::checkpoint_declined) {
    CoordinatorEvent event = event_of(EventKind::declined, id);
    event.subtask = {subtask};
    event.failure = failure;
    send(event);
  }

  std::vector<int64_t> pending() const {
    std::vector<int64_t> ids;
    for (const PendingCheckpoint& each : coordinator.pending) ids.push_back(each.id.number);
    return ids;
  }
  std::vector<int64_t> retained() const {
    std::vector<int64_t> ids;
    for (const CompletedCheckpoint& each : coordinator.completed.in_store)
      ids.push_back(each.id.number);
    return ids;
  }
  std::vector<SeenEffect> all(CoordinatorEffectKind kind) const {
    std::vector<SeenEffect> found;
    for (const SeenEffect& each : seen)
      if (each.effect.kind == kind) found.push_back(each);
    return found;
  }
  std::vector<int64_t> ids_of(CoordinatorEffectKind kind) const {
    std::vector<int64_t> ids;
    for (const SeenEffect& each : all(kind)) ids.push_back(each.effect.id.number);
    return ids;
  }
  size_t count(CoordinatorEffectKind kind) const { return all(kind).size(); }
  CoordinatorEffect last(CoordinatorEffectKind kind) const {
    const std::vector<SeenEffect> found = all(kind);
    return found.empty() ? CoordinatorEffect{} : found.back().effect;
  }
  // The kinds of the effects seen since the given number of them.
  std::vector<CoordinatorEffectKind> kinds_since(size_t from) const {
    std::vector<CoordinatorEffectKind> kinds;
    for (size_t at = from; at < seen.size(); ++at) kinds.push_back(seen[at].effect.kind);
    return kinds;
  }

  CoordinatorSetup setup;
  Coordinator coordinator;
  Dice dice{1};
  Tick now = 0;
  std::vector<ExecutionState> states;
  CheckpointStatistics statistics;
  std::vector<SeenEffect> seen;
  std::vector<SeenEffect> timers;
  std::vector<CoordinatorEffectKind> held;  // not answered

 private:
  void answer(const CoordinatorEffect& effect, std::vector<CoordinatorEvent>& waiting) {
    if (std::find(held.begin(), held.end(), effect.kind) != held.end()) return;
    const auto push = [&](EventKind kind) -> CoordinatorEvent& {
      waiting.push_back(event_of(kind, effect.id.number));
      waiting.back().now = now;
      return waiting.back();
    };
    switch (effect.kind) {
      case CoordinatorEffectKind::compute_plan: {
        const PlanResult result = compute_plan(setup.graph, states,
                                               setup.options.checkpoints_after_tasks_finish);
        if (result.plan) push(EventKind::plan_computed).plan = *result.plan;
        else push(EventKind::plan_failed).failure = result.failure;
        return;
      }
      case CoordinatorEffectKind::initialize_location: push(EventKind::location_ready); return;
      case CoordinatorEffectKind::snapshot_coordinators:
        for (uint32_t each = 0; each < setup.operator_coordinators; ++each)
          push(EventKind::coordinator_snapshotted).index = each;
        return;
      case CoordinatorEffectKind::snapshot_hooks:
        for (uint32_t each = 0; each < setup.master_hooks; ++each)
          push(EventKind::hook_snapshotted).index = each;
        return;
      case CoordinatorEffectKind::write_metadata: push(EventKind::metadata_written); return;
      case CoordinatorEffectKind::add_to_store: push(EventKind::stored); return;
      case CoordinatorEffectKind::delete_state: push(EventKind::state_deleted); return;
      default: return;
    }
  }
};

}  // namespace cutline::test
