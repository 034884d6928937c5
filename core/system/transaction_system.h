// The external system that a transactional sink writes to (section 8): it outlives every failure of
// the job, and knows nothing of checkpoints.
//
//     begin ──▶ open ──pre-commit──▶ pre-committed ──commit──▶ committed: readers see it
//                │                        │
//                ├──abort────────────────▶├──▶ aborted
//                └──longer than the time-out┴─▶ timed out: aborted by the system itself (S6, S7)
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/ticks.h"

namespace cutline {

using TransactionId = uint64_t;  // counted from 1 by the system
inline constexpr TransactionId kNoTransaction = 0;

// Records as a whole: how many, a digest that does not depend on their order, and who they are
// where single records are followed.
struct RecordSum {
  int64_t records = 0;
  uint64_t digest = 0;  // sum of a mixed number of each
  std::vector<uint64_t> tags;
  void add(const RecordSum& other);
  friend bool operator==(const RecordSum&, const RecordSum&) = default;
};

enum class TransactionState : uint8_t { open, pre_committed, committed, aborted, timed_out };

struct Transaction {
  Tick opened_at = 0;
  TransactionState state = TransactionState::open;
  RecordSum sum;
  int32_t commits = 0;  // how often it was committed
  friend bool operator==(const Transaction&, const Transaction&) = default;
};

enum class CommitOutcome : uint8_t {
  committed,
  already_committed,  // and committing again changed nothing
  repeated,           // was committed already: readers see its records once more
  retry,              // the system asks to try again
  gone,               // it was aborted or has timed out: its records will never be seen
  failed,             // refused for no known reason
};

struct TransactionSettings {
  Tick timeout = 0;               // since the beginning of the transaction; 0: never
  bool idempotent_commit = true;  // case T12: otherwise a second commit doubles the records
  int32_t retries_asked = 0;      // so many commit attempts are answered with "retry"
  bool refuses_commits = false;   // an outage: every commit fails
  friend bool operator==(const TransactionSettings&, const TransactionSettings&) = default;
};

inline constexpr size_t kTransactionsKeptMax = 1000;  // committed ones, of one sink subtask

// Committed transactions are forgotten, the oldest first, when a second commit would change nothing
// and kTransactionsKeptMax newer ones are over: a run at any length holds the same.
class TransactionSystem {
 public:
  TransactionSystem() = default;
  explicit TransactionSystem(const TransactionSettings& settings) : settings_(settings) {}

  TransactionId begin(Tick now);
  void write(TransactionId id, const RecordSum& sum);
  void pre_commit(TransactionId id);
  CommitOutcome commit(TransactionId id, Tick now);
  void abort(TransactionId id);

  // Times out what is due. Returns whether that was anything.
  bool expire(Tick now);
  // When the next one is due; the time at which expire() finds it.
  std::optional<Tick> next_expiry() const;

  // What a read-committed reader sees: records by count, digest and, where followed, in order.
  const RecordSum& visible() const { return visible_; }
  int64_t repeated_records() const { return repeated_; }  // of them, seen once more than written
  const Transaction& transaction(TransactionId id) const;  // of a forgotten one only the state
  // Aborted or timed out, whether or not somebody has found out: it will never be committed.
  bool is_gone(TransactionId id, Tick now) const;
  size_t transactions() const { return forgotten_.size + transactions_.size(); }  // begun
  size_t kept() const { return transactions_.size() + forgotten_.without_effect.size(); }
  // Neither committed nor aborted in any way.
  int64_t unfinished() const;
  int64_t records_in(TransactionState state) const;

  TransactionSettings& settings() { return settings_; }
  friend bool operator==(const TransactionSystem&, const TransactionSystem&) = default;

 private:
  struct Numbered {
    TransactionId id = kNoTransaction;
    Transaction transaction;
    friend bool operator==(const Numbered&, const Numbered&) = default;
  };
  // The transactions 1 to `size`. Those that were never committed are still kept: a restore makes
  // one or a few of them.
  struct Forgotten {
    size_t size = 0;
    int64_t records = 0;  // of those that were committed
    Transaction committed{0, TransactionState::committed, {}, 1};  // stands for each of them
    std::vector<Numbered> without_effect;  // ids rise
    friend bool operator==(const Forgotten&, const Forgotten&) = default;
  };

  Transaction& find(TransactionId id);
  void skip_settled();
  void forget_settled();
  bool is_due(const Transaction& transaction, Tick now) const;

  TransactionSettings settings_;
  Forgotten forgotten_;
  std::vector<Transaction> transactions_;  // those after them, in the order of opening
  size_t settled_ = 0;                     // the first so many are finished for good
  RecordSum visible_;
  int64_t repeated_ = 0;
};

}  // namespace cutline
