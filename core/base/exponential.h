// Exponentially distributed times in whole ticks, by integer arithmetic alone: std::log differs
// between machines, and a run must not.
//
//     U = random / 2^64        -ln U = 64 ln 2 - ln random        time = mean · -ln U, rounded
//
// -ln is taken from a table with straight lines between its points. It is never too small by more
// than 2^-31 and never too large by more than 1.3e-7, on average over U by 4e-8. So much of the
// mean is the error of one time, besides the rounding to a tick. All 64 bits of U count, so long
// times come as rarely as they should, up to 44 means.
#pragma once
#include <cstdint>

#include "core/base/dice.h"
#include "core/base/ticks.h"

namespace cutline {

// The longest time that can come of it is 64 ln 2 < 45 means and stays within a Tick.
inline constexpr Tick kExponentialMeanMax = 100'000'000 * kSecond;

// -ln(random / 2^64) in units of 2^-32. Random 0 stands for 2^64 and gives 0.
uint64_t minus_log(uint64_t random);

// `mean` from 0 to kExponentialMeanMax.
Tick exponential(Dice& dice, Tick mean);

}  // namespace cutline
