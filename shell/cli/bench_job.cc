#include "shell/cli/bench_job.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/lesson/embedded_scenarios.h"
#include "core/lesson/job_file.h"
#include "core/system/job_run.h"
#include "shell/cli/bench_clock.h"
#include "shell/cli/hold.h"

namespace cutline {
namespace {

constexpr uint64_t kSeed = 1;
constexpr Tick kSamples = 600;  // of memory, over a run

JobSetup job_setup(std::string_view name) {
  for (const EmbeddedText& each : embedded_jobs()) {
    if (each.name != name) continue;
    const Result<Job> job = read_job(each.name, each.text);
    CUTLINE_CHECK(static_cast<bool>(job), "a job of this build can be read");
    const Result<JobSetup> setup = set_up(*job);
    CUTLINE_CHECK(static_cast<bool>(setup), "a job of this build can be run");
    return *setup;
  }
  CUTLINE_CHECK(false, "the job is one of this build");
  return {};
}

struct Sampled {
  JobFigures figures;
  uint32_t planned = 1;  // events in the agenda at once, at most
};

// A run of its own, stopped for each sample: what is held, over what was held before it began.
Sampled sample(const JobSetup& setup, Tick until) {
  Sampled out;
  const int64_t before = allocated_bytes();
  JobWorld world = start_job(setup);
  for (Tick at = 1; at <= kSamples; ++at) {
    run_job_until(setup, world, until * at / kSamples);
    int64_t& most = at <= kSamples / 2 ? out.figures.memory_first_half_bytes
                                       : out.figures.memory_second_half_bytes;
    most = std::max(most, allocated_bytes() - before);
    out.planned = std::max(out.planned, static_cast<uint32_t>(world.agenda.size()));
  }
  for (const Task& task : world.tasks) out.figures.records += task.records_done;
  out.figures.simulated_s = static_cast<double>(until) / kSecond;
  return out;
}

}  // namespace

void measure_job(std::string_view bench, std::string_view job, uint64_t scale,
                 std::vector<BenchResult>& results) {
  const JobSetup setup = job_setup(job);
  const Tick until = kMinute / static_cast<Tick>(scale);
  const Sampled sampled = sample(setup, until);
  BenchResult result{std::string(bench), setup.plan.subtasks.size()};
  result.job = sampled.figures;
  result.cpu_s = fastest_cpu_s([&] {
    JobWorld world = start_job(setup);
    run_job_until(setup, world, until);
    result.events = world.events;
    result.fingerprint = fingerprint(world);
  });
  BenchResult bare{result.bench + "-bare", result.size, result.events};
  bare.cpu_s = fastest_cpu_s([&] {
    bare.fingerprint = hold(BareHeap(sampled.planned), {sampled.planned, result.events, kSeed});
  });
  result.ratio_to_bare = result.events_per_cpu_s() / bare.events_per_cpu_s();
  results.push_back(std::move(result));
  results.push_back(std::move(bare));
}

}  // namespace cutline
