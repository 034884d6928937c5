// The repair of a channel, rule by rule: numbers, cumulative acknowledgements, a time-out, and a
// receiver's end that discards what came already and keeps what came too soon.
#include <gtest/gtest.h>

#include "core/lesson/explain.h"
#include "core/run/clock.h"
#include "core/system/invariants.h"
#include "core/system/ledger.h"
#include "tests/system/scenarios.h"

namespace cutline::test {
namespace {

Scenario reliable(Scenario scenario) {
  scenario.channel_rule.reliable = true;
  scenario.channel_rule.timeout = 3 * kSecond;
  return scenario;
}

std::string said(Hand& hand, Act act, std::string_view where, uint32_t position = 0) {
  const Choice choice = hand.choice(act, where, position);
  const std::vector<Effect> effects = step(hand.scenario, hand.world, choice);
  EXPECT_EQ(broken_invariant(hand.scenario, hand.world).value_or(""), "");
  return explain_step(hand.scenario, {choice, false, effects});
}

TEST(ReliableLink, AMessageGoesOverTheWireArrivesIsTakenAndIsAcknowledged) {
  Hand hand(reliable(mesh({100, 100})));
  hand.send("A>B", 10);
  const ReliableLink& link = hand.world.links[0];
  ASSERT_EQ(link.wire.size(), 1u);
  EXPECT_EQ(link.wire[0].number, 1u);
  ASSERT_EQ(link.unacknowledged.size(), 1u);
  EXPECT_EQ(link.unacknowledged[0].transmissions, 1u);
  EXPECT_EQ(hand.refusal(hand.choice(Act::deliver, "A>B")),
            "number 1 of channel A>B has not arrived yet: all up to 0 are in");

  EXPECT_EQ(said(hand, Act::arrive, "A>B"),
            "Number 1, T1 (10), arrives at B in its turn; B acknowledges all up to number 1.");
  EXPECT_EQ(link.arrived, 1u);
  EXPECT_EQ(hand.balance("B"), 100) << "arriving is not taking";
  EXPECT_EQ(said(hand, Act::deliver, "A>B"), "B receives T1 (10) from A.");
  EXPECT_EQ(hand.balance("B"), 110);
  ASSERT_EQ(link.unacknowledged.size(), 1u) << "A does not know yet";

  EXPECT_EQ(said(hand, Act::arrive, "A>B"),
            "A learns that all up to number 1 of A>B are in, and keeps one message less.");
  EXPECT_TRUE(link.unacknowledged.empty());
  EXPECT_TRUE(link.wire.empty());
  EXPECT_TRUE(enabled(hand.scenario, hand.world).empty());
}

TEST(ReliableLink, ALostMessageIsSentAgainAfterTheTimeOut) {
  Hand hand(reliable(mesh({100, 100})));
  hand.send("A>B", 10);
  EXPECT_EQ(said(hand, Act::drop, "A>B"),
            "Number 1, T1 (10), is lost from the wire of channel A>B.");
  EXPECT_TRUE(living_ledger(hand.scenario, hand.world).balanced) << "only a copy is lost";
  EXPECT_TRUE(hand.world.faults.empty());
  const auto next = next_by_clock(hand.scenario, hand.world);
  ASSERT_TRUE(next);
  EXPECT_EQ(next->act, Act::retransmit);
  EXPECT_EQ(next->at, 3 * kSecond);
  const std::vector<Effect> effects = step(hand.scenario, hand.world, *next);
  EXPECT_EQ(explain_step(hand.scenario, {*next, true, effects}),
            "A's time-out is over: it sends number 1, T1 (10), again (transmission 2).");
  EXPECT_EQ(hand.world.links[0].timer_due, 6 * kSecond);
  said(hand, Act::arrive, "A>B");
  said(hand, Act::deliver, "A>B");
  EXPECT_EQ(hand.balance("B"), 110);
}

TEST(ReliableLink, ALostAcknowledgementCostsATransmissionThatIsDiscarded) {
  Hand hand(reliable(mesh({100, 100})));
  hand.send("A>B", 10);
  said(hand, Act::arrive, "A>B");
  said(hand, Act::deliver, "A>B");
  EXPECT_EQ(said(hand, Act::drop, "A>B"),
            "The acknowledgement of all up to number 1 is lost from the wire of channel A>B.");
  said(hand, Act::retransmit, "A>B");
  EXPECT_EQ(said(hand, Act::arrive, "A>B"),
            "Number 1, T1 (10), arrives at B once more and is discarded; B acknowledges all up to "
            "number 1.");
  EXPECT_EQ(hand.balance("B"), 110);
  EXPECT_EQ(hand.refusal(hand.choice(Act::deliver, "A>B")), "nothing waits in channel A>B");
  said(hand, Act::arrive, "A>B");
  EXPECT_TRUE(hand.world.links[0].unacknowledged.empty());
}

TEST(ReliableLink, ADoubledMessageIsDiscardedTheSecondTime) {
  Hand hand(reliable(mesh({100, 100})));
  hand.send("A>B", 10);
  said(hand, Act::duplicate, "A>B");
  ASSERT_EQ(hand.world.links[0].wire.size(), 2u);
  said(hand, Act::arrive, "A>B");
  EXPECT_EQ(said(hand, Act::arrive, "A>B").substr(0, 51),
            "Number 1, T1 (10), arrives at B once more and is di");
  said(hand, Act::deliver, "A>B");
  EXPECT_EQ(hand.balance("B"), 110);
  said(hand, Act::arrive, "A>B");
  EXPECT_EQ(said(hand, Act::arrive, "A>B"),
            "An acknowledgement on A>B tells A nothing new.");
}

TEST(ReliableLink, WhatComesAheadOfItsTurnIsKeptAndTheOrderIsRestored) {
  Scenario scenario = reliable(mesh({100, 100}));
  scenario.fifo = false;
  Hand hand(scenario);
  hand.send("A>B", 1);
  hand.send("A>B", 2);
  hand.send("A>B", 3);
  EXPECT_EQ(said(hand, Act::arrive, "A>B", 2),
            "Number 3, T3 (3), arrives at B ahead of its turn and is kept; B acknowledges that "
            "nothing is in yet.");
  EXPECT_EQ(said(hand, Act::arrive, "A>B", 1),
            "Number 2, T2 (2), arrives at B ahead of its turn and is kept; B acknowledges that "
            "nothing is in yet.");
  EXPECT_EQ(hand.world.links[0].early, (std::vector<uint32_t>{2, 3}));
  EXPECT_EQ(hand.refusal(hand.choice(Act::deliver, "A>B", 1)),
            "channel A>B is reliable: its oldest message comes first");
  EXPECT_EQ(said(hand, Act::arrive, "A>B", 0),
            "Number 1, T1 (1), arrives at B in its turn; B acknowledges all up to number 3.");
  for (int message = 0; message < 3; ++message) said(hand, Act::deliver, "A>B");
  EXPECT_EQ(hand.world.channels[0].received, hand.world.channels[0].sent);
}

TEST(ReliableLink, AFifoWireKeepsItsOrderEachWay) {
  Hand hand(reliable(mesh({100, 100})));
  hand.send("A>B", 1);
  hand.send("A>B", 2);
  said(hand, Act::arrive, "A>B");  // an acknowledgement is behind number 2 now
  EXPECT_EQ(hand.refusal(hand.choice(Act::arrive, "A>B", 1)), "");
  hand.send("A>B", 3);
  EXPECT_EQ(hand.refusal(hand.choice(Act::arrive, "A>B", 2)),
            "the wire of channel A>B is FIFO: the oldest message each way comes first");
}

TEST(ReliableLink, OneAcknowledgementSpeaksForAllBeforeIt) {
  Hand hand(reliable(mesh({100, 100})));
  for (int amount = 1; amount <= 3; ++amount) hand.send("A>B", amount);
  for (int message = 0; message < 3; ++message) said(hand, Act::arrive, "A>B");
  said(hand, Act::drop, "A>B");
  said(hand, Act::drop, "A>B");
  EXPECT_EQ(said(hand, Act::arrive, "A>B"),
            "A learns that all up to number 3 of A>B are in, and keeps 3 messages less.");
}

TEST(ReliableLink, RefusalsSayWhatIsMissing) {
  Hand plain(mesh({100, 100}));
  EXPECT_EQ(plain.refusal(plain.choice(Act::arrive, "A>B")),
            "channels are not reliable here: nothing is numbered or acknowledged");
  EXPECT_EQ(plain.refusal(plain.choice(Act::retransmit, "A>B")),
            "channels are not reliable here: nothing is numbered or acknowledged");
  Hand hand(reliable(mesh({100, 100})));
  EXPECT_EQ(hand.refusal(hand.choice(Act::retransmit, "A>B")),
            "A has nothing unacknowledged on channel A>B");
  EXPECT_EQ(hand.refusal(hand.choice(Act::arrive, "A>B")),
            "nothing waits on the wire of channel A>B");
  hand.send("A>B", 1);
  EXPECT_EQ(hand.refusal(hand.choice(Act::drop, "A>B", 1)),
            "only 1 message waits on the wire of channel A>B");
}

TEST(ReliableLink, WithoutATimeOutOfItsOwnItIsARoundTripAtTheLongestDelay) {
  Scenario scenario = mesh({1, 1});
  EXPECT_EQ(scenario.retransmit_after(), kMillisecond);
  scenario.traffic.delay_max = 400 * kMillisecond;
  EXPECT_EQ(scenario.retransmit_after(), 800 * kMillisecond);
  scenario.channel_rule.timeout = 7;
  EXPECT_EQ(scenario.retransmit_after(), kMillisecond);
  scenario.channel_rule.timeout = kSecond;
  EXPECT_EQ(scenario.retransmit_after(), kSecond);
}

// The point of it all: over any loss below 1000 per mille, any doubling, with and without order on
// the wire, every record is delivered once and in order, and every snapshot accounts for all of it.
TEST(ReliableLink, AReliableChannelIsFifoAndExactlyOnceForEverySeed) {
  int completed = 0;
  int with_channel_state = 0;
  int64_t retransmissions = 0;
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    Scenario scenario = busy_mesh({100, 100, 100}, seed);
    scenario.channel_rule = {dice.between(0, seed % 10 == 0 ? 900 : 500), dice.between(0, 1000),
                             true, dice.between(0, 1) * dice.between(10, 3000) * kMillisecond};
    scenario.fifo = dice.between(0, 1) == 1;
    scenario.traffic.send_interval_min = 500 * kMillisecond;
    scenario.traffic.send_interval_max = 3 * kSecond;
    const auto algorithm = dice.between(0, 2);
    scenario.algorithm = static_cast<SnapshotAlgorithm>(algorithm);
    Hand hand(scenario);
    for (int steps = 0; steps < 1500; ++steps) {
      const auto next = next_by_clock(hand.scenario, hand.world);
      ASSERT_TRUE(next);
      retransmissions += next->act == Act::retransmit;
      step(hand.scenario, hand.world, *next);
      ASSERT_EQ(broken_invariant(hand.scenario, hand.world).value_or(""), "");
      ASSERT_TRUE(living_ledger(hand.scenario, hand.world).balanced);
      if (steps == 60) hand.act(Act::snapshot, "B");
    }
    const SnapshotLedger ledger = snapshot_ledger(hand.scenario, hand.world, {0});
    if (ledger.verdict == Verdict::incomplete) continue;
    ++completed;
    with_channel_state += ledger.in_channels != Value{};
    ASSERT_EQ(ledger.verdict, Verdict::consistent);
    ASSERT_EQ(ledger.total, ledger.expected);
  }
  EXPECT_GT(completed, 185);
  EXPECT_GT(with_channel_state, 120);
  EXPECT_GT(retransmissions, 10000);
}

TEST(ReliableLink, AMarkerThatOvertakesPassesOnlyWhatHasArrived) {
  Scenario scenario = reliable(mesh({100, 100}));
  scenario.rule = kMarkerRules[3].rule;  // unaligned
  Hand hand(scenario);
  hand.send("A>B", 10);
  hand.act(Act::snapshot, "A");
  said(hand, Act::arrive, "A>B");
  EXPECT_EQ(hand.refusal(hand.choice(Act::deliver, "A>B", 1)),
            "number 2 of channel A>B has not arrived yet: all up to 1 are in");
  said(hand, Act::arrive, "A>B");
  said(hand, Act::deliver, "A>B", 1);  // past the 10 that waits at B
  said(hand, Act::deliver, "A>B");
  said(hand, Act::arrive, "B>A");
  said(hand, Act::deliver, "B>A");
  EXPECT_EQ(snapshot_ledger(hand.scenario, hand.world, {0}).verdict, Verdict::consistent);
}

TEST(ReliableLink, WorldsWithoutTheRepairCarryNothingOfIt) {
  Hand hand(mesh({100, 100}));
  hand.send("A>B", 1);
  EXPECT_TRUE(hand.world.links.empty());
  EXPECT_EQ(hand.world.links.capacity(), 0u);
  EXPECT_EQ(hand.world.faults.capacity(), 0u);
  EXPECT_EQ(hand.world.channels[0].queue[0].number, 0u);
  EXPECT_EQ(sizeof(Item), 32u);
}

}  // namespace
}  // namespace cutline::test
