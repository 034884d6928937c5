#include "core/run/vector_clock.h"

#include "core/run/run_events.h"

namespace cutline {

std::vector<ClockedEvent> vector_clocks(const Scenario& scenario,
                                        std::span<const Happening> happenings) {
  std::vector<ClockedEvent> out;
  for (RunEvent& each : run_events(scenario, happenings).events)
    out.push_back({each.step, each.process, std::move(each.clock)});
  return out;
}

bool happened_before(const ClockedEvent& earlier, const ClockedEvent& later) {
  if (earlier.process == later.process) return earlier.step < later.step;
  const uint32_t own = earlier.clock[earlier.process.index];
  return own <= later.clock[earlier.process.index];
}

}  // namespace cutline
