// Restarts on purpose: at another parallelism, from savepoints, behind a stop (C20, C29, U17, U18).
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/system/job_ledger.h"
#include "core/system/job_rescale.h"
#include "core/system/job_run.h"
#include "core/system/subtask_state_mapper.h"

namespace cutline::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr VertexId kSource{0};
constexpr VertexId kCount{1};
constexpr VertexId kSink{2};

// source ×2 ──hash──▶ count ×2 ──rebalance──▶ sink ×1; the counters are slow.
Job slow_counter(bool unaligned) {
  Job job;
  job.name = "slow";
  job.vertices.resize(3);
  VertexSetup& source = job.vertices[0];
  source.name = "source";
  source.kind = VertexKind::source;
  source.parallelism = 2;
  source.record_bytes = 500;
  source.source.rate_per_second = 100;
  source.source.record_limit = 300;
  VertexSetup& count = job.vertices[1];
  count.name = "count";
  count.kind = VertexKind::aggregate;
  count.parallelism = 2;
  count.service_time = 20 * kMillisecond;
  VertexSetup& sink = job.vertices[2];
  sink.name = "sink";
  sink.kind = VertexKind::sink;
  sink.sink.kind = SinkKind::transactional;
  job.edges.resize(2);
  job.edges[0] = {kSource, kCount, EdgeKind::hash, {}};
  job.edges[1] = {kCount, kSink, EdgeKind::rebalance, {}};
  job.options = {{"execution.checkpointing.interval", "500ms"},
                 {"execution.checkpointing.unaligned.enabled", unaligned ? "true" : "false"}};
  job.until = kMinute;
  job.named = true;
  job.machines = 2;
  return job;
}

RestartSetup rescale(Tick at, std::vector<Rescale> parallelism) {
  RestartSetup restart;
  restart.at = at;
  restart.parallelism = std::move(parallelism);
  return restart;
}

struct Ran {
  JobSetup setup;
  JobWorld world;
  const JobSetup& now() const { return current_setup(setup, world); }
};

Ran ran(const Job& job, Tick until = kMinute) {
  Ran out;
  Result<JobSetup> setup = set_up(job);
  EXPECT_TRUE(setup) << setup.error().sentence;
  if (!setup) return out;
  out.setup = std::move(*setup);
  out.world = start_job(out.setup);
  run_job_until(out.setup, out.world, until);
  EXPECT_EQ(broken_invariant(out.setup, out.world).value_or(""), "");
  return out;
}

// Every record of `splits` splits once, by name.
std::vector<OriginTag> all_records(uint32_t splits, uint64_t each) {
  std::vector<OriginTag> tags;
  for (uint32_t split = 0; split < splits; ++split)
    for (uint64_t position = 0; position < each; ++position)
      tags.push_back(origin_tag(split, position));
  return tags;
}
std::vector<OriginTag> sorted(std::vector<OriginTag> tags) {
  std::sort(tags.begin(), tags.end());
  return tags;
}

const CheckpointRecord* record_of(const JobWorld& world, CheckpointKind kind) {
  for (const CheckpointRecord& each : world.statistics.history)
    if (each.kind == kind) return &each;
  return nullptr;
}

TEST(JobRestarts, U17_every_record_is_there_once_by_name_after_scaling_out_and_in) {
  for (const bool unaligned : {false, true}) {
    Job job = slow_counter(unaligned);
    job.restarts = {rescale(1700 * kMillisecond, {{kSource, 3}, {kCount, 5}}),
                    rescale(2600 * kMillisecond, {{kSource, 1}, {kCount, 1}, {kSink, 2}})};
    const Ran run = ran(job);
    ASSERT_TRUE(run.world.finished);
    EXPECT_EQ(run.world.layout, 2u);
    ASSERT_EQ(run.world.recoveries.size(), 2u);
    EXPECT_THAT(run.world.recoveries[0].parallelism, ElementsAre(3, 5, 1));
    EXPECT_THAT(run.world.recoveries[1].parallelism, ElementsAre(1, 1, 2));
    EXPECT_GT(run.world.recoveries[0].checkpoint, kNoCheckpoint);
    EXPECT_EQ(run.world.recoveries[0].tasks, 9);
    const JobLedger ledger = job_ledger(run.setup, run.world);
    EXPECT_TRUE(ledger.balanced());
    for (const CutVerdict& cut : run.world.cuts) EXPECT_TRUE(cut.balanced());
    const auto expected = all_records(2, 300);
    EXPECT_EQ(sorted(visible(run.setup, run.world, kSink).names), expected);
    EXPECT_EQ(sorted(applied(run.setup, run.world, kCount).names), expected);
    EXPECT_EQ(sorted(applied(run.setup, run.world, kSource).names), expected);
  }
}

