// How the processes act by themselves: when a process transfers next, and how long a message is
// under way. Every number comes from the world's dice, in a fixed order.
#pragma once
#include "core/system/scenario.h"
#include "core/system/world.h"

namespace cutline {

// Plans the next transfer of a process, from now on; none where it has no channel or no traffic.
void plan_send(const Scenario& scenario, World& world, ProcessId process);

// A drawn time in a channel.
Tick draw_delay(const Scenario& scenario, World& world);

// What becomes of a message in a channel. Rolls only for what can happen.
Fate draw_fate(const Scenario& scenario, World& world);

}  // namespace cutline
