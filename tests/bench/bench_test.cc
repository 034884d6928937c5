// The benchmarks measure the same work twice, and print it in the form that graders read.
#include "shell/cli/bench.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shell/cli/bare_mm1.h"
#include "shell/cli/bench_clock.h"
#include "shell/cli/bench_explore.h"
#include "shell/cli/bench_follow.h"
#include "shell/cli/bench_history.h"
#include "shell/cli/bench_job.h"
#include "shell/cli/hold.h"

namespace cutline {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

TEST(Bench, the_bare_queue_gives_the_same_run_as_the_engine) {
  for (uint64_t seed = 1; seed <= 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Mm1Setup setup{kSecond, kSecond * static_cast<Tick>(seed) / 15, 3'000, seed};
    Mm1Run run = *Mm1Run::start(setup);
    run.finish();
    const BareTotals bare = bare_mm1(setup);
    EXPECT_EQ(bare.events, 6'000u);
    EXPECT_EQ(bare.events, run.events());
    EXPECT_EQ(bare.fingerprint, run.fingerprint());
    EXPECT_EQ(bare.waiting_sum, run.waiting_sum());
    EXPECT_EQ(bare.present_sum, run.present_sum());
  }
}

TEST(Bench, the_bare_heap_holds_events_in_the_same_order_as_the_engine) {
  uint64_t last = 0;
  for (const uint32_t planned : {1u, 2u, 5u, 6u, 21u, 1'000u}) {
    const HoldSetup setup{planned, 20'000, planned};
    const uint64_t engine = hold(EventQueue<uint32_t>(), setup);
    EXPECT_EQ(engine, hold(BareHeap(planned), setup)) << planned;
    EXPECT_NE(engine, last);
    last = engine;
  }
}

TEST(Bench, the_explorer_and_its_bare_search_find_the_states_that_others_counted) {
  const ExploreRate rate = run_bench_explore(1, 1);
  EXPECT_EQ(rate.states, 20'963u);
  EXPECT_EQ(rate.transitions, 72'078u);
  EXPECT_GT(rate.cpu_s, 0);
  EXPECT_GT(rate.bare_cpu_s, 0);
  EXPECT_THAT(explore_rate_json(rate),
              HasSubstr(R"("tokens":1,"transfers":1,"states":20963,"transitions":72078,)"));
  EXPECT_THAT(explore_rate_text(rate), HasSubstr("20963 states"));
}

TEST(Bench, every_case_stands_before_its_bare_loop) {
  const std::vector<BenchResult> results = run_bench(1'000);
  ASSERT_EQ(results.size(), 8u);
  for (size_t at = 0; at < results.size(); at += 2) {
    const BenchResult& bare = results[at + 1];
    EXPECT_EQ(results[at].bench + "-bare", bare.bench);
    EXPECT_EQ(results[at].size, bare.size);
    EXPECT_EQ(results[at].events, bare.events);
    EXPECT_DOUBLE_EQ(results[at].ratio_to_bare,
                     results[at].events_per_cpu_s() / bare.events_per_cpu_s());
    EXPECT_EQ(bare.ratio_to_bare, 0);
    EXPECT_FALSE(bare.job);
  }
  EXPECT_EQ(results[0].bench, "mm1");
  EXPECT_EQ(results[0].size, 1'000u);
  EXPECT_EQ(results[0].events, 2'000u);
  EXPECT_EQ(results[2].bench, "hold");
  EXPECT_EQ(results[2].size, 1'000u);
  EXPECT_EQ(results[2].events, 2'000u);
  EXPECT_EQ(results[4].bench, "t1-minute");
  EXPECT_EQ(results[4].size, 4u);
  EXPECT_EQ(results[6].bench, "pipeline-minute");
  EXPECT_EQ(results[6].size, 16u);
  for (const BenchResult& result : results) {
    EXPECT_GT(result.cpu_s, 0);
    EXPECT_GT(result.events, 0u);
  }
}

TEST(Bench, a_jobs_figures_are_those_of_its_run) {
  std::vector<BenchResult> results;
  measure_job("t1-minute", "t1-aligned", 1, results);
  ASSERT_EQ(results.size(), 2u);
  ASSERT_TRUE(results[0].job);
  const JobFigures& job = *results[0].job;
  EXPECT_EQ(job.simulated_s, 60);
  // The counter reads 200 records a second with the busy half, 156 with the other; the sources are
  // at most 640 records ahead.
  EXPECT_NEAR(static_cast<double>(job.records), 2 * 356 * 60, 1'500);
  EXPECT_GT(results[0].events, static_cast<uint64_t>(job.records));
}

// What a run holds is what is under way; only the history of its checkpoints becomes longer.
TEST(Bench, the_pipeline_holds_no_more_in_its_second_half) {
  std::vector<BenchResult> results;
  measure_job("pipeline-minute", "pipeline", 2, results);
  const JobFigures& job = *results[0].job;
  EXPECT_EQ(job.simulated_s, 30);
  EXPECT_NEAR(static_cast<double>(job.records), 4 * 100'000 * 30, 20'000);
  EXPECT_GT(job.memory_first_half_bytes, 100'000);
  EXPECT_LT(job.memory_second_half_bytes, job.memory_first_half_bytes * 6 / 5);
}

TEST(Bench, a_result_prints_as_one_line_of_json) {
  BenchResult bare{"mm1-bare", 1'000'000, 2'000'000, 0.25};
  EXPECT_EQ(bench_json(bare),
            "{\"bench\":\"mm1-bare\",\"size\":1000000,\"events\":2000000,\"cpu_s\":0.250000,"
            "\"events_per_cpu_s\":8000000}");
  BenchResult job{"t1-minute", 4, 1'000, 0.5};
  job.ratio_to_bare = 0.25;
  job.job = JobFigures{60, 200, 4'096, 5'000};
  EXPECT_EQ(bench_json(job),
            "{\"bench\":\"t1-minute\",\"size\":4,\"events\":1000,\"cpu_s\":0.500000,"
            "\"events_per_cpu_s\":2000,\"ratio_to_bare\":0.2500,\"simulated_s\":60.000,"
            "\"records\":200,\"records_per_cpu_s\":400,\"memory_first_half_bytes\":4096,"
            "\"memory_second_half_bytes\":5000}");
}

TEST(Bench, the_table_compares_each_case_with_its_bare_loop) {
  BenchResult results[] = {{"hold", 1'000, 100, 0.5}, {"hold-bare", 1'000, 100, 0.4}};
  results[0].ratio_to_bare = 0.8;
  results[0].job = JobFigures{60, 200, 4'096, 5'000};
  const std::string table = bench_table(results);
  EXPECT_THAT(table, HasSubstr("hold                       1000        100     0.5000"
                               "                200\n"));
  EXPECT_THAT(table, HasSubstr("hold runs at 0.80 of the rate of its bare loop\n"));
  EXPECT_THAT(table, HasSubstr("hold: 60.000 s simulated, 200 records, 400 records per cpu s\n"));
  EXPECT_THAT(table,
              HasSubstr("hold: held at most 4096 bytes in its first half, 5000 in its second\n"));
  EXPECT_THAT(table, testing::Not(HasSubstr("hold-bare runs")));
}

TEST(Bench, a_run_that_is_followed_is_read_once) {
  const FollowResult follow = run_bench_follow(2'000);
  EXPECT_EQ(follow.steps, 2'000u);
  EXPECT_EQ(follow.whole_steps, 1'999u);
  EXPECT_EQ(follow.follow_steps, 1u);
  EXPECT_EQ(follow.branch_steps, 1u) << "what lies before the fork is not read again";
  EXPECT_THAT(follow_json(follow), HasSubstr("{\"bench\":\"follow\",\"steps\":2000,"));
  EXPECT_THAT(follow_json(follow),
              HasSubstr("\"whole_steps\":1999,\"follow_steps\":1,\"branch_steps\":1}"));
  EXPECT_THAT(follow_text(follow), HasSubstr("follow 2000 steps: read whole"));
  EXPECT_THAT(follow_text(follow), HasSubstr("; 1999, 1 and 1 steps were read\n"));
}

TEST(Bench, seeking_is_measured_in_a_run_of_its_own) {
  const SeekResult seek = run_bench_history(60'000, 20);
  EXPECT_EQ(seek.events, 60'000u);
  EXPECT_GT(seek.keyframes, 3u);
  EXPECT_GT(seek.kept_bytes, 1'000'000u);
  EXPECT_LT(seek.kept_bytes, 128u << 20);
  EXPECT_LE(seek.median_ms, seek.worst_ms);
  EXPECT_THAT(seek_json(seek), HasSubstr("{\"bench\":\"seek\",\"events\":60000,\"seeks\":20,"));
  EXPECT_THAT(seek_text(seek), HasSubstr("seek in 60000 events: median"));
}

TEST(Bench, an_unknown_argument_is_unusable_input) {
  const std::string_view wrong[] = {"--jsn"};
  testing::internal::CaptureStderr();
  EXPECT_EQ(bench_command(wrong), 2);
  EXPECT_EQ(testing::internal::GetCapturedStderr(),
            "cutline bench [--json]: there is no argument \"--jsn\"\n");
  const std::string_view twice[] = {"--json", "fast"};
  testing::internal::CaptureStderr();
  EXPECT_EQ(bench_command(twice), 2);
  EXPECT_THAT(testing::internal::GetCapturedStderr(), HasSubstr("\"fast\""));
}

}  // namespace
}  // namespace cutline