TEST(JobRestarts, U17_captured_data_goes_to_the_owners_of_its_key_groups) {
  Job job = slow_counter(true);
  job.restarts = {rescale(1700 * kMillisecond, {{kCount, 3}})};
  const JobSetup setup = *set_up(job);
  JobWorld world = start_job(setup);
  while (world.layout == 0) step_job(setup, world);
  const JobSetup& now = current_setup(setup, world);
  ASSERT_EQ(world.images.size(), 2u) << "as it was taken, and as it is mapped";
  const CheckpointImage& taken = world.images[0];
  const CheckpointImage& mapped = world.images[1];
  EXPECT_THAT(taken.parallelism, ElementsAre(2, 2, 1));
  EXPECT_THAT(mapped.parallelism, ElementsAre(2, 3, 1));
  EXPECT_TRUE(mapped.moved[0]);
  const auto captured = [](const JobPlan& plan, const CheckpointImage& image, EdgeId edge) {
    std::vector<OriginTag> tags;
    for (const LinkPlan& link : plan.links)
      if (link.edge == edge)
        for (const CapturedLink* part : {&image.subtasks[link.consumer.index].inputs[link.input],
                                         &image.subtasks[link.producer.index].outputs[link.output]})
          for (const Buffer& buffer : part->buffers)
            tags.insert(tags.end(), buffer.tags.begin(), buffer.tags.end());
    return tags;
  };
  const auto before = captured(setup.plan, taken, {0});
  EXPECT_GT(before.size(), 50u);
  EXPECT_EQ(sorted(captured(now.plan, mapped, {0})), sorted(before));
  for (const LinkPlan& link : now.plan.links) {
    if (link.edge.index != 0) continue;
    const VertexSetup& count = now.job.vertices[1];
    for (const Buffer& buffer : mapped.subtasks[link.producer.index].outputs[link.output].buffers)
      for (OriginTag tag : buffer.tags)
        EXPECT_EQ(subtask_of_key_group(key_group_of(count, tag), 3, count.max_parallelism),
                  now.plan.subtasks[link.consumer.index].index);
  }
}

TEST(JobRestarts, U17_keyed_state_moves_with_its_key_groups) {
  Job job = slow_counter(false);
  job.restarts = {rescale(2 * kSecond, {{kCount, 3}})};
  const Ran run = ran(job);
  // As if there had been three counters from the beginning.
  Job three = job;
  three.restarts.clear();
  three.vertices[1].parallelism = 3;
  const Ran plain = ran(three);
  for (uint32_t place = 0; place < 3; ++place) {
    const SubtaskId id = run.now().plan.subtask(kCount, place);
    EXPECT_EQ(sorted(run.world.tasks[id.index].operators.applied.names),
              sorted(plain.world.tasks[id.index].operators.applied.names));
  }
}

TEST(JobRestarts, S1_a_split_keeps_its_number_and_its_position_whoever_reads_it) {
  Job job = slow_counter(false);
  job.vertices[0].source.splits = 5;
  job.vertices[0].source.record_limit = 0;
  job.vertices[1].service_time = 0;
  job.restarts = {rescale(2 * kSecond, {{kSource, 4}}), rescale(4 * kSecond, {{kSource, 2}})};
  const auto splits = [](const Ran& run) {
    std::vector<std::vector<uint32_t>> numbers(run.now().job.vertices[0].parallelism);
    for (uint32_t place = 0; place < numbers.size(); ++place)
      for (const SplitState& each : run.world.tasks[place].operators.splits) {
        numbers[place].push_back(each.split);
        EXPECT_GT(each.position, 100u);
      }
    return numbers;
  };
  EXPECT_THAT(splits(ran(job, 1900 * kMillisecond)),
              ElementsAre(ElementsAre(0, 2, 4), ElementsAre(1, 3)));
  EXPECT_THAT(splits(ran(job, 3900 * kMillisecond)),
              ElementsAre(ElementsAre(0, 2), ElementsAre(4), ElementsAre(1), ElementsAre(3)));
  EXPECT_THAT(splits(ran(job, 6 * kSecond)),
              ElementsAre(ElementsAre(0, 2, 4), ElementsAre(1, 3)));
}

