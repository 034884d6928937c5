// One engine at both scales: a job whose records have names is handled a record at a time, any
// other in pieces of work of up to a millisecond. The same job must give the same checkpoints:
//
//     no piece holds two records    the same run, event by event
//     no task waits for buffers     every time within a millisecond and a round trip for each hop
//     back pressure                 within what one buffer of each channel takes to be worked off
#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/sanitized.h"
#include "core/lesson/embedded_scenarios.h"
#include "core/lesson/job_file.h"
#include "core/system/job_run.h"
#include "tests/system/job_random.h"

namespace cutline::test {
namespace {

#if defined(__EMSCRIPTEN__) || CUTLINE_SANITIZED
constexpr uint64_t kSeeds = 40;
#else
constexpr uint64_t kSeeds = 150;
#endif

struct Ran {
  JobSetup setup;
  JobWorld world;
};

Ran ran(Job job, bool named) {
  job.named = named;
  Ran out;
  out.setup = *set_up(std::move(job));
  out.world = start_job(out.setup);
  run_job_until(out.setup, out.world, out.setup.job.until);
  return out;
}

// Where no task ever waits for buffers: on each hop a barrier may find a piece of work under way,
// and data whose buffers came a round trip earlier or later.
Tick bound_without_pressure(const Job& job) {
  return static_cast<Tick>(job.vertices.size()) * (kMillisecond + 2 * job.network.latency);
}

bool pressed(const Ran& run) {
  return std::any_of(run.world.tasks.begin(), run.world.tasks.end(), [](const Task& task) {
    return task.backpressured || task.backpressured_total > 0;
  });
}

Tick apart(Tick left, Tick right) { return left < right ? right - left : left - right; }

// How far two records of one checkpoint are apart, at most over their subtasks.
Tick apart(const CheckpointRecord& left, const CheckpointRecord& right) {
  Tick most = std::max(apart(left.triggered_at, right.triggered_at),
                       apart(end_to_end(left).value_or(-1), end_to_end(right).value_or(-1)));
  for (size_t vertex = 0; vertex < left.vertices.size(); ++vertex)
    for (size_t index = 0; index < left.vertices[vertex].subtasks.size(); ++index) {
      const SubtaskMetrics& one = left.vertices[vertex].subtasks[index].metrics;
      const SubtaskMetrics& other = right.vertices[vertex].subtasks[index].metrics;
      most = std::max({most, apart(one.start_delay, other.start_delay),
                       apart(one.alignment, other.alignment), apart(one.sync, other.sync),
                       apart(one.async, other.async)});
    }
  return most;
}

struct Compared {
  Tick apart = 0;
  int64_t bytes_apart = 0;
  int64_t checkpoints = 0;  // completed at both scales
  int64_t other = 0;        // or ended otherwise, or are there at one scale only
};

Compared compare(const Ran& counted, const Ran& named) {
  Compared out;
  const auto& left = counted.world.statistics.history;
  const auto& right = named.world.statistics.history;
  out.other = apart(static_cast<Tick>(left.size()), static_cast<Tick>(right.size()));
  for (size_t at = 0; at < std::min(left.size(), right.size()); ++at) {
    out.other += right[at].status != left[at].status;
    if (left[at].status != CheckpointStatus::completed || right[at].status != left[at].status)
      continue;
    ++out.checkpoints;
    out.apart = std::max(out.apart, apart(left[at], right[at]));
    out.bytes_apart = std::max(out.bytes_apart, apart(left[at].sums.checkpointed_bytes,
                                                      right[at].sums.checkpointed_bytes));
  }
  return out;
}

Job embedded(std::string_view name) {
  for (const EmbeddedText& each : embedded_jobs())
    if (each.name == name) return *read_job(each.name, each.text);
  ADD_FAILURE() << "there is no job " << name;
  return {};
}

TEST(JobScale, a_job_whose_records_come_one_at_a_time_is_the_same_run) {
  for (const char* name : {"t1-aligned", "t2-unaligned", "t3-timeout", "t4-expiry",
                           "t9-incremental", "t11-two-phase", "t12-repeated-commit",
                           "t13-transaction-lost", "t15-one-region", "t15-two-regions"}) {
    SCOPED_TRACE(name);
    const Ran counted = ran(embedded(name), false);
    const Ran named = ran(embedded(name), true);
    EXPECT_GT(counted.world.statistics.history.size(), 4u);
    EXPECT_EQ(fingerprint(counted.world), fingerprint(named.world));
    EXPECT_EQ(counted.world.statistics, named.world.statistics);
  }
}

// Random jobs, a hundred times as fast as those of the other property tests.
Job fast_job(uint64_t seed) {
  RandomJobs wanted;
  wanted.failures = false;
  Job job = random_job(seed, wanted);
  for (VertexSetup& vertex : job.vertices) {
    vertex.service_time /= 1000;
    vertex.sink.flush_time = 0;
    vertex.source.rate_per_second *= 50;
    vertex.source.record_limit *= 50;
  }
  job.network.segment_bytes = std::max<int64_t>(job.network.segment_bytes, 4096);
  job.storage = {};
  return job;
}

TEST(JobScale, without_back_pressure_every_time_is_within_the_bound) {
  int64_t checkpoints = 0;
  uint64_t free = 0;
  uint64_t differ = 0;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Job job = fast_job(seed);
    const Ran counted = ran(job, false);
    const Ran named = ran(job, true);
    ASSERT_EQ(counted.world.finished, named.world.finished);
    if (pressed(counted) || pressed(named)) continue;
    ++free;
    const Compared one = compare(counted, named);
    ASSERT_LE(one.apart, bound_without_pressure(job));
    ASSERT_EQ(one.other, 0);
    checkpoints += one.checkpoints;
    differ += one.apart > 0;
  }
  EXPECT_GT(free, kSeeds * 8 / 10);
  EXPECT_GT(differ, kSeeds / 10) << "the two scales do not take the same steps";
  EXPECT_GT(checkpoints, static_cast<int64_t>(kSeeds) * 3);
}

TEST(JobScale, the_pipeline_is_within_the_bound) {
  Job job = embedded("pipeline");
  job.until = 12 * kSecond;  // the first checkpoint uploads all that there is: 5 s
  const Compared one = compare(ran(job, false), ran(job, true));
  EXPECT_EQ(one.checkpoints, 1);
  EXPECT_EQ(one.other, 0);
  EXPECT_LE(one.apart, bound_without_pressure(job));
  // As many bytes as records pass in that time, a kilobyte each.
  EXPECT_LE(one.bytes_apart, bound_without_pressure(job) / kMillisecond * 100 * 1000);
}

TEST(JobScale, under_back_pressure_a_buffer_of_each_channel_is_the_bound) {
  const Job job = embedded("t6-debloating");
  const Compared one = compare(ran(job, false), ran(job, true));
  EXPECT_GE(one.checkpoints, 15);
  EXPECT_EQ(one.other, 0);
  EXPECT_GT(one.apart, bound_without_pressure(job)) << "a millisecond a hop is not enough here";
  const int64_t records = job.network.segment_bytes / job.vertices[0].record_bytes;
  EXPECT_LE(one.apart, 2 * records * job.vertices[1].service_time);
}

}  // namespace
}  // namespace cutline::test
