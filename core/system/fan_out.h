// How often each record reaches a sink where nothing goes wrong: once for every way through the
// graph that no filter on it closes, times the subtasks that a broadcast edge gives it to.
#pragma once
#include <cstdint>
#include <vector>

#include "core/system/job_plan.h"

namespace cutline {

class FanOut {
 public:
  FanOut() = default;
  // `first_split` by vertex. An idempotent sink has one row for a record, however often it comes.
  FanOut(const Job& job, VertexId sink, const std::vector<uint32_t>& first_split);

  // The most copies that any record of the split has; 0: none ever comes.
  uint32_t copies(uint32_t split) const {
    return split < copies_.size() ? copies_[split].most : 0;
  }
  // Whether there may be fewer, by record.
  bool is_filtered(uint32_t split) const { return copies_[split].filtered; }
  uint32_t most() const { return most_; }  // of all splits
  uint32_t splits() const { return static_cast<uint32_t>(copies_.size()); }

  // Of 64 positions, those of which more than `plane` copies come.
  uint64_t expected(uint32_t split, uint64_t word, uint32_t plane) const;

  // Whether records have as many copies as by the other, of the same job laid out otherwise.
  bool counts_like(const FanOut& other) const { return one_row_ || *this == other; }

  friend bool operator==(const FanOut&, const FanOut&) = default;

 private:
  struct Input {
    uint32_t step = 0;
    uint32_t width = 1;
    friend bool operator==(const Input&, const Input&) = default;
  };
  struct Step {
    int64_t keep_numerator = 1;
    int64_t keep_denominator = 1;
    std::vector<Input> inputs;
    friend bool operator==(const Step&, const Step&) = default;
  };
  struct Copies {
    uint32_t source = 0;  // its step
    uint32_t most = 0;
    bool filtered = false;
    friend bool operator==(const Copies&, const Copies&) = default;
  };
  void add_steps(const Job& job, VertexId sink, std::vector<uint32_t>& step_of);
  void count_copies(uint32_t source, Copies& copies) const;
  uint32_t copies_of(uint32_t source, OriginTag tag) const;

  bool one_row_ = false;
  uint32_t most_ = 0;
  std::vector<Step> steps_;     // each vertex after those that feed it; the sink is the last
  std::vector<Copies> copies_;  // by split
};

// Of so many copies of a record it is followed which have come.
inline constexpr uint32_t kCopiesFollowedMax = 256;

}  // namespace cutline
