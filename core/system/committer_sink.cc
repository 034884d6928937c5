#include "core/system/committer_sink.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"

namespace cutline {

// --- the writer ---

void SinkWriter::open(TransactionSystem& system, Tick now, SinkEffects& effects) {
  CUTLINE_CHECK(current_ == kNoTransaction, "a writer is opened before anything else");
  current_ = system.begin(now);
  SinkTurn{system, now, effects}.add(SinkEffectKind::begin, current_);
}

void SinkWriter::restore(TransactionId current, TransactionSystem& system, Tick now,
                         SinkEffects& effects) {
  if (current != kNoTransaction) {
    system.abort(current);
    SinkTurn{system, now, effects}.add(SinkEffectKind::abort, current);
  }
  open(system, now, effects);
}

void SinkWriter::write(const RecordSum& sum, TransactionSystem& system, SinkEffects& effects) {
  if (current_ != kNoTransaction) return system.write(current_, sum);
  SinkTurn{system, 0, effects}.fail(SinkFailure::no_transaction, kNoTransaction);
}

// Pre-commits the current transaction. One without records makes no committable.
CommittableBatch SinkWriter::flush(CheckpointId id, const SinkTurn& turn) {
  CommittableBatch batch;
  batch.summary = {id, subtask_, 0};
  const TransactionId flushed = std::exchange(current_, kNoTransaction);
  if (turn.system.transaction(flushed).sum.records == 0) {
    turn.system.abort(flushed);
    turn.add(SinkEffectKind::abort, flushed);
    return batch;
  }
  turn.system.pre_commit(flushed);
  turn.add(SinkEffectKind::pre_commit, flushed);
  batch.summary.committables = 1;
  batch.committables.push_back({id, subtask_, flushed});
  return batch;
}

std::optional<CommittableBatch> SinkWriter::prepare(CheckpointId id, TransactionSystem& system,
                                                    Tick now, SinkEffects& effects) {
  if (finished_) return std::nullopt;
  CommittableBatch batch = flush(id, {system, now, effects});
  open(system, now, effects);
  return batch;
}

CommittableBatch SinkWriter::end_of_input(TransactionSystem& system, SinkEffects& effects) {
  CUTLINE_CHECK(!finished_, "the input ends once");
  finished_ = true;
  return flush(kEndOfInput, {system, 0, effects});
}

// --- the committer ---

SinkCommitter::Batch& SinkCommitter::batch_of(CheckpointId checkpoint, uint32_t writer) {
  const auto place = std::find_if(batches_.begin(), batches_.end(), [&](const Batch& batch) {
    return std::pair(batch.checkpoint, batch.writer) >= std::pair(checkpoint, writer);
  });
  if (place != batches_.end() && place->checkpoint == checkpoint && place->writer == writer)
    return *place;
  Batch batch;
  batch.checkpoint = checkpoint;
  batch.writer = writer;
  return *batches_.insert(place, std::move(batch));
}

void SinkCommitter::receive(const CommittableSummary& summary) {
  const size_t batches = batches_.size();
  batch_of(summary.checkpoint, summary.writer).expected += summary.committables;
  CUTLINE_CHECK(batches_.size() > batches || summary.checkpoint == kEndOfInput,
                "a writer sums up a checkpoint once");
}

void SinkCommitter::receive(const Committable& committable) {
  Batch& batch = batch_of(committable.checkpoint, committable.writer);
  CUTLINE_CHECK(batch.waiting.size() + batch.settled < batch.expected,
                "a writer sends no more committables than its summary announced");
  batch.waiting.push_back(committable.transaction);
}

void SinkCommitter::receive(const CommittableBatch& batch) {
  receive(batch.summary);
  for (const Committable& committable : batch.committables) receive(committable);
}

void SinkCommitter::on_complete(CheckpointId id, TransactionSystem& system, Tick now,
                                SinkEffects& effects) {
  completed_ = std::max(completed_, id);
  commit_up_to(ended_ ? kEndOfInput : completed_, {system, now, effects});
}

// S10: with checkpointing on, the final checkpoint's notification commits.
void SinkCommitter::end_of_input(TransactionSystem& system, Tick now, SinkEffects& effects) {
  ended_ = true;
  if (!options_.checkpointing) commit_up_to(kEndOfInput, {system, now, effects});
}

void SinkCommitter::restore(const std::vector<State>& states, CheckpointId id,
                            const SinkTurn& turn) {
  CUTLINE_CHECK(batches_.empty(), "a committer is restored before anything else");
  for (const State& state : states) {
    for (const Batch& restored : state) {
      Batch& batch = batch_of(restored.checkpoint, restored.writer);
      batch.expected += restored.expected;
      batch.settled += restored.settled;
      batch.waiting.insert(batch.waiting.end(), restored.waiting.begin(), restored.waiting.end());
    }
  }
  completed_ = id;
  commit_up_to(id, turn);
}

void SinkCommitter::commit_up_to(CheckpointId id, const SinkTurn& turn) {
  while (!batches_.empty() && batches_.front().checkpoint <= id) {
    const CheckpointId checkpoint = batches_.front().checkpoint;
    const auto end = std::find_if(batches_.begin(), batches_.end(), [&](const Batch& batch) {
      return batch.checkpoint != checkpoint;
    });
    const auto count = static_cast<size_t>(end - batches_.begin());
    if (!commit_batches(count, turn)) return;
    batches_.erase(batches_.begin(), batches_.begin() + static_cast<ptrdiff_t>(count));
  }
}

// All of one checkpoint, the first `count` batches. False where the task fails.
bool SinkCommitter::commit_batches(size_t count, const SinkTurn& turn) {
  for (size_t index = 0; index < count; ++index) {
    const Batch& batch = batches_[index];
    if (batch.waiting.size() + batch.settled == batch.expected) continue;
    turn.fail(SinkFailure::incomplete_batch, kNoTransaction);
    return false;
  }
  for (int32_t retry = 0; retry <= options_.retries; ++retry) {
    bool all_settled = true;
    for (size_t index = 0; index < count; ++index) {
      if (!attempt(batches_[index], turn)) return false;
      all_settled = all_settled && batches_[index].waiting.empty();
    }
    if (all_settled) return true;
  }
  for (size_t index = 0; index < count; ++index) {
    if (batches_[index].waiting.empty()) continue;
    turn.fail(SinkFailure::retries_used_up, batches_[index].waiting.front());
    return false;
  }
  return true;
}

// Tries each that waits once. What asks for a retry keeps waiting; there is no pause before the
// next attempt (report C4). False where the task fails.
bool SinkCommitter::attempt(Batch& batch, const SinkTurn& turn) {
  std::vector<TransactionId> again;
  for (TransactionId transaction : batch.waiting) {
    const CommitOutcome outcome = turn.system.commit(transaction, turn.now);
    if (outcome == CommitOutcome::failed) {
      turn.fail(SinkFailure::commit_failed, transaction);
      return false;
    }
    if (outcome == CommitOutcome::retry) {
      again.push_back(transaction);
      turn.add(SinkEffectKind::retry, transaction);
      continue;
    }
    turn.add(outcome == CommitOutcome::gone ? SinkEffectKind::drop_committable
                                            : commit_effect(outcome),
             transaction);
  }
  batch.settled += static_cast<uint32_t>(batch.waiting.size() - again.size());
  batch.waiting = std::move(again);
  return true;
}

}  // namespace cutline
