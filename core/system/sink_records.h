// Which records have taken effect at a sink, and how often: what a reader behind it sees, record by
// record. It outlives every failure, as the external system does.
//
//     written ──(transactional: commit)──▶ seen ──once more──▶ seen again ──▶ counted only
//        └ the transaction is gone, and the state says it went through ──▶ lost, unless seen
//
// Records are kept as ranges (record_set.h): a run at any length takes as much room as there are
// gaps, that is what is under way, what was lost, and where a repetition begins and ends.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "core/system/fan_out.h"
#include "core/system/record_set.h"
#include "core/system/transaction_system.h"

namespace cutline {

// Effects that are there: a record has as many places as copies of it are expected.
class EffectCount {
 public:
  // Adds a run; what finds no free place is appended to `rest`.
  void add(uint32_t split, const RecordRun& run, const FanOut& fan_out,
           std::vector<RecordRun>& rest);
  int64_t count() const { return count_; }
  const std::vector<RecordSet>& planes() const { return planes_; }
  size_t size() const;  // runs
  friend bool operator==(const EffectCount&, const EffectCount&) = default;

 private:
  void add_by_word(uint32_t split, const RecordRun& run, const FanOut& fan_out,
                   std::vector<RecordRun>& rest);
  void join(const FanOut& fan_out);

  std::vector<RecordSet> planes_;
  int64_t count_ = 0;
  size_t join_at_ = 1024;  // runs
};

class SinkRecords {
 public:
  // A reader sees these.
  void show(std::span<const OriginTag> tags, const FanOut& fan_out);
  void show(uint32_t split, const RecordRun& run, const FanOut& fan_out);
  // Written by key: true where it had not been there.
  bool show_by_key(OriginTag tag, const FanOut& fan_out);

  // Into a transaction.
  void write(TransactionId transaction, std::span<const OriginTag> tags);
  void commit(TransactionId transaction, const FanOut& fan_out);
  // The transaction will never be committed, and what it had before these positions (by split) is
  // not read again.
  void lose(TransactionId transaction, std::span<const uint64_t> positions);
  const RecordBag* written(TransactionId transaction) const;
  // Nobody will ask for any other transaction; ids rise.
  void keep(std::span<const TransactionId> transactions);

  // The job has another number of copies of a record than before: how many of them should be there
  // is no longer known.
  void give_up() { judged_ = false; }

  bool is_judged() const { return judged_; }
  int64_t effects() const { return effects_; }  // all that a reader sees
  const EffectCount& seen() const { return seen_; }        // at least once
  const EffectCount& repeated() const { return repeated_; }  // more than once
  const RecordBag& lost() const { return lost_; }  // where they are not seen after all
  int64_t rewritten() const { return rewritten_; }
  size_t size() const;  // runs
  friend bool operator==(const SinkRecords&, const SinkRecords&) = default;

 private:
  struct Written {
    TransactionId transaction = kNoTransaction;
    RecordBag records;
    friend bool operator==(const Written&, const Written&) = default;
  };
  bool judged_ = true;
  int64_t effects_ = 0;
  int64_t rewritten_ = 0;  // by key, with the same result
  EffectCount seen_;
  EffectCount repeated_;
  RecordBag lost_;
  std::vector<Written> written_;  // by transaction
};

}  // namespace cutline
