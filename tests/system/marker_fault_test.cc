// The wrong marker rules, each on the smallest system that shows it: a transfer not written down, a
// balance written twice, a channel that does not stop, a marker that leaves late.
#include <gtest/gtest.h>

#include "core/lesson/explain.h"
#include "core/run/clock.h"
#include "core/system/invariants.h"
#include "core/system/ledger.h"
#include "tests/system/scenarios.h"

namespace cutline::test {
namespace {

using Names = std::vector<std::string>;

Names lost(const Hand& hand, std::string_view channel) {
  Names names;
  const SnapshotLedger ledger = snapshot_ledger(hand.scenario, hand.world, {0});
  for (RecordId record : ledger.channels[hand.channel(channel).index].lost)
    names.push_back(record_name(record));
  return names;
}

Names repeated(const Hand& hand, std::string_view channel) {
  Names names;
  const SnapshotLedger ledger = snapshot_ledger(hand.scenario, hand.world, {0});
  for (RecordId record : ledger.channels[hand.channel(channel).index].repeated)
    names.push_back(record_name(record));
  return names;
}

std::string verdict(const Hand& hand) {
  return explain_verdict(hand.scenario, hand.world, {0});
}

TEST(MarkerFault, NotRecordingWhatIsInFlightLosesIt) {
  Scenario scenario = mesh({100, 100});
  scenario.rule.record = false;
  Hand hand(scenario);
  hand.send("B>A", 10);
  hand.act(Act::snapshot, "A");
  hand.act(Act::deliver, "B>A");  // in flight at the cut, and not written down
  hand.act(Act::deliver, "A>B");
  hand.act(Act::deliver, "B>A");
  EXPECT_TRUE(hand.world.snapshots[0].complete);
  EXPECT_EQ(lost(hand, "B>A"), Names{"T1"});
  EXPECT_EQ(verdict(hand),
            "S1 recorded 190 of 200. T1 (10) is lost: B recorded after sending it, A before "
            "receiving it, and no channel state holds it.");
}

TEST(MarkerFault, RecordingTheBalanceAgainAtALaterMarkerCountsChannelStateTwice) {
  Scenario scenario = mesh({100, 100});
  scenario.rule.record_twice = true;
  Hand hand(scenario);
  hand.send("B>A", 10);
  hand.act(Act::snapshot, "A");
  hand.act(Act::deliver, "B>A");  // recorded as channel state ...
  hand.act(Act::deliver, "A>B");
  const std::vector<Effect> effects = hand.act(Act::deliver, "B>A");  // ... and in A's balance
  EXPECT_EQ(effects[1].kind, EffectKind::state_recorded);
  EXPECT_TRUE(effects[1].by_fault);
  EXPECT_EQ(effects[1].value, Value::of(110));
  EXPECT_EQ(explain_step(hand.scenario, {hand.choice(Act::deliver, "B>A"), false, effects}),
            "A receives S1's marker from B: the channel state of B>A is final; A records its "
            "balance 110 in S1 once more, which is wrong; S1 is complete.");
  EXPECT_EQ(repeated(hand, "B>A"), Names{"T1"});
  EXPECT_EQ(verdict(hand),
            "S1 recorded 210 of 200. T1 (10) is counted twice: A's balance and the channel state "
            "of B>A both hold it.");
}

TEST(MarkerFault, RecordingTheBalanceAgainLosesWhatWasSentBehindTheMarkers) {
  Scenario scenario = mesh({100, 100});
  scenario.rule.record_twice = true;
  Hand hand(scenario);
  hand.act(Act::snapshot, "A");
  hand.send("A>B", 10);           // behind A's marker
  hand.act(Act::deliver, "A>B");
  hand.act(Act::deliver, "A>B");
  hand.act(Act::deliver, "B>A");  // A records again, without the 10
  EXPECT_EQ(lost(hand, "A>B"), Names{"T1"});
  EXPECT_EQ(snapshot_ledger(hand.scenario, hand.world, {0}).total, Value::of(190));
}

TEST(MarkerFault, AMarkerThatComesAgainChangesNothingOnceTheSnapshotIsComplete) {
  Scenario scenario = mesh({100, 100});
  scenario.rule.record_twice = true;
  Hand hand(scenario);
  hand.act(Act::snapshot, "A");
  hand.act(Act::deliver, "A>B");
  hand.act(Act::duplicate, "B>A");
  hand.act(Act::deliver, "B>A");
  ASSERT_TRUE(hand.world.snapshots[0].complete);
  hand.send("A>B", 10);
  hand.act(Act::deliver, "B>A");
  EXPECT_EQ(snapshot_ledger(hand.scenario, hand.world, {0}).total, Value::of(200));
}

TEST(MarkerFault, ARecordingThatNeverStopsCountsWhatWasSentBehindTheMarker) {
  Scenario scenario = mesh({100, 100, 100});
  scenario.rule.never_stop = true;
  Hand hand(scenario);
  hand.act(Act::snapshot, "A");
  hand.act(Act::deliver, "A>B");
  hand.act(Act::deliver, "B>A");  // the first marker at A: B>A is final
  hand.act(Act::deliver, "A>C");
  const std::vector<Effect> effects = hand.act(Act::deliver, "C>A");  // a later one
  EXPECT_TRUE(effects[0].by_fault);
  EXPECT_EQ(explain_step(hand.scenario, {hand.choice(Act::deliver, "C>A"), false, effects}),
            "A receives S1's marker from C and goes on recording C>A, which is wrong.");
  hand.send("C>A", 7);
  hand.act(Act::deliver, "C>A");
  hand.send("B>A", 5);
  hand.act(Act::deliver, "B>A");
  hand.act(Act::deliver, "B>C");
  hand.act(Act::deliver, "C>B");
  EXPECT_TRUE(hand.world.snapshots[0].complete);
  EXPECT_EQ(repeated(hand, "C>A"), Names{"T1"});
  EXPECT_EQ(repeated(hand, "B>A"), Names{});
  EXPECT_EQ(verdict(hand),
            "S1 recorded 307 of 300. T1 (7) is counted twice: C recorded before sending it, and "
            "the channel state of C>A holds it as well.");
}

TEST(MarkerFault, NeverStoppingTakesThreeProcessesToShow) {
  Scenario scenario = mesh({100, 100});
  scenario.rule.never_stop = true;
  Hand hand(scenario);
  hand.act(Act::snapshot, "A");
  hand.act(Act::deliver, "A>B");
  hand.act(Act::deliver, "B>A");
  hand.send("B>A", 5);
  hand.act(Act::deliver, "B>A");
  EXPECT_EQ(snapshot_ledger(hand.scenario, hand.world, {0}).verdict, Verdict::consistent);
}

TEST(MarkerFault, ATransferSlipsInBeforeMarkersThatLeaveLate) {
  Scenario scenario = mesh({100, 100});
  scenario.rule.late_markers = true;
  scenario.traffic.delay_max = kSecond;
  Hand hand(scenario);
  hand.act(Act::snapshot, "A");
  EXPECT_TRUE(hand.world.snapshots[0].processes[0].markers_owed);
  const std::vector<Choice> choices = enabled(hand.scenario, hand.world);
  ASSERT_EQ(choices.size(), 1u);
  EXPECT_EQ(choices[0].act, Act::markers);
  EXPECT_EQ(choices[0].process, ProcessId{0});
  EXPECT_EQ(hand.refusal(choices[0]), "");
  hand.send("A>B", 10);
  step(hand.scenario, hand.world, choices[0]);
  hand.act(Act::deliver, "A>B");
  hand.act(Act::deliver, "A>B");  // B records, and owes its own markers
  EXPECT_TRUE(hand.world.snapshots[0].processes[1].markers_owed);
  hand.act(Act::markers, "B");
  hand.act(Act::deliver, "B>A");
  EXPECT_TRUE(hand.world.snapshots[0].complete);
  EXPECT_EQ(repeated(hand, "A>B"), Names{"T1"});
}

// Each fault gives itself away in some runs by the clock, and the names account for the difference.
TEST(MarkerFault, EveryFaultShowsInSomeRunsAndTheNamesExplainTheTotal) {
  struct Fault {
    const char* name;
    void (*apply)(Scenario&);
  };
  const Fault kFaults[] = {
      {"record off", [](Scenario& scenario) { scenario.rule.record = false; }},
      {"record-twice", [](Scenario& scenario) { scenario.rule.record_twice = true; }},
      {"never-stop", [](Scenario& scenario) { scenario.rule.never_stop = true; }},
      {"late-markers", [](Scenario& scenario) { scenario.rule.late_markers = true; }},
      {"fifo off", [](Scenario& scenario) { scenario.fifo = false; }},
  };
  for (const Fault& fault : kFaults) {
    int wrong = 0;
    for (uint64_t seed = 1; seed <= 30; ++seed) {
      SCOPED_TRACE(std::string(fault.name) + ", seed " + std::to_string(seed));
      Scenario scenario = busy_mesh({100, 100, 100}, seed);
      fault.apply(scenario);
      Hand hand(scenario);
      for (int steps = 0; steps < 150; ++steps) {
        step(hand.scenario, hand.world, *next_by_clock(hand.scenario, hand.world));
        ASSERT_EQ(broken_invariant(hand.scenario, hand.world).value_or(""), "");
        if (steps == 25) hand.act(Act::snapshot, "A");
      }
      const SnapshotLedger ledger = snapshot_ledger(hand.scenario, hand.world, {0});
      ASSERT_NE(ledger.verdict, Verdict::incomplete);
      int64_t named = 0;
      for (const ChannelLedger& channel : ledger.channels) {
        for (RecordId id : channel.lost) named -= hand.world.records[id.index].value.part[0];
        for (RecordId id : channel.repeated) named += hand.world.records[id.index].value.part[0];
      }
      ASSERT_EQ(ledger.total.part[0] - ledger.expected.part[0], named);
      wrong += ledger.verdict != Verdict::consistent;
    }
    EXPECT_GT(wrong, 5) << fault.name;
  }
}

}  // namespace
}  // namespace cutline::test
