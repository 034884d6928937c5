// Channels that lose and double messages by themselves, and what the ledger says about it.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/lesson/explain.h"
#include "core/run/clock.h"
#include "core/system/invariants.h"
#include "core/system/ledger.h"
#include "tests/system/scenarios.h"

namespace cutline::test {
namespace {

Scenario lossy(Scenario scenario, int64_t loss, int64_t duplication) {
  scenario.channel_rule.loss = loss;
  scenario.channel_rule.duplication = duplication;
  return scenario;
}

size_t count(const std::vector<Choice>& choices, Act act, bool unlikely) {
  return static_cast<size_t>(
      std::count_if(choices.begin(), choices.end(), [&](const Choice& each) {
        return each.act == act && each.unlikely == unlikely;
      }));
}

TEST(ChannelFault, AMessageThatIsLostIsDroppedByTheClockWhenItWasDue) {
  Hand hand(lossy(mesh({100, 100}), 1000, 0));
  hand.scenario.traffic.delay_min = hand.scenario.traffic.delay_max = kSecond;
  hand.send("A>B", 10);
  EXPECT_EQ(living_ledger(hand.scenario, hand.world).in_channels, Value::of(10));
  const auto next = next_by_clock(hand.scenario, hand.world);
  ASSERT_TRUE(next);
  EXPECT_EQ(next->act, Act::drop);
  EXPECT_EQ(next->at, kSecond);
  const std::vector<Effect> effects = step(hand.scenario, hand.world, *next);
  EXPECT_EQ(explain_step(hand.scenario, {*next, true, effects}),
            "T1 (10) is lost from channel A>B.");
  ASSERT_EQ(hand.world.faults.size(), 1u);
  EXPECT_EQ(hand.world.faults[0], (ChannelFault{false, ItemKind::record, {0}, {0}, {}}));
  EXPECT_EQ(hand.world.dropped, Value::of(10));
  EXPECT_FALSE(next_by_clock(hand.scenario, hand.world));
}

TEST(ChannelFault, EveryFateIsEnabledAndOnlyTheOneDrawnIsTheClocks) {
  Hand hand(lossy(mesh({100, 100}), 1, 1));
  hand.send("A>B", 10);
  const std::vector<Choice> choices = enabled(hand.scenario, hand.world);
  EXPECT_EQ(choices.size(), 3u);
  EXPECT_EQ(count(choices, Act::deliver, false), 1u);
  EXPECT_EQ(count(choices, Act::drop, true), 1u);
  EXPECT_EQ(count(choices, Act::duplicate, true), 1u);
  for (const Choice& each : choices) EXPECT_EQ(hand.refusal(each), "");
}

TEST(ChannelFault, WhatIsUnlikelyNeverHappensByTheClockEvenWhereNothingElseCan) {
  Scenario scenario = lossy(mesh({10, 10, 0}), 1, 1);
  scenario.channels = {{{0}, {2}}, {{1}, {2}}};
  scenario.rule = kMarkerRules[1].rule;  // aligned
  Hand hand(scenario);
  hand.act(Act::snapshot, "A");
  hand.send("A>C", 1);
  hand.act(Act::deliver, "A>C");  // the marker: A>C is held
  EXPECT_EQ(enabled(hand.scenario, hand.world).size(), 2u);
  EXPECT_FALSE(next_by_clock(hand.scenario, hand.world));
}

TEST(ChannelFault, ADoubledMessageIsThereTwiceAndNotDoubledAgain) {
  Hand hand(lossy(mesh({100, 100}), 0, 1000));
  hand.send("A>B", 10);
  const auto next = next_by_clock(hand.scenario, hand.world);
  ASSERT_TRUE(next);
  EXPECT_EQ(next->act, Act::duplicate);
  step(hand.scenario, hand.world, *next);
  EXPECT_EQ(hand.world.channels[0].queue.size(), 2u);
  const std::vector<Choice> choices = enabled(hand.scenario, hand.world);
  ASSERT_EQ(choices.size(), 1u);
  EXPECT_EQ(choices[0].act, Act::deliver);
  step(hand.scenario, hand.world, *next_by_clock(hand.scenario, hand.world));
  step(hand.scenario, hand.world, *next_by_clock(hand.scenario, hand.world));
  EXPECT_EQ(hand.balance("B"), 120);
}

TEST(ChannelFault, ALostTransferIsNamedAndSoIsTheChannelsGuilt) {
  Hand hand(mesh({100, 100}));
  hand.send("A>B", 10);
  hand.act(Act::drop, "A>B");
  hand.act(Act::snapshot, "A");
  hand.act(Act::deliver, "A>B");
  hand.act(Act::deliver, "B>A");
  EXPECT_EQ(explain_verdict(hand.scenario, hand.world, {0}),
            "S1 recorded 190 of 200. T1 (10) is lost: A recorded after sending it, and the channel "
            "to B lost it.");
}

TEST(ChannelFault, ADoubledTransferIsNamedAndSoIsTheChannelsGuilt) {
  Hand hand(mesh({100, 100}));
  hand.send("A>B", 10);
  hand.act(Act::duplicate, "A>B");
  hand.act(Act::deliver, "A>B");
  hand.act(Act::deliver, "A>B");
  hand.act(Act::snapshot, "A");
  hand.act(Act::deliver, "A>B");
  hand.act(Act::deliver, "B>A");
  EXPECT_EQ(explain_verdict(hand.scenario, hand.world, {0}),
            "S1 recorded 210 of 200. T1 (10) is counted twice: B received it more than once, as "
            "the channel doubled it.");
}

TEST(ChannelFault, ALostMarkerIsSaidToBeWaitedForInVain) {
  Hand hand(mesh({100, 100}));
  hand.act(Act::snapshot, "A");
  hand.act(Act::drop, "A>B");
  EXPECT_EQ(explain_missing(hand.scenario, hand.world, {0}),
            "waits for the marker on B>A, and waits for ever for the marker that was lost on A>B");
}

TEST(ChannelFault, ALostWhiteTransferIsSaidToBeWaitedForInVain) {
  Scenario scenario = mesh({100, 100});
  scenario.algorithm = SnapshotAlgorithm::lai_yang;
  Hand hand(scenario);
  hand.send("A>B", 10);
  hand.act(Act::drop, "A>B");
  hand.act(Act::snapshot, "A");
  Choice joins = hand.choice(Act::snapshot, "B");
  joins.joins = true;
  step(hand.scenario, hand.world, joins);
  EXPECT_EQ(explain_missing(hand.scenario, hand.world, {0}),
            "waits for the white transfers on A>B, for ever: T1 was lost");
}

// By the clock over many seeds: whatever is lost or doubled, the names explain the total.
TEST(ChannelFault, WithoutTheRepairTheVerdictNamesWhatChannelsDid) {
  int complete = 0;
  int hanging = 0;
  int lost = 0;
  int repeated = 0;
  for (uint64_t seed = 1; seed <= 120; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Hand hand(lossy(busy_mesh({100, 100}, seed), seed % 2 == 0 ? 120 : 0, 150));
    for (int steps = 0; steps < 160; ++steps) {
      step(hand.scenario, hand.world, *next_by_clock(hand.scenario, hand.world));
      ASSERT_EQ(broken_invariant(hand.scenario, hand.world).value_or(""), "");
      if (steps == 60) hand.act(Act::snapshot, "A");
    }
    const SnapshotLedger ledger = snapshot_ledger(hand.scenario, hand.world, {0});
    if (ledger.verdict == Verdict::incomplete) {
      ++hanging;
      EXPECT_NE(explain_missing(hand.scenario, hand.world, {0}).find("for ever"),
                std::string::npos);
      continue;
    }
    ++complete;
    int64_t named = 0;
    for (uint32_t index = 0; index < ledger.channels.size(); ++index) {
      const auto is_guilty = [&](RecordId record, bool doubled) {
        return std::count(hand.world.faults.begin(), hand.world.faults.end(),
                          ChannelFault{doubled, ItemKind::record, {index}, record, {}}) > 0;
      };
      for (RecordId record : ledger.channels[index].lost) {
        named -= hand.world.records[record.index].value.part[0];
        EXPECT_TRUE(is_guilty(record, false)) << record_name(record);
        ++lost;
      }
      for (RecordId record : ledger.channels[index].repeated) {
        named += hand.world.records[record.index].value.part[0];
        EXPECT_TRUE(is_guilty(record, true)) << record_name(record);
        ++repeated;
      }
    }
    ASSERT_EQ(ledger.total.part[0] - ledger.expected.part[0], named);
  }
  EXPECT_GT(complete, 60);
  EXPECT_GT(hanging, 5);
  EXPECT_GT(lost, 40);
  EXPECT_GT(repeated, 100);
}

}  // namespace
}  // namespace cutline::test
