// One subtask of a two-phase-commit sink (section 8.2).
//
//     records ──▶ [current] ──snapshot k: pre-commit──▶ [pending k] ──complete(≥ k)──▶ committed
//                     ▲ a new one begins                    │
//                     └──────────── part of the snapshot ───┘
//
// A file sink rolls: a transaction is pre-committed with every snapshot all the same, but those of
// one part file wait until the part is closed, and are committed with the first checkpoint behind
// that. So a restore goes on with the part as the checkpoint knew it.
//
//     pre-commit ──▶ [part: 7, 8, 9] ──old enough──▶ [rolled] ──snapshot k──▶ [pending k]
//
// The transactions themselves live in the external system; the sink knows their numbers. Restoring
// commits every pending one of the restored state, whether or not that was done before the failure
// (S5), and aborts the one that was current.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "core/system/barrier.h"
#include "core/system/sink_effect.h"
#include "core/system/transaction_system.h"

namespace cutline {

struct TwoPhaseOptions {
  Tick transaction_timeout = 0;  // as the sink knows it: for warnings and for what is ignored
  // A commit that fails during a restore is let go once the transaction is older than that (S7).
  bool ignore_failures_after_timeout = false;
  // Warn once a transaction to commit is older than so much of the time-out.
  std::optional<int64_t> warning_percent;
  Tick roll_after = 0;  // age at which a part is closed, from its first record; 0: no parts
  friend bool operator==(const TwoPhaseOptions&, const TwoPhaseOptions&) = default;
};

struct OpenTransaction {
  TransactionId id = kNoTransaction;
  Tick opened_at = 0;
  friend bool operator==(const OpenTransaction&, const OpenTransaction&) = default;
};

// What a snapshot stores of the sink.
struct TwoPhaseState {
  std::optional<OpenTransaction> current;  // nothing after the end of input
  std::vector<OpenTransaction> pending;    // in the order of their checkpoints
  std::vector<OpenTransaction> part;       // pre-committed, of the part that is open
  std::optional<Tick> part_since;          // its first record
  friend bool operator==(const TwoPhaseState&, const TwoPhaseState&) = default;
};

class TwoPhaseSink {
 public:
  TwoPhaseSink() = default;
  explicit TwoPhaseSink(const TwoPhaseOptions& options) : options_(options) {}

  // A fresh start, or one from the states that fell to this subtask: several after scaling in.
  void open(TransactionSystem& system, Tick now, SinkEffects& effects);
  void restore(const std::vector<TwoPhaseState>& states, TransactionSystem& system, Tick now,
               SinkEffects& effects);

  void write(const RecordSum& sum, TransactionSystem& system, Tick now, SinkEffects& effects);
  // A check of the part's age.
  void roll(TransactionSystem& system, Tick now, SinkEffects& effects);
  // In the synchronous part, after alignment. Returns what the checkpoint stores.
  TwoPhaseState snapshot(CheckpointId id, TransactionSystem& system, Tick now,
                         SinkEffects& effects);
  // Commits all pending ones up to `id`, in order. One that fails does not keep the others from it.
  void on_complete(CheckpointId id, TransactionSystem& system, Tick now, SinkEffects& effects);
  // Nothing: the transaction stays pending and is committed with the next completed checkpoint.
  void on_aborted(CheckpointId) {}
  // The next snapshot pre-commits for the last time.
  void end_of_input() { finished_ = true; }
  // The task is cancelled in an orderly way: the current transaction is aborted.
  void close(TransactionSystem& system, SinkEffects& effects);

  const std::optional<OpenTransaction>& current() const { return current_; }
  size_t pending() const { return pending_.size(); }
  bool has_part() const { return !part_.empty() || !rolled_.empty(); }
  std::vector<TransactionId> held() const;  // oldest first; the current one last

  friend bool operator==(const TwoPhaseSink&, const TwoPhaseSink&) = default;

 private:
  struct Pending {
    CheckpointId checkpoint;
    OpenTransaction transaction;
    friend bool operator==(const Pending&, const Pending&) = default;
  };

  void begin(const SinkTurn& turn);
  std::optional<OpenTransaction> pre_commit(const SinkTurn& turn);
  bool commit(const OpenTransaction& transaction, const SinkTurn& turn) const;
  void warn_if_old(const OpenTransaction& transaction, const SinkTurn& turn) const;
  bool restore_commit(const OpenTransaction& transaction, const SinkTurn& turn) const;

  TwoPhaseOptions options_;
  bool finished_ = false;
  std::optional<OpenTransaction> current_;
  std::vector<Pending> pending_;  // by checkpoint
  std::vector<OpenTransaction> part_;    // of the open part
  std::optional<Tick> part_since_;       // its first record, if any
  std::vector<OpenTransaction> rolled_;  // of closed parts: pending with the next snapshot
};

}  // namespace cutline
