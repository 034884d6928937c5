#include "core/system/sink_effect.h"

#include "core/base/check.h"

namespace cutline {
namespace {

std::string milliseconds(Tick ticks) { return std::to_string(ticks / kMillisecond) + " ms"; }

std::string failure_sentence(const SinkEffect& effect) {
  const std::string transaction = "transaction " + std::to_string(effect.transaction);
  switch (effect.failure) {
    case SinkFailure::commit_failed: return "The commit of " + transaction + " failed.";
    case SinkFailure::no_transaction:
      return "A record came after the end of input, when there is no transaction.";
    case SinkFailure::incomplete_batch:
      return "Some committables of the batch to commit have not arrived.";
    case SinkFailure::retries_used_up:
      return "The commit of " + transaction + " still asks for a retry after the last attempt.";
    case SinkFailure::none: break;
  }
  CUTLINE_CHECK(false, "a task fails for a reason");
  return {};
}

}  // namespace

bool is_committed(CommitOutcome outcome) {
  return outcome == CommitOutcome::committed || outcome == CommitOutcome::already_committed ||
         outcome == CommitOutcome::repeated;
}

SinkEffectKind commit_effect(CommitOutcome outcome) {
  CUTLINE_CHECK(is_committed(outcome), "only what was committed has such an effect");
  if (outcome == CommitOutcome::repeated) return SinkEffectKind::commit_repeated;
  return outcome == CommitOutcome::committed ? SinkEffectKind::commit
                                             : SinkEffectKind::commit_again;
}

std::string sink_sentence(const SinkEffect& effect) {
  const std::string transaction = "Transaction " + std::to_string(effect.transaction);
  switch (effect.kind) {
    case SinkEffectKind::warn:
      return transaction + " has been open for " + milliseconds(effect.open_for) + " of " +
             milliseconds(effect.timeout) + ".";
    case SinkEffectKind::ignore_failure:
      return transaction + " could not be committed and has been open for longer than its " +
             "time-out of " + milliseconds(effect.timeout) + ": its records may be lost.";
    case SinkEffectKind::drop_committable:
      return transaction + " could not be committed and is left out: its records are lost.";
    case SinkEffectKind::fail_task: return failure_sentence(effect);
    default: return {};
  }
}

SinkEffect& SinkTurn::add(SinkEffectKind kind, TransactionId id) const {
  SinkEffect effect;
  effect.kind = kind;
  effect.transaction = id;
  if (id != kNoTransaction) effect.records = system.transaction(id).sum.records;
  effects.push_back(effect);
  return effects.back();
}

void SinkTurn::fail(SinkFailure failure, TransactionId id) const {
  add(SinkEffectKind::fail_task, id).failure = failure;
}

}  // namespace cutline
