#include "core/run/cut.h"

#include <gtest/gtest.h>

#include "core/system/ledger.h"
#include "tests/run/random_run.h"
#include "tests/system/scenarios.h"

namespace cutline::test {
namespace {

constexpr uint32_t kAB = 0;  // channels of mesh({…}) of two
constexpr uint32_t kBA = 1;

Choice hand(Act act, uint32_t where, int64_t amount = 0) {
  Choice choice;
  choice.act = act;
  if (act == Act::snapshot || act == Act::read || act == Act::record_only || act == Act::markers)
    choice.process = {where};
  else
    choice.channel = {where};
  choice.value = Value::of(amount);
  return choice;
}

History hand_run(Scenario scenario, std::initializer_list<Choice> choices) {
  History history(std::move(scenario));
  for (const Choice& choice : choices) EXPECT_TRUE(history.choose(choice));
  return history;
}

RunEvents events_of(const History& history) {
  return run_events(history.scenario(), history.happenings());
}

std::vector<std::string> names(const RunEvents& run, const std::vector<uint32_t>& messages) {
  std::vector<std::string> out;
  for (uint32_t index : messages) {
    const RunMessage& message = run.messages[index];
    out.push_back(message.marker ? snapshot_name(message.snapshot) : record_name(message.record));
  }
  return out;
}

using Names = std::vector<std::string>;

//  A  1: sends T1   3: receives T2
//  B  2: sends T2   4: receives T1
History crossing() {
  return hand_run(mesh({100, 60}), {hand(Act::send, kAB, 10), hand(Act::send, kBA, 5),
                                    hand(Act::deliver, kBA), hand(Act::deliver, kAB)});
}

TEST(Cut, NamesOrphansAndWhatIsInFlight) {
  const History history = crossing();
  const RunEvents run = events_of(history);
  ASSERT_EQ(run.of_process[0].size(), 2u);
  ASSERT_EQ(run.of_process[1].size(), 2u);

  const CutLedger both_sent = cut_ledger(history.scenario(), run, {{1, 1}});
  EXPECT_TRUE(both_sent.consistent());
  EXPECT_EQ(names(run, both_sent.channels[kAB]), Names{"T1"});
  EXPECT_EQ(names(run, both_sent.channels[kBA]), Names{"T2"});
  EXPECT_EQ(both_sent.at_processes, Value::of(145));
  EXPECT_EQ(both_sent.in_channels, Value::of(15));
  EXPECT_EQ(both_sent.total, both_sent.expected);

  const CutLedger orphan = cut_ledger(history.scenario(), run, {{2, 0}});
  EXPECT_FALSE(orphan.consistent());
  EXPECT_EQ(names(run, orphan.orphans), Names{"T2"});
  EXPECT_EQ(names(run, orphan.channels[kAB]), Names{"T1"});
  EXPECT_EQ(orphan.total, Value::of(165));
  EXPECT_EQ(orphan.expected, Value::of(160));
  EXPECT_EQ(orphan.orphaned, Value::of(5));
}

TEST(Cut, SnapsToTheNearestConsistentCutsOnBothSides) {
  const RunEvents run = events_of(crossing());
  EXPECT_EQ(greatest_consistent_inside(run, {{2, 0}}), (Cut{{1, 0}}));
  EXPECT_EQ(smallest_consistent_around(run, {{2, 0}}), (Cut{{2, 1}}));
  EXPECT_EQ(greatest_consistent_inside(run, {{1, 1}}), (Cut{{1, 1}}));
  EXPECT_EQ(smallest_consistent_around(run, {{1, 1}}), (Cut{{1, 1}}));
}

TEST(Cut, MarkersAreMessagesToo) {
  const History history = hand_run(mesh({100, 60}), {hand(Act::snapshot, 0),
                                                     hand(Act::deliver, kAB)});
  const RunEvents run = events_of(history);
  const CutLedger orphan = cut_ledger(history.scenario(), run, {{0, 1}});
  EXPECT_EQ(names(run, orphan.orphans), Names{"S1"});
  EXPECT_EQ(orphan.total, orphan.expected);  // a marker is worth nothing
  const CutLedger in_flight = cut_ledger(history.scenario(), run, {{1, 0}});
  EXPECT_TRUE(in_flight.consistent());
  EXPECT_EQ(names(run, in_flight.channels[kAB]), Names{"S1"});
}

TEST(Cut, ALostMessageIsInNoChannelAndADoubledOneTwice) {
  const History history = hand_run(mesh({100, 60}), {hand(Act::send, kAB, 10), hand(Act::drop, kAB),
                                                     hand(Act::send, kAB, 7),
                                                     hand(Act::duplicate, kAB),
                                                     hand(Act::deliver, kAB)});
  const RunEvents run = events_of(history);
  const CutLedger ledger = cut_ledger(history.scenario(), run, {{2, 0}});
  EXPECT_TRUE(ledger.consistent());
  EXPECT_EQ(names(run, ledger.lost), Names{"T1"});
  EXPECT_EQ(names(run, ledger.channels[kAB]), (Names{"T2", "T2"}));
  EXPECT_EQ(ledger.lost_value, Value::of(10));
  EXPECT_EQ(ledger.doubled, Value::of(7));
  EXPECT_EQ(ledger.total, Value::of(157));
}

TEST(Cut, ARecordingThatPrecedesARedMessageLiesOutside) {
  Scenario scenario = mesh({100, 60});
  scenario.algorithm = SnapshotAlgorithm::lai_yang;
  const History history = hand_run(scenario, {hand(Act::snapshot, 0), hand(Act::send, kAB, 10),
                                              hand(Act::deliver, kAB)});
  const RunEvents run = events_of(history);
  ASSERT_TRUE(history.world().snapshots[0].complete);
  EXPECT_EQ(cut_of(run, history.happenings(), history.world().snapshots[0]), (Cut{{1, 0}}));
}

TEST(Cut, ARecordingByAMarkerWhoseSendingLiesOutsideLiesOutsideToo) {
  const History history = hand_run(mesh({100, 60}), {hand(Act::record_only, 0),
                                                     hand(Act::send, kAB, 10),
                                                     hand(Act::deliver, kAB),
                                                     hand(Act::markers, 0),
                                                     hand(Act::deliver, kAB)});
  const RunEvents run = events_of(history);
  const auto cut = cut_of(run, history.happenings(), history.world().snapshots[0]);
  ASSERT_TRUE(cut);
  EXPECT_EQ(*cut, (Cut{{1, 1}}));
  EXPECT_EQ(names(run, cut_ledger(history.scenario(), run, *cut).orphans), Names{"T1"});
}

TEST(Cut, AnUnfinishedSnapshotHasNone) {
  const History history = hand_run(mesh({100, 60}), {hand(Act::snapshot, 0)});
  EXPECT_FALSE(cut_of(events_of(history), history.happenings(), history.world().snapshots[0]));
}

// Chandy & Lamport 1985, section 4: the state that was recorded never existed.
TEST(Cut, KnowsAStateThatNeverExisted) {
  const History history =
      hand_run(mesh({10, 10}), {hand(Act::snapshot, 0), hand(Act::send, kAB, 5),
                                hand(Act::send, kBA, 5), hand(Act::deliver, kAB),
                                hand(Act::deliver, kBA), hand(Act::deliver, kBA)});
  const RunEvents run = events_of(history);
  const auto cut = cut_of(run, history.happenings(), history.world().snapshots[0]);
  ASSERT_TRUE(cut);
  EXPECT_EQ(*cut, (Cut{{1, 2}}));
  EXPECT_FALSE(first_occurrence(run, *cut, 6));
  EXPECT_EQ(first_occurrence(run, {{2, 0}}, 6), 2u);  // behind A's sending
  EXPECT_EQ(first_occurrence(run, {{1, 0}}, 6), 0u);  // a recording changes no state
}

// Every cut of a small run.
template <class Visit>
void each_cut(const RunEvents& run, Visit visit) {
  Cut cut;
  cut.inside.resize(run.of_process.size());
  for (;;) {
    visit(cut);
    size_t process = 0;
    while (process < cut.inside.size() && cut.inside[process] == run.of_process[process].size())
      cut.inside[process++] = 0;
    if (process == cut.inside.size()) return;
    ++cut.inside[process];
  }
}

bool contains(const Cut& outer, const Cut& inner) {
  for (size_t process = 0; process < outer.inside.size(); ++process)
    if (outer.inside[process] < inner.inside[process]) return false;
  return true;
}

// The definition by clocks: whatever happened before an event inside is inside.
bool is_closed(const RunEvents& run, const Cut& cut) {
  for (uint32_t event = 0; event < run.events.size(); ++event)
    if (is_inside(run, cut, event) && !contains(cut, {run.events[event].clock})) return false;
  return true;
}

TEST(Cut, SnapsAsASearchThroughAllCutsDoes) {
  int snapped = 0;
  for (uint64_t seed = 1; seed <= 24; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    Scenario scenario = busy_mesh({30, 30, 30}, seed);
    const RunEvents run = events_of(random_run(scenario, dice, {.steps = 13, .readings = true}));
    std::vector<Cut> consistent;
    each_cut(run, [&](const Cut& cut) {
      ASSERT_EQ(is_consistent(run, cut), is_closed(run, cut));
      if (is_consistent(run, cut)) consistent.push_back(cut);
    });
    each_cut(run, [&](const Cut& cut) {
      const Cut inner = greatest_consistent_inside(run, cut);
      const Cut outer = smallest_consistent_around(run, cut);
      ASSERT_TRUE(is_consistent(run, inner) && contains(cut, inner));
      ASSERT_TRUE(is_consistent(run, outer) && contains(outer, cut));
      snapped += inner != cut;
      for (const Cut& each : consistent) {
        ASSERT_TRUE(!contains(cut, each) || contains(inner, each));
        ASSERT_TRUE(!contains(each, cut) || contains(each, outer));
      }
    });
  }
  EXPECT_GT(snapped, 1000);
}

TEST(Cut, AStraightOneIsConsistentAndHasTheRunsOwnState) {
  int in_flight = 0;
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    Scenario scenario = random_run_scenario(dice, seed);
    scenario.fifo = seed % 3 != 0;
    History history = random_run(scenario, dice, {.steps = 80, .readings = seed % 2 == 0});
    const RunEvents run = events_of(history);
    for (uint32_t at = 0; at <= history.length(); ++at) {
      ASSERT_TRUE(history.seek(at));
      const Cut cut = cut_after(run, at);
      const CutLedger ledger = cut_ledger(scenario, run, cut);
      const LivingLedger living = living_ledger(scenario, history.world());
      ASSERT_TRUE(ledger.consistent());
      ASSERT_EQ(ledger.at_processes, living.at_processes);
      ASSERT_EQ(ledger.in_channels, living.in_channels);
      for (uint32_t index = 0; index < ledger.states.size(); ++index)
        ASSERT_EQ(ledger.states[index], history.world().processes[index].state);
      for (uint32_t index = 0; index < ledger.channels.size(); ++index)
        ASSERT_EQ(ledger.channels[index].size(), history.world().channels[index].queue.size());
      const auto first = first_occurrence(run, cut, static_cast<uint32_t>(history.length()));
      ASSERT_TRUE(first && *first <= at);
      in_flight += ledger.in_channels != Value{};
    }
  }
  EXPECT_GT(in_flight, 500);
}

TEST(Cut, ItsLedgerAddsUpWhateverIsOrphanedLostOrDoubled) {
  int orphaned = 0, lost = 0, doubled = 0;
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    const Scenario scenario = random_run_scenario(dice, seed);
    const RunEvents run =
        events_of(random_run(scenario, dice, {.steps = 100, .faults = true, .readings = true}));
    for (int tries = 0; tries < 20; ++tries) {
      Cut cut;
      for (const std::vector<uint32_t>& events : run.of_process)
        cut.inside.push_back(
            static_cast<uint32_t>(dice.between(0, static_cast<int64_t>(events.size()))));
      const CutLedger ledger = cut_ledger(scenario, run, cut);
      ASSERT_EQ(ledger.total + ledger.lost_value,
                ledger.expected + ledger.orphaned + ledger.doubled);
      orphaned += ledger.orphaned != Value{};
      lost += ledger.lost_value != Value{};
      doubled += ledger.doubled != Value{};
    }
  }
  EXPECT_GT(orphaned, 300);
  EXPECT_GT(lost, 200);
  EXPECT_GT(doubled, 200);
}

