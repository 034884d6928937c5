// A job in several modes on one clock.
#include "core/lesson/job_compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/lesson/job_model.h"
#include "core/lesson/job_modes.h"
#include "core/lesson/job_settings.h"
#include "core/lesson/lab.h"
#include "tests/run/job_support.h"

namespace cutline::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const CompareRowModel& row(const CompareModel& model, std::string_view name) {
  for (const CompareRowModel& each : model.rows)
    if (each.name == name) return each;
  ADD_FAILURE() << "there is no row " << name;
  return model.rows[0];
}

Lab lab_of(std::string_view scenario) {
  Lab lab("transfers");
  EXPECT_TRUE(lab.apply_line("scenario " + std::string(scenario)));
  return lab;
}

const JobComparison& comparison_of(const Lab& lab) { return *lab.job()->comparison; }

std::string lines_of(const Lab& lab) {
  std::string out;
  for (const std::string& each : lab.run_lines()) out += each + "\n";
  return out;
}

TEST(JobCompare, AModeIsTheEnginesOptions) {
  for (std::string_view mode : job_modes()) {
    const Result<Job> job = with_job_mode(embedded_setup("t1-aligned").job, mode);
    ASSERT_TRUE(job);
    const bool unaligned = mode == "unaligned" || mode == "aligned-timeout";
    EXPECT_EQ(job_setting_value(*job, "execution.checkpointing.unaligned.enabled"),
              unaligned ? "true" : "false")
        << mode;
  }
  const Result<Job> wrong = with_job_mode(Job{}, "unalinged");
  ASSERT_FALSE(wrong);
  EXPECT_THAT(wrong.error().sentence, HasSubstr("did you mean unaligned?"));
}

// Each run is the one that its mode would have by itself.
TEST(JobCompare, ARunIsThatOfItsMode) {
  Lab lab = lab_of("t1-aligned");
  ASSERT_TRUE(lab.apply_line("compare aligned unaligned at-least-once"));
  ASSERT_TRUE(lab.apply_line("seek 30s"));
  ASSERT_TRUE(lab.apply_line("seek 20s"));
  ASSERT_THAT(comparison_of(lab).runs, SizeIs(3));
  for (const ComparedRun& run : comparison_of(lab).runs) {
    SCOPED_TRACE(run.mode);
    ASSERT_TRUE(run.history);
    JobHistory alone(*set_up(*with_job_mode(lab.job()->history.setup().job, run.mode)));
    ASSERT_TRUE(alone.seek_time(20 * kSecond));
    EXPECT_EQ(run.history->world(), alone.world());
  }
}

TEST(JobCompare, UnalignedSkipsTheWaitAndPaysWithChannelState) {
  Lab lab = lab_of("t1-aligned");
  ASSERT_TRUE(lab.apply_line("compare aligned unaligned"));
  ASSERT_TRUE(lab.apply_line("seek 60s"));
  const CompareModel& model = lab.model().job.compare;
  ASSERT_THAT(model.columns, SizeIs(2));
  EXPECT_EQ(model.columns[0].title, "EXACTLY_ONCE, aligned");
  EXPECT_EQ(model.columns[1].name, "unaligned");
  EXPECT_THAT(row(model, "Mean duration").difference,
              testing::AllOf(HasSubstr("unaligned "), HasSubstr(" less than aligned")));
  EXPECT_EQ(row(model, "Mean channel state").values[0], "0 B");
  EXPECT_THAT(row(model, "Mean channel state").difference, HasSubstr(" more than aligned"));
  EXPECT_EQ(row(model, "Records lost in state").difference, "the same");
  for (const CompareRowModel& each : model.rows)  // there is no sink
    EXPECT_THAT(each.name, testing::Not(HasSubstr("behind sinks")));
  EXPECT_THAT(model.differences, Contains(HasSubstr("Mean channel state: unaligned ")));
  EXPECT_THAT(model.differences, Contains(HasSubstr("Limited by: aligned by queue")));
  for (const ComparedCheckpointModel& each : model.columns[0].checkpoints)
    if (each.status == "completed") {
      EXPECT_NE(each.limit, "");
      EXPECT_NE(each.limited_by, "");
    }
}

// At least once applies again what was handled between the barriers: only there, after a failure.
TEST(JobCompare, AFailureByHandIsOneInEveryModeAndSaysWhatIsRepeated) {
  Lab lab{*open_job(uneven_setup().job)};
  ASSERT_TRUE(lab.apply_line("compare aligned at-least-once"));
  ASSERT_TRUE(lab.apply_line("next completed"));
  ASSERT_TRUE(lab.apply_line("fail J"));
  ASSERT_TRUE(lab.apply_line("next restored"));
  for (const ComparedRun& run : comparison_of(lab).runs) {
    ASSERT_THAT(run.history->hands(), SizeIs(1)) << run.mode;
    EXPECT_EQ(run.history->hands()[0].task, "J");
    EXPECT_EQ(run.history->hands()[0].at, lab.job()->history.hands()[0].at);
  }
  const Tick later = lab.job()->history.world().now + 5 * kSecond;
  ASSERT_TRUE(lab.apply({Verb::until, {print_duration(later)}}));
  const CompareRowModel repeated = row(lab.model().job.compare, "Records repeated in state");
  EXPECT_EQ(repeated.values[0], "0");
  EXPECT_NE(repeated.values[1], "0");
  EXPECT_THAT(repeated.difference, HasSubstr("more than aligned"));
  ASSERT_TRUE(lab.apply_line("seek 0"));  // the failure lies ahead again
  EXPECT_EQ(row(lab.model().job.compare, "Records repeated in state").difference, "the same");
  ASSERT_TRUE(lab.apply({Verb::seek, {print_duration(later)}}));
  EXPECT_EQ(row(lab.model().job.compare, "Records repeated in state").values, repeated.values);
}

