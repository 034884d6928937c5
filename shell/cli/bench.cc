#include "shell/cli/bench.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#ifdef __EMSCRIPTEN__
#include <emscripten/em_js.h>
#endif

#include "core/base/text.h"
#include "shell/cli/bare_mm1.h"
#include "shell/cli/hold.h"

#ifdef __EMSCRIPTEN__
// std::clock is the time of day there, in whole milliseconds.
EM_JS(double, node_cpu_s, (), {
  const usage = process.cpuUsage();
  return (usage.user + usage.system) / 1e6;
});
#endif

namespace cutline {
namespace {

double cpu_now_s() {
#ifdef __EMSCRIPTEN__
  return node_cpu_s();
#else
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
#endif
}

constexpr uint64_t kSeed = 1;
constexpr int kRuns = 3;

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

// A case and its bare loop stand together, in this order.
constexpr BenchCase kCases[] = {
    {"mm1", 1'000'000, 2'000'000, run_mm1},
    {"mm1-bare", 1'000'000, 2'000'000, run_mm1_bare},
    {"hold", 1'000, 2'000'000, run_hold},
    {"hold-bare", 1'000, 2'000'000, run_hold_bare},
};

BenchResult measure(const BenchCase& bench, uint64_t scale) {
  const uint64_t events = bench.events / scale;
  const bool size_is_customers = bench.size * 2 == bench.events;
  BenchResult result{bench.bench, size_is_customers ? events / 2 : bench.size, events, 0, 0};
  for (int run = 0; run < kRuns; ++run) {
    const double start_s = cpu_now_s();
    result.fingerprint = bench.run(bench.size, events);
    const double cpu_s = std::max(cpu_now_s() - start_s, 1e-6);  // both clocks count microseconds
    result.cpu_s = run == 0 ? cpu_s : std::min(result.cpu_s, cpu_s);
  }
  return result;
}

template <class... Values>
std::string print(const char* format, Values... values) {
  char line[160];
  const int length = std::snprintf(line, sizeof line, format, values...);
  CUTLINE_CHECK(length > 0 && length < static_cast<int>(sizeof line), "a line of bench is short");
  return line;
}

}  // namespace

std::vector<BenchResult> run_bench(uint64_t scale) {
  std::vector<BenchResult> results;
  for (const BenchCase& bench : kCases) results.push_back(measure(bench, scale));
  for (size_t at = 0; at + 1 < results.size(); at += 2)
    CUTLINE_CHECK(results[at].fingerprint == results[at + 1].fingerprint,
                  "a case and its bare loop must do the same work");
  return results;
}

std::string bench_json(const BenchResult& result) {
  return print(R"({"bench":"%.*s","size":%llu,"events":%llu,"cpu_s":%.6f,"events_per_cpu_s":%.0f})",
               static_cast<int>(result.bench.size()), result.bench.data(),
               static_cast<unsigned long long>(result.size),
               static_cast<unsigned long long>(result.events), result.cpu_s,
               result.events_per_cpu_s());
}

std::string bench_table(std::span<const BenchResult> results) {
  std::string table = print("%-10s %10s %10s %10s %18s\n", "bench", "size", "events", "cpu s",
                            "events per cpu s");
  for (const BenchResult& result : results)
    table += print("%-10.*s %10llu %10llu %10.4f %18.0f\n", static_cast<int>(result.bench.size()),
                   result.bench.data(), static_cast<unsigned long long>(result.size),
                   static_cast<unsigned long long>(result.events), result.cpu_s,
                   result.events_per_cpu_s());
  for (size_t at = 0; at + 1 < results.size(); at += 2)
    table += print("%.*s runs at %.2f of the rate of its bare loop\n",
                   static_cast<int>(results[at].bench.size()), results[at].bench.data(),
                   results[at].events_per_cpu_s() / results[at + 1].events_per_cpu_s());
  return table;
}

int bench_command(std::span<const std::string_view> arguments) {
  const bool json = arguments.size() == 1 && arguments[0] == "--json";
  if (!json && !arguments.empty()) {
    const std::string_view wrong = arguments[0] == "--json" ? arguments[1] : arguments[0];
    std::fprintf(stderr, "cutline bench [--json]: there is no argument %s\n",
                 quoted(wrong).c_str());
    return 2;
  }
  const std::vector<BenchResult> results = run_bench(1);
  if (!json) std::fputs(bench_table(results).c_str(), stdout);
  else
    for (const BenchResult& result : results) std::printf("%s\n", bench_json(result).c_str());
  return 0;
}

}  // namespace cutline
