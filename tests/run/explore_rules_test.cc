// All sixteen settings of the marker rule, explored whole on a join and on a ring.
//
//     join   A ──▶ J ◀── B      J ──▶ K         A and B start the snapshot, as sources do
//     ring   A ──▶ B ──▶ C ──▶ A                A starts it
#include <gtest/gtest.h>

#include "core/run/explore.h"
#include "core/system/ledger.h"
#include "core/system/step.h"
#include "tests/system/scenarios.h"

namespace cutline::test {
namespace {

Scenario join() {
  Scenario scenario;
  for (const char* name : {"A", "B"}) scenario.processes.push_back({name, Value::of(2), 0});
  for (const char* name : {"J", "K"}) scenario.processes.push_back({name, Value::of(0), 0});
  scenario.channels = {{{0}, {2}}, {{1}, {2}}, {{2}, {3}}};
  scenario.explore.transfers = 2;
  return scenario;
}

Scenario ring() {
  Scenario scenario;
  for (const char* name : {"A", "B", "C"}) scenario.processes.push_back({name, Value::of(1), 0});
  scenario.channels = {{{0}, {1}}, {{1}, {2}}, {{2}, {0}}};
  scenario.explore.transfers = 2;
  return scenario;
}

constexpr RecordAt kFirst = RecordAt::first_marker;
constexpr RecordAt kLast = RecordAt::last_marker;
constexpr int kNo = -1;

// Steps of the shortest run to each; kNo: there is none.
struct Outcome {
  MarkerRule rule;
  uint64_t states;
  int loses, repeats, stuck, completes;
};

const std::vector<Property>& properties() {
  static const std::vector<Property> all = {{Role::reachable, kLoses, false},
                                            {Role::reachable, kRepeats, false},
                                            {Role::reachable, kStuck, false},
                                            {Role::reachable, kComplete, false}};
  return all;
}

// The explorer's shortest run, done again by the rules, ends in what the ledger calls so.
void expect_convicted(Explorer& explorer, const std::vector<Choice>& path, uint32_t fact) {
  World world = start_world(explorer.scenario());
  for (size_t at = 0; at < path.size(); ++at) {
    EXPECT_EQ(why_not(explorer.scenario(), world, path[at]).value_or(""), "");
    step(explorer.scenario(), world, path[at]);
  }
  if (fact == kStuck) {
    EXPECT_FALSE(world.snapshots[0].complete);
    EXPECT_TRUE(enabled(explorer.scenario(), world).empty());
    return;
  }
  const Verdict verdict = snapshot_ledger(explorer.scenario(), world, {0}).verdict;
  EXPECT_TRUE(verdict == Verdict::loses_and_repeats ||
              verdict == (fact == kLoses ? Verdict::loses : Verdict::repeats));
}

void expect_outcome(Scenario scenario, const Outcome& outcome) {
  const MarkerRule& rule = outcome.rule;
  SCOPED_TRACE(std::string(rule.record_at == kFirst ? "first" : "last") + " marker, hold " +
               std::to_string(rule.hold) + ", record " + std::to_string(rule.record) +
               ", overtake " + std::to_string(rule.overtake));
  scenario.rule = rule;
  Explorer explorer(scenario, properties(), {});
  explorer.run(UINT64_MAX);
  EXPECT_EQ(explorer.status(), ExploreStatus::finished);
  EXPECT_EQ(explorer.states(), outcome.states);
  const int expected[] = {outcome.loses, outcome.repeats, outcome.stuck, outcome.completes};
  for (size_t at = 0; at < 4; ++at) {
    const PropertyFound& found = explorer.found()[at];
    EXPECT_EQ(found.decided, expected[at] != kNo);
    if (!found.decided) continue;
    const std::vector<Choice> path = explorer.path(found.state);
    EXPECT_EQ(path.size(), static_cast<size_t>(expected[at]));
    if (at < 3) expect_convicted(explorer, path, properties()[at].facts);
  }
}

TEST(ExploreRules, OnAJoinThreeProtocolsBalanceAndAtLeastOnceRepeats) {
  const Outcome outcomes[] = {
      // recorded at, hold, record, overtake     states   loses repeats stuck completes
      {{kFirst, false, true, false}, 9'392, kNo, kNo, kNo, 5},   // Chandy–Lamport
      {{kLast, true, false, false}, 2'798, kNo, kNo, kNo, 5},    // aligned
      {{kLast, false, false, false}, 5'218, kNo, 7, kNo, 5},     // at-least-once
      {{kFirst, false, true, true}, 21'375, kNo, kNo, kNo, 5},   // unaligned
      // Holding is not needed with the first marker, but does no harm; and with the last one
      // there is nothing left to record: the same as aligned, and as at-least-once.
      {{kFirst, true, true, false}, 6'888, kNo, kNo, kNo, 5},
      {{kFirst, true, true, true}, 13'695, kNo, kNo, kNo, 5},
      {{kLast, true, true, false}, 2'798, kNo, kNo, kNo, 5},
      {{kLast, false, true, false}, 5'218, kNo, 7, kNo, 5},
      // In flight, and not recorded.
      {{kFirst, false, false, false}, 9'392, 7, kNo, kNo, 5},
      {{kFirst, true, false, false}, 6'888, 7, kNo, kNo, 5},
      {{kFirst, false, false, true}, 21'221, 6, kNo, kNo, 5},
      {{kFirst, true, false, true}, 13'647, 6, kNo, kNo, 5},
      // Overtaken by a marker before anything is recorded.
      {{kLast, true, false, true}, 7'603, 6, kNo, kNo, 5},
      {{kLast, true, true, true}, 11'694, 6, kNo, kNo, 5},
      {{kLast, false, false, true}, 13'137, 6, 7, kNo, 5},
      {{kLast, false, true, true}, 17'334, 6, 7, kNo, 5},
  };
  ASSERT_EQ(std::size(outcomes), 16u);
  for (const Outcome& outcome : outcomes) expect_outcome(join(), outcome);
}

TEST(ExploreRules, OnARingWhoeverWaitsForTheLastMarkerGetsStuck) {
  const Outcome outcomes[] = {
      {{kFirst, false, true, false}, 1'645, kNo, kNo, kNo, 4},   // Chandy–Lamport
      {{kLast, true, false, false}, 160, kNo, kNo, 13, kNo},     // aligned
      {{kLast, false, false, false}, 160, kNo, kNo, 13, kNo},    // at-least-once
      {{kFirst, false, true, true}, 3'932, kNo, kNo, kNo, 4},    // unaligned
      {{kFirst, true, true, false}, 1'645, kNo, kNo, kNo, 4},    // one input: nothing to hold
      {{kFirst, true, true, true}, 3'932, kNo, kNo, kNo, 4},
      {{kLast, true, true, false}, 160, kNo, kNo, 13, kNo},
      {{kLast, false, true, false}, 160, kNo, kNo, 13, kNo},
      {{kFirst, false, false, false}, 1'645, 6, kNo, kNo, 4},
      {{kFirst, true, false, false}, 1'645, 6, kNo, kNo, 4},
      {{kFirst, false, false, true}, 3'916, 5, kNo, kNo, 4},
      {{kFirst, true, false, true}, 3'916, 5, kNo, kNo, 4},
      {{kLast, true, false, true}, 160, kNo, kNo, 13, kNo},
      {{kLast, true, true, true}, 160, kNo, kNo, 13, kNo},
      {{kLast, false, false, true}, 160, kNo, kNo, 13, kNo},
      {{kLast, false, true, true}, 160, kNo, kNo, 13, kNo},
  };
  ASSERT_EQ(std::size(outcomes), 16u);
  for (const Outcome& outcome : outcomes) expect_outcome(ring(), outcome);
}

TEST(ExploreRules, WithoutMarkersNothingIsLostEvenOutOfOrderAndEndpointsAloneAre) {
  for (const SnapshotAlgorithm algorithm :
       {SnapshotAlgorithm::lai_yang, SnapshotAlgorithm::mattern}) {
    Scenario scenario = ring();
    scenario.algorithm = algorithm;
    scenario.fifo = false;
    Explorer explorer(scenario, properties(), {});
    explorer.run(UINT64_MAX);
    EXPECT_EQ(explorer.status(), ExploreStatus::finished);
    EXPECT_FALSE(explorer.found()[0].decided || explorer.found()[1].decided ||
                 explorer.found()[2].decided);
    EXPECT_TRUE(explorer.found()[3].decided);
  }
  Scenario scenario = ring();
  scenario.explore.endpoints_only = true;
  Explorer explorer(scenario, properties(), {});
  explorer.run(UINT64_MAX);
  EXPECT_TRUE(explorer.found()[0].decided);
  EXPECT_TRUE(explorer.found()[1].decided);
  expect_convicted(explorer, explorer.path(explorer.found()[0].state), kLoses);
  expect_convicted(explorer, explorer.path(explorer.found()[1].state), kRepeats);
}

}  // namespace
}  // namespace cutline::test
