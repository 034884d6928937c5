// Either kind of barrier handling, as one value. Both answer the same events:
//
//     std::visit([&](auto& handler) { handler.on_barrier(barrier, channel, now, effects); }, it);
#pragma once
#include <variant>

#include "core/system/barrier_handler.h"
#include "core/system/barrier_tracker.h"

namespace cutline {

using BarrierHandling = std::variant<BarrierHandler, BarrierTracker>;

}  // namespace cutline
