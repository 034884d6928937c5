#include "shell/cli/bench_explore.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/lesson/predicate.h"
#include "shell/cli/bare_mesh.h"
#include "shell/cli/bench_clock.h"
#include "shell/cli/bench_line.h"

namespace cutline {
namespace {

constexpr uint64_t kSlice = 1'000;

Scenario mesh(int64_t tokens, int64_t transfers) {
  Scenario scenario;
  scenario.name = "mesh";
  for (const char* name : {"A", "B", "C"})
    scenario.processes.push_back({name, Value::of(tokens), 0});
  for (uint32_t from = 0; from < 3; ++from)
    for (uint32_t to = 0; to < 3; ++to)
      if (from != to) scenario.channels.push_back({{from}, {to}});
  scenario.explore.transfers = transfers;
  return scenario;
}

}  // namespace

ExploreRate run_bench_explore(int64_t tokens, int64_t transfers) {
  ExploreRate rate;
  rate.tokens = tokens;
  rate.transfers = transfers;
  std::vector<Property> properties;
  for (const Claim& claim : usual_claims()) properties.push_back(claim.property());
  const ExploreLimits limits{10'000'000, uint64_t{1} << 30, 0x10000};
  rate.cpu_s = fastest_cpu_s([&] {
    Explorer explorer(mesh(tokens, transfers), properties, limits);
    rate.bytes = 0;
    while (explorer.status() == ExploreStatus::running) {
      explorer.run(kSlice);
      rate.bytes = std::max(rate.bytes, explorer.bytes());
    }
    rate.states = explorer.states();
    rate.transitions = explorer.transitions();
  });
  rate.bare_cpu_s = fastest_cpu_s([&] {
    const BareMeshCounts bare = bare_mesh(static_cast<int>(tokens), static_cast<int>(transfers));
    CUTLINE_CHECK(bare.states == rate.states && bare.transitions == rate.transitions,
                  "the explorer and the bare search find the same");
  });
  return rate;
}

std::string explore_rate_json(const ExploreRate& rate) {
  return bench_line(
      R"({"bench":"explore","processes":3,"tokens":%lld,"transfers":%lld,"states":%llu,)"
      R"("transitions":%llu,"cpu_s":%.6f,"states_per_cpu_s":%.0f,"bytes_per_state":%.1f,)"
      R"("bare_cpu_s":%.6f,"ratio_to_bare":%.4f})",
      static_cast<long long>(rate.tokens), static_cast<long long>(rate.transfers),
      static_cast<unsigned long long>(rate.states),
      static_cast<unsigned long long>(rate.transitions), rate.cpu_s, rate.states_per_cpu_s(),
      rate.bytes_per_state(), rate.bare_cpu_s, rate.bare_cpu_s / rate.cpu_s);
}

std::string explore_rate_text(const ExploreRate& rate) {
  return bench_line(
      "explore: mesh of 3, %lld tokens, %lld transfers each: %llu states, %.0f a cpu second, "
      "%.1f bytes a state; %.2f of the rate of a bare search\n",
      static_cast<long long>(rate.tokens), static_cast<long long>(rate.transfers),
      static_cast<unsigned long long>(rate.states), rate.states_per_cpu_s(),
      rate.bytes_per_state(), rate.bare_cpu_s / rate.cpu_s);
}

}  // namespace cutline
