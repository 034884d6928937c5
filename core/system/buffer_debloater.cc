#include "core/system/buffer_debloater.h"

#include <algorithm>

#include "core/base/check.h"

namespace cutline {

SmoothedSize::SmoothedSize(const DebloatSettings& settings)
    : min_(Real64::of(settings.min_bytes)),
      max_(Real64::of(settings.max_bytes)),
      weight_(Real64::of(2) / Real64::of(settings.samples + 1)),
      last_(max_) {
  CUTLINE_CHECK(settings.samples > 0, "a smoothed size needs at least one sample");
  CUTLINE_CHECK(0 <= settings.min_bytes && settings.min_bytes <= settings.max_bytes,
                "a buffer's smallest size is not above its largest");
}

int64_t SmoothedSize::add(int64_t total_bytes, int64_t buffers) {
  CUTLINE_CHECK(total_bytes >= 0 && buffers > 0, "a size is shared out among some buffers");
  const Real64 instant =
      std::min(Real64::of(total_bytes) / Real64::of(buffers), Real64::of(2) * last_);
  last_ = last_ + weight_ * (instant - last_);
  last_ = std::clamp(last_, min_, max_);
  return last_.rounded();
}

BufferDebloater::BufferDebloater(const DebloatSettings& settings)
    : settings_(settings), size_(settings), announced_(settings.max_bytes) {}

DebloatResult BufferDebloater::recalculate(int64_t bytes_per_second, int64_t buffers_in_use) {
  CUTLINE_CHECK(bytes_per_second >= 0 && buffers_in_use >= 0, "rates and counts are not negative");
  const int64_t buffers = std::max<int64_t>(1, buffers_in_use);
  const int64_t desired_total = bytes_per_second * (settings_.target / kMillisecond) / 1000;

  DebloatResult result;
  result.bytes = size_.add(desired_total, buffers);
  result.time_to_consume =
      result.bytes * buffers * 1000 / std::max<int64_t>(1, bytes_per_second) * kMillisecond;
  if (skips(result.bytes)) return result;
  announced_ = result.bytes;
  result.announced = result.bytes;
  return result;
}

bool BufferDebloater::skips(int64_t bytes) const {
  if (bytes == announced_) return true;
  // Reaching an end is always told, or it would be missed for ever.
  if (bytes <= settings_.min_bytes || bytes >= settings_.max_bytes) return false;
  const Real64 factor = Real64::of(settings_.threshold_percent) / Real64::of(100);
  const int64_t delta = (Real64::of(announced_) * factor).truncated();
  const int64_t change = bytes > announced_ ? bytes - announced_ : announced_ - bytes;
  return change < delta;
}

}  // namespace cutline
