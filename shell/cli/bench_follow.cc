#include "shell/cli/bench_follow.h"

#include "core/base/check.h"
#include "core/lesson/lab.h"
#include "shell/cli/bench_clock.h"
#include "shell/cli/bench_line.h"

namespace cutline {
namespace {

template <class Call>
double cpu_ms(Call call) {
  const double start_s = cpu_now_s();
  call();
  return (cpu_now_s() - start_s) * 1e3;
}

void run_line(Lab& lab, const std::string& line) {
  CUTLINE_CHECK(lab.apply_line(line), "the benchmark's commands are accepted");
}

// How many steps the lab reads for a call.
template <class Call>
uint64_t steps_read(const Lab& lab, Call call) {
  const uint64_t before = lab.steps_read();
  call();
  return lab.steps_read() - before;
}

}  // namespace

FollowResult run_bench_follow(uint64_t steps) {
  FollowResult result;
  result.steps = steps;
  Lab lab("transfers");
  const auto read = [&] { (void)lab.run_events(); };
  run_line(lab, "step " + std::to_string(steps - 1));
  const History& history = lab.history();
  result.whole_ms =
      fastest_cpu_s([&] { (void)run_events(history.scenario(), history.happenings()); }) * 1e3;
  result.whole_steps = steps_read(lab, read);
  run_line(lab, "step");
  result.follow_steps = steps_read(lab, [&] { result.follow_ms = cpu_ms(read); });
  run_line(lab, "cut all " + std::to_string(steps / 2));
  (void)lab.model();
  result.model_ms = cpu_ms([&] {
    run_line(lab, "back");
    (void)lab.model();
  });
  run_line(lab, "seek " + std::to_string(steps / 2));
  result.branch_steps = steps_read(lab, [&] {
    result.branch_ms = cpu_ms([&] {
      run_line(lab, "snapshot A");
      read();
    });
  });
  return result;
}

std::string follow_json(const FollowResult& result) {
  return bench_line(
      R"({"bench":"follow","steps":%llu,"whole_ms":%.3f,"follow_ms":%.3f,"branch_ms":%.3f,)"
      R"("model_ms":%.3f,"whole_steps":%llu,"follow_steps":%llu,"branch_steps":%llu})",
      static_cast<unsigned long long>(result.steps), result.whole_ms, result.follow_ms,
      result.branch_ms, result.model_ms, static_cast<unsigned long long>(result.whole_steps),
      static_cast<unsigned long long>(result.follow_steps),
      static_cast<unsigned long long>(result.branch_steps));
}

std::string follow_text(const FollowResult& result) {
  return bench_line(
      "follow %llu steps: read whole %.1f ms, one step more %.3f ms, another branch %.1f ms;\n"
      "     all there is to show after a step back %.1f ms; %llu, %llu and %llu steps were read\n",
      static_cast<unsigned long long>(result.steps), result.whole_ms, result.follow_ms,
      result.branch_ms, result.model_ms, static_cast<unsigned long long>(result.whole_steps),
      static_cast<unsigned long long>(result.follow_steps),
      static_cast<unsigned long long>(result.branch_steps));
}

}  // namespace cutline
