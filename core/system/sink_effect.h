// What a transactional sink did in one event, as data.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/system/transaction_system.h"

namespace cutline {

enum class SinkEffectKind : uint8_t {
  begin,
  pre_commit,
  commit,            // readers see it from now on
  commit_again,      // it had been committed: nothing changed
  commit_repeated,   // it had been committed: its records are there once more (case T12)
  retry,             // Sink V2: the system asks for another attempt
  abort,
  warn,              // open for `open_for` of the time-out
  ignore_failure,    // the commit failed and is not tried again: its records may be lost
  drop_committable,  // Sink V2: the transaction is gone, it is left out
  fail_task,         // see `failure`
};

enum class SinkFailure : uint8_t {
  none,
  commit_failed,
  no_transaction,    // a record came after the end of input
  incomplete_batch,  // Sink V2: committables are missing
  retries_used_up,   // Sink V2
};

struct SinkEffect {
  SinkEffectKind kind = SinkEffectKind::begin;
  SinkFailure failure = SinkFailure::none;
  TransactionId transaction = kNoTransaction;
  int64_t records = 0;  // of the transaction
  Tick open_for = 0;
  Tick timeout = 0;
  friend bool operator==(const SinkEffect&, const SinkEffect&) = default;
};
using SinkEffects = std::vector<SinkEffect>;

// A sentence for what a reader of the log would see; for warn, ignore_failure, drop_committable and
// fail_task.
std::string sink_sentence(const SinkEffect& effect);

bool is_committed(CommitOutcome outcome);
SinkEffectKind commit_effect(CommitOutcome outcome);  // of an outcome that is

// What one event of a sink works with.
struct SinkTurn {
  TransactionSystem& system;
  Tick now;
  SinkEffects& effects;
  SinkEffect& add(SinkEffectKind kind, TransactionId id) const;
  void fail(SinkFailure failure, TransactionId id) const;
};

}  // namespace cutline