TEST(JobRestarts, C27_A_restart_that_waits_for_a_failure_comes_with_the_next_one) {
  Job job = slow_counter(true);
  job.restarts = {rescale(kSecond, {{kCount, 4}})};
  job.restarts[0].with_failure = true;
  EXPECT_EQ(ran(job, 3 * kSecond).world.layout, 0u);
  job.failures = {{kSink, 0, 2 * kSecond, 0}};
  const Ran run = ran(job);
  EXPECT_EQ(run.world.layout, 1u);
  ASSERT_EQ(run.world.recoveries.size(), 1u);
  EXPECT_FALSE(run.world.recoveries[0].planned);
  EXPECT_GE(run.world.recoveries[0].delay, kSecond * 9 / 10) << "the restart strategy's";
  EXPECT_EQ(sorted(visible(run.setup, run.world, kSink).names), all_records(2, 300));
}

TEST(JobRestarts, C20_a_savepoint_of_a_running_job_commits_nothing_and_is_not_restored) {
  Job job = slow_counter(false);
  job.vertices[1].service_time = 0;
  job.options[0].second = "10s";
  job.savepoints = {{500 * kMillisecond, 0, SavepointKind::savepoint}};
  job.failures = {{kCount, 0, 1500 * kMillisecond, 0}};
  const Ran run = ran(job, 1400 * kMillisecond);
  const CheckpointRecord* savepoint = record_of(run.world, CheckpointKind::savepoint);
  ASSERT_TRUE(savepoint);
  EXPECT_EQ(savepoint->status, CheckpointStatus::completed);
  EXPECT_EQ(visible(run.setup, run.world, kSink).count, 0);
  const Ran later = ran(job, 4 * kSecond);
  ASSERT_EQ(later.world.recoveries.size(), 1u);
  EXPECT_EQ(later.world.recoveries[0].checkpoint, kNoCheckpoint) << "nothing was in the store";
}

TEST(JobRestarts, C29_sources_read_nothing_behind_the_barrier_and_sinks_commit) {
  for (const SavepointKind kind : {SavepointKind::suspend, SavepointKind::drain}) {
    Job job = slow_counter(kind == SavepointKind::suspend);
    job.savepoints = {{2 * kSecond, 0, kind}};
    const Ran run = ran(job);
    ASSERT_TRUE(run.world.finished);
    for (const Task& task : run.world.tasks) EXPECT_EQ(task.state, ExecutionState::finished);
    const CheckpointRecord& last = run.world.statistics.history.back();
    EXPECT_TRUE(is_stop(last.kind)) << "no periodic checkpoint follows";
    EXPECT_EQ(last.status, CheckpointStatus::completed);
    EXPECT_EQ(last.sums.persisted_bytes, 0) << "aligned, whatever the options";
    const int64_t read = applied(run.setup, run.world, kSource).count;
    EXPECT_GT(read, 300);
    EXPECT_LT(read, 600);
    EXPECT_EQ(applied(run.setup, run.world, kCount).count, read);
    EXPECT_EQ(visible(run.setup, run.world, kSink).count, read);
    EXPECT_EQ(run.world.external[2].transactions.unfinished(), 0) << "none is left open";
    ASSERT_EQ(run.world.images.back().id, last.id);
    const SubtaskImage& sink = run.world.images.back().subtasks.back();
    ASSERT_EQ(sink.sinks.size(), 1u);
    EXPECT_EQ(sink.sinks[0].current.has_value(), kind == SavepointKind::suspend)
        << "drained: the input is at its end";
  }
}

