#include "core/system/transaction_system.h"

#include <algorithm>

#include "core/base/check.h"

namespace cutline {
namespace {

bool is_unfinished(const Transaction& transaction) {
  return transaction.state == TransactionState::open ||
         transaction.state == TransactionState::pre_committed;
}

}  // namespace

void RecordSum::add(const RecordSum& other) {
  records += other.records;
  digest += other.digest;
  tags.insert(tags.end(), other.tags.begin(), other.tags.end());
}

Transaction& TransactionSystem::find(TransactionId id) {
  CUTLINE_CHECK(id > 0 && id <= transactions(), "a transaction was begun before it is used");
  if (id > forgotten_.size) return transactions_[id - forgotten_.size - 1];
  for (Numbered& each : forgotten_.without_effect)
    if (each.id == id) return each.transaction;
  return forgotten_.committed;
}

const Transaction& TransactionSystem::transaction(TransactionId id) const {
  return const_cast<TransactionSystem*>(this)->find(id);
}

TransactionId TransactionSystem::begin(Tick now) {
  CUTLINE_CHECK(transactions_.empty() || transactions_.back().opened_at <= now,
                "transactions are begun in the order of time");
  Transaction transaction;
  transaction.opened_at = now;
  transactions_.push_back(std::move(transaction));
  return transactions();
}

void TransactionSystem::write(TransactionId id, const RecordSum& sum) {
  Transaction& into = find(id);
  CUTLINE_CHECK(into.state == TransactionState::open || into.state == TransactionState::timed_out,
                "records are written into the open transaction");
  into.sum.add(sum);
}

void TransactionSystem::pre_commit(TransactionId id) {
  Transaction& of = find(id);
  if (of.state == TransactionState::timed_out) return;  // the commit will tell
  CUTLINE_CHECK(of.state == TransactionState::open, "a transaction is pre-committed once");
  of.state = TransactionState::pre_committed;
}

// Later than the time-out, not at it: a transaction that took exactly as long as it may is in time.
bool TransactionSystem::is_due(const Transaction& transaction, Tick now) const {
  return settings_.timeout > 0 && is_unfinished(transaction) &&
         now - transaction.opened_at > settings_.timeout;
}

bool TransactionSystem::is_gone(TransactionId id, Tick now) const {
  const Transaction& of = transaction(id);
  return of.state == TransactionState::aborted || of.state == TransactionState::timed_out ||
         is_due(of, now);
}

CommitOutcome TransactionSystem::commit(TransactionId id, Tick now) {
  if (settings_.refuses_commits) return CommitOutcome::failed;
  if (settings_.retries_asked > 0) {
    --settings_.retries_asked;
    return CommitOutcome::retry;
  }
  expire(now);
  Transaction& of = find(id);
  if (of.state == TransactionState::aborted || of.state == TransactionState::timed_out)
    return CommitOutcome::gone;

  const bool again = of.state == TransactionState::committed;
  if (again && settings_.idempotent_commit) return CommitOutcome::already_committed;
  of.state = TransactionState::committed;
  ++of.commits;
  visible_.add(of.sum);
  if (again) repeated_ += of.sum.records;
  skip_settled();
  return again ? CommitOutcome::repeated : CommitOutcome::committed;
}

void TransactionSystem::abort(TransactionId id) {
  Transaction& of = find(id);
  if (is_unfinished(of)) of.state = TransactionState::aborted;
  skip_settled();
}

void TransactionSystem::skip_settled() {
  while (settled_ < transactions_.size() && !is_unfinished(transactions_[settled_])) ++settled_;
  if (settled_ >= 2 * kTransactionsKeptMax && settings_.idempotent_commit) forget_settled();
}

void TransactionSystem::forget_settled() {
  const size_t count = settled_ - kTransactionsKeptMax;
  for (size_t index = 0; index < count; ++index) {
    Transaction& each = transactions_[index];
    if (each.state == TransactionState::committed) forgotten_.records += each.sum.records;
    else forgotten_.without_effect.push_back({forgotten_.size + index + 1, std::move(each)});
  }
  transactions_.erase(transactions_.begin(),
                      transactions_.begin() + static_cast<std::ptrdiff_t>(count));
  forgotten_.size += count;
  settled_ -= count;
}

bool TransactionSystem::expire(Tick now) {
  bool any = false;
  for (size_t index = settled_; index < transactions_.size(); ++index) {
    if (!is_due(transactions_[index], now)) continue;
    transactions_[index].state = TransactionState::timed_out;
    any = true;
  }
  skip_settled();
  return any;
}

// The oldest unfinished one was opened first.
std::optional<Tick> TransactionSystem::next_expiry() const {
  if (settings_.timeout <= 0 || settled_ == transactions_.size()) return std::nullopt;
  return transactions_[settled_].opened_at + settings_.timeout + 1;
}

int64_t TransactionSystem::unfinished() const {
  return std::count_if(transactions_.begin(), transactions_.end(), is_unfinished);
}

int64_t TransactionSystem::records_in(TransactionState state) const {
  int64_t records = state == TransactionState::committed ? forgotten_.records : 0;
  for (const Transaction& each : transactions_)
    if (each.state == state) records += each.sum.records;
  for (const Numbered& each : forgotten_.without_effect)
    if (each.transaction.state == state) records += each.transaction.sum.records;
  return records;
}

}  // namespace cutline
