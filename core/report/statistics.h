// Minimum, maximum, average and percentiles of whole numbers, as the engine's statistics have them.
#pragma once
#include <cstdint>
#include <vector>

namespace cutline {

struct Summary {
  int64_t count = 0;
  int64_t min = 0;
  int64_t max = 0;
  int64_t average = 0;  // rounded towards 0
};

Summary summary_of(const std::vector<int64_t>& values);

// The value at position p (n + 1) of the sorted values, between two neighbours in proportion; the
// smallest or the largest outside. `permille` is 1000 p. There must be a value.
double percentile(std::vector<int64_t> values, int64_t permille);

}  // namespace cutline
