// Percentiles of whole numbers, as the engine's statistics have them.
#pragma once
#include <cstdint>
#include <vector>

namespace cutline {

// The value at position p (n + 1) of the sorted values, between two neighbours in proportion; the
// smallest or the largest outside. `permille` is 1000 p. There must be a value.
double percentile(std::vector<int64_t> values, int64_t permille);

}  // namespace cutline
