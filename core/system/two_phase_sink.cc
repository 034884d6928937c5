#include "core/system/two_phase_sink.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"

namespace cutline {
namespace {

// The engine compares times in whole milliseconds.
Tick open_for(const OpenTransaction& transaction, Tick now) {
  return (now / kMillisecond - transaction.opened_at / kMillisecond) * kMillisecond;
}

}  // namespace

void TwoPhaseSink::begin(const SinkTurn& turn) {
  current_ = OpenTransaction{turn.system.begin(turn.now), turn.now};
  turn.add(SinkEffectKind::begin, current_->id);
}

void TwoPhaseSink::open(TransactionSystem& system, Tick now, SinkEffects& effects) {
  CUTLINE_CHECK(!current_ && pending_.empty(), "a sink is opened before anything else");
  begin({system, now, effects});
}

void TwoPhaseSink::write(const RecordSum& sum, TransactionSystem& system, Tick now,
                         SinkEffects& effects) {
  if (!current_)
    return SinkTurn{system, now, effects}.fail(SinkFailure::no_transaction, kNoTransaction);
  system.write(current_->id, sum);
  if (options_.roll_after > 0 && !part_since_) part_since_ = now;
}

std::optional<OpenTransaction> TwoPhaseSink::pre_commit(const SinkTurn& turn) {
  if (!current_) return std::nullopt;
  turn.system.pre_commit(current_->id);
  turn.add(SinkEffectKind::pre_commit, current_->id);
  return std::exchange(current_, std::nullopt);
}

void TwoPhaseSink::roll(TransactionSystem& system, Tick now, SinkEffects& effects) {
  if (!part_since_ || now - *part_since_ < options_.roll_after) return;
  const SinkTurn turn{system, now, effects};
  rolled_.insert(rolled_.end(), part_.begin(), part_.end());
  if (const auto last = pre_commit(turn)) {
    rolled_.push_back(*last);
    begin(turn);
  }
  part_.clear();
  part_since_.reset();
}

TwoPhaseState TwoPhaseSink::snapshot(CheckpointId id, TransactionSystem& system, Tick now,
                                     SinkEffects& effects) {
  const SinkTurn turn{system, now, effects};
  if (const auto last = pre_commit(turn)) part_.push_back(*last);
  if (options_.roll_after == 0 || finished_) {
    rolled_.insert(rolled_.end(), part_.begin(), part_.end());
    part_.clear();
    part_since_.reset();
  }
  for (const OpenTransaction& each : rolled_) pending_.push_back({id, each});
  rolled_.clear();
  if (!finished_) begin(turn);

  TwoPhaseState state;
  state.part = part_;
  state.part_since = part_since_;
  state.current = current_;
  for (const Pending& each : pending_) state.pending.push_back(each.transaction);
  return state;
}

std::vector<TransactionId> TwoPhaseSink::held() const {
  std::vector<TransactionId> ids;
  for (const Pending& each : pending_) ids.push_back(each.transaction.id);
  for (const OpenTransaction& each : rolled_) ids.push_back(each.id);
  for (const OpenTransaction& each : part_) ids.push_back(each.id);
  if (current_) ids.push_back(current_->id);
  return ids;
}

// False where it failed.
bool TwoPhaseSink::commit(const OpenTransaction& transaction, const SinkTurn& turn) const {
  warn_if_old(transaction, turn);
  const CommitOutcome outcome = turn.system.commit(transaction.id, turn.now);
  if (!is_committed(outcome)) return false;  // it knows no retries: not committed now has failed
  turn.add(commit_effect(outcome), transaction.id);
  return true;
}

void TwoPhaseSink::warn_if_old(const OpenTransaction& transaction, const SinkTurn& turn) const {
  if (!options_.warning_percent) return;
  const Tick age = open_for(transaction, turn.now);
  if (age * 100 <= options_.transaction_timeout * *options_.warning_percent) return;
  SinkEffect& effect = turn.add(SinkEffectKind::warn, transaction.id);
  effect.open_for = age;
  effect.timeout = options_.transaction_timeout;
}

void TwoPhaseSink::on_complete(CheckpointId id, TransactionSystem& system, Tick now,
                               SinkEffects& effects) {
  const SinkTurn turn{system, now, effects};
  TransactionId failed = kNoTransaction;
  while (!pending_.empty() && pending_.front().checkpoint <= id) {
    const OpenTransaction transaction = pending_.front().transaction;
    pending_.erase(pending_.begin());
    if (!commit(transaction, turn) && failed == kNoTransaction) failed = transaction.id;
  }
  if (failed != kNoTransaction) turn.fail(SinkFailure::commit_failed, failed);
}

void TwoPhaseSink::restore(const std::vector<TwoPhaseState>& states, TransactionSystem& system,
                           Tick now, SinkEffects& effects) {
  CUTLINE_CHECK(!current_ && pending_.empty(), "a sink is restored before anything else");
  const SinkTurn turn{system, now, effects};
  for (const TwoPhaseState& state : states) {
    for (const OpenTransaction& transaction : state.pending)
      if (!restore_commit(transaction, turn)) return;
    part_.insert(part_.end(), state.part.begin(), state.part.end());
    if (state.part_since) part_since_ = std::min(part_since_.value_or(now), *state.part_since);
    if (!state.current) continue;
    system.abort(state.current->id);
    turn.add(SinkEffectKind::abort, state.current->id);
  }
  begin(turn);
}

// S7: a failure is let go only where the option says so and the transaction is older than its
// time-out. Otherwise the task fails, restores again and tries again.
bool TwoPhaseSink::restore_commit(const OpenTransaction& transaction, const SinkTurn& turn) const {
  if (commit(transaction, turn)) return true;
  const Tick age = open_for(transaction, turn.now);
  if (!options_.ignore_failures_after_timeout || age <= options_.transaction_timeout) {
    turn.fail(SinkFailure::commit_failed, transaction.id);
    return false;
  }
  SinkEffect& effect = turn.add(SinkEffectKind::ignore_failure, transaction.id);
  effect.open_for = age;
  effect.timeout = options_.transaction_timeout;
  return true;
}

void TwoPhaseSink::close(TransactionSystem& system, SinkEffects& effects) {
  if (!current_) return;
  system.abort(current_->id);
  SinkTurn{system, 0, effects}.add(SinkEffectKind::abort, current_->id);
  current_.reset();
}

}  // namespace cutline
