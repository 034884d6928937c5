#include "core/report/statistics.h"

#include <algorithm>

#include "core/base/check.h"

namespace cutline {

double percentile(std::vector<int64_t> values, int64_t permille) {
  CUTLINE_CHECK(!values.empty(), "a percentile needs a value");
  std::sort(values.begin(), values.end());
  const int64_t position = permille * (static_cast<int64_t>(values.size()) + 1);  // in thousandths
  if (position < 1000) return static_cast<double>(values.front());
  const auto below = static_cast<size_t>(position / 1000);
  if (below >= values.size()) return static_cast<double>(values.back());
  const auto part = static_cast<double>(position % 1000) / 1000;
  const auto low = static_cast<double>(values[below - 1]);
  return low + part * (static_cast<double>(values[below]) - low);
}

}  // namespace cutline
