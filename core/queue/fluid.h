// A fluid queue: work flows in at a rate that is constant by segments and out at mu while there is
// any. The backlog is then a chain of straight lines, kept as its knees:
//
//     backlog    peak
//        │       ╱╲            rises by rate - mu, falls by mu - rate, never below 0
//        │     ╱   ╲  ╲
//        └───╱───────╲────▶ time
//          knee      empty
//
// Everything is computed within the segments given. Nothing is assumed about what comes after them:
// a backlog that is left at the end has no empty_time.
#pragma once
#include <optional>
#include <span>
#include <vector>

#include "core/base/result.h"

namespace cutline {

struct FluidSegment {
  double duration = 0;  // s; 0 is allowed and changes nothing
  double rate = 0;      // 1/s
};

struct FluidKnee {
  double time = 0;  // s
  double backlog = 0;
  friend bool operator==(const FluidKnee&, const FluidKnee&) = default;
};

struct FluidCurve {
  double peak = 0;
  double peak_time = 0;              // s; when the peak is first reached
  std::optional<double> empty_time;  // s; when a backlog above 0 is first back at 0
  // How long work that arrives at the peak waits, peak / mu; nothing where mu = 0.
  std::optional<double> max_virtual_delay;
  std::vector<FluidKnee> knees;      // in order of time; the first at 0, the last at the end
  friend bool operator==(const FluidCurve&, const FluidCurve&) = default;

  double end_time() const { return knees.back().time; }  // s
  // From 0 to end_time(), else refused.
  Result<double> backlog_at(double time) const;
};

// At most kFluidSegmentsMax segments; a fault names the segment, counted from 1.
Result<FluidCurve> fluid(std::span<const FluidSegment> segments, double mu, double start = 0);

}  // namespace cutline