TEST(JobCompare, SettingsBeginTheRunsAgainAndAnotherJobKeepsTheModes) {
  Lab lab = lab_of("t1-aligned");
  ASSERT_TRUE(lab.apply_line("compare aligned unaligned"));
  ASSERT_TRUE(lab.apply_line("seek 12s"));
  ASSERT_TRUE(lab.apply_line("set execution.checkpointing.interval 2s"));
  for (const ComparedRun& run : comparison_of(lab).runs) {
    EXPECT_EQ(run.history->world().now, 0);
    EXPECT_THAT(run.history->world().statistics.history, IsEmpty());
    EXPECT_EQ(job_setting_value(run.history->setup().job, "execution.checkpointing.interval"),
              "2s");
  }
  ASSERT_TRUE(lab.apply_line("scenario t2-unaligned"));
  EXPECT_THAT(comparison_of(lab).runs, SizeIs(2));
  EXPECT_EQ(comparison_of(lab).runs[0].history->setup().job.name, "t2-unaligned");
}

TEST(JobCompare, ItIsAWayOfLookingAndChangesNoRun) {
  Lab lab = lab_of("t1-aligned");
  ASSERT_TRUE(lab.apply_line("seek 12s"));
  const uint64_t fingerprint = lab.fingerprint();
  const std::string lines = lines_of(lab);
  ASSERT_TRUE(lab.apply_line("compare aligned unaligned aligned-timeout at-least-once"));
  EXPECT_EQ(lab.fingerprint(), fingerprint);
  EXPECT_EQ(lines_of(lab), lines);
  ASSERT_TRUE(lab.apply_line("compare off"));
  EXPECT_THAT(lab.model().job.compare.columns, IsEmpty());
  EXPECT_FALSE(lab.apply_line("compare off"));
}

TEST(JobCompare, WhatIsNoComparisonIsRefused) {
  Lab lab = lab_of("t1-aligned");
  const auto refused = [&](std::string_view line) {
    const Result<Done> done = lab.apply_line(line);
    return done ? std::string("done") : done.error().sentence;
  };
  EXPECT_THAT(refused("compare aligned"), HasSubstr("one mode alone is no comparison"));
  EXPECT_THAT(refused("compare aligned aligned"), HasSubstr("aligned is named twice"));
  EXPECT_THAT(refused("compare aligned chandy-lamport"), HasSubstr("a job has no mode"));
  EXPECT_FALSE(lab.job()->comparison);
  ASSERT_TRUE(lab.apply_line("show transfers"));
  EXPECT_THAT(refused("compare aligned unaligned"), HasSubstr("show jobs first"));
}

TEST(JobCompare, ACluster) {
  Lab lab = lab_of("t1-aligned");
  ASSERT_TRUE(lab.apply_line("seek 60s"));
  constexpr std::string_view kDocument =
      R"({"counts":{"in_progress":0,"completed":30,"failed":1},"history":[)"
      R"({"id":31,"status":"COMPLETED","is_savepoint":false,"trigger_timestamp":1760000130000,)"
      R"("end_to_end_duration":420,"checkpointed_size":30200,"persisted_data":16392,)"
      R"("num_subtasks":9,"num_acknowledged_subtasks":9,"checkpoint_type":"CHECKPOINT"}]})";
  ASSERT_TRUE(lab.open_cluster("prod.json", kDocument));
  EXPECT_EQ(lab.announcement(), "prod.json lies beside the job: 1 checkpoint of a cluster.");
  ASSERT_TRUE(lab.apply_line("compare aligned"));
  const CompareModel& model = lab.model().job.compare;
  ASSERT_THAT(model.columns, SizeIs(2));
  EXPECT_TRUE(model.columns[1].cluster);
  EXPECT_EQ(model.columns[1].checkpoints[0].name, "31");
  EXPECT_EQ(model.columns[1].checkpoints_before, 30);
  EXPECT_EQ(row(model, "Mean duration").values[1], "0.42 s");
  EXPECT_THAT(row(model, "Mean duration").difference,
              testing::AllOf(HasSubstr("the cluster 0.42 s, "), HasSubstr("less than aligned")));
  EXPECT_EQ(row(model, "Longest alignment").values[1], "–");
  EXPECT_EQ(row(model, "Longest alignment").difference, "–");
  EXPECT_FALSE(lab.open_cluster("prod.json", "{}"));
  EXPECT_THAT(lab.notices().back().sentence,
              HasSubstr("The document was not opened: prod.json:1:1: "));
  EXPECT_TRUE(comparison_of(lab).cluster);
}

}  // namespace
}  // namespace cutline::test
