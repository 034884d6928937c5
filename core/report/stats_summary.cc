#include "core/report/stats_summary.h"

#include <algorithm>
#include <limits>

#include "core/report/statistics.h"

namespace cutline {

void StatsSummary::add(int64_t value) {
  if (value < 0) return;
  min_ = count_ == 0 ? value : std::min(min_, value);
  max_ = count_ == 0 ? value : std::max(max_, value);
  sum_ += value;
  ++count_;
  if (window_ == 0) return;
  if (last_.size() < window_) {
    last_.push_back(value);
    return;
  }
  last_[oldest_] = value;
  oldest_ = (oldest_ + 1) % window_;
}

double StatsSummary::percentile(int64_t permille) const {
  if (last_.empty()) return std::numeric_limits<double>::quiet_NaN();
  return cutline::percentile(last_, permille);
}

}  // namespace cutline
