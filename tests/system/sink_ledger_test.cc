// What readers behind sinks see of every record (section 8.4), after failures and restarts.
#include "core/system/sink_ledger.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/limits.h"
#include "core/system/job_ledger.h"
#include "core/system/job_run.h"

namespace cutline::test {
namespace {

constexpr VertexId kSink{1};

// source ×1 ──▶ sink ×1, 100 records a second for 10 s, a checkpoint each second.
Job small(SinkKind kind) {
  Job job;
  job.name = "small";
  job.vertices.resize(2);
  VertexSetup& source = job.vertices[0];
  source.name = "source";
  source.kind = VertexKind::source;
  source.record_bytes = 100;
  source.source.rate_per_second = 100;
  source.source.record_limit = 1000;
  VertexSetup& sink = job.vertices[1];
  sink.name = "sink";
  sink.kind = VertexKind::sink;
  sink.sink.kind = kind;
  job.edges = {{{0}, kSink, EdgeKind::hash, {}}};
  job.options = {{"execution.checkpointing.interval", "1s"},
                 {"execution.checkpointing.min-pause", "1s"},
                 {"restart-strategy.type", "fixed-delay"},
                 {"restart-strategy.fixed-delay.attempts", "1000000"},
                 {"restart-strategy.fixed-delay.delay", "100ms"}};
  job.failures = {{kSink, 0, 500 * kMillisecond, 3}};
  job.until = kMinute;
  job.named = true;
  return job;
}

struct Ran {
  JobSetup setup;
  JobWorld world;
  SinkLedger sink() const { return sink_ledger(setup, world, kSink); }
};

Ran ran(const Job& job, Tick until = kMinute) {
  Ran out;
  Result<JobSetup> setup = set_up(job);
  EXPECT_TRUE(setup) << setup.error().sentence;
  out.setup = std::move(*setup);
  out.world = start_job(out.setup);
  run_job_until(out.setup, out.world, until);
  EXPECT_EQ(broken_invariant(out.setup, out.world).value_or(""), "");
  return out;
}

TEST(SinkLedger, A_plain_sink_repeats_what_was_written_after_the_restored_checkpoint) {
  Job job = small(SinkKind::plain);
  const Ran run = ran(job);
  ASSERT_TRUE(run.world.finished);
  const SinkLedger sink = run.sink();
  EXPECT_GE(sink.repeated, 35) << "of half a second, but for what was under way";
  EXPECT_LE(sink.repeated, 60);
  EXPECT_EQ(sink.once + sink.repeated, 1000);
  EXPECT_EQ(sink.visible, 1000 + sink.repeated);
  EXPECT_EQ(sink.lost, 0);
  ASSERT_EQ(std::ssize(sink.repeated_names), sink.repeated);
  EXPECT_EQ(static_cast<int64_t>(sink.repeated_names.back() - sink.repeated_names.front()),
            sink.repeated - 1);
  EXPECT_FALSE(broken_sink_promise(run.setup, run.world));
  job.named = false;
  EXPECT_EQ(ran(job).sink().repeated, sink.repeated) << "by count as by name";
}

TEST(SinkLedger, Repetitions_count_when_they_happen_not_when_the_job_restarts) {
  const Job job = small(SinkKind::plain);
  const JobSetup setup = *set_up(job);
  JobWorld world = start_job(setup);
  while (world.restores == 0) step_job(setup, world);
  EXPECT_EQ(sink_ledger(setup, world, kSink).repeated, 0);
  run_job_until(setup, world, world.now + 300 * kMillisecond);
  EXPECT_GT(sink_ledger(setup, world, kSink).repeated, 0);
}

TEST(SinkLedger, An_idempotent_sink_has_each_record_once) {
  for (const bool named : {true, false}) {
    Job job = small(SinkKind::idempotent);
    job.named = named;
    const Ran run = ran(job);
    EXPECT_EQ(run.sink().once, 1000);
    EXPECT_EQ(run.sink().visible, 1000);
    EXPECT_TRUE(run.sink().exact());
    EXPECT_GE(run.sink().rewritten, 35);
  }
}

TEST(SinkLedger, A_transactional_sink_is_exact_and_what_waits_is_not_lost) {
  const Job job = small(SinkKind::transactional);
  const JobSetup setup = *set_up(job);
  JobWorld world = start_job(setup);
  while (next_event_time(world)) {
    step_job(setup, world);
    ASSERT_TRUE(sink_ledger(setup, world, kSink).exact()) << print_duration(world.now);
  }
  EXPECT_EQ(sink_ledger(setup, world, kSink).once, 1000);
}

TEST(SinkLedger, An_older_savepoint_repeats_what_was_committed_since) {
  Job job = small(SinkKind::transactional);
  job.failures.clear();
  job.savepoints = {{2500 * kMillisecond, 0, SavepointKind::savepoint}};
  RestartSetup restart;
  restart.at = 6 * kSecond;
  restart.from = RestoreFrom::savepoint;
  job.restarts = {restart};
  const Ran run = ran(job);
  ASSERT_TRUE(run.world.finished);
  const SinkLedger sink = run.sink();
  EXPECT_GT(sink.repeated, 200);
  EXPECT_EQ(sink.once + sink.repeated, 1000);
  EXPECT_EQ(sink.lost, 0);
  EXPECT_EQ(broken_sink_promise(run.setup, run.world),
            "sink sink has repeated " + std::to_string(sink.repeated) + " records");
}

TEST(SinkLedger, What_is_lost_is_found_again_by_a_restart_from_before_it) {
  Job job = small(SinkKind::transactional);
  job.vertices[1].sink.transaction_timeout = 3 * kSecond;
  job.vertices[1].sink.commit_time = 400 * kMillisecond;
  job.vertices[0].source.record_limit = 2000;
  job.options.back().second = "5s";  // longer than the time-out
  job.failures = {{kSink, 0, 100 * kMillisecond, 4}};
  job.savepoints = {{1100 * kMillisecond, 0, SavepointKind::savepoint}};
  const Ran lost = ran(job, 15 * kSecond);
  const std::vector<OriginTag> names = lost.sink().lost_names;
  ASSERT_GT(names.size(), 90u) << "the transaction of the restored checkpoint";
  EXPECT_EQ(names.back() - names.front() + 1, names.size());
  RestartSetup restart;
  restart.at = 16 * kSecond;
  restart.from = RestoreFrom::savepoint;
  job.restarts = {restart};
  const Ran found = ran(job);
  ASSERT_TRUE(found.world.finished);
  EXPECT_EQ(found.sink().lost, 0);
  EXPECT_EQ(found.sink().once + found.sink().repeated, 2000);
}

TEST(SinkLedger, Without_checkpoints_a_transactional_sink_never_shows_anything) {
  Job job = small(SinkKind::transactional);
  job.options.clear();
  job.failures.clear();
  const Ran run = ran(job);
  ASSERT_TRUE(run.world.finished);
  EXPECT_EQ(run.sink().visible, 0);
  EXPECT_EQ(run.sink().lost, 1000) << "nothing is left that could commit them";
}

TEST(SinkLedger, Copies_over_a_broadcast_edge_are_counted_until_it_is_rescaled) {
  Job job = small(SinkKind::plain);
  job.edges[0].kind = EdgeKind::broadcast;
  job.vertices[1].parallelism = 3;
  const Ran run = ran(job);
  EXPECT_EQ(run.sink().once + run.sink().repeated, 3000);
  EXPECT_GT(run.sink().repeated, 100);
  RestartSetup restart;
  restart.at = 6 * kSecond;
  restart.parallelism = {{kSink, 2}};
  job.restarts = {restart};
  const SinkLedger rescaled = ran(job).sink();
  EXPECT_FALSE(rescaled.judged) << "nobody can say how many there should be";
  EXPECT_GT(rescaled.visible, 2000);
}

TEST(JobFailures, A_commit_that_fails_is_the_cause_of_the_restart) {
  Job job = small(SinkKind::transactional);
  job.failures.clear();
  job.vertices[1].sink.transaction_timeout = 500 * kMillisecond;  // shorter than the interval
  const Ran run = ran(job, 10 * kSecond);
  ASSERT_FALSE(run.world.recoveries.empty());
  const JobFailure& failure = run.world.recoveries[0].failure;
  EXPECT_EQ(failure.cause, FailureCause::commit);
  EXPECT_EQ(failure.transaction, 1u);
  EXPECT_EQ(failure_sentence(failure),
            "the commit of transaction 1 failed when its checkpoint had completed (section 8.2)");
  EXPECT_GT(run.sink().lost, 0);
}

TEST(JobFailures, The_newest_restarts_are_kept_and_all_are_counted) {
  Job job = small(SinkKind::plain);
  job.failures.clear();
  job.options.back().second = "0ms";
  job.deploy_time = kMillisecond;
  job.named = false;
  const JobSetup setup = *set_up(job);
  JobWorld world = start_job(setup);
  JobEvent failure;
  failure.kind = JobEventKind::failure_by_hand;
  failure.a = 1;
  for (int64_t count = 1; count <= 1100; ++count) {
    while (!world.running) step_job(setup, world);
    do_by_hand(setup, world, world.now, failure);
    ASSERT_EQ(world.restarts, count);
    step_job(setup, world);
  }
  EXPECT_EQ(world.recoveries.size(), kRecoveriesMax);
  EXPECT_EQ(world.restores, world.restarts - (world.recoveries.back().restored_at < 0));
  EXPECT_LT(world.recoveries.front().failed_at, world.recoveries.back().failed_at);
}

}  // namespace
}  // namespace cutline::test
