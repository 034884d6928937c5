// The buffers that one task may fill: the pool of its result partition (N1, N2, N4).
//
//     segments  ■■■■■■■■■□□□│■■···········      size = 2 × subpartitions + 8, then overdraft
//                  └ in the queues  └ only to finish the record in progress
//
// With no free segment, or one subpartition at its cap, no new record is begun: the task is
// back-pressured, and still runs its mails. With no overdraft left the record itself is stuck.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/base/check.h"

namespace cutline {

inline constexpr int32_t kBuffersPerSubpartition = 10;  // queued at most (N1)
inline constexpr int32_t kOverdraftBuffers = 20;        // for each result partition (N1)

// N2.
constexpr int32_t output_pool_min(int32_t subpartitions) { return subpartitions + 1; }
constexpr int32_t output_pool_max(int32_t subpartitions) { return 2 * subpartitions + 8; }

// N4: what may be in flight between a producer and its consumers, on the way out ...
constexpr int32_t output_in_flight_max(int32_t subpartitions) {
  return std::min(output_pool_max(subpartitions), kBuffersPerSubpartition * subpartitions);
}
// ... and at one consumer of so many remote channels.
constexpr int32_t input_in_flight_max(int32_t channels, int32_t exclusive, int32_t floating) {
  return channels * exclusive + floating;
}

class OutputPool {
 public:
  OutputPool() = default;  // of a task without outputs
  explicit OutputPool(uint32_t subpartitions, int32_t overdraft = kOverdraftBuffers)
      : used_(subpartitions, 0),
        size_(output_pool_max(static_cast<int32_t>(subpartitions))),
        overdraft_(overdraft) {}

  // N2: may the task begin its next record?
  bool is_available() const { return in_use_ < size_ && capped_ == 0; }
  // Could the record in progress get one more segment?
  bool can_take() const { return in_use_ < size_ + overdraft_; }

  // A segment for a subpartition; beyond the size it is overdraft. False: hard back pressure.
  bool take(uint32_t subpartition) {
    if (!can_take()) return false;
    ++in_use_;
    if (++used_[subpartition] == kBuffersPerSubpartition) ++capped_;
    return true;
  }
  // The consumer, or the network, is done with one.
  void recycle(uint32_t subpartition) {
    CUTLINE_CHECK(used_[subpartition] > 0, "a segment comes back to the pool it was taken from");
    --in_use_;
    if (used_[subpartition]-- == kBuffersPerSubpartition) --capped_;
  }

  int32_t size() const { return size_; }
  int32_t in_use() const { return in_use_; }
  int32_t in_use(uint32_t subpartition) const { return used_[subpartition]; }

  friend bool operator==(const OutputPool&, const OutputPool&) = default;

 private:
  std::vector<int32_t> used_;  // by subpartition
  int32_t size_ = 0;
  int32_t overdraft_ = 0;
  int32_t in_use_ = 0;
  int32_t capped_ = 0;  // subpartitions at their cap or beyond
};

}  // namespace cutline
