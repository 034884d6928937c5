// Lai–Yang and Mattern: no markers, no FIFO, and still every transfer is counted once.
#include <gtest/gtest.h>

#include "core/run/clock.h"
#include "core/system/invariants.h"
#include "core/system/ledger.h"
#include "tests/system/scenarios.h"

namespace cutline::test {
namespace {

Scenario colored(Scenario scenario) {
  scenario.algorithm = SnapshotAlgorithm::lai_yang;
  scenario.fifo = false;
  return scenario;
}

TEST(Colors, AWhiteTransferThatARedProcessTakesIsChannelState) {
  Hand hand(colored(mesh({100, 100})));
  hand.send("A>B", 10);
  hand.send("A>B", 5);
  hand.act(Act::snapshot, "A");
  Choice turn_red = hand.choice(Act::snapshot, "B");
  turn_red.joins = true;
  step(hand.scenario, hand.world, turn_red);
  const Snapshot& snapshot = hand.world.snapshots[0];
  EXPECT_EQ(white_counter(hand.scenario, snapshot, {0}), 2);
  EXPECT_EQ(white_counter(hand.scenario, snapshot, {1}), 0);
  EXPECT_FALSE(snapshot.complete);
  hand.act(Act::deliver, "A>B", 1);  // the 5 first: order does not matter
  hand.act(Act::deliver, "A>B");
  EXPECT_TRUE(hand.world.snapshots[0].complete);
  const SnapshotLedger ledger = snapshot_ledger(hand.scenario, hand.world, {0});
  EXPECT_EQ(ledger.verdict, Verdict::consistent);
  EXPECT_EQ(ledger.at_processes, Value::of(185));
  EXPECT_EQ(ledger.in_channels, Value::of(15));
}

TEST(Colors, AWhiteProcessRecordsBeforeItTakesARedTransfer) {
  Hand hand(colored(mesh({100, 100})));
  hand.act(Act::snapshot, "A");
  hand.send("A>B", 10);
  const std::vector<Effect> effects = hand.act(Act::deliver, "A>B");
  ASSERT_GE(effects.size(), 2u);
  EXPECT_EQ(effects[0].kind, EffectKind::state_recorded);
  EXPECT_EQ(effects[0].value, Value::of(100)) << "without the 10";
  EXPECT_EQ(effects[1].kind, EffectKind::received);
  EXPECT_TRUE(hand.world.snapshots[0].complete);
  EXPECT_EQ(snapshot_ledger(hand.scenario, hand.world, {0}).total, Value::of(200));
}

TEST(Colors, ThereIsOneSnapshotAtATime) {
  Hand hand(colored(mesh({1, 1, 1})));
  hand.act(Act::snapshot, "A");
  EXPECT_EQ(hand.refusal(hand.choice(Act::snapshot, "B")),
            "there are two colours only: S1 is not finished yet");
}

TEST(Colors, EverySeedIsConsistentWithoutFifo) {
  int with_channel_state = 0;
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Hand hand(colored(busy_mesh({100, 100, 100, 100}, seed)));
    for (int steps = 0; steps < 200; ++steps) {
      step(hand.scenario, hand.world, *next_by_clock(hand.scenario, hand.world));
      if (steps == 25) hand.act(Act::snapshot, "A");
      ASSERT_EQ(broken_invariant(hand.scenario, hand.world).value_or(""), "");
    }
    const SnapshotLedger ledger = snapshot_ledger(hand.scenario, hand.world, {0});
    ASSERT_EQ(ledger.verdict, Verdict::consistent);
    ASSERT_EQ(ledger.total, ledger.expected);
    with_channel_state += ledger.in_channels != Value{};
  }
  EXPECT_GT(with_channel_state, 150);
}

}  // namespace
}  // namespace cutline::test
