// The scenarios of restarts on purpose (assets/scenarios/jobs), and the figures that they show.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/lesson/embedded_scenarios.h"
#include "core/lesson/job_file.h"
#include "core/report/job_json.h"
#include "core/system/job_ledger.h"
#include "core/system/job_run.h"

namespace cutline {
namespace {

using ::testing::ElementsAre;

struct Ran {
  JobSetup setup;
  JobWorld world;
};

Ran ran(std::string_view name) {
  Ran out;
  for (const EmbeddedText& each : embedded_jobs()) {
    if (each.name != name) continue;
    const Result<Job> job = read_job(each.name, each.text);
    EXPECT_TRUE(job) << print_fault(job.error());
    if (!job) return out;
    out.setup = *set_up(*job);
    out.world = start_job(out.setup);
    run_job_until(out.setup, out.world, out.setup.job.until);
    EXPECT_EQ(broken_invariant(out.setup, out.world).value_or(""), "");
    return out;
  }
  ADD_FAILURE() << "there is no job " << name;
  return out;
}

TEST(RestartCases, RescaleUnaligned_moves_the_captured_data_and_goes_on_half_as_fast_again) {
  const Ran run = ran("rescale-unaligned");
  ASSERT_EQ(run.world.recoveries.size(), 1u);
  const RecoveryRecord& restart = run.world.recoveries[0];
  EXPECT_TRUE(restart.planned);
  EXPECT_EQ(restart.delay, 0);
  EXPECT_EQ(restart.tasks, 7);
  EXPECT_THAT(restart.parallelism, ElementsAre(3, 3, 1));
  EXPECT_EQ(restart.checkpoint.number, 3);
  const CheckpointRecord* from = find_record(run.world.statistics, restart.checkpoint);
  ASSERT_TRUE(from);
  EXPECT_EQ(restart.failed_at, from->ended_at + 500 * kMillisecond);
  EXPECT_GT(from->sums.persisted_bytes, 500'000);
  for (const CutVerdict& cut : run.world.cuts) EXPECT_TRUE(cut.balanced());
  const JobLedger ledger = job_ledger(run.setup, run.world);
  EXPECT_TRUE(ledger.balanced());
  // 400 records a second by two counters, 600 by three.
  const Tick before = restart.failed_at;
  const int64_t most = (400 * before + 600 * (run.world.now - before)) / kSecond;
  const int64_t counted = applied(run.setup, run.world, {1}).count;
  EXPECT_LE(counted, most);
  EXPECT_GE(counted, most * 93 / 100) << "but for what the half second before the restart repeats";
}

TEST(RestartCases, StopWithSavepoint_has_every_record_once_by_name) {
  const Ran run = ran("stop-with-savepoint");
  std::vector<CheckpointRecord> savepoints;
  for (const CheckpointRecord& each : run.world.statistics.history)
    if (is_savepoint(each.kind)) savepoints.push_back(each);
  ASSERT_EQ(savepoints.size(), 2u);
  EXPECT_EQ(savepoints[0].kind, CheckpointKind::savepoint);
  EXPECT_EQ(savepoints[0].triggered_at, 5500 * kMillisecond);
  EXPECT_EQ(savepoints[1].kind, CheckpointKind::stop_savepoint);
  EXPECT_EQ(savepoints[1].status, CheckpointStatus::completed);
  ASSERT_EQ(run.world.recoveries.size(), 2u);
  EXPECT_LT(run.world.recoveries[0].checkpoint, savepoints[0].id) << "C20: the one before it";
  EXPECT_FALSE(run.world.recoveries[0].savepoint);
  EXPECT_EQ(run.world.recoveries[1].checkpoint, savepoints[1].id);
  EXPECT_TRUE(run.world.recoveries[1].savepoint);
  EXPECT_THAT(run.world.recoveries[1].parallelism, ElementsAre(1, 2, 1));
  std::vector<OriginTag> seen = visible(run.setup, run.world, {2}).names;
  std::sort(seen.begin(), seen.end());
  EXPECT_EQ(std::adjacent_find(seen.begin(), seen.end()), seen.end()) << "none is there twice";
  EXPECT_EQ(applied(run.setup, run.world, {0}).count, 400);
  for (const CheckpointRecord& each : run.world.statistics.history)
    EXPECT_FALSE(each.triggered_at > savepoints[1].triggered_at && each.triggered_at < 15 * kSecond)
        << "the job stands still";
}

TEST(RestartCases, StopWithSavepoint_shows_in_the_documents) {
  const Ran run = ran("stop-with-savepoint");
  const std::string json = job_json(run.setup, run.world);
  for (const char* piece :
       {"\"checkpoint_type\": \"SYNC_SAVEPOINT\"", "\"checkpoint_type\": \"SAVEPOINT\"",
        "\"savepointFormat\": \"CANONICAL\"", "\"cause\": \"restart\"", "\"cause\": \"failure\"",
        "\"restored_is_savepoint\": true", "\"external_path\": \"savepoint-",
        "\"refused_restarts\": []", "\"is_savepoint\": true"})
    EXPECT_NE(json.find(piece), std::string::npos) << piece;
}

}  // namespace
}  // namespace cutline
