// Vector clocks: which event of a run can have influenced which (Fidge 1988, Mattern 1989).
//
//     A   [1 0] ──────▶ [2 0]                   entry p: how many events of process p lie in the
//              ╲ T1                             past of this event, itself included
//     B          ╲──▶ [1 1] ──▶ [1 2]
//
// An event is all that one step did at one process: taking a marker, recording and sending markers
// on is one event. Markers are messages like transfers. A step that touches channels only (a fault)
// is none; one that reads every process at once is one event at each.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/run/history.h"

namespace cutline {

using VectorClock = std::vector<uint32_t>;  // parallel to Scenario::processes

struct ClockedEvent {
  uint32_t step = 0;  // of the run, from 1
  ProcessId process;
  VectorClock clock;
  friend bool operator==(const ClockedEvent&, const ClockedEvent&) = default;
};

// The events of these steps, from the run's first on, in the order in which they happened.
std::vector<ClockedEvent> vector_clocks(const Scenario& scenario,
                                        std::span<const Happening> happenings);

// Can `earlier` have influenced `later`? Neither before the other: they are concurrent.
bool happened_before(const ClockedEvent& earlier, const ClockedEvent& later);

}  // namespace cutline
