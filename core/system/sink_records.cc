#include "core/system/sink_records.h"

#include <algorithm>

namespace cutline {
namespace {

constexpr uint64_t kGapMax = 1024;  // words that are looked through for records that never come

int64_t records_of(std::span<const RecordRun> runs) {
  int64_t sum = 0;
  for (const RecordRun& each : runs) sum += each.records();
  return sum;
}

// Whether no record of words `from` to `to` ever comes.
bool is_void(const FanOut& fan_out, uint32_t split, uint32_t plane, uint64_t from, uint64_t to) {
  if (to - from > kGapMax) return false;
  for (uint64_t word = from; word < to; ++word)
    if (fan_out.expected(split, word, plane) != 0) return false;
  return true;
}

// Positions that a filter leaves out count as there, where all others of their word are: else no
// two words of a filtered split would be alike.
std::vector<RecordRun> joined(const FanOut& fan_out, uint32_t split, uint32_t plane,
                              const std::vector<RecordRun>& runs) {
  std::vector<RecordRun> out;
  for (const RecordRun& run : runs) {
    if (!out.empty() && out.back().end() < run.first && out.back().bits == kWholeWord &&
        is_void(fan_out, split, plane, out.back().end(), run.first))
      append(out, {out.back().end(), run.first - out.back().end(), kWholeWord});
    if (run.bits == kWholeWord) {
      append(out, run);
      continue;
    }
    for (uint64_t word = run.first; word < run.end(); ++word) {
      const bool whole = (run.bits | ~fan_out.expected(split, word, plane)) == kWholeWord;
      append(out, {word, 1, whole ? kWholeWord : run.bits});
    }
  }
  return out;
}

}  // namespace

// --- effects ---

void EffectCount::add(uint32_t split, const RecordRun& run, const FanOut& fan_out,
                      std::vector<RecordRun>& rest) {
  if (planes_.size() < fan_out.most()) planes_.resize(fan_out.most());
  const size_t before = rest.size();
  const uint32_t copies = fan_out.copies(split);
  if (copies > 1 && fan_out.is_filtered(split)) {
    add_by_word(split, run, fan_out, rest);
  } else if (copies == 1) {
    planes_[0].add(split, run, rest);
  } else {
    std::vector<RecordRun> open{run};
    for (uint32_t plane = 0; plane < copies && !open.empty(); ++plane) {
      std::vector<RecordRun> already;
      for (const RecordRun& each : open) planes_[plane].add(split, each, already);
      open = std::move(already);
    }
    rest.insert(rest.end(), open.begin(), open.end());
  }
  count_ += run.records() - records_of(std::span(rest).subspan(before));
  if (copies > 0 && fan_out.is_filtered(split) && size() > join_at_) join(fan_out);
}

// Each record has a number of copies of its own.
void EffectCount::add_by_word(uint32_t split, const RecordRun& run, const FanOut& fan_out,
                              std::vector<RecordRun>& rest) {
  for (uint64_t word = run.first; word < run.end(); ++word) {
    uint64_t open = run.bits;
    for (uint32_t plane = 0; plane < fan_out.copies(split) && open != 0; ++plane) {
      const uint64_t expected = fan_out.expected(split, word, plane);
      std::vector<RecordRun> already;
      if ((open & expected) != 0) planes_[plane].add(split, {word, 1, open & expected}, already);
      open &= ~expected;
      for (const RecordRun& each : already) open |= each.bits;
    }
    append(rest, {word, 1, open});
  }
}

void EffectCount::join(const FanOut& fan_out) {
  for (uint32_t plane = 0; plane < planes_.size(); ++plane)
    for (uint32_t split = 0; split < planes_[plane].splits(); ++split)
      if (fan_out.copies(split) > plane && fan_out.is_filtered(split))
        planes_[plane].replace(split,
                               joined(fan_out, split, plane, planes_[plane].runs(split)));
  join_at_ = std::max<size_t>(1024, 2 * size());
}

size_t EffectCount::size() const {
  size_t sum = 0;
  for (const RecordSet& each : planes_) sum += each.size();
  return sum;
}

// --- the records of a sink ---

void SinkRecords::show(uint32_t split, const RecordRun& run, const FanOut& fan_out) {
  effects_ += run.records();
  if (!judged_) return;
  std::vector<RecordRun> again;
  seen_.add(split, run, fan_out, again);
  std::vector<RecordRun> once_more;
  for (const RecordRun& each : again) repeated_.add(split, each, fan_out, once_more);
}

void SinkRecords::show(std::span<const OriginTag> tags, const FanOut& fan_out) {
  by_word(tags, [&](uint32_t split, const RecordRun& run) { show(split, run, fan_out); });
}

bool SinkRecords::show_by_key(OriginTag tag, const FanOut& fan_out) {
  std::vector<RecordRun> again;
  by_word(std::span(&tag, 1), [&](uint32_t split, const RecordRun& run) {
    seen_.add(split, run, fan_out, again);
  });
  if (again.empty()) ++effects_;
  else ++rewritten_;
  return again.empty();
}

void SinkRecords::write(TransactionId transaction, std::span<const OriginTag> tags) {
  if (written_.empty() || written_.back().transaction < transaction)
    written_.push_back({transaction, {}});
  for (auto each = written_.rbegin(); each != written_.rend(); ++each)
    if (each->transaction == transaction) return each->records.add(tags);
  // Older than what is kept: a transaction is written to while its sink has it.
  const auto place = std::find_if(written_.begin(), written_.end(), [&](const Written& each) {
    return each.transaction > transaction;
  });
  written_.insert(place, Written{transaction, {}})->records.add(tags);
}

const RecordBag* SinkRecords::written(TransactionId transaction) const {
  for (const Written& each : written_)
    if (each.transaction == transaction) return &each.records;
  return nullptr;
}

void SinkRecords::commit(TransactionId transaction, const FanOut& fan_out) {
  const RecordBag* records = written(transaction);
  if (!records) return;
  for (const RecordSet& plane : records->planes())
    for (uint32_t split = 0; split < plane.splits(); ++split)
      for (const RecordRun& run : plane.runs(split)) show(split, run, fan_out);
}

void SinkRecords::lose(TransactionId transaction, std::span<const uint64_t> positions) {
  const RecordBag* records = written(transaction);
  if (!records) return;
  lost_.add(records->before(positions));
  std::erase_if(written_, [&](const Written& each) { return each.transaction == transaction; });
}

void SinkRecords::keep(std::span<const TransactionId> transactions) {
  std::erase_if(written_, [&](const Written& each) {
    return !std::binary_search(transactions.begin(), transactions.end(), each.transaction);
  });
}

size_t SinkRecords::size() const {
  size_t sum = seen_.size() + repeated_.size() + lost_.size();
  for (const Written& each : written_) sum += each.records.size();
  return sum;
}

}  // namespace cutline
