#include "core/run/straighten.h"

#include <gtest/gtest.h>

#include "core/base/limits.h"
#include "tests/run/random_run.h"
#include "tests/system/scenarios.h"

namespace cutline::test {
namespace {

bool concurrent(const RunEvents& run, uint32_t left, uint32_t right) {
  const RunEvent& a = run.events[left];
  const RunEvent& b = run.events[right];
  return a.process != b.process &&
         a.clock[a.process.index] > b.clock[a.process.index] &&
         b.clock[b.process.index] > a.clock[b.process.index];
}

Choice hand(Act act, uint32_t where, int64_t amount = 0) {
  Choice choice;
  choice.act = act;
  choice.process = {where};
  choice.channel = {where};
  choice.value = Value::of(amount);
  return choice;
}

TEST(Straighten, BringsWhatLiesInsideBeforeTheLineSwapBySwap) {
  History history(mesh({10, 10}));
  for (const Choice& choice :
       {hand(Act::snapshot, 0), hand(Act::send, 0, 5), hand(Act::send, 1, 5),
        hand(Act::deliver, 0), hand(Act::deliver, 1), hand(Act::deliver, 1)})
    ASSERT_TRUE(history.choose(choice));
  const RunEvents run = run_events(history.scenario(), history.happenings());
  const auto straightening = straighten(run, {{1, 2}});
  ASSERT_TRUE(straightening);
  // T1's sending (event 1) goes behind T2's sending (2) and the receipt of the marker at B (3).
  const std::vector<Swap> expected{{1, 1, 2}, {2, 1, 3}};
  EXPECT_EQ(straightening->swaps, expected);
  EXPECT_EQ(straightening->line, 3u);
  EXPECT_EQ(order_after(*straightening, 0), (std::vector<uint32_t>{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(order_after(*straightening, 1), (std::vector<uint32_t>{0, 2, 1, 3, 4, 5}));
  EXPECT_EQ(order_after(*straightening, 2), (std::vector<uint32_t>{0, 2, 3, 1, 4, 5}));
}

TEST(Straighten, AStraightCutNeedsNoSwap) {
  Dice dice(1);
  const Scenario scenario = busy_mesh({50, 50, 50}, 1);
  const History history = random_run(scenario, dice, {.steps = 40});
  const RunEvents run = run_events(scenario, history.happenings());
  for (uint32_t at = 0; at <= history.length(); ++at) {
    const auto straightening = straighten(run, cut_after(run, at));
    ASSERT_TRUE(straightening);
    EXPECT_TRUE(straightening->swaps.empty());
  }
}

TEST(Straighten, MoreSwapsThanAreShownAreRefused) {
  // Two processes that hear nothing of each other for a while: the later half of one goes first.
  History history(mesh({200, 200}));
  for (int count = 0; count < 60; ++count) ASSERT_TRUE(history.choose(hand(Act::send, 0, 1)));
  for (int count = 0; count < 60; ++count) ASSERT_TRUE(history.choose(hand(Act::send, 1, 1)));
  const RunEvents run = run_events(history.scenario(), history.happenings());
  const auto refused = straighten(run, {{0, 60}});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().sentence, "this cut needs 3600 swaps; at most 2000 are shown");
  ASSERT_TRUE(straighten(run, {{30, 60}}));
  EXPECT_EQ(straighten(run, {{30, 60}})->swaps.size(), 1800u);
}

// Replays an order; compares every process's states with the run's, and the world at the line with
// the cut's state.
void expect_same_run(const History& history, const RunEvents& run, const Cut& cut,
                     const Straightening& straightening) {
  const Scenario& scenario = history.scenario();
  const CutLedger ledger = cut_ledger(scenario, run, cut);
  OrderReplay replay(scenario, history.happenings(), run);
  std::vector<uint32_t> count(scenario.processes.size(), 0);
  uint32_t taken = 0;
  const auto at_line = [&] {
    for (uint32_t index = 0; index < count.size(); ++index) {
      ASSERT_EQ(count[index], cut.inside[index]);
      ASSERT_EQ(replay.world().processes[index].state, ledger.states[index]);
    }
    for (uint32_t index = 0; index < scenario.channels.size(); ++index) {
      std::vector<RecordId> expected, found;
      for (uint32_t message : ledger.channels[index])
        if (!run.messages[message].marker)
          expected.push_back(replay.replayed(run.messages[message].record));
      for (const Item& item : replay.world().channels[index].queue)
        if (item.kind == ItemKind::record) found.push_back(item.record);
      ASSERT_EQ(found, expected);
    }
  };
  if (straightening.line == 0) at_line();
  for (uint32_t event : order_after(straightening, straightening.swaps.size())) {
    const auto done = replay.take(event);
    ASSERT_TRUE(done) << print_fault(done.error());
    const uint32_t process = run.events[event].process.index;
    ++count[process];
    ASSERT_EQ(replay.world().processes[process].state, run.states[process][count[process]]);
    if (++taken == straightening.line) at_line();
  }
  ASSERT_EQ(taken, run.events.size());
}

TEST(Straighten, GivesTheSameStatesAndPassesThroughTheRecordedOne) {
  int straightened = 0, never_existed = 0, swaps = 0, random_cuts = 0;
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    Scenario scenario = random_run_scenario(dice, seed);
    if (seed % 4 == 1) scenario.rule = kMarkerRules[1].rule;
    if (seed % 4 == 2) scenario.algorithm = SnapshotAlgorithm::lai_yang;
    if (seed % 4 == 3) scenario.rule = kMarkerRules[3].rule;
    const History history = random_run(
        scenario, dice, {.steps = 120, .faults = seed % 3 == 0, .readings = seed % 2 == 0});
    const RunEvents run = run_events(scenario, history.happenings());
    std::vector<Cut> cuts;
    for (const Snapshot& snapshot : history.world().snapshots)
      if (const auto cut = cut_of(run, history.happenings(), snapshot)) cuts.push_back(*cut);
    // Any other consistent cut too; two colours allow one snapshot at a time, in the run's order.
    if (scenario.algorithm == SnapshotAlgorithm::markers)
      for (int tries = 0; tries < 4; ++tries) {
        Cut cut;
        for (const std::vector<uint32_t>& events : run.of_process)
          cut.inside.push_back(
              static_cast<uint32_t>(dice.between(0, static_cast<int64_t>(events.size()))));
        cuts.push_back(greatest_consistent_inside(run, cut));
        ++random_cuts;
      }
    for (const Cut& cut : cuts) {
      if (!is_consistent(run, cut)) continue;
      const auto straightening = straighten(run, cut);
      ASSERT_TRUE(straightening) << print_fault(straightening.error());
      std::vector<uint32_t> order = straightening->order;
      for (const Swap& swap : straightening->swaps) {
        ASSERT_EQ(order[swap.place], swap.left);
        ASSERT_EQ(order[swap.place + 1], swap.right);
        ASSERT_TRUE(concurrent(run, swap.left, swap.right));
        std::swap(order[swap.place], order[swap.place + 1]);
      }
      ASSERT_EQ(order, order_after(*straightening, straightening->swaps.size()));
      for (uint32_t place = 0; place < order.size(); ++place)
        ASSERT_EQ(is_inside(run, cut, order[place]), place < straightening->line);
      expect_same_run(history, run, cut, *straightening);
      if (testing::Test::HasFatalFailure()) return;
      ++straightened;
      swaps += static_cast<int>(straightening->swaps.size());
      never_existed +=
          !first_occurrence(run, cut, static_cast<uint32_t>(history.length())).has_value();
    }
  }
  EXPECT_GT(straightened, 200);
  EXPECT_GT(random_cuts, 150);
  EXPECT_GT(never_existed, 100);
  EXPECT_GT(swaps, 5000);
}

TEST(Straighten, AnOrderThatTheRulesForbidIsRefusedWithASentence) {
  History history(mesh({10, 10}));
  ASSERT_TRUE(history.choose(hand(Act::send, 0, 5)));
  ASSERT_TRUE(history.choose(hand(Act::deliver, 0)));
  const RunEvents run = run_events(history.scenario(), history.happenings());
  OrderReplay replay(history.scenario(), history.happenings(), run);
  EXPECT_EQ(replay.take(1).error().sentence, "the message has not been sent yet in this order");
  ASSERT_TRUE(replay.take(0));
  ASSERT_TRUE(replay.take(1));
  EXPECT_EQ(replay.world().processes[1].state.balance, Value::of(15));
}

}  // namespace
}  // namespace cutline::test
