#include "tests/run/job_support.h"

#include "core/base/check.h"
#include "core/lesson/embedded_scenarios.h"
#include "core/lesson/job_file.h"

namespace cutline::test {

JobSetup embedded_setup(std::string_view name) {
  for (const EmbeddedText& each : embedded_jobs()) {
    if (each.name != name) continue;
    const Result<Job> job = read_job(each.name, each.text);
    CUTLINE_CHECK(job, "an embedded job can be read");
    const Result<JobSetup> setup = set_up(*job);
    CUTLINE_CHECK(setup, "an embedded job can be set up");
    return *setup;
  }
  check_failed(__FILE__, __LINE__, "there is no such embedded job");
}

JobSetup uneven_setup() {
  const Result<Job> job = read_job("uneven", R"(
title = "Two inputs, one late"
until = "20s"
named = true
[options]
"execution.checkpointing.interval" = "2s"
[[vertex]]
name = "A"
kind = "source"
rate = 10
record-bytes = 100
[[vertex]]
name = "B"
kind = "source"
rate = 10
record-bytes = 100
[[vertex]]
name = "slow"
kind = "map"
service-time = "300ms"
[[vertex]]
name = "J"
kind = "aggregate"
service-time = "1ms"
[[edge]]
from = "A"
to = "J"
kind = "forward"
[[edge]]
from = "B"
to = "slow"
kind = "forward"
[[edge]]
from = "slow"
to = "J"
kind = "forward"
)");
  CUTLINE_CHECK(job, "the job can be read");
  const Result<JobSetup> setup = set_up(*job);
  CUTLINE_CHECK(setup, "the job can be set up");
  return *setup;
}

void random_turn(JobHistory& history, Dice& dice) {
  const auto until = static_cast<int64_t>(history.setup().job.until);
  const auto length = static_cast<int64_t>(history.length());
  const auto tasks = static_cast<int64_t>(history.setup().plan.subtasks.size());
  switch (dice.between(0, 8)) {
    case 0:
      (void)history.step_forward(static_cast<uint64_t>(dice.between(1, 300)));
      break;
    case 1:
      (void)history.step_back(static_cast<uint64_t>(dice.between(1, 300)));
      break;
    case 2:
      (void)history.seek(static_cast<uint64_t>(dice.between(0, length + 200)));
      break;
    case 3:
      (void)history.seek_time(dice.between(0, until));
      break;
    case 4:
      (void)history.run_until(history.world().now + dice.between(0, kSecond));
      break;
    case 5:
      (void)history.next(static_cast<JobMoment>(dice.between(0, kJobMoments - 1)));
      break;
    case 6:
      (void)history.act(JobAct::fail, {static_cast<uint32_t>(dice.between(0, tasks - 1))});
      break;
    case 7:
      (void)history.act(JobAct::checkpoint);
      break;
    default:
      (void)history.act(JobAct::savepoint);
      break;
  }
}

std::string random_line(const JobHistory& history, Dice& dice) {
  const auto until = static_cast<int64_t>(history.setup().job.until);
  const auto length = static_cast<int64_t>(history.length());
  const auto tasks = static_cast<int64_t>(history.setup().plan.subtasks.size());
  const auto task = static_cast<uint32_t>(dice.between(0, tasks - 1));
  switch (dice.between(0, 8)) {
    case 0: return "step " + std::to_string(dice.between(1, 300));
    case 1: return "back " + std::to_string(dice.between(1, 300));
    case 2: return "seek " + std::to_string(dice.between(0, length + 200));
    case 3: return "seek " + print_duration(dice.between(0, until));
    case 4: return "until " + print_duration(history.world().now + dice.between(0, kSecond));
    case 5:
      return "next " + std::string(moment_name(
                           static_cast<JobMoment>(dice.between(0, kJobMoments - 1))));
    case 6: return "fail " + subtask_name(history.setup(), {task});
    case 7: return "checkpoint";
    default: return "savepoint";
  }
}

}  // namespace cutline::test
