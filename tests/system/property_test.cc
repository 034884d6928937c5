// Over many seeds: whatever the traffic, delays, initiators and overlaps, a snapshot by markers
// on FIFO
// channels accounts for every transfer, and every world satisfies the invariants after every step.
#include <gtest/gtest.h>

#include "core/run/clock.h"
#include "core/system/invariants.h"
#include "core/system/ledger.h"
#include "tests/system/scenarios.h"

namespace cutline::test {
namespace {

// A random strongly connected graph: a ring and some chords.
Scenario random_scenario(Dice& dice) {
  Scenario scenario;
  const auto count = static_cast<uint32_t>(dice.between(2, 6));
  for (uint32_t index = 0; index < count; ++index)
    scenario.processes.push_back(
        {"P" + std::to_string(index), Value::of(dice.between(0, 100)), 0});
  for (uint32_t from = 0; from < count; ++from)
    for (uint32_t to = 0; to < count; ++to)
      if (from != to && (to == (from + 1) % count || dice.between(0, 2) == 0))
        scenario.channels.push_back({{from}, {to}});
  scenario.traffic.send_interval_max = dice.between(1, 500) * kMillisecond;
  scenario.traffic.delay_max = dice.between(0, 2000) * kMillisecond;
  scenario.traffic.amount_max = dice.between(1, 50);
  scenario.seed = dice.next();
  return scenario;
}

TEST(Properties, SnapshotsByMarkersOnFifoChannelsAreConsistentForEverySeed) {
  int completed = 0;
  int with_channel_state = 0;
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    Hand hand(random_scenario(dice));
    for (int steps = 0; steps < 150; ++steps) {
      const auto next = next_by_clock(hand.scenario, hand.world);
      if (!next) break;
      step(hand.scenario, hand.world, *next);
      if (steps == 20 || steps == 30)
        hand.act(Act::snapshot, hand.scenario.processes[static_cast<size_t>(dice.between(
                                    0, static_cast<int64_t>(hand.scenario.processes.size()) - 1))]
                                    .name);
      ASSERT_EQ(broken_invariant(hand.scenario, hand.world).value_or(""), "");
    }
    for (uint32_t index = 0; index < hand.world.snapshots.size(); ++index) {
      const SnapshotLedger ledger = snapshot_ledger(hand.scenario, hand.world, {index});
      if (ledger.verdict == Verdict::incomplete) continue;
      ++completed;
      with_channel_state += ledger.in_channels != Value{};
      ASSERT_EQ(ledger.verdict, Verdict::consistent);
      ASSERT_EQ(ledger.total, ledger.expected);
    }
  }
  EXPECT_GT(completed, 400);
  EXPECT_GT(with_channel_state, 200);
}

TEST(Properties, WithoutFifoSomeSnapshotsAreWrongAndTheLedgerSaysWhich) {
  int wrong = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    Scenario scenario = busy_mesh({100, 100, 100}, seed);
    scenario.fifo = false;
    Hand hand(scenario);
    for (int steps = 0; steps < 120; ++steps) {
      step(hand.scenario, hand.world, *next_by_clock(hand.scenario, hand.world));
      if (steps == 25) hand.act(Act::snapshot, "A");
    }
    const SnapshotLedger ledger = snapshot_ledger(hand.scenario, hand.world, {0});
    ASSERT_NE(ledger.verdict, Verdict::incomplete);
    int64_t named = 0;  // what the names account for
    for (const ChannelLedger& channel : ledger.channels) {
      for (RecordId record : channel.lost) named -= hand.world.records[record.index].value.part[0];
      for (RecordId record : channel.repeated)
        named += hand.world.records[record.index].value.part[0];
    }
    ASSERT_EQ(ledger.total.part[0] - ledger.expected.part[0], named) << "seed " << seed;
    wrong += ledger.verdict != Verdict::consistent;
  }
  EXPECT_GT(wrong, 20);
}

}  // namespace
}  // namespace cutline::test
