// How much work a run is expected to be, and what is refused for it.
#include "core/system/job_work.h"

#include <gtest/gtest.h>

#include "core/base/limits.h"
#include "core/lesson/job_file.h"
#include "core/system/job_run.h"

namespace cutline {
namespace {

// source ─hash▶ sink, one after the other.
Job job_of(const std::string& source, const std::string& sink, const std::string& top = "") {
  const Result<Job> job = read_job(
      "x", "title = \"x\"\n" + top + "\n[[vertex]]\nname = \"source\"\nkind = \"source\"\n" +
               source + "\n[[vertex]]\nname = \"sink\"\nkind = \"sink\"\n" + sink +
               "\n[[edge]]\nfrom = \"source\"\nto = \"sink\"\nkind = \"hash\"\n");
  EXPECT_TRUE(job) << print_fault(job.error());
  return *job;
}

ExpectedWork work_of(const Job& job) {
  const Result<JobSetup> setup = set_up(job);
  EXPECT_TRUE(setup);
  return expected_work(*setup);
}

std::string why(const Job& job) {
  const Result<JobSetup> setup = set_up(job);
  EXPECT_TRUE(setup);
  return why_too_much_work(*setup).value_or("");
}

// How many times the events that a run has are expected.
double times_expected(const Job& job) {
  const Result<JobSetup> setup = set_up(job);
  EXPECT_TRUE(setup);
  JobWorld world = start_job(*setup);
  run_job_until(*setup, world, job.until);
  return static_cast<double>(expected_work(*setup).events) / static_cast<double>(world.events);
}

TEST(JobWork, IsFromAboveAndNotFarAbove) {
  const Job jobs[] = {
      job_of("rate = 1000\nrecord-bytes = 1024", "parallelism = 2", "until = \"60s\""),
      job_of("rate = 100000\nrecord-bytes = 100\nparallelism = 2", "parallelism = 2",
             "until = \"2s\"\nmachines = 2"),
      job_of("rate = 1000\nrecord-bytes = 1024", "service-time = \"5ms\"", "until = \"60s\""),
      job_of("rate = 100\nrecord-bytes = 10", "", "until = \"60s\"\nnamed = true"),
  };
  for (const Job& job : jobs) {
    EXPECT_GE(times_expected(job), 0.7) << job.vertices[0].source.rate_per_second;
    EXPECT_LE(times_expected(job), 8) << job.vertices[0].source.rate_per_second;
  }
}

// A slow task holds up the source, however fast that could be.
TEST(JobWork, CountsNoMoreRecordsThanTheSlowestTaskHandles) {
  const Job fast = job_of("rate = 10000000\nrecord-bytes = 1024", "", "until = \"1h\"");
  const Job slow = job_of("rate = 10000000\nrecord-bytes = 1024", "service-time = \"10ms\"",
                          "until = \"1h\"");
  EXPECT_GE(work_of(fast).records, 2 * int64_t{36'000'000'000});
  EXPECT_LE(work_of(fast).records, 2 * int64_t{36'000'000'000} + 10);
  EXPECT_GE(work_of(slow).records, 2 * int64_t{360'000});
  EXPECT_LE(work_of(slow).records, 2 * int64_t{360'000} + 10);
  EXPECT_EQ(why(slow), "");
  EXPECT_EQ(work_of(job_of("rate = 10\nrecords = 7\nsplits = 3\nrecord-bytes = 10", "")).records,
            2 * 21);
  EXPECT_EQ(work_of(job_of("rate = 10\nburst = [\"1s\", \"4s\"]\nrecord-bytes = 10", "",
                           "until = \"40s\"")).records,
            2 * 100);
}

TEST(JobWork, SaysByHowFarItIsTooMuchAndWhatMakesItSmaller) {
  const Job endless = job_of("parallelism = 128\nrate = 10000000\nrecord-bytes = 1",
                             "parallelism = 128", "until = \"24h\"");
  EXPECT_EQ(why(endless).find("a run up to 86400s would be up to 2"), 0u) << why(endless);
  EXPECT_NE(why(endless).find(" times the 200000000 events that it may take, most of them at "),
            std::string::npos);
  const Job named = job_of("rate = 100000\nrecord-bytes = 10", "",
                           "until = \"1min\"\nnamed = true");
  EXPECT_EQ(why(named).find("a run up to 60s would handle up to 12 times the 1000000 records that "
                            "may have names"), 0u) << why(named);
  const Job heavy = job_of("parallelism = 128\nrate = 1\nrecord-bytes = 1", "parallelism = 128",
                           "until = \"1s\"");
  EXPECT_EQ(why(heavy).find("its buffers would hold up to 54 times the 100000000 records"), 0u)
      << why(heavy);
  const Job hoarding = job_of("parallelism = 100\nrate = 1\nrecord-bytes = 1000",
                              "parallelism = 100",
                              "until = \"100s\"\noptions = { interval = \"10ms\", num-retained = "
                              "1000 }");
  EXPECT_EQ(why(hoarding).find("its retained checkpoints would hold up to 6 times the 2000000"), 0u)
      << why(hoarding);
}

// Nothing overflows: the largest of everything is more than a million times too much.
TEST(JobWork, CountsTheLargestJobThereCanBe) {
  const Job largest =
      job_of("parallelism = 128\nsplits = 1024\nrate = 10000000\nrecord-bytes = 67108864",
             "parallelism = 128", "until = \"24h\"\noptions = { segment-size = \"256b\" }");
  EXPECT_NE(why(largest).find("more than a million times"), std::string::npos) << why(largest);
}

}  // namespace
}  // namespace cutline
