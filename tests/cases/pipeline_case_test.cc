// The pipeline of assets/scenarios/jobs does what its first lines say: the benchmark measures a job
// in which nothing is lost, no checkpoint fails and the sizes are those of a real one.
#include <gtest/gtest.h>

#include "core/lesson/embedded_scenarios.h"
#include "core/lesson/job_file.h"
#include "core/system/job_ledger.h"
#include "core/system/job_run.h"

namespace cutline {
namespace {

constexpr int64_t kGigabyte = 1'000'000'000;

JobSetup pipeline() {
  for (const EmbeddedText& each : embedded_jobs())
    if (each.name == "pipeline") return *set_up(*read_job(each.name, each.text));
  ADD_FAILURE() << "there is no job pipeline";
  return {};
}

TEST(PipelineCase, a_minute_loses_nothing_and_its_checkpoints_take_as_long_as_their_uploads) {
  const JobSetup setup = pipeline();
  ASSERT_EQ(setup.plan.subtasks.size(), 16u);
  JobWorld world = start_job(setup);
  run_job_until(setup, world, kMinute);
  EXPECT_EQ(broken_invariant(setup, world).value_or(""), "");
  EXPECT_TRUE(job_ledger(setup, world).balanced());

  // A hundred thousand records a second come in, and none stays behind for as long as 100 ms.
  ASSERT_EQ(applied(setup, world, {0}).count, 6'000'000);
  for (uint32_t vertex = 1; vertex < 4; ++vertex)
    EXPECT_GT(applied(setup, world, {vertex}).count, 5'990'000) << vertex;

  EXPECT_EQ(world.statistics.counts.failed, 0);
  ASSERT_EQ(world.statistics.counts.completed, 6);
  ASSERT_EQ(world.cuts.size(), 6u);
  for (const CutVerdict& cut : world.cuts) EXPECT_TRUE(cut.balanced()) << cut.id.number;
  for (const CheckpointRecord& record : world.statistics.history) {
    SCOPED_TRACE("checkpoint " + std::to_string(record.id.number));
    // The first uploads what there is by then. A kilobyte of changes for each of a million records,
    // and four files that are written anew. After four of them all is merged, eight gigabytes.
    const bool whole = record.id.number == 1 || record.id.number == 5;
    const int64_t changes = kGigabyte + 4'000'000;
    EXPECT_GT(record.sums.checkpointed_bytes, whole ? 5 * kGigabyte : changes * 99 / 100);
    EXPECT_LT(record.sums.checkpointed_bytes, whole ? 10 * kGigabyte : changes * 101 / 100);
    EXPECT_EQ(record.sums.full_bytes == record.sums.checkpointed_bytes, whole);
    EXPECT_EQ(record.sums.persisted_bytes, 0);
    // A gigabyte a second, 50 ms for an object; barriers and messages take the rest.
    const Tick upload = record.sums.checkpointed_bytes + 50 * kMillisecond;
    EXPECT_GE(end_to_end(record).value_or(0), upload);
    EXPECT_LE(end_to_end(record).value_or(0), upload + 40 * kMillisecond);
  }
  // What is committed is visible: all but what came since the last checkpoint.
  EXPECT_EQ(visible(setup, world, {3}).count,
            world.images.back().subtasks[12].state.applied.count +
                world.images.back().subtasks[13].state.applied.count +
                world.images.back().subtasks[14].state.applied.count +
                world.images.back().subtasks[15].state.applied.count);
}

TEST(PipelineCase, is_bounded_by_what_is_under_way) {
  const JobSetup setup = pipeline();
  JobWorld world = start_job(setup);
  for (int second = 1; second <= 20; ++second) {
    run_job_until(setup, world, second * kSecond);
    EXPECT_LE(world.agenda.size(), 250u) << second;
    EXPECT_LE(world.messages.size(), 40u) << second;
    EXPECT_LE(world.images.size(), 2u) << "one completed, one under way";
    size_t buffers = 0;
    for (const Link& link : world.links)
      buffers += link.out.size() + link.wire.size() + link.in.size();
    EXPECT_LE(buffers, 40u * 10u) << second;
  }
}

TEST(PipelineCase, of_many_checkpoints_the_newest_are_kept) {
  Job job = pipeline().job;
  for (VertexSetup& vertex : job.vertices) {
    vertex.source.rate_per_second = 10;
    vertex.parallelism = 1;
    vertex.state = {};
    vertex.sink.commit_time = 0;
  }
  job.storage = {};
  job.options = {{"execution.checkpointing.interval", "10ms"}};
  job.until = 30 * kSecond;
  const JobSetup setup = *set_up(job);
  JobWorld world = start_job(setup);
  run_job_until(setup, world, job.until);
  EXPECT_GT(world.statistics.counts.completed, 2'500);
  EXPECT_EQ(world.cuts.size(), 1'000u);
  EXPECT_EQ(world.statistics.history.size(), 1'000u);
  EXPECT_EQ(world.cuts.back().id.number, world.statistics.counts.completed);
  const TransactionSystem& system = world.external[3].transactions;
  EXPECT_GT(system.transactions(), 2'500u);
  EXPECT_LE(system.kept(), 2'000u + 10u);
  EXPECT_LT(world.agenda.size(), 4'000u) << "the time-outs of ten minutes are still to come";
}

TEST(PipelineCase, unaligned_and_slow_it_still_loses_nothing) {
  Job job = pipeline().job;
  job.vertices[2].service_time = 45 * kMicrosecond;
  job.options.emplace_back("execution.checkpointing.unaligned.enabled", "true");
  const JobSetup setup = *set_up(job);
  JobWorld world = start_job(setup);
  run_job_until(setup, world, 20 * kSecond);
  EXPECT_EQ(broken_invariant(setup, world).value_or(""), "");
  EXPECT_LT(applied(setup, world, {0}).count, 1'900'000) << "back pressure reaches the sources";
  ASSERT_EQ(world.cuts.size(), 2u);
  for (const CutVerdict& cut : world.cuts) EXPECT_TRUE(cut.balanced());
  EXPECT_GT(world.statistics.history[0].sums.persisted_bytes, 5'000'000);
}

}  // namespace
}  // namespace cutline
