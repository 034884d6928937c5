// The transition rules, one by one: Chandy & Lamport 1985, section 3.1, and the wrong variants.
#include "core/system/step.h"

#include <gtest/gtest.h>

#include "core/base/limits.h"
#include "core/system/invariants.h"
#include "core/system/ledger.h"
#include "tests/system/scenarios.h"

namespace cutline::test {
namespace {

std::vector<uint32_t> indexes(const std::vector<RecordId>& records) {
  std::vector<uint32_t> out;
  for (RecordId record : records) out.push_back(record.index);
  return out;
}

TEST(Step, ATransferLeavesTheSenderAtOnceAndArrivesOnDelivery) {
  Hand hand(mesh({100, 50}));
  hand.send("A>B", 30);
  EXPECT_EQ(hand.balance("A"), 70);
  EXPECT_EQ(hand.balance("B"), 50);
  EXPECT_EQ(living_ledger(hand.scenario, hand.world).in_channels, Value::of(30));
  hand.act(Act::deliver, "A>B");
  EXPECT_EQ(hand.balance("B"), 80);
  EXPECT_EQ(hand.world.processes[1].state.received, 1u);
  EXPECT_EQ(hand.world.step, 2u);
}

TEST(Step, WhyNotNamesTheBalanceAndTheAmount) {
  Hand hand(mesh({100, 50}));
  Choice choice = hand.choice(Act::send, "A>B");
  choice.value = Value::of(101);
  EXPECT_EQ(hand.refusal(choice), "A has 100 and cannot send 101");
  choice.value = Value::of(-1);
  EXPECT_EQ(hand.refusal(choice), "a transfer is not negative");
  choice.value = Value::of(100);
  EXPECT_EQ(hand.refusal(choice), "");
}

TEST(Step, WhyNotRefusesWhatDoesNotWaitOrIsNotTheOldest) {
  Hand hand(mesh({100, 50}));
  EXPECT_EQ(hand.refusal(hand.choice(Act::deliver, "A>B")), "nothing waits in channel A>B");
  hand.send("A>B", 1);
  hand.send("A>B", 2);
  EXPECT_EQ(hand.refusal(hand.choice(Act::deliver, "A>B", 1)),
            "channel A>B is FIFO: its oldest message comes first");
  EXPECT_EQ(hand.refusal(hand.choice(Act::deliver, "A>B", 2)),
            "only 2 messages wait in channel A>B");
  EXPECT_EQ(hand.refusal(hand.choice(Act::markers, "A")), "A owes no markers");
}

TEST(Step, TheInitiatorRecordsAndSendsAMarkerOnEveryOutgoingChannelAtOnce) {
  Hand hand(mesh({10, 20, 30}));
  const std::vector<Effect> effects = hand.act(Act::snapshot, "B");
  ASSERT_EQ(effects.size(), 4u);
  EXPECT_EQ(effects[0].kind, EffectKind::snapshot_started);
  EXPECT_EQ(effects[1].kind, EffectKind::state_recorded);
  EXPECT_EQ(effects[1].value, Value::of(20));
  EXPECT_EQ(effects[2].kind, EffectKind::marker_sent);
  EXPECT_EQ(hand.scenario.channel_name(effects[2].channel), "B>A");
  EXPECT_EQ(hand.scenario.channel_name(effects[3].channel), "B>C");
  EXPECT_FALSE(hand.world.snapshots[0].complete);
}

TEST(Step, WhatWasSentBeforeAndArrivesAfterRecordingIsChannelState) {
  Hand hand(mesh({500, 200}));
  hand.send("B>A", 80);
  hand.act(Act::snapshot, "A");
  hand.act(Act::deliver, "B>A");                   // in flight at the cut
  EXPECT_EQ(hand.balance("A"), 580);               // credited all the same
  hand.act(Act::deliver, "A>B");                   // the marker: B records
  hand.act(Act::deliver, "B>A");                   // B's marker
  const Snapshot& snapshot = hand.world.snapshots[0];
  EXPECT_TRUE(snapshot.complete);
  EXPECT_EQ(snapshot.processes[0].state.balance, Value::of(500));
  EXPECT_EQ(snapshot.processes[1].state.balance, Value::of(120));
  EXPECT_EQ(indexes(snapshot.channels[hand.channel("B>A").index].records),
            std::vector<uint32_t>{0});
  const SnapshotLedger ledger = snapshot_ledger(hand.scenario, hand.world, {0});
  EXPECT_EQ(ledger.verdict, Verdict::consistent);
  EXPECT_EQ(ledger.total, Value::of(700));
}

TEST(Step, TheChannelOfTheFirstMarkerIsRecordedEmpty) {
  Hand hand(mesh({100, 100}));
  hand.act(Act::snapshot, "A");
  hand.send("A>B", 10);           // behind the marker
  hand.act(Act::deliver, "A>B");  // marker
  hand.act(Act::deliver, "A>B");  // the 10 belongs to the time after the cut
  hand.act(Act::deliver, "B>A");
  const SnapshotLedger ledger = snapshot_ledger(hand.scenario, hand.world, {0});
  EXPECT_EQ(ledger.verdict, Verdict::consistent);
  EXPECT_EQ(ledger.in_channels, Value::of(0));
  EXPECT_EQ(ledger.at_processes, Value::of(200));
}

TEST(Step, TwoSnapshotsRunSideBySideAndBothCountTheSameRecord) {
  Hand hand(mesh({100, 100}));
  hand.send("B>A", 5);
  hand.act(Act::snapshot, "A");
  hand.act(Act::snapshot, "A");
  hand.act(Act::deliver, "B>A");
  for (int marker = 0; marker < 2; ++marker) hand.act(Act::deliver, "A>B");
  for (int marker = 0; marker < 2; ++marker) hand.act(Act::deliver, "B>A");
  for (uint32_t index = 0; index < 2; ++index) {
    EXPECT_TRUE(hand.world.snapshots[index].complete);
    const SnapshotLedger ledger = snapshot_ledger(hand.scenario, hand.world, {index});
    EXPECT_EQ(ledger.verdict, Verdict::consistent);
    EXPECT_EQ(ledger.in_channels, Value::of(5));
  }
}

TEST(Step, AMarkerThatOvertakesWithoutFifoLosesTheTransferItPassed) {
  Scenario scenario = mesh({100, 100});
  scenario.fifo = false;
  Hand hand(scenario);
  hand.send("A>B", 10);
  hand.act(Act::snapshot, "A");
  hand.act(Act::deliver, "A>B", 1);  // the marker
  hand.act(Act::deliver, "A>B");     // the 10
  hand.act(Act::deliver, "B>A");
  const SnapshotLedger ledger = snapshot_ledger(hand.scenario, hand.world, {0});
  EXPECT_EQ(ledger.verdict, Verdict::loses);
  EXPECT_EQ(ledger.total, Value::of(190));
  EXPECT_EQ(indexes(ledger.channels[hand.channel("A>B").index].lost), std::vector<uint32_t>{0});
}

TEST(Step, ARightTotalCanStillBeWrong) {
  Scenario scenario = mesh({100, 100});
  scenario.fifo = false;
  Hand hand(scenario);
  hand.send("A>B", 10);
  hand.act(Act::snapshot, "A");
  hand.send("A>B", 10);
  hand.act(Act::deliver, "A>B", 2);  // the later 10 passes the marker: received inside the cut
  hand.act(Act::deliver, "A>B", 1);  // the marker passes the earlier 10
  hand.act(Act::deliver, "A>B");
  hand.act(Act::deliver, "B>A");
  const SnapshotLedger ledger = snapshot_ledger(hand.scenario, hand.world, {0});
  EXPECT_EQ(ledger.total, ledger.expected);
  EXPECT_EQ(ledger.verdict, Verdict::loses_and_repeats);
  const ChannelLedger& channel = ledger.channels[hand.channel("A>B").index];
  EXPECT_EQ(indexes(channel.lost), std::vector<uint32_t>{0});
  EXPECT_EQ(indexes(channel.repeated), std::vector<uint32_t>{1});
  EXPECT_EQ(indexes(channel.orphans), std::vector<uint32_t>{1});
}

TEST(Step, AMarkerSentLateCountsATransferTwice) {
  Hand hand(mesh({100, 100}));
  hand.act(Act::record_only, "A");
  hand.send("A>B", 10);
  hand.act(Act::markers, "A");
  hand.act(Act::deliver, "A>B");
  hand.act(Act::deliver, "A>B");
  hand.act(Act::deliver, "B>A");
  const SnapshotLedger ledger = snapshot_ledger(hand.scenario, hand.world, {0});
  EXPECT_EQ(ledger.verdict, Verdict::repeats);
  EXPECT_EQ(ledger.total, Value::of(210));
}

TEST(Step, ALostMarkerLeavesTheSnapshotIncompleteForEver) {
  Hand hand(mesh({100, 100}));
  hand.act(Act::snapshot, "A");
  hand.act(Act::drop, "A>B");
  EXPECT_EQ(hand.world.channels[0].queue.size(), 0u);
  EXPECT_TRUE(enabled(hand.scenario, hand.world).empty());
  EXPECT_EQ(snapshot_ledger(hand.scenario, hand.world, {0}).verdict, Verdict::incomplete);
}

TEST(Step, ADoubledTransferIsCountedTwiceAndNamed) {
  Hand hand(mesh({100, 100}));
  hand.send("A>B", 10);
  hand.act(Act::duplicate, "A>B");
  hand.act(Act::snapshot, "B");
  hand.act(Act::deliver, "B>A");
  for (int item = 0; item < 3; ++item) hand.act(Act::deliver, "A>B");
  const SnapshotLedger ledger = snapshot_ledger(hand.scenario, hand.world, {0});
  EXPECT_EQ(ledger.total, Value::of(210));
  EXPECT_EQ(ledger.verdict, Verdict::repeats);
  EXPECT_EQ(indexes(ledger.channels[0].repeated), std::vector<uint32_t>{0});
  EXPECT_FALSE(living_ledger(hand.scenario, hand.world).balanced);
}

TEST(Step, ReadingAllEndpointsAtOnceLosesExactlyWhatIsInFlight) {
  Hand hand(mesh({100, 100}));
  hand.send("A>B", 10);
  hand.send("B>A", 7);
  hand.act(Act::read_all, "A");
  const SnapshotLedger ledger = snapshot_ledger(hand.scenario, hand.world, {0});
  EXPECT_EQ(ledger.verdict, Verdict::loses);
  EXPECT_EQ(ledger.total, Value::of(183));
  EXPECT_EQ(ledger.channels[0].lost.size() + ledger.channels[1].lost.size(), 2u);
}

TEST(Step, ReadingEndpointsOneByOneCountsATransferTwice) {
  Hand hand(mesh({100, 100}));
  hand.act(Act::read_each, "A");
  hand.send("A>B", 10);
  hand.act(Act::deliver, "A>B");
  hand.act(Act::read, "B");
  const SnapshotLedger ledger = snapshot_ledger(hand.scenario, hand.world, {0});
  EXPECT_EQ(ledger.verdict, Verdict::repeats);
  EXPECT_EQ(ledger.total, Value::of(210));
  EXPECT_EQ(ledger.channels[0].orphans.size(), 1u);
}

TEST(Step, OnlyOneReadingIsUnderWayAtATime) {
  Hand hand(mesh({1, 1, 1}));
  hand.act(Act::read_each, "A");
  EXPECT_EQ(hand.refusal(hand.choice(Act::read_all, "A")), "the reading S1 is not finished yet");
  EXPECT_EQ(hand.refusal(hand.choice(Act::read, "A")), "A has been read already");
  EXPECT_EQ(hand.refusal(hand.choice(Act::read, "C")), "");
}

// The four rows of the marker table on a join A>C<B that two sources start at once.
Scenario join(const MarkerRule& rule) {
  Scenario scenario = mesh({0, 0, 0});
  scenario.channels = {{{0}, {2}}, {{1}, {2}}};
  scenario.processes[0].balance = Value::of(10);
  scenario.processes[1].balance = Value::of(10);
  scenario.rule = rule;
  return scenario;
}

TEST(Step, AlignedHoldsTheChannelWhoseMarkerIsIn) {
  Hand hand(join(kMarkerRules[1].rule));
  hand.act(Act::snapshot, "A");
  hand.send("A>C", 1);
  hand.act(Act::deliver, "A>C");  // the marker
  EXPECT_TRUE(is_held(hand.scenario, hand.world, hand.channel("A>C")));
  EXPECT_EQ(hand.refusal(hand.choice(Act::deliver, "A>C")),
            "C holds A>C until B>C's marker is in");
  EXPECT_TRUE(enabled(hand.scenario, hand.world).empty());
}

TEST(Step, UnalignedMarkersOvertakeAndRecordWhatTheyPass) {
  Hand hand(join(kMarkerRules[3].rule));
  hand.send("A>C", 1);
  hand.send("A>C", 2);
  hand.act(Act::snapshot, "A");
  hand.act(Act::deliver, "A>C", 2);
  const Snapshot& snapshot = hand.world.snapshots[0];
  EXPECT_TRUE(snapshot.processes[2].recorded);
  EXPECT_EQ(snapshot.processes[2].state.balance, Value::of(0));
  EXPECT_EQ(indexes(snapshot.channels[0].records), (std::vector<uint32_t>{0, 1}));
  hand.act(Act::deliver, "A>C");
  EXPECT_EQ(snapshot.channels[0].records.size(), 2u);  // not recorded a second time
}

TEST(Step, LimitsAreSentences) {
  Hand hand(mesh({1, 1}));
  for (size_t taken = 0; taken < kSnapshotsMax; ++taken) hand.act(Act::snapshot, "A");
  EXPECT_EQ(hand.refusal(hand.choice(Act::snapshot, "A")), "a run has at most 64 snapshots");
  hand.world.step = kStepsMax;
  EXPECT_EQ(hand.refusal(hand.choice(Act::local, "A")),
            "a run has at most 20000 steps: reset it, or step back");
}

}  // namespace
}  // namespace cutline::test
