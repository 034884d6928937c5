// How many records, and which: a count, and a sum over the records that is the same in any order.
// Two tallies are equal exactly if they hold the same records (but for chance, 1 in 2^64).
#pragma once
#include <algorithm>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

#include "core/system/job_plan.h"

namespace cutline {

struct Tally {
  int64_t count = 0;
  uint64_t digest = 0;
  std::vector<OriginTag> names;  // named jobs only: each record, in order

  void add(OriginTag tag, bool named) {
    ++count;
    digest += mixed_tag(tag);
    if (named) names.push_back(tag);
  }
  void add(std::span<const OriginTag> tags, bool named) {
    count += static_cast<int64_t>(tags.size());
    for (const OriginTag tag : tags) digest += mixed_tag(tag);
    if (named) names.insert(names.end(), tags.begin(), tags.end());
  }
  void add(const Tally& other) {
    count += other.count;
    digest += other.digest;
    if (!other.names.empty())
      names.insert(names.end(), other.names.begin(), other.names.end());
  }
  // Takes out records that are in it.
  void subtract(OriginTag tag, bool named) {
    --count;
    digest -= mixed_tag(tag);
    if (named) take_out(tag);
  }
  void subtract(const Tally& other) {
    count -= other.count;
    digest -= other.digest;
    for (OriginTag tag : other.names) take_out(tag);
  }
  friend bool operator==(const Tally&, const Tally&) = default;

 private:
  void take_out(OriginTag tag) {
    const auto place = std::find(names.begin(), names.end(), tag);
    if (place != names.end()) names.erase(place);
  }
};

inline Tally tally_of(std::span<const OriginTag> tags, bool named) {
  Tally tally;
  tally.add(tags, named);
  return tally;
}

// left - right. Negative counts are records too many on the right. Names are those left over.
struct TallyDifference {
  int64_t count = 0;
  uint64_t digest = 0;
  std::vector<OriginTag> only_left;   // named jobs only
  std::vector<OriginTag> only_right;
  bool none() const { return count == 0 && digest == 0; }
};

inline TallyDifference difference(const Tally& left, const Tally& right) {
  TallyDifference out;
  out.count = left.count - right.count;
  out.digest = left.digest - right.digest;
  std::vector<OriginTag> first = left.names;
  std::vector<OriginTag> second = right.names;
  std::sort(first.begin(), first.end());
  std::sort(second.begin(), second.end());
  std::set_difference(first.begin(), first.end(), second.begin(), second.end(),
                      std::back_inserter(out.only_left));
  std::set_difference(second.begin(), second.end(), first.begin(), first.end(),
                      std::back_inserter(out.only_right));
  return out;
}

}  // namespace cutline
