// A sink of the newer kind (Sink V2, section 8.3): a writer, and a committer behind it.
//
//     records ──▶ writer ──hook before barrier k: summary k, committables k──▶ committer
//                  └ flush and pre-commit                                        │ snapshot k: kept
//                                             complete(≥ k), or a restore from k └──▶ committed
//
// Committables travel as data ahead of the barrier, over edges that are forced aligned (S11): when
// barrier k is at the committer, all of them are. A committable is a pre-committed transaction.
#pragma once
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "core/system/barrier.h"
#include "core/system/sink_effect.h"
#include "core/system/transaction_system.h"

namespace cutline {

inline constexpr int32_t kCommitterRetries = 10;  // sink.committer.retries
// Stands for the last batch, that of the end of input.
inline constexpr CheckpointId kEndOfInput{std::numeric_limits<int64_t>::max()};

// What a writer emits ahead of a barrier: how many committables follow, and these.
struct CommittableSummary {
  CheckpointId checkpoint;
  uint32_t writer = 0;  // its subtask
  uint32_t committables = 0;
  friend bool operator==(const CommittableSummary&, const CommittableSummary&) = default;
};
struct Committable {
  CheckpointId checkpoint;
  uint32_t writer = 0;
  TransactionId transaction = kNoTransaction;
  friend bool operator==(const Committable&, const Committable&) = default;
};
struct CommittableBatch {
  CommittableSummary summary;
  std::vector<Committable> committables;
  friend bool operator==(const CommittableBatch&, const CommittableBatch&) = default;
};

class SinkWriter {
 public:
  SinkWriter() = default;
  explicit SinkWriter(uint32_t subtask) : subtask_(subtask) {}

  void open(TransactionSystem& system, Tick now, SinkEffects& effects);
  // `current` of the restored state is aborted: its records are read again.
  void restore(TransactionId current, TransactionSystem& system, Tick now, SinkEffects& effects);
  void write(const RecordSum& sum, TransactionSystem& system, SinkEffects& effects);
  // The pre-barrier hook of checkpoint `id` (S8). Nothing after the end of input.
  std::optional<CommittableBatch> prepare(CheckpointId id, TransactionSystem& system, Tick now,
                                          SinkEffects& effects);
  // The last batch.
  CommittableBatch end_of_input(TransactionSystem& system, SinkEffects& effects);

  TransactionId current() const { return current_; }  // part of the snapshot
  friend bool operator==(const SinkWriter&, const SinkWriter&) = default;

 private:
  CommittableBatch flush(CheckpointId id, const SinkTurn& turn);

  uint32_t subtask_ = 0;
  TransactionId current_ = kNoTransaction;
  bool finished_ = false;
};

struct CommitterOptions {
  int32_t retries = kCommitterRetries;
  bool checkpointing = true;  // off: everything is committed at the end of input
  friend bool operator==(const CommitterOptions&, const CommitterOptions&) = default;
};

class SinkCommitter {
 public:
  // What one writer's batch of one checkpoint has come to.
  struct Batch {
    CheckpointId checkpoint;
    uint32_t writer = 0;
    uint32_t expected = 0;
    std::vector<TransactionId> waiting;  // arrived, not yet committed nor left out
    uint32_t settled = 0;                // arrived, and done with
    friend bool operator==(const Batch&, const Batch&) = default;
  };
  using State = std::vector<Batch>;

  SinkCommitter() = default;
  explicit SinkCommitter(const CommitterOptions& options) : options_(options) {}

  void receive(const CommittableSummary& summary);
  void receive(const Committable& committable);
  void receive(const CommittableBatch& batch);

  const State& snapshot() const { return batches_; }
  // Commits everything up to `id`, one checkpoint after the other.
  void on_complete(CheckpointId id, TransactionSystem& system, Tick now, SinkEffects& effects);
  void end_of_input(TransactionSystem& system, Tick now, SinkEffects& effects);
  // From the states that fell to this subtask, of checkpoint `id`; what it covers is committed at
  // once, without waiting for a notification (S9).
  void restore(const std::vector<State>& states, CheckpointId id, const SinkTurn& turn);

  friend bool operator==(const SinkCommitter&, const SinkCommitter&) = default;

 private:
  void commit_up_to(CheckpointId id, const SinkTurn& turn);
  bool commit_batches(size_t count, const SinkTurn& turn);
  bool attempt(Batch& batch, const SinkTurn& turn);
  Batch& batch_of(CheckpointId checkpoint, uint32_t writer);

  CommitterOptions options_;
  CheckpointId completed_ = kNoCheckpoint;
  bool ended_ = false;
  State batches_;  // by checkpoint, then by writer
};

}  // namespace cutline
