// Simulated time: whole nanoseconds since the start of the run, so that every machine agrees.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace cutline {

using Tick = int64_t;

inline constexpr Tick kMicrosecond = 1'000;
inline constexpr Tick kMillisecond = 1'000'000;
inline constexpr Tick kSecond = 1'000'000'000;
inline constexpr Tick kMinute = 60 * kSecond;
inline constexpr Tick kHour = 60 * kMinute;

constexpr double in_seconds(Tick time) {
  return static_cast<double>(time) / static_cast<double>(kSecond);
}

// Reads a duration with its unit: "500ms", "1.5s", "2min", "10us", "0". At most a million hours.
// The fault's column counts from the start of `text`.
Result<Tick> parse_duration(std::string_view text);

// Prints exactly, in the largest unit that is not above it: "1.25s", "40ms", "0s".
std::string print_duration(Tick ticks);

}  // namespace cutline
