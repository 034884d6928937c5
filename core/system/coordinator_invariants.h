// What is true of any coordinator between two events, by name.
#pragma once
#include <optional>
#include <string>

#include "core/system/coordinator.h"

namespace cutline {

// The first invariant that does not hold, as a sentence; nothing where all hold.
std::optional<std::string> broken_invariant(const CoordinatorSetup& setup,
                                            const Coordinator& coordinator);

}  // namespace cutline
