// Facts about the plan of a checkpoint and about restart regions, one test for each, named after
// its id (K-33 … K-39; T15 of the measured cases).
#include <gtest/gtest.h>

#include "core/system/restart_region.h"
#include "core/system/restart_strategy.h"
#include "tests/system/coordinator_hand.h"

namespace cutline::test {
namespace {

TaskEdge all_to_all(uint32_t from, uint32_t to) { return {{from}, {to}, false}; }
TaskEdge pointwise(uint32_t from, uint32_t to) { return {{from}, {to}, true}; }

using Indexes = std::vector<std::vector<uint32_t>>;  // by vertex

Indexes by_vertex(const TaskGraph& graph, const std::vector<SubtaskId>& subtasks) {
  Indexes indexes(graph.vertices.size());
  for (uint32_t vertex = 0; vertex < graph.vertices.size(); ++vertex)
    for (uint32_t index = 0; index < graph.vertices[vertex].parallelism; ++index)
      if (std::find(subtasks.begin(), subtasks.end(), subtask_of(graph, {vertex}, index)) !=
          subtasks.end())
        indexes[vertex].push_back(index);
  return indexes;
}

std::vector<uint32_t> range(uint32_t first, uint32_t last) {
  std::vector<uint32_t> numbers;
  for (uint32_t each = first; each < last; ++each) numbers.push_back(each);
  return numbers;
}

// The plan with these subtasks finished and the others running. Also checks what all plans have in
// common: who runs acknowledges and is notified, who has finished is listed as such.
Indexes triggered(const TaskGraph& graph, const Indexes& finished) {
  std::vector<ExecutionState> states(subtask_count(graph), ExecutionState::running);
  for (uint32_t vertex = 0; vertex < finished.size(); ++vertex)
    for (uint32_t index : finished[vertex])
      states[subtask_of(graph, {vertex}, index).index] = ExecutionState::finished;
  const PlanResult result = compute_plan(graph, states, true);
  if (!result.plan) {
    ADD_FAILURE() << result.why;
    return {};
  }
  std::vector<SubtaskId> running;
  std::vector<SubtaskId> over;
  for (uint32_t subtask = 0; subtask < states.size(); ++subtask)
    (states[subtask] == ExecutionState::running ? running : over).push_back({subtask});
  EXPECT_EQ(result.plan->acknowledge, running);
  EXPECT_EQ(result.plan->notify, running);
  EXPECT_EQ(result.plan->finished, over);
  return by_vertex(graph, result.plan->trigger);
}

TEST(PlanFacts, K_33_WithEverythingRunningTheSourcesAreTriggered) {
  const TaskGraph graph =
      graph_of({3, 4, 5, 6}, {all_to_all(0, 2), pointwise(1, 2), all_to_all(2, 3)});
  EXPECT_EQ(triggered(graph, {}), (Indexes{range(0, 3), range(0, 4), {}, {}}));
}

TEST(PlanFacts, K_34_BehindAnAllToAllEdgeOneRunningSourceIsEnough) {
  const TaskGraph graph = graph_of({3, 4}, {all_to_all(0, 1)});
  EXPECT_EQ(triggered(graph, {{0, 1}}), (Indexes{{2}, {}}));
}

TEST(PlanFacts, K_35_ATaskWhoseOnlySourceFinishedIsTriggered) {
  const TaskGraph graph = graph_of({4, 4}, {pointwise(0, 1)});
  EXPECT_EQ(triggered(graph, {{0, 1}}), (Indexes{{2, 3}, {0, 1}}));
}

TEST(PlanFacts, K_36_ATaskThatFinishedItselfIsNot) {
  const TaskGraph graph = graph_of({4, 4}, {pointwise(0, 1)});
  EXPECT_EQ(triggered(graph, {{0, 1}, {0}}), (Indexes{{2, 3}, {1}}));
}

TEST(PlanFacts, K_37_WithSeveralInputsOneRunningProducerIsEnough) {
  const TaskGraph graph =
      graph_of({3, 5, 5, 5}, {all_to_all(0, 3), pointwise(1, 3), pointwise(2, 3)});
  EXPECT_EQ(triggered(graph, {range(0, 3), {0, 2, 3}, {2, 4}, {2}}),
            (Indexes{{}, {1, 4}, {0, 1, 3}, {}}));
}

TEST(PlanFacts, K_38_OverSeveralLevelsTheHighestRunningTasksAreTriggered) {
  const TaskGraph graph = graph_of(
      {16, 16, 16, 16, 16}, {pointwise(0, 2), pointwise(0, 3), all_to_all(1, 2), pointwise(1, 3),
                             pointwise(2, 4), all_to_all(3, 4)});
  EXPECT_EQ(triggered(graph, {range(0, 4), range(0, 16), {0, 1}}),
            (Indexes{range(4, 16), {}, {2, 3}, {0, 1, 2, 3}, {}}));
}

TEST(PlanFacts, K_39_OneTaskThatIsNotRunningRulesOutACheckpoint) {
  using S = ExecutionState;
  for (bool connected : {true, false})       // source and non-source, or two sources
    for (uint32_t other : {0u, 1u})          // which of the two is not running
      for (S state : {S::created, S::scheduled, S::deploying, S::initializing, S::canceling,
                      S::canceled, S::failed, S::reconciling}) {
        const TaskGraph graph =
            graph_of({1, 1}, connected ? std::vector{all_to_all(0, 1)} : std::vector<TaskEdge>{});
        std::vector<S> states(2, S::running);
        states[other] = state;
        const PlanResult result = compute_plan(graph, states, true);
        EXPECT_FALSE(result.plan);
        EXPECT_EQ(result.failure, CheckpointFailure::not_all_required_tasks_running);
      }
  // FINISHED is among "each other state" where finished tasks are not kept account of.
  const TaskGraph graph = graph_of({1, 1}, {all_to_all(0, 1)});
  EXPECT_EQ(compute_plan(graph, {S::finished, S::running}, false).failure,
            CheckpointFailure::not_all_required_tasks_running);
}

TEST(PlanFacts, ForcedByC6_AJobWithNobodyLeftToAcknowledgeHasNoPlan) {
  const PlanResult result =
      compute_plan(graph_of({2}), {ExecutionState::finished, ExecutionState::finished}, true);
  EXPECT_FALSE(result.plan);
  EXPECT_EQ(result.failure, CheckpointFailure::trigger_checkpoint_failure);
}

TEST(PlanFacts, PointwiseEdgesDealTheLargerSideOutInRunsOfNeighbours) {
  const auto producers = [](uint32_t from, uint32_t to) {
    const TaskGraph graph = graph_of({from, to}, {pointwise(0, 1)});
    std::vector<std::pair<uint32_t, uint32_t>> ranges;
    for (uint32_t consumer = 0; consumer < to; ++consumer) {
      const ProducerRange each = producers_of(graph, graph.edges[0], consumer);
      ranges.emplace_back(each.first, each.last);
    }
    return ranges;
  };
  using Ranges = std::vector<std::pair<uint32_t, uint32_t>>;
  EXPECT_EQ(producers(4, 2), (Ranges{{0, 2}, {2, 4}}));
  EXPECT_EQ(producers(3, 2), (Ranges{{0, 1}, {1, 3}}));
  EXPECT_EQ(producers(2, 4), (Ranges{{0, 1}, {0, 1}, {1, 2}, {1, 2}}));
  EXPECT_EQ(producers(2, 3), (Ranges{{0, 1}, {0, 1}, {1, 2}}));
}

TEST(RestartFacts, T15_AKeyByMakesOneRegionAndForwardEdgesOneForEachChain) {
  // Source and map are chained into one task.
  const TaskGraph keyed = graph_of({2, 2}, {all_to_all(0, 1)});
  EXPECT_EQ(restart_region(keyed, {{0}}).size(), 4u);
  const TaskGraph chained = graph_of({2});
  EXPECT_EQ(restart_region(chained, {{0}}), (std::vector<SubtaskId>{{0}}));
  const TaskGraph forward = graph_of({2, 2}, {pointwise(0, 1)});
  EXPECT_EQ(restart_region(forward, {{1}}), (std::vector<SubtaskId>{{1}, {3}}));
  EXPECT_EQ(all_subtasks(forward).size(), 4u);
}

TEST(RestartFacts, T15_TheFirstTwoDelaysAreAboutOneAndOneAndAHalfSeconds) {
  Tick least[2] = {kHour, kHour};
  Tick most[2] = {0, 0};
  for (uint64_t seed = 1; seed <= 500; ++seed) {
    Dice dice(seed);
    RestartStrategy strategy = start_restart_strategy({}, true);
    Tick now = 10 * kSecond;
    for (int failure = 0; failure < 2; ++failure) {
      const RestartDecision decision = on_failure(strategy, now, dice);
      ASSERT_TRUE(decision.restart && decision.new_attempt);
      const Tick delay = decision.at - now;
      least[failure] = std::min(least[failure], delay);
      most[failure] = std::max(most[failure], delay);
      now = decision.at + 3 * kSecond;
    }
  }
  EXPECT_EQ(least[0], 1000 * kMillisecond);
  EXPECT_GT(most[0], 1095 * kMillisecond);
  EXPECT_LE(most[0], 1100 * kMillisecond);
  EXPECT_LT(least[1], 1355 * kMillisecond);
  EXPECT_GE(least[1], 1350 * kMillisecond);
  EXPECT_GT(most[1], 1645 * kMillisecond);
  EXPECT_LE(most[1], 1650 * kMillisecond);
}

}  // namespace
}  // namespace cutline::test
