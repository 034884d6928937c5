// The clock: the driver that always does the earliest planned event first. Ties go to the event
// that was planned first.
#pragma once
#include <optional>

#include "core/system/choice.h"

namespace cutline {

// Nothing where the system has nothing left to do by itself.
std::optional<Choice> next_by_clock(const Scenario& scenario, const World& world);

}  // namespace cutline
