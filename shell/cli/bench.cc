#include "shell/cli/bench.h"

#include <cstdio>

#include "core/base/text.h"
#include "shell/cli/bare_mm1.h"
#include "shell/cli/bench_clock.h"
#include "shell/cli/bench_explore.h"
#include "shell/cli/bench_follow.h"
#include "shell/cli/bench_history.h"
#include "shell/cli/bench_job.h"
#include "shell/cli/bench_line.h"
#include "shell/cli/hold.h"

namespace cutline {
namespace {

constexpr uint64_t kSeed = 1;

struct BenchCase {
  std::string_view bench;
  uint64_t size;
  uint64_t events;
  uint64_t (*run)(uint64_t size, uint64_t events);  // its fingerprint
};

// rho = 0.8, so the queue is neither mostly empty nor ever longer.
Mm1Setup mm1_setup(uint64_t events) {
  return {1'250 * kMicrosecond, kMillisecond, static_cast<int64_t>(events / 2), kSeed};
}

uint64_t run_mm1(uint64_t, uint64_t events) {
  Result<Mm1Run> run = Mm1Run::start(mm1_setup(events));
  run->finish();
  return run->fingerprint();
}

uint64_t run_mm1_bare(uint64_t, uint64_t events) { return bare_mm1(mm1_setup(events)).fingerprint; }

uint64_t run_hold(uint64_t size, uint64_t events) {
  return hold(EventQueue<uint32_t>(), {static_cast<uint32_t>(size), events, kSeed});
}

uint64_t run_hold_bare(uint64_t size, uint64_t events) {
  return hold(BareHeap(size), {static_cast<uint32_t>(size), events, kSeed});
}

struct BenchPair {
  const char* bench;
  uint64_t size;
  uint64_t events;
  uint64_t (*run)(uint64_t size, uint64_t events);       // its fingerprint
  uint64_t (*run_bare)(uint64_t size, uint64_t events);  // the same one
};

constexpr BenchPair kPairs[] = {
    {"mm1", 1'000'000, 2'000'000, run_mm1, run_mm1_bare},
    {"hold", 1'000, 2'000'000, run_hold, run_hold_bare},
};

void measure(const BenchPair& pair, uint64_t scale, std::vector<BenchResult>& results) {
  const uint64_t events = pair.events / scale;
  const bool size_is_customers = pair.size * 2 == pair.events;
  BenchResult result{pair.bench, size_is_customers ? events / 2 : pair.size, events};
  BenchResult bare = result;
  bare.bench += "-bare";
  result.cpu_s = fastest_cpu_s([&] { result.fingerprint = pair.run(pair.size, events); });
  bare.cpu_s = fastest_cpu_s([&] { bare.fingerprint = pair.run_bare(pair.size, events); });
  CUTLINE_CHECK(result.fingerprint == bare.fingerprint,
                "a case and its bare loop must do the same work");
  result.ratio_to_bare = result.events_per_cpu_s() / bare.events_per_cpu_s();
  results.push_back(result);
  results.push_back(bare);
}

}  // namespace

std::vector<BenchResult> run_bench(uint64_t scale) {
  std::vector<BenchResult> results;
  for (const BenchPair& pair : kPairs) measure(pair, scale, results);
  measure_job("t1-minute", "t1-aligned", scale, results);
  measure_job("pipeline-minute", "pipeline", scale, results);
  return results;
}

std::string bench_json(const BenchResult& result) {
  std::string line = bench_line(
      R"({"bench":"%s","size":%llu,"events":%llu,"cpu_s":%.6f,"events_per_cpu_s":%.0f)",
      result.bench.c_str(), static_cast<unsigned long long>(result.size),
      static_cast<unsigned long long>(result.events), result.cpu_s, result.events_per_cpu_s());
  if (result.ratio_to_bare > 0)
    line += bench_line(R"(,"ratio_to_bare":%.4f)", result.ratio_to_bare);
  if (result.job) {
    const JobFigures& job = *result.job;
    line += bench_line(R"(,"simulated_s":%.3f,"records":%lld,"records_per_cpu_s":%.0f)",
                       job.simulated_s, static_cast<long long>(job.records),
                       static_cast<double>(job.records) / result.cpu_s);
    line += bench_line(R"(,"memory_first_half_bytes":%lld,"memory_second_half_bytes":%lld)",
                       static_cast<long long>(job.memory_first_half_bytes),
                       static_cast<long long>(job.memory_second_half_bytes));
  }
  return line + "}";
}

std::string bench_table(std::span<const BenchResult> results) {
  std::string table = bench_line("%-20s %10s %10s %10s %18s\n", "bench", "size", "events",
                                 "cpu s", "events per cpu s");
  for (const BenchResult& result : results)
    table += bench_line("%-20s %10llu %10llu %10.4f %18.0f\n", result.bench.c_str(),
                        static_cast<unsigned long long>(result.size),
                        static_cast<unsigned long long>(result.events), result.cpu_s,
                        result.events_per_cpu_s());
  for (const BenchResult& result : results) {
    const char* name = result.bench.c_str();
    if (result.ratio_to_bare > 0)
      table += bench_line("%s runs at %.2f of the rate of its bare loop\n", name,
                          result.ratio_to_bare);
    if (!result.job) continue;
    const JobFigures& job = *result.job;
    table += bench_line("%s: %.3f s simulated, %lld records, %.0f records per cpu s\n", name,
                        job.simulated_s, static_cast<long long>(job.records),
                        static_cast<double>(job.records) / result.cpu_s);
    table += bench_line("%s: held at most %lld bytes in its first half, %lld in its second\n", name,
                        static_cast<long long>(job.memory_first_half_bytes),
                        static_cast<long long>(job.memory_second_half_bytes));
  }
  return table;
}

int bench_command(std::span<const std::string_view> arguments) {
  const bool json = arguments.size() == 1 && arguments[0] == "--json";
  if (!json && !arguments.empty()) {
    const std::string_view wrong = arguments[0] == "--json" ? arguments[1] : arguments[0];
    std::fprintf(stderr, "cutline bench [--json]: there is no argument %s\n",
                 in_quotes(wrong).c_str());
    return 2;
  }
  const std::vector<BenchResult> results = run_bench(1);
  const SeekResult seek = run_bench_history(1'000'000, 200);
  const FollowResult follow = run_bench_follow(20'000);
  const ExploreRate explored[] = {run_bench_explore(1, 2), run_bench_explore(2, 2)};
  if (!json) {
    std::fputs((bench_table(results) + seek_text(seek) + follow_text(follow)).c_str(), stdout);
    for (const ExploreRate& rate : explored) std::fputs(explore_rate_text(rate).c_str(), stdout);
    return 0;
  }
  for (const BenchResult& result : results) std::printf("%s\n", bench_json(result).c_str());
  std::printf("%s\n%s\n", seek_json(seek).c_str(), follow_json(follow).c_str());
  for (const ExploreRate& rate : explored)
    std::printf("%s\n", explore_rate_json(rate).c_str());
  return 0;
}

}  // namespace cutline