TEST(Cut, OfASnapshotHasTheStateThatTheSnapshotRecorded) {
  int compared = 0, with_channel_state = 0;
  for (uint64_t seed = 1; seed <= 160; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    Scenario scenario = random_run_scenario(dice, seed);
    if (seed % 4 == 1) scenario.rule = kMarkerRules[1].rule;
    if (seed % 4 == 2) scenario.algorithm = SnapshotAlgorithm::lai_yang;
    if (seed % 4 == 3) scenario.rule = kMarkerRules[3].rule;
    const History history = random_run(scenario, dice, {.steps = 150});
    const RunEvents run = events_of(history);
    for (const Snapshot& snapshot : history.world().snapshots) {
      if (!snapshot.complete) continue;
      const auto cut = cut_of(run, history.happenings(), snapshot);
      ASSERT_TRUE(cut);
      const CutLedger ledger = cut_ledger(scenario, run, *cut);
      ASSERT_TRUE(ledger.consistent());
      for (uint32_t index = 0; index < ledger.states.size(); ++index)
        ASSERT_EQ(ledger.states[index], snapshot.processes[index].state);
      for (uint32_t index = 0; index < ledger.channels.size(); ++index) {
        std::vector<RecordId> records;
        for (uint32_t message : ledger.channels[index])
          if (!run.messages[message].marker) records.push_back(run.messages[message].record);
        ASSERT_EQ(records, snapshot.channels[index].records) << "channel " << index;
        with_channel_state += !records.empty();
      }
      ++compared;
    }
  }
  EXPECT_GT(compared, 100);
  EXPECT_GT(with_channel_state, 100);
}

}  // namespace
}  // namespace cutline::test
