// Minimum, maximum and average over all values, percentiles over the last ones (rules M3, M4).
//
//     value ─▶ min, max, sum ÷ count          of everything since the start
//          └─▶ [ … the last 10,000 … ] ─▶ p50 p90 p95 p99 p999
//
// A summary over the subtasks of one checkpoint has no window and so no percentiles.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cutline {

class StatsSummary {
 public:
  static constexpr size_t kCompletedWindow = 10'000;  // for completed checkpoints

  // window 0: no percentiles.
  explicit StatsSummary(size_t window = kCompletedWindow) : window_(window) {}

  // A negative value is "unknown" and is passed over.
  void add(int64_t value);

  int64_t count() const { return count_; }
  int64_t min() const { return min_; }
  int64_t max() const { return max_; }
  int64_t sum() const { return sum_; }
  int64_t average() const { return count_ == 0 ? 0 : sum_ / count_; }
  // `permille` is 1000 p. Not a number where there is no window or no value.
  double percentile(int64_t permille) const;

  friend bool operator==(const StatsSummary&, const StatsSummary&) = default;

 private:
  size_t window_;
  int64_t count_ = 0;
  int64_t min_ = 0;
  int64_t max_ = 0;
  int64_t sum_ = 0;
  std::vector<int64_t> last_;  // a ring once it is full
  size_t oldest_ = 0;
};

}  // namespace cutline
