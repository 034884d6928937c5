#include "core/lesson/scenario_file.h"
#include "core/run/clock.h"
#include "core/run/explore.h"
#include "core/system/invariants.h"
#include "core/system/step.h"
#include "tests/fuzz/fuzz_target.h"

namespace cutline {

// A scenario that was read can be run, and every world on the way is sound.
bool fuzz_scenario(std::string_view input) {
  constexpr int kSteps = 20;
  const auto scenario = read_scenario("fuzz", input);
  if (!scenario) {
    CUTLINE_CHECK(!scenario.error().sentence.empty(), "a refusal says why");
    CUTLINE_CHECK(scenario.error().line >= 1, "a refusal has a place");
    return false;
  }
  Explorer explorer(*scenario, {{Role::always, kLoses | kRepeats, true}}, {1'000, 64 << 20});
  explorer.run(kSteps);  // checks itself that every move is local
  CUTLINE_CHECK(explorer.expanded() <= kSteps, "no further than it was told to go");
  World world = start_world(*scenario);
  for (int done = 0; done < kSteps; ++done) {
    const auto next = next_by_clock(*scenario, world);
    if (!next) break;
    step(*scenario, world, *next);
    CUTLINE_CHECK(!broken_invariant(*scenario, world), "a world that was stepped to is sound");
  }
  return true;
}

}  // namespace cutline

CUTLINE_FUZZ_TARGET(fuzz_scenario)
