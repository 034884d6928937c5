#include "core/system/record_set.h"

#include <algorithm>
#include <utility>

namespace cutline {

void append(std::vector<RecordRun>& runs, const RecordRun& run) {
  if (run.words == 0 || run.bits == 0) return;
  if (!runs.empty() && runs.back().end() == run.first && runs.back().bits == run.bits)
    runs.back().words += run.words;
  else
    runs.push_back(run);
}

void append_tags(uint32_t split, const RecordRun& run, std::vector<OriginTag>& tags) {
  for (uint64_t word = run.first; word < run.end(); ++word)
    for (uint64_t bits = run.bits; bits != 0; bits &= bits - 1)
      tags.push_back(origin_tag(split, word * 64 + static_cast<uint64_t>(std::countr_zero(bits))));
}

namespace {

// What is under way lies in the last words, one after the other: a record's word is as many runs
// before the last as it is words before it. False: it is not, or the word would be full.
bool add_to_word(std::vector<RecordRun>& all, const RecordRun& run,
                 std::vector<RecordRun>& already) {
  const uint64_t behind = all.back().first - run.first;  // huge where it lies behind that
  if (run.words != 1 || behind >= all.size()) return false;
  RecordRun& word = all[all.size() - 1 - behind];
  if (word.first != run.first || word.words != 1 || (word.bits | run.bits) == kWholeWord)
    return false;
  append(already, {run.first, 1, word.bits & run.bits});
  word.bits |= run.bits;
  return true;
}

}  // namespace

// Most runs are single words that are added to again and again until they are full.
void RecordSet::add(uint32_t split, const RecordRun& run, std::vector<RecordRun>& already) {
  if (split >= runs_.size()) runs_.resize(split + 1);
  std::vector<RecordRun>& all = runs_[split];
  if (all.empty() || all.back().end() <= run.first) return append(all, run);
  if (add_to_word(all, run, already)) return;
  const auto from = std::lower_bound(
      all.begin(), all.end(), run.first,
      [](const RecordRun& each, uint64_t first) { return each.end() <= first; });
  const bool there = from->first <= run.first && run.end() <= from->end();
  if (there) append(already, {run.first, run.words, from->bits & run.bits});
  if (there && (from->bits & run.bits) == run.bits) return;
  if (there && from->words == 1 && (from->bits | run.bits) != kWholeWord) {
    from->bits |= run.bits;
    return;
  }
  std::vector<RecordRun> pieces;
  uint64_t at = run.first;
  auto old = from;
  if (old->first < at) append(pieces, {old->first, at - old->first, old->bits});
  while (at < run.end()) {
    if (old == all.end() || old->first > at) {
      const uint64_t end = old == all.end() ? run.end() : std::min(run.end(), old->first);
      append(pieces, {at, end - at, run.bits});
      at = end;
      continue;
    }
    const uint64_t end = std::min(run.end(), old->end());
    if (!there) append(already, {at, end - at, old->bits & run.bits});
    append(pieces, {at, end - at, old->bits | run.bits});
    if (old->end() > end) append(pieces, {end, old->end() - end, old->bits});
    at = end;
    ++old;
  }
  // Alike neighbours are joined, too.
  auto first = from;
  if (first != all.begin()) {
    --first;
    std::vector<RecordRun> joined{*first};
    for (const RecordRun& piece : pieces) append(joined, piece);
    pieces = std::move(joined);
  }
  if (old != all.end()) append(pieces, *old++);
  const auto replaced = std::min<std::ptrdiff_t>(old - first, std::ssize(pieces));
  std::copy(pieces.begin(), pieces.begin() + replaced, first);
  if (replaced < old - first) all.erase(first + replaced, old);
  else all.insert(first + replaced, pieces.begin() + replaced, pieces.end());
}

size_t RecordSet::size() const {
  size_t sum = 0;
  for (const auto& each : runs_) sum += each.size();
  return sum;
}

void RecordBag::add(std::span<const OriginTag> tags) {
  by_word(tags, [&](uint32_t split, const RecordRun& run) { add(split, run); });
}

void RecordBag::add(uint32_t split, const RecordRun& run) {
  if (planes_.empty()) planes_.emplace_back();
  std::vector<RecordRun> rest;
  planes_[0].add(split, run, rest);
  for (size_t plane = 1; !rest.empty(); ++plane) {
    if (plane == planes_.size()) planes_.emplace_back();
    std::vector<RecordRun> already;
    for (const RecordRun& each : rest) planes_[plane].add(split, each, already);
    rest = std::move(already);
  }
}

void RecordBag::add(const RecordBag& other) {
  for (const RecordSet& plane : other.planes_)
    for (uint32_t split = 0; split < plane.splits(); ++split)
      for (const RecordRun& run : plane.runs(split)) add(split, run);
}

RecordBag RecordBag::before(std::span<const uint64_t> positions) const {
  RecordBag out;
  for (const RecordSet& plane : planes_)
    for (uint32_t split = 0; split < plane.splits() && split < positions.size(); ++split) {
      const uint64_t whole = positions[split] / 64;
      const uint64_t part = (uint64_t{1} << positions[split] % 64) - 1;
      for (const RecordRun& run : plane.runs(split)) {
        if (run.first < whole)
          out.add(split, {run.first, std::min(run.end(), whole) - run.first, run.bits});
        if (run.first <= whole && whole < run.end() && (run.bits & part) != 0)
          out.add(split, {whole, 1, run.bits & part});
      }
    }
  return out;
}

size_t RecordBag::size() const {
  size_t sum = 0;
  for (const RecordSet& each : planes_) sum += each.size();
  return sum;
}

}  // namespace cutline
