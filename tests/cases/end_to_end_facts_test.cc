// Facts from the engine's end-to-end tests (family E): what comes out of a job of unaligned
// checkpoints that fails, and of one that is restarted at another parallelism. README.md says which
// rows are left out, and why.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/system/job_ledger.h"
#include "core/system/job_run.h"

namespace cutline::test {
namespace {

constexpr int64_t kRecords = 120;  // of each split

VertexSetup vertex(std::string name, VertexKind kind, uint32_t parallelism, Tick service) {
  VertexSetup made;
  made.name = std::move(name);
  made.kind = kind;
  made.parallelism = parallelism;
  made.service_time = service;
  return made;
}

VertexSetup source(std::string name, uint32_t parallelism) {
  VertexSetup made = vertex(std::move(name), VertexKind::source, parallelism, 0);
  made.record_bytes = 400;
  made.source.rate_per_second = 400;
  made.source.record_limit = kRecords;
  return made;
}

Job base(Tick timeout) {
  Job job;
  job.name = "unaligned";
  job.named = true;
  job.machines = 2;
  job.until = 10 * kMinute;
  job.options = {{"execution.checkpointing.interval", "50ms"},
                 {"execution.checkpointing.timeout", "30s"},
                 {"execution.checkpointing.tolerable-failed-checkpoints", "3"},
                 {"execution.checkpointing.unaligned.enabled", "true"},
                 {"execution.checkpointing.aligned-checkpoint-timeout", print_duration(timeout)},
                 {"restart-strategy.type", "fixed-delay"},
                 {"restart-strategy.fixed-delay.attempts", "100"},
                 {"restart-strategy.fixed-delay.delay", "10ms"}};
  return job;
}

void connect(Job& job, uint32_t from, uint32_t to, EdgeKind kind) {
  EdgeSetup edge;
  edge.from = {from};
  edge.to = {to};
  edge.kind = kind;
  job.edges.push_back(edge);
}

// source ─hash▶ map ─rebalance▶ map ─hash▶ sink, the second one slow.
Job pipeline(uint32_t parallelism, Tick timeout) {
  Job job = base(timeout);
  job.vertices = {source("source", parallelism),
                  vertex("first", VertexKind::map, parallelism, 0),
                  vertex("second", VertexKind::map, parallelism, 5 * kMillisecond),
                  vertex("sink", VertexKind::sink, parallelism, kMillisecond)};
  job.vertices[3].sink.kind = SinkKind::transactional;
  connect(job, 0, 1, EdgeKind::hash);
  connect(job, 1, 2, EdgeKind::rebalance);
  connect(job, 2, 3, EdgeKind::hash);
  return job;
}

// Two or more sources into one slow vertex: a union, or each over an edge of its own kind.
Job several_inputs(uint32_t parallelism, VertexKind kind) {
  Job job = base(0);
  job.vertices = {source("a", parallelism), source("b", parallelism), source("c", parallelism),
                  vertex("meet", kind, parallelism, 3 * kMillisecond),
                  vertex("sink", VertexKind::sink, parallelism, kMillisecond)};
  job.vertices[4].sink.kind = SinkKind::transactional;
  for (uint32_t from = 0; from < 3; ++from)
    connect(job, from, 3, kind == VertexKind::join ? EdgeKind::hash : EdgeKind::rebalance);
  connect(job, 3, 4, EdgeKind::hash);
  return job;
}

struct Ran {
  JobSetup setup;
  JobWorld world;
  int64_t failures = 0;
};

// Fails `subtask` at once.
void fail_now(Ran& run, SubtaskId subtask) {
  JobEvent event;
  event.kind = JobEventKind::failure_by_hand;
  event.a = subtask.index;
  do_by_hand(run.setup, run.world, run.world.now, event);
  ++run.failures;
}

// Every record behind the sink once, by name.
void expect_exact(const Ran& run) {
  ASSERT_TRUE(run.world.finished);
  ASSERT_EQ(broken_invariant(run.setup, run.world).value_or(""), "");
  const auto sink = static_cast<uint32_t>(run.setup.job.vertices.size() - 1);
  std::vector<OriginTag> seen = visible(run.setup, run.world, {sink}).names;
  std::sort(seen.begin(), seen.end());
  std::vector<OriginTag> sent;
  for (uint32_t index = 0; index < run.setup.job.vertices.size(); ++index) {
    const SourceSetup& from = run.setup.job.vertices[index].source;
    for (uint32_t split = 0; split < from.splits; ++split)
      for (uint64_t position = 0; position < kRecords; ++position)
        sent.push_back(origin_tag(run.setup.first_split[index] + split, position));
  }
  ASSERT_EQ(seen, sent) << "lost, or there twice";
}

std::optional<SubtaskId> initializing(const JobWorld& world) {
  for (uint32_t index = 0; index < world.tasks.size(); ++index)
    if (world.tasks[index].state == ExecutionState::initializing) return SubtaskId{index};
  return std::nullopt;
}

// A mapper fails after a checkpoint, during its own snapshot after another one, after a third,
// a task that recovers from that fails, too, and the mapper again once all is read.
Ran run_with_failures(const Job& job, uint32_t mapper) {
  Ran run;
  run.setup = *set_up(job);
  run.world = start_job(run.setup);
  const SubtaskId victim = run.setup.plan.subtask({mapper}, 0);
  const auto done = [&] { return run.world.statistics.counts.completed; };
  while (next_event_time(run.world)) {
    step_job(run.setup, run.world);
    const Task& task = run.world.tasks[victim.index];
    const bool alive = task.state == ExecutionState::running;
    bool at_end = alive;
    for (const Task& each : run.world.tasks)
      for (const SplitState& split : each.operators.splits)
        at_end = at_end && split.position == static_cast<uint64_t>(kRecords);
    if (run.failures == 0 && alive && done() >= 1) fail_now(run, victim);
    else if (run.failures == 1 && alive && done() >= 2 && !task.snapshots.empty())
      fail_now(run, victim);
    else if (run.failures == 2 && alive && done() >= 3) fail_now(run, victim);
    else if (const auto recovering = initializing(run.world); run.failures == 3 && recovering)
      fail_now(run, *recovering);
    else if (run.failures == 4 && at_end) fail_now(run, victim);
  }
  return run;
}

TEST(EndToEndFacts, E_01_nothing_is_lost_or_doubled_by_failures_at_any_phase) {
  int64_t captured = 0;
  const auto expect = [&](const Job& job, uint32_t mapper) {
    const Ran run = run_with_failures(job, mapper);
    EXPECT_EQ(run.failures, 5) << "expected_failures_seen";
    expect_exact(run);
    for (const CheckpointRecord& each : run.world.statistics.history)
      captured += each.sums.persisted_bytes > 0;
  };
  for (uint32_t parallelism : {1u, 5u, 20u}) expect(pipeline(parallelism, 0), 2);
  for (Tick timeout : {kMillisecond, 5 * kMillisecond}) expect(pipeline(20, timeout), 2);
  for (uint32_t parallelism : {5u, 10u})
    for (VertexKind kind : {VertexKind::join, VertexKind::merge})
      expect(several_inputs(parallelism, kind), 3);
  EXPECT_GT(captured, 50);
}

// Until a checkpoint holds data in flight; then a failure, and the restart has the new numbers.
void expect_rescaled(Job job, const std::vector<uint32_t>& to) {
  job.restarts.emplace_back();
  for (uint32_t index = 0; index < to.size(); ++index)
    job.restarts[0].parallelism.push_back({{index}, to[index]});
  job.restarts[0].with_failure = true;
  Ran run;
  run.setup = *set_up(job);
  run.world = start_job(run.setup);
  while (next_event_time(run.world)) {
    step_job(run.setup, run.world);
    const auto& latest = run.world.statistics.latest_completed;
    if (run.failures == 0 && run.world.running && latest && latest->sums.persisted_bytes > 0)
      fail_now(run, {0});
  }
  ASSERT_EQ(run.failures, 1);
  ASSERT_EQ(run.world.recoveries.size(), 1u);
  ASSERT_TRUE(run.world.refused_restarts.empty());
  const JobSetup& now = current_setup(run.setup, run.world);
  for (uint32_t index = 0; index < to.size(); ++index)
    ASSERT_EQ(now.job.vertices[index].parallelism, to[index]);
  expect_exact(run);
}

using Pairs = std::vector<std::pair<uint32_t, uint32_t>>;
const Pairs kMeeting = {{1, 2}, {2, 3}, {3, 7}, {3, 5}, {2, 1}, {3, 2}, {7, 3}, {5, 3}, {1, 1},
                        {7, 7}};

TEST(EndToEndFacts, E_02_PIPELINE_keeps_every_record_at_any_new_parallelism) {
  for (const auto& [from, to] :
       Pairs{{1, 2}, {2, 3}, {3, 7}, {4, 8}, {20, 21}, {3, 5}, {2, 1}, {3, 2}, {7, 3}, {8, 4},
             {21, 20}, {5, 3}, {1, 1}, {3, 3}, {7, 7}, {20, 20}}) {
    SCOPED_TRACE(std::to_string(from) + "->" + std::to_string(to));
    expect_rescaled(pipeline(from, 0), {to, to, to, to});
    if (HasFatalFailure()) return;
  }
}

TEST(EndToEndFacts, E_02_UNION_and_MULTI_INPUT_keep_every_record) {
  for (VertexKind kind : {VertexKind::join, VertexKind::merge})
    for (const auto& [from, to] : kMeeting) {
      SCOPED_TRACE(std::to_string(from) + "->" + std::to_string(to));
      expect_rescaled(several_inputs(from, kind), {to, to, to, to, to});
      if (HasFatalFailure()) return;
    }
}

TEST(EndToEndFacts, E_02_KEYED_DIFFERENT_PARALLELISM_keeps_every_record) {
  for (const auto& [from, to] : Pairs{{12, 7}, {7, 12}, {5, 3}, {3, 5}}) {
    SCOPED_TRACE(std::to_string(from) + "->" + std::to_string(to));
    Job job = pipeline(from, 0);
    job.vertices[1].parallelism = job.vertices[2].parallelism = to;
    expect_rescaled(job, {to, from, from, to});
    if (HasFatalFailure()) return;
  }
}

// The broadcast edge is forced aligned and has nothing in flight; what the keyed edges captured is
// moved. The sink is alone, so that what the one who broadcasts sends is there once.
TEST(EndToEndFacts, E_02_BROADCAST_and_KEYED_BROADCAST_keep_every_record) {
  for (const auto& [from, to] : Pairs{{5, 2}, {2, 5}, {5, 3}, {3, 5}, {7, 2}, {2, 7}}) {
    SCOPED_TRACE(std::to_string(from) + "->" + std::to_string(to));
    Job job = pipeline(from, 0);
    job.vertices[3].parallelism = 1;
    job.edges[2].kind = EdgeKind::broadcast;
    expect_rescaled(job, {to, to, to, 1});
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace cutline::test
