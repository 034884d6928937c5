#include "core/queue/fluid.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/queue/rates.h"

namespace cutline {
namespace {

// What counts as the same time or the same backlog, relative to it: decimals like 0.1 are rounded,
// and a backlog that comes to nothing by the sum must not be left over by 1e-17.
constexpr double kSame = 1e-12;

std::optional<Fault> refuse_segments(std::span<const FluidSegment> segments) {
  if (segments.size() > kFluidSegmentsMax)
    return fault("a fluid queue has at most " + std::to_string(kFluidSegmentsMax) + " segments");
  for (size_t at = 0; at < segments.size(); ++at) {
    const std::string name = "segment " + std::to_string(at + 1) + ": ";
    if (auto refused = refuse_measure(segments[at].duration, name + "the duration")) return refused;
    if (auto refused = refuse_measure(segments[at].rate, name + "the rate")) return refused;
  }
  return std::nullopt;
}

// Draws one segment after the other onto the end of the curve.
class Drawing {
 public:
  Drawing(double mu, double start) : mu_(mu) {
    curve_.peak = start;
    curve_.knees.push_back({0, start});
  }

  void add(const FluidSegment& segment) {
    if (segment.duration == 0) return;
    const FluidKnee from = curve_.knees.back();
    const double slope = segment.rate - mu_;
    const double end = from.time + segment.duration;
    const double time_to_empty = from.backlog / -slope;
    if (slope >= 0 || time_to_empty > segment.duration * (1 + kSame))
      return reach(end, from.backlog + slope * segment.duration);
    if (from.backlog > 0) {
      const bool at_the_end = time_to_empty > segment.duration * (1 - kSame);
      const double empty = at_the_end ? end : from.time + time_to_empty;
      if (!curve_.empty_time) curve_.empty_time = empty;
      reach(empty, 0);
    }
    if (curve_.knees.back().time < end) reach(end, 0);
  }

  FluidCurve finish() {
    if (mu_ > 0) curve_.max_virtual_delay = curve_.peak / mu_;
    return std::move(curve_);
  }

 private:
  void reach(double time, double backlog) {
    if (backlog > curve_.peak * (1 + kSame)) {
      curve_.peak = backlog;
      curve_.peak_time = time;
    }
    curve_.knees.push_back({time, backlog});
  }

  double mu_;
  FluidCurve curve_;
};

}  // namespace

Result<double> FluidCurve::backlog_at(double time) const {
  if (!(time >= 0 && time <= end_time()))
    return fault("the backlog is known from t = 0 s to t = " + print_decimal(end_time()) + " s");
  const auto right = std::lower_bound(
      knees.begin(), knees.end(), time,
      [](const FluidKnee& knee, double wanted) { return knee.time < wanted; });
  if (right->time == time) return right->backlog;
  const FluidKnee left = *(right - 1);
  const double share = (time - left.time) / (right->time - left.time);
  return left.backlog + (right->backlog - left.backlog) * share;
}

Result<FluidCurve> fluid(std::span<const FluidSegment> segments, double mu, double start) {
  if (auto refused = refuse_measure(mu, "μ")) return *refused;
  if (auto refused = refuse_measure(start, "the backlog at the start")) return *refused;
  if (auto refused = refuse_segments(segments)) return *refused;
  Drawing drawing(mu, start);
  for (const FluidSegment& segment : segments) drawing.add(segment);
  FluidCurve curve = drawing.finish();
  const double delay = curve.max_virtual_delay.value_or(0);
  if (!std::isfinite(curve.end_time()) || !std::isfinite(curve.peak) || !std::isfinite(delay))
    return fault("the segments add up to more than a number can hold");
  return curve;
}

}  // namespace cutline
