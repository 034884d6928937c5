// What is true of any world, by name. Run after every step in tests.
#pragma once
#include <optional>
#include <string>

#include "core/system/scenario.h"
#include "core/system/world.h"

namespace cutline {

// The first invariant that does not hold, as a sentence; nothing where all hold.
std::optional<std::string> broken_invariant(const Scenario& scenario, const World& world);

}  // namespace cutline
