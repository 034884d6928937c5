// The explorer's moves against the rules themselves: in random worlds of random scenarios, what the
// canonical form says may happen, and what comes of it, is what step() does to the whole world.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/run/explore_moves.h"
#include "core/system/ledger.h"
#include "core/system/step.h"
#include "tests/system/scenarios.h"

namespace cutline::test {
namespace {

using Row = std::vector<uint32_t>;

// Everything of a world, field by field. A new field does not compile here: then decide whether it
// decides anything, put it into core/run/canonical.*, or say there why it is left out.
#define KNOWN [[maybe_unused]] const auto&
void knows_every_field(const World& world) {
  KNOWN [now, step, next_order, dice, processes, channels, records, snapshots, links, faults,
         dropped, duplicated] = world;
  KNOWN [queue, sent, received] = world.channels[0];
  KNOWN [state, plan] = world.processes[0];
  KNOWN [balance, label, count] = world.processes[0].state;
  KNOWN [kind, fate, copied, record, snapshot, number, due, order] = Item{};
  KNOWN [channel, value] = Record{};
  KNOWN [snapshot_kind, initiator, started_at, started_step, complete, completed_at,
         completed_step, process_recordings, channel_recordings] = Snapshot{};
  KNOWN [recorded, owed, recorded_state, at, recorded_step, planned, read_due, read_order] =
      ProcessRecording{};
  KNOWN [marker_in, goes_on, sent_at_cut, received_at_cut, in_flight] = ChannelRecording{};
}
#undef KNOWN

Scenario random_scenario(Dice& dice) {
  const auto coin = [&dice] { return dice.between(0, 1) == 1; };
  Scenario scenario;
  scenario.name = "random";
  const auto count = static_cast<uint32_t>(dice.between(2, 4));
  for (uint32_t index = 0; index < count; ++index)
    scenario.processes.push_back({"P" + std::to_string(index), Value::of(dice.between(0, 3)), 0});
  for (uint32_t from = 0; from < count; ++from)
    for (uint32_t to = 0; to < count; ++to)
      if (from != to && (to == (from + 1) % count || coin()))
        scenario.channels.push_back({{from}, {to}});
  if (dice.between(0, 2) == 0)
    scenario.algorithm = coin() ? SnapshotAlgorithm::lai_yang : SnapshotAlgorithm::mattern;
  if (coin()) scenario.rule = kMarkerRules[dice.between(0, 3)].rule;
  else scenario.rule = {coin() ? RecordAt::first_marker : RecordAt::last_marker, coin(), coin(),
                        coin()};
  scenario.rule.record_twice = dice.between(0, 5) == 0;
  scenario.rule.never_stop = dice.between(0, 3) == 0;
  scenario.rule.late_markers = dice.between(0, 3) == 0;
  scenario.fifo = dice.between(0, 3) != 0;
  scenario.explore.endpoints_only = dice.between(0, 5) == 0;
  scenario.explore.transfers = dice.between(0, 3);
  scenario.explore.amount = dice.between(0, 2);
  scenario.explore.snapshots = dice.between(1, 3);
  if (dice.between(0, 2) == 0) {
    scenario.channel_rule.loss = coin() ? 500 : 0;
    scenario.channel_rule.duplication = coin() ? 500 : 0;
    scenario.explore.faults = dice.between(0, 4);
  }
  for (uint32_t index = 0; index < count; ++index)
    if (coin()) scenario.explore.initiators.push_back({index});
  return scenario;
}

bool is_fault(const Choice& choice) {
  return choice.act == Act::drop || choice.act == Act::duplicate;
}

// What may happen, from the scenario's own words and the guards alone.
std::vector<Choice> possible(const Scenario& scenario, const World& world) {
  const ExploreSetup& explore = scenario.explore;
  std::vector<Choice> out;
  const auto offer = [&](const Choice& choice) {
    if (!why_not(scenario, world, choice)) out.push_back(choice);
  };
  for (uint32_t process = 0; process < world.processes.size(); ++process) {
    size_t sent = 0;
    for (ChannelId channel : channels_from(scenario, {process}))
      sent += world.channels[channel.index].sent.size();
    const int64_t balance = world.processes[process].state.balance.part[0];
    Choice choice;
    choice.process = {process};
    choice.act = Act::markers;
    offer(choice);
    choice.act = explore.endpoints_only ? Act::read_each : Act::snapshot;
    const bool initiates =
        std::count(explore.initiators.begin(), explore.initiators.end(), ProcessId{process}) > 0;
    if (initiates && world.snapshots.size() < static_cast<size_t>(explore.snapshots))
      offer(choice);
    // Joining changes something only where the process then records.
    choice.joins = true;
    World after = world;
    if (initiates && !explore.endpoints_only && !why_not(scenario, world, choice) &&
        scenario.algorithm == SnapshotAlgorithm::markers) {
      step(scenario, after, choice);
      if (after.snapshots != world.snapshots) offer(choice);
    }
    choice.joins = false;
    choice.act = Act::send;
    choice.value = Value::of(std::min(balance, explore.amount));
    for (ChannelId channel : channels_from(scenario, {process})) {
      choice.channel = channel;
      if (balance > 0 && sent < static_cast<size_t>(explore.transfers)) offer(choice);
    }
  }
  for (const Choice& choice : enabled(scenario, world))
    if (choice.act != Act::send && choice.act != Act::markers &&
        (!is_fault(choice) || world.faults.size() < static_cast<size_t>(explore.faults)))
      out.push_back(choice);
  return out;
}

uint32_t facts_by_ledger(const Scenario& scenario, const World& world, bool by_totals) {
  uint32_t facts = 0;
  int open = 0;
  for (uint32_t index = 0; index < world.snapshots.size(); ++index) {
    if (!world.snapshots[index].complete) {
      ++open;
      continue;
    }
    facts |= kComplete;
    const SnapshotLedger ledger = snapshot_ledger(scenario, world, {index});
    for (const ChannelLedger& channel : ledger.channels) {
      if (!by_totals && !channel.lost.empty()) facts |= kLoses;
      if (!by_totals && !channel.repeated.empty()) facts |= kRepeats;
    }
    if (ledger.in_channels != Value{}) facts |= kChannelState;
    if (ledger.total != ledger.expected) facts |= kWrongTotal;
  }
  if (open > 1) facts |= kOverlap;
  return facts;
}

// Compares all successors, and the choices that lead to them; then goes one on.
bool agree_and_go_on(Moves& moves, World& world, Dice& dice) {
  const Scenario& scenario = moves.scenario();
  Row row = moves.row_of(world);
  EXPECT_EQ(moves.facts(row.data()),
            facts_by_ledger(scenario, world, scenario.rule.record_twice));
  const std::vector<Choice> choices = possible(scenario, world);
  std::vector<Row> by_rules;
  for (const Choice& choice : choices) {
    World after = world;
    step(scenario, after, choice);
    by_rules.push_back(moves.row_of(after));
  }
  std::vector<Row> by_moves;
  moves.each_successor(row.data(), [&](uint32_t) { by_moves.push_back(row); });
  for (uint32_t number = 0; number < by_moves.size(); ++number) {
    const Choice choice = moves.choice(row.data(), number);
    World after = world;
    EXPECT_EQ(why_not(scenario, world, choice).value_or(""), "");
    if (why_not(scenario, world, choice)) return false;
    step(scenario, after, choice);
    EXPECT_EQ(moves.row_of(after), by_moves[number])
        << "act " << static_cast<int>(choice.act) << " process " << choice.process.index
        << " channel " << choice.channel.index << " at step " << world.step;
  }
  std::sort(by_rules.begin(), by_rules.end());
  std::sort(by_moves.begin(), by_moves.end());
  EXPECT_EQ(by_moves, by_rules);
  if (choices.empty() || ::testing::Test::HasFailure()) return false;
  step(scenario, world,
       choices[static_cast<size_t>(dice.between(0, static_cast<int64_t>(choices.size()) - 1))]);
  return true;
}

TEST(ExploreWorld, EveryMoveIsWhatTheRulesDoToTheWholeWorld) {
  int steps = 0;
  int complete = 0;
  uint32_t seen = 0;
  for (uint64_t seed = 1; seed <= 3'000; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    Moves moves(random_scenario(dice));
    World world = start_world(moves.scenario());
    knows_every_field(world);
    while (agree_and_go_on(moves, world, dice)) ++steps;
    ASSERT_FALSE(HasFailure());
    for (const Snapshot& snapshot : world.snapshots) complete += snapshot.complete;
    seen |= moves.facts(moves.row_of(world).data());
  }
  EXPECT_GT(steps, 40'000);
  EXPECT_GT(complete, 1'500);
  EXPECT_EQ(seen & (kLoses | kRepeats | kWrongTotal | kComplete | kChannelState | kOverlap),
            kLoses | kRepeats | kWrongTotal | kComplete | kChannelState | kOverlap);
}

// What the ends of a reliable channel do is no event of its processes, whatever their wires lose;
// and what its processes do is a move above the wire.
TEST(ExploreWorld, WhatProcessesDoOverReliableChannelsAreItsMoves) {
  int on_the_wire = 0;
  int moved = 0;
  for (uint64_t seed = 1; seed <= 500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    Scenario scenario = random_scenario(dice);
    scenario.channel_rule = {300, 300, true, 0};
    scenario.explore.faults = 1;  // those of a wire are not counted
    Moves moves(scenario);
    Scenario below = moves.scenario();
    below.channel_rule = scenario.channel_rule;
    below.fifo = scenario.fifo;
    World world = start_world(below);
    for (int steps = 0; steps < 80; ++steps) {
      const std::vector<Choice> choices = possible(below, world);
      if (choices.empty()) break;
      const Choice choice =
          choices[static_cast<size_t>(dice.between(0, static_cast<int64_t>(choices.size()) - 1))];
      Row before = moves.row_of(world);
      step(below, world, choice);
      const Row after = moves.row_of(world);
      if (is_fault(choice) || choice.act == Act::arrive || choice.act == Act::retransmit) {
        EXPECT_EQ(after, before);
        ++on_the_wire;
        continue;
      }
      bool found = false;
      moves.each_successor(before.data(), [&](uint32_t) { found = found || before == after; });
      EXPECT_TRUE(found) << "act " << static_cast<int>(choice.act) << " at step " << world.step;
      ++moved;
    }
    ASSERT_FALSE(HasFailure());
  }
  EXPECT_GT(on_the_wire, 5'000);
  EXPECT_GT(moved, 2'500);
}

}  // namespace
}  // namespace cutline::test
