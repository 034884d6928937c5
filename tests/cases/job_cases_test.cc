// The T cases of the field, each a scenario of assets/scenarios/jobs: the figures that real systems
// showed are bands here. What a band comes from stands in the scenario's first lines.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/lesson/embedded_scenarios.h"
#include "core/lesson/job_file.h"
#include "core/system/job_ledger.h"
#include "core/system/job_run.h"

namespace cutline {
namespace {

struct Ran {
  JobSetup setup;
  JobWorld world;
};

JobSetup set_up_named(std::string_view name) {
  for (const EmbeddedText& each : embedded_jobs())
    if (each.name == name) {
      const Result<Job> job = read_job(each.name, each.text);
      EXPECT_TRUE(job) << print_fault(job.error());
      const Result<JobSetup> setup = set_up(*job);
      EXPECT_TRUE(setup) << setup.error().sentence;
      return *setup;
    }
  ADD_FAILURE() << "there is no job " << name;
  return {};
}

Ran ran(std::string_view name) {
  Ran out;
  out.setup = set_up_named(name);
  out.world = start_job(out.setup);
  run_job_until(out.setup, out.world, out.setup.job.until);
  return out;
}

// Completed checkpoints after the buffers have filled: from the second on.
std::vector<CheckpointRecord> steady(const JobWorld& world) {
  std::vector<CheckpointRecord> out;
  for (const CheckpointRecord& record : world.statistics.history)
    if (record.status == CheckpointStatus::completed && record.id.number > 1)
      out.push_back(record);
  return out;
}

Tick duration_of(const CheckpointRecord& record) { return end_to_end(record).value_or(-1); }
const SubtaskMetrics& metrics(const CheckpointRecord& record, size_t vertex, size_t subtask) {
  return record.vertices[vertex].subtasks[subtask].metrics;
}
void expect_within(int64_t value, int64_t min, int64_t max, std::string_view what) {
  EXPECT_GE(value, min) << what;
  EXPECT_LE(value, max) << what;
}

TEST(JobCases, T1_a_barrier_waits_behind_what_is_queued) {
  const Ran run = ran("t1-aligned");
  const auto checkpoints = steady(run.world);
  ASSERT_GE(checkpoints.size(), 9u);
  for (const CheckpointRecord& each : checkpoints) {
    expect_within(duration_of(each), 2600 * kMillisecond, 3300 * kMillisecond, "end to end");
    expect_within(metrics(each, 1, 0).start_delay, 2600 * kMillisecond, 3300 * kMillisecond,
                  "start delay of the busy counter");
    expect_within(metrics(each, 1, 1).start_delay, 0, 300 * kMillisecond,
                  "start delay of the other");
    for (size_t counter : {0u, 1u})
      expect_within(metrics(each, 1, counter).alignment, 0, 150 * kMillisecond, "alignment");
    EXPECT_EQ(each.sums.checkpointed_bytes, 5700);
    EXPECT_EQ(each.sums.persisted_bytes, 0);
  }
  // 200 records a second through nine sixteenths of the keys: 356 for both sources.
  const auto read = static_cast<int64_t>(records_read(run.world.tasks[0].operators) +
                                         records_read(run.world.tasks[1].operators));
  expect_within(read, (355 - 18) * 60, (356 + 25) * 60, "records read in a minute");
}

TEST(JobCases, T1_is_healthy_without_the_slow_down) {
  JobSetup setup = set_up_named("t1-aligned");
  Job job = setup.job;
  job.vertices[1].service_time = 0;
  setup = *set_up(job);
  JobWorld world = start_job(setup);
  run_job_until(setup, world, kMinute);
  for (const CheckpointRecord& each : steady(world))
    expect_within(duration_of(each), 0, 45 * kMillisecond, "end to end");
}

TEST(JobCases, T2_an_unaligned_barrier_overtakes_and_captures) {
  const Ran run = ran("t2-unaligned");
  const auto checkpoints = steady(run.world);
  ASSERT_GE(checkpoints.size(), 9u);
  int64_t total = 0;
  int64_t senders = 0;
  for (const CheckpointRecord& each : checkpoints) {
    expect_within(duration_of(each), 0, 50 * kMillisecond, "end to end");
    expect_within(each.sums.persisted_bytes, 530'000, 670'000, "persisted");
    total += each.sums.persisted_bytes;
    senders += metrics(each, 0, 0).persisted_bytes + metrics(each, 0, 1).persisted_bytes;
  }
  EXPECT_GT(senders * 10, total * 9) << "more than nine tenths lie at the senders";
  expect_within(total / static_cast<int64_t>(checkpoints.size()), 560'000, 670'000,
                "persisted on average");
}

TEST(JobCases, T3_after_the_time_out_the_rest_of_the_queue_is_captured) {
  const Ran run = ran("t3-timeout");
  const auto checkpoints = steady(run.world);
  ASSERT_GE(checkpoints.size(), 9u);
  for (const CheckpointRecord& each : checkpoints) {
    expect_within(duration_of(each), 1000 * kMillisecond, 1150 * kMillisecond, "end to end");
    expect_within(each.sums.persisted_bytes, 310'000, 420'000, "persisted");
    EXPECT_EQ(metrics(each, 1, 1).persisted_bytes, 0) << "the other counter stays aligned";
    EXPECT_GT(metrics(each, 1, 0).persisted_bytes, 0) << "the busy one switches";
  }
}

TEST(JobCases, T4_a_checkpoint_that_expires_restarts_everything) {
  const Ran run = ran("t4-expiry");
  EXPECT_EQ(run.world.statistics.counts.completed, 0);
  EXPECT_GE(run.world.statistics.counts.failed, 6);
  ASSERT_GE(run.world.recoveries.size(), 4u);
  for (const RecoveryRecord& each : run.world.recoveries) EXPECT_EQ(each.tasks, 4);
  const Tick nominal[] = {1000, 1500, 2250, 3375};
  for (size_t at = 0; at < 4; ++at)
    expect_within(run.world.recoveries[at].delay, nominal[at] * kMillisecond * 80 / 100,
                  nominal[at] * kMillisecond * 125 / 100, "restart delay");
}

TEST(JobCases, T6_debloating_holds_what_is_queued_at_its_target) {
  const Ran run = ran("t6-debloating");
  Tick sum = 0;
  const auto checkpoints = steady(run.world);
  ASSERT_GE(checkpoints.size(), 15u);
  for (const CheckpointRecord& each : checkpoints) {
    // The real engine stayed within 5 % of its target; its record size is not known. Here the queue
    // holds up to 12 % more than the target: buffers being filled and read are not counted (N5).
    expect_within(duration_of(each), 950 * kMillisecond, 1130 * kMillisecond, "end to end");
    sum += duration_of(each);
  }
  expect_within(sum / static_cast<Tick>(checkpoints.size()), 950 * kMillisecond,
                1100 * kMillisecond, "on average");
  // Without debloating: more than two and a half times as long, at the same throughput.
  Job job = run.setup.job;
  std::erase_if(job.options, [](const auto& option) {
    return option.first.find("debloat") != std::string::npos;
  });
  job.network.debloating = false;
  const JobSetup plain = *set_up(job);
  JobWorld world = start_job(plain);
  run_job_until(plain, world, job.until);
  for (const CheckpointRecord& each : steady(world))
    expect_within(duration_of(each), 2500 * kMillisecond, 3000 * kMillisecond, "without");
  expect_within(run.world.tasks[2].records_done, world.tasks[2].records_done * 99 / 100,
                world.tasks[2].records_done * 101 / 100, "throughput");
}

TEST(JobCases, T8_a_scan_that_ends_before_the_first_expiry_completes) {
  const Ran run = ran("t8-scan-fits");
  const CheckpointRecord& first = run.world.statistics.history.front();
  EXPECT_EQ(first.triggered_at, 300 * kSecond);
  EXPECT_EQ(first.status, CheckpointStatus::completed);
  EXPECT_TRUE(run.world.recoveries.empty());
}

TEST(JobCases, T8_ten_seconds_more_never_complete_and_repeat_every_row) {
  const Ran run = ran("t8-scan-livelock");
  EXPECT_EQ(run.world.statistics.counts.completed, 0);
  ASSERT_EQ(run.world.recoveries.size(), 4u);
  EXPECT_EQ(run.world.recoveries[0].failed_at, 480 * kSecond);
  for (size_t at = 1; at < 4; ++at)
    expect_within(run.world.recoveries[at].failed_at - run.world.recoveries[at - 1].failed_at,
                  480 * kSecond, 482 * kSecond, "between two expiries");
  EXPECT_GT(visible(run.setup, run.world, {1}).count, 70'000) << "of 24,000 rows";
}

TEST(JobCases, T8_a_tolerable_failure_moves_the_limit) {
  const Ran run = ran("t8-scan-tolerated");
  EXPECT_TRUE(run.world.recoveries.empty());
  EXPECT_EQ(run.world.statistics.counts.failed, 1);
  EXPECT_GE(run.world.statistics.counts.completed, 6);
}

TEST(JobCases, T9_incremental_sizes_grow_by_the_change_and_drop_at_compaction) {
  const Ran run = ran("t9-incremental");
  std::vector<int64_t> sizes;
  for (const CheckpointRecord& each : run.world.statistics.history) {
    if (each.status != CheckpointStatus::completed) continue;
    sizes.push_back(each.sums.checkpointed_bytes);
    expect_within(each.sums.full_bytes, 1'027'000, 1'090'000, "full size, constant");
  }
  ASSERT_GE(sizes.size(), 8u);
  for (size_t at : {1u, 2u, 3u, 5u, 6u, 7u})
    expect_within(sizes[at] - sizes[at - 1], 12'800, 13'600, "13.2 KB more each time");
  EXPECT_LT(sizes[4], sizes[3]) << "merged after four";
}

TEST(JobCases, T11_committed_data_is_visible_after_up_to_an_interval) {
  const JobSetup setup = set_up_named("t11-two-phase");
  JobWorld world = start_job(setup);
  std::vector<Tick> waits;
  while (next_event_time(world) && *next_event_time(world) <= setup.job.until) {
    step_job(setup, world);
    const std::vector<uint64_t>& seen = world.external[1].transactions.visible().tags;
    while (waits.size() < seen.size()) {
      const auto position = static_cast<Tick>(tag_position(seen[waits.size()]));
      waits.push_back(world.now - (position + 1) * kSecond / 10);
    }
  }
  ASSERT_GT(waits.size(), 1000u);
  std::sort(waits.begin(), waits.end());
  expect_within(waits[waits.size() / 2], 990 * kMillisecond, 1200 * kMillisecond, "median");
  expect_within(waits.back(), 1900 * kMillisecond, 2180 * kMillisecond, "longest");
}

TEST(JobCases, T12_a_commit_done_twice_doubles_its_transaction) {
  const Ran run = ran("t12-repeated-commit");
  EXPECT_EQ(run.world.external[1].transactions.repeated_records(), 16) << "a second's records";
  Job job = run.setup.job;
  job.vertices[1].sink.idempotent_commit = true;
  const JobSetup setup = *set_up(job);
  JobWorld world = start_job(setup);
  run_job_until(setup, world, job.until);
  EXPECT_EQ(world.external[1].transactions.repeated_records(), 0);
}

TEST(JobCases, T13_a_transaction_is_lost_if_it_times_out_before_the_restore) {
  const Ran lost = ran("t13-transaction-lost");
  EXPECT_EQ(lost.world.external[1].transactions.records_in(TransactionState::timed_out), 50);
  const Ran kept = ran("t13-transaction-kept");
  EXPECT_EQ(kept.world.external[1].transactions.records_in(TransactionState::timed_out), 0);
  EXPECT_EQ(kept.world.external[1].transactions.visible().records -
                lost.world.external[1].transactions.visible().records,
            50);
  EXPECT_TRUE(job_ledger(lost.setup, lost.world).balanced()) << "inside the job all is well";
}

TEST(JobCases, T15_a_region_is_what_hangs_together) {
  const Ran one = ran("t15-one-region");
  const Ran two = ran("t15-two-regions");
  for (const auto& [run, tasks] : {std::pair(&one, 4), std::pair(&two, 2)}) {
    ASSERT_EQ(run->world.recoveries.size(), 2u);
    for (const RecoveryRecord& each : run->world.recoveries) EXPECT_EQ(each.tasks, tasks);
    expect_within(run->world.recoveries[0].delay, 1000 * kMillisecond, 1100 * kMillisecond,
                  "first restart delay");
    expect_within(run->world.recoveries[1].delay, 1350 * kMillisecond, 1650 * kMillisecond,
                  "second restart delay");
    EXPECT_TRUE(job_ledger(run->setup, run->world).balanced());
    EXPECT_GT(run->world.recoveries[0].checkpoint.number, 0);
  }
  EXPECT_EQ(two.world.tasks[1].records_done, 6000) << "the other chain went on";
}

}  // namespace
}  // namespace cutline
