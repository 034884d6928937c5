// The system behind a sink: what it forgets, and that nobody can tell.
#include "core/system/transaction_system.h"

#include <gtest/gtest.h>

namespace cutline {
namespace {

constexpr int64_t kTransactions = 5'000;

TransactionId written(TransactionSystem& system, Tick now) {
  const TransactionId id = system.begin(now);
  system.write(id, {3, id, {}});
  system.pre_commit(id);
  return id;
}

// Commits each of many but every hundredth, which is aborted.
TransactionSystem used(const TransactionSettings& settings) {
  TransactionSystem system(settings);
  for (int64_t at = 1; at <= kTransactions; ++at) {
    const TransactionId id = written(system, at);
    if (at % 100 == 0) system.abort(id);
    else EXPECT_EQ(system.commit(id, at), CommitOutcome::committed);
  }
  return system;
}

TEST(TransactionSystem, HoldsNoMoreAfterALongRun) {
  const TransactionSystem system = used({});
  EXPECT_EQ(system.transactions(), static_cast<size_t>(kTransactions));
  EXPECT_LE(system.kept(), 2 * kTransactionsKeptMax + kTransactions / 100);
  EXPECT_EQ(system.visible().records, 3 * (kTransactions - kTransactions / 100));
  EXPECT_EQ(system.records_in(TransactionState::committed), system.visible().records);
  EXPECT_EQ(system.records_in(TransactionState::aborted), 3 * kTransactions / 100);
  EXPECT_EQ(system.unfinished(), 0);
}

TEST(TransactionSystem, AnswersForAForgottenTransactionAsBefore) {
  TransactionSystem system = used({});
  EXPECT_EQ(system.transaction(1).state, TransactionState::committed);
  EXPECT_EQ(system.transaction(100).state, TransactionState::aborted);
  EXPECT_EQ(system.commit(1, kTransactions), CommitOutcome::already_committed);
  EXPECT_EQ(system.commit(100, kTransactions), CommitOutcome::gone);
  EXPECT_EQ(system.commit(kTransactions, kTransactions), CommitOutcome::gone);
  EXPECT_EQ(system.commit(kTransactions - 1, kTransactions), CommitOutcome::already_committed);
  EXPECT_EQ(system.visible().records, 3 * (kTransactions - kTransactions / 100));
}

// A second commit of any of them shows its records once more: all have to be kept.
TEST(TransactionSystem, ForgetsNothingWhereASecondCommitCounts) {
  TransactionSettings settings;
  settings.idempotent_commit = false;
  TransactionSystem system = used(settings);
  EXPECT_EQ(system.kept(), static_cast<size_t>(kTransactions));
  EXPECT_EQ(system.commit(1, kTransactions), CommitOutcome::repeated);
  EXPECT_EQ(system.repeated_records(), 3);
}

TEST(TransactionSystem, TimesOutWhatIsLeftAfterForgetting) {
  TransactionSettings settings;
  settings.timeout = 10;
  TransactionSystem system = used(settings);
  const TransactionId last = written(system, kTransactions);
  EXPECT_EQ(system.next_expiry(), kTransactions + 11);
  EXPECT_TRUE(system.expire(kTransactions + 11));
  EXPECT_EQ(system.commit(last, kTransactions + 11), CommitOutcome::gone);
  EXPECT_EQ(system.records_in(TransactionState::timed_out), 3);
}

}  // namespace
}  // namespace cutline