TEST(JobRestarts, C1_C29_a_stopped_job_goes_on_from_its_savepoint_at_another_parallelism) {
  Job job = slow_counter(true);
  job.savepoints = {{2 * kSecond, 0, SavepointKind::suspend}};
  job.restarts = {rescale(20 * kSecond, {{kSource, 1}, {kCount, 3}, {kSink, 2}})};
  job.restarts[0].from = RestoreFrom::savepoint;
  job.failures = {{kCount, 2, 20'300 * kMillisecond, 0}};
  const Ran stopped = ran(job, 19 * kSecond);
  EXPECT_FALSE(stopped.world.finished) << "it is to go on";
  EXPECT_NE(stopped.world.stopped_with, kNoCheckpoint);
  const CheckpointId savepoint = stopped.world.stopped_with;

  const Ran run = ran(job);
  ASSERT_TRUE(run.world.finished);
  ASSERT_EQ(run.world.recoveries.size(), 2u);
  EXPECT_TRUE(run.world.recoveries[0].planned);
  EXPECT_TRUE(run.world.recoveries[0].savepoint);
  EXPECT_EQ(run.world.recoveries[0].checkpoint, savepoint);
  EXPECT_EQ(run.world.recoveries[1].checkpoint, savepoint)
      << "in the store until a checkpoint completes";
  EXPECT_EQ(run.world.statistics.latest_restored->savepoint, true);
  EXPECT_EQ(sorted(visible(run.setup, run.world, kSink).names), all_records(2, 300));
  for (const CheckpointRecord& each : run.world.statistics.history)
    if (each.triggered_at > 20 * kSecond) {
      EXPECT_GT(each.id, savepoint);
    }
}

// C4, C6: a task that a stop has ended did not come to the end of its input.
TEST(JobRestarts, C29_a_savepoint_behind_a_stop_does_not_hold_stopped_sources_as_finished) {
  Job job = slow_counter(false);
  job.vertices[2].sink.commit_time = 500 * kMillisecond;
  job.savepoints = {{2 * kSecond, 0, SavepointKind::suspend}};
  const Ran first = ran(job, 10 * kSecond);
  job.savepoints.push_back({100 * kMillisecond, first.world.stopped_with.number,
                            SavepointKind::savepoint});
  job.restarts = {rescale(20 * kSecond, {})};
  job.restarts[0].from = RestoreFrom::savepoint;
  const Ran run = ran(job);
  ASSERT_TRUE(run.world.finished);
  ASSERT_EQ(run.world.recoveries.size(), 1u);
  EXPECT_EQ(run.world.recoveries[0].checkpoint, first.world.stopped_with);
  EXPECT_EQ(sorted(visible(run.setup, run.world, kSink).names), all_records(2, 300));
}

TEST(JobRestarts, C23_a_stop_that_expires_restarts_the_job) {
  Job job = slow_counter(false);
  job.vertices[1].service_time = 200 * kMillisecond;
  job.options.emplace_back("execution.checkpointing.timeout", "2s");
  job.options.emplace_back("execution.checkpointing.tolerable-failed-checkpoints", "100");
  job.savepoints = {{2 * kSecond, 0, SavepointKind::suspend}};
  const Ran run = ran(job, 10 * kSecond);
  const CheckpointRecord* stop = record_of(run.world, CheckpointKind::stop_savepoint);
  ASSERT_TRUE(stop);
  EXPECT_EQ(stop->failure, CheckpointFailure::checkpoint_expired);
  ASSERT_EQ(run.world.recoveries.size(), 1u);
  EXPECT_EQ(run.world.recoveries[0].failed_at, stop->ended_at);
  EXPECT_EQ(run.world.recoveries[0].tasks, 5);
  for (const Task& task : run.world.tasks) EXPECT_EQ(task.stop, kNoCheckpoint);
}

// Scaling in leaves failures without their subtask: they do nothing.
TEST(JobRestarts, C27_A_failure_of_a_subtask_that_is_gone_does_nothing) {
  Job job = slow_counter(false);
  job.failures = {{kCount, 1, 2 * kSecond, 0}};
  job.restarts = {rescale(kSecond, {{kCount, 1}})};
  const Ran run = ran(job, 3 * kSecond);
  EXPECT_EQ(run.world.layout, 1u);
  EXPECT_EQ(run.world.recoveries.size(), 1u);
  EXPECT_TRUE(run.world.refused_restarts.empty());
}

TEST(JobRestarts, C20_A_restart_without_a_savepoint_to_start_from_is_refused_with_the_reason) {
  Job job = slow_counter(false);
  job.restarts = {rescale(2 * kSecond, {{kCount, 3}})};
  job.restarts[0].from = RestoreFrom::savepoint;
  const Ran run = ran(job);
  EXPECT_EQ(run.world.layout, 0u);
  EXPECT_TRUE(run.world.recoveries.empty());
  ASSERT_EQ(run.world.refused_restarts.size(), 1u);
  EXPECT_EQ(run.world.refused_restarts[0].at, 2 * kSecond);
  EXPECT_EQ(run.world.refused_restarts[0].why, "there is no completed savepoint to restore");
}

TEST(JobRestarts, U17_what_cannot_be_rescaled_is_refused) {
  const auto why = [](Job job) {
    const Result<JobSetup> setup = set_up(std::move(job));
    return setup ? std::string() : setup.error().sentence;
  };
  Job job = slow_counter(true);
  job.restarts = {rescale(kSecond, {{kCount, 129}})};
  EXPECT_THAT(why(job), HasSubstr("its parallelism must be from 1 to 128"));
  job.restarts = {rescale(kSecond, {{kCount, 4}})};
  job.vertices[1].max_parallelism = 3;
  EXPECT_EQ(why(job), "vertex \"count\": a parallelism of 4 is more than the max parallelism of "
                      "its state, 3");
  job.vertices[1].max_parallelism = 0;
  job.edges[0].split = {1, 1};
  EXPECT_EQ(why(job), "edge source>count: its split is for a fixed number of consumers");
  job.edges[0].split.clear();
  job.edges[0].kind = EdgeKind::forward;
  EXPECT_EQ(why(job), "edge source>count: a forward edge needs the same parallelism on both sides");
  job.edges[0].kind = EdgeKind::hash;
  job.vertices[1].subtask_service_time = {1, 1};
  EXPECT_THAT(why(job), HasSubstr("its service times are given for each subtask"));
}

// Such data is never captured: those edges are forced aligned. An image that has it all the same is
// refused, as by the engine.
TEST(JobRestarts, U17_captured_data_of_a_pointwise_edge_is_refused) {
  Job job = slow_counter(true);
  job.edges[1].kind = EdgeKind::rescale;
  job.restarts = {rescale(1700 * kMillisecond, {{kCount, 3}})};
  const JobSetup setup = *set_up(job);
  JobWorld world = start_job(setup);
  run_job_until(setup, world, 1600 * kMillisecond);
  ASSERT_FALSE(world.images.empty());
  CheckpointImage image = world.images.back();
  const JobSetup to = *set_up_rescaled(setup, {2, 3, 1});
  EXPECT_TRUE(map_image(to, image));
  Buffer buffer;
  buffer.bytes = 1;
  image.subtasks[setup.plan.subtask(kCount, 1).index].outputs[0].buffers.push_back(buffer);
  const auto refused = map_image(to, image);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().sentence,
            "edge count>sink: captured data of a rescale edge cannot be restored at another "
            "parallelism");
}

TEST(JobRestarts, U18_unaligned_checkpoints_are_declined_until_what_was_moved_is_consumed) {
  Job job = slow_counter(true);
  job.options[0].second = "100ms";
  // Each its own file: else those that share one decline as well (U10).
  job.options.emplace_back("execution.checkpointing.unaligned.max-subtasks-per-channel-state-file",
                           "1");
  job.restarts = {rescale(2 * kSecond, {{kCount, 3}})};
  const Ran run = ran(job, 4 * kSecond);
  int64_t declined = 0;
  for (const CheckpointRecord& each : run.world.statistics.history)
    if (each.status == CheckpointStatus::failed &&
        each.failure == CheckpointFailure::checkpoint_declined_task_not_ready) {
      EXPECT_GT(each.triggered_at, 2 * kSecond);
      ++declined;
    }
  EXPECT_GT(declined, 0);
  EXPECT_EQ(run.world.statistics.history.back().status, CheckpointStatus::completed);
}

TEST(JobRestarts, Broadcast_state_is_there_for_every_new_subtask) {
  Job job = slow_counter(false);
  job.vertices[1].service_time = 0;
  job.edges[0].kind = EdgeKind::broadcast;
  job.edges.pop_back();
  job.vertices.pop_back();
  job.restarts = {rescale(2 * kSecond, {{kCount, 5}})};
  const Ran run = ran(job);
  for (uint32_t place = 0; place < 5; ++place)
    EXPECT_EQ(sorted(run.world.tasks[2 + place].operators.applied.names), all_records(2, 300));
  EXPECT_TRUE(job_ledger(run.setup, run.world).balanced());
}

TEST(ElementRanges, S1_ListStateIsDealtOutInRunsOfNeighbours) {
  for (size_t elements : {0u, 1u, 5u, 12u})
    for (uint32_t parallelism = 1; parallelism <= 6; ++parallelism) {
      size_t next = 0;
      for (uint32_t place = 0; place < parallelism; ++place) {
        const ElementRange range = elements_of(elements, place, parallelism);
        EXPECT_EQ(range.first, next);
        EXPECT_LE(range.last - range.first, elements / parallelism + 1);
        next = range.last;
      }
      EXPECT_EQ(next, elements);
    }
  EXPECT_EQ(elements_of(5, 0, 3).last, 2u);
  EXPECT_EQ(elements_of(5, 2, 3).first, 4u);
}

}  // namespace
}  // namespace cutline::test
