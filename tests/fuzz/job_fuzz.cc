#include "core/lesson/job_file.h"
#include "core/system/job_ledger.h"
#include "core/system/job_run.h"
#include "tests/fuzz/fuzz_target.h"

namespace cutline {

// A job that was read can be set up or is refused, and every world on the way is sound.
bool fuzz_job(std::string_view input) {
  constexpr int kEvents = 300;
  const auto job = read_job("fuzz", input);
  if (!job) {
    CUTLINE_CHECK(!job.error().sentence.empty(), "a refusal says why");
    CUTLINE_CHECK(job.error().line >= 1, "a refusal has a place");
    return false;
  }
  const auto setup = set_up(*job);
  if (!setup) {
    CUTLINE_CHECK(!setup.error().sentence.empty(), "a refusal says why");
    return false;
  }
  JobWorld world = start_job(*setup);
  for (int done = 0; done < kEvents && next_event_time(world); ++done) step_job(*setup, world);
  CUTLINE_CHECK(!broken_invariant(*setup, world), "a world that was stepped to is sound");
  return true;
}

}  // namespace cutline

CUTLINE_FUZZ_TARGET(fuzz_job)
