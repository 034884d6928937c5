// Records by where they come from: a set of positions of splits, and sets in which a record may be
// several times.
//
//     split 0   words of 64 positions   |■■■■|■■■■|■■■■|■■·■|■···|    |    |
//               runs                    └ 3 words: all ┘ └1 ┘ └1 ┘
//
// Neighbouring words that hold the same are one run, so that a long range takes as much room as a
// single record.
#pragma once
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "core/system/job_plan.h"

namespace cutline {

inline constexpr uint64_t kWholeWord = ~uint64_t{0};

// `words` words from word `first` of a split on; each has these bits.
struct RecordRun {
  uint64_t first = 0;
  uint64_t words = 1;
  uint64_t bits = 0;
  uint64_t end() const { return first + words; }
  int64_t records() const { return static_cast<int64_t>(words) * std::popcount(bits); }
  friend bool operator==(const RecordRun&, const RecordRun&) = default;
};

class RecordSet {
 public:
  // Adds the records of a run. Those that were in it already are appended to `already`.
  void add(uint32_t split, const RecordRun& run, std::vector<RecordRun>& already);
  // Instead of all runs of a split: in order, apart from each other, none of them empty.
  void replace(uint32_t split, std::vector<RecordRun> runs) { runs_[split] = std::move(runs); }

  uint32_t splits() const { return static_cast<uint32_t>(runs_.size()); }
  const std::vector<RecordRun>& runs(uint32_t split) const { return runs_[split]; }
  size_t size() const;  // runs
  friend bool operator==(const RecordSet&, const RecordSet&) = default;

 private:
  std::vector<std::vector<RecordRun>> runs_;  // by split
};

// Appends a run to others; joined with the last one where they are alike.
void append(std::vector<RecordRun>& runs, const RecordRun& run);

// A record may be in it several times: as often as there are planes that have it.
class RecordBag {
 public:
  void add(std::span<const OriginTag> tags);
  void add(uint32_t split, const RecordRun& run);
  void add(const RecordBag& other);
  // Only what lies before these positions, by split; of splits that are not listed nothing.
  RecordBag before(std::span<const uint64_t> positions) const;

  bool empty() const { return planes_.empty(); }
  const std::vector<RecordSet>& planes() const { return planes_; }
  size_t size() const;  // runs
  friend bool operator==(const RecordBag&, const RecordBag&) = default;

 private:
  std::vector<RecordSet> planes_;
};

// Calls `take(split, run)` for the records of `tags`, those of one word together.
template <class Take>
void by_word(std::span<const OriginTag> tags, Take take) {
  for (size_t at = 0; at < tags.size();) {
    const uint64_t word = tags[at] >> 6;
    uint64_t bits = 0;
    for (; at < tags.size() && tags[at] >> 6 == word; ++at) {
      const uint64_t bit = uint64_t{1} << (tags[at] & 63);
      if (bits & bit) break;  // the same once more
      bits |= bit;
    }
    take(static_cast<uint32_t>(word >> (kPositionBits - 6)),
         RecordRun{word & ((uint64_t{1} << (kPositionBits - 6)) - 1), 1, bits});
  }
}

// The records of a run, in order.
void append_tags(uint32_t split, const RecordRun& run, std::vector<OriginTag>& tags);

}  // namespace cutline
