// The benchmarks measure the same work twice, and print it in the form that graders read.
#include "shell/cli/bench.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "shell/cli/bare_mm1.h"
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

TEST(Bench, every_case_stands_before_its_bare_loop) {
  const std::vector<BenchResult> results = run_bench(1'000);
  ASSERT_EQ(results.size(), 4u);
  for (size_t at = 0; at < results.size(); at += 2) {
    EXPECT_EQ(std::string(results[at].bench) + "-bare", results[at + 1].bench);
    EXPECT_EQ(results[at].size, results[at + 1].size);
    EXPECT_EQ(results[at].events, results[at + 1].events);
  }
  EXPECT_EQ(results[0].bench, "mm1");
  EXPECT_EQ(results[0].size, 1'000u);
  EXPECT_EQ(results[0].events, 2'000u);
  EXPECT_EQ(results[2].bench, "hold");
  EXPECT_EQ(results[2].size, 1'000u);
  EXPECT_EQ(results[2].events, 2'000u);
  for (const BenchResult& result : results) EXPECT_GT(result.cpu_s, 0);
}

TEST(Bench, a_result_prints_as_one_line_of_json) {
  EXPECT_EQ(bench_json({"mm1", 1'000'000, 2'000'000, 0.25, 0}),
            "{\"bench\":\"mm1\",\"size\":1000000,\"events\":2000000,\"cpu_s\":0.250000,"
            "\"events_per_cpu_s\":8000000}");
}

TEST(Bench, the_table_compares_each_case_with_its_bare_loop) {
  const BenchResult results[] = {{"hold", 1'000, 100, 0.5, 0}, {"hold-bare", 1'000, 100, 0.4, 0}};
  const std::string table = bench_table(results);
  EXPECT_THAT(table, HasSubstr("hold             1000        100     0.5000                200\n"));
  EXPECT_THAT(table, HasSubstr("hold runs at 0.80 of the rate of its bare loop\n"));
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
