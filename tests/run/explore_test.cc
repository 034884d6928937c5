// The explorer against counts that others found, the five faults, its limits, and itself.
#include "core/run/explore_return.h"

#include <gtest/gtest.h>

#include "core/system/ledger.h"
#include "core/system/step.h"
#include "tests/system/scenarios.h"

namespace cutline::test {
namespace {

constexpr uint64_t kAll = UINT64_MAX;
const Property kConsistent{Role::always, kLoses | kRepeats | kWrongTotal, true};
const Property kNotStuck{Role::always, kStuck, true};
const Property kCompletes{Role::reachable, kComplete, false};

Scenario mesh_of(int64_t processes, int64_t tokens, int64_t transfers) {
  Scenario scenario = processes == 2 ? mesh({tokens, tokens}) : mesh({tokens, tokens, tokens});
  scenario.explore.transfers = transfers;
  return scenario;
}

Explorer explored(const Scenario& scenario) {
  Explorer explorer(scenario, {kConsistent, kNotStuck, kCompletes}, {5'000'000, 1u << 30});
  explorer.run(kAll);
  EXPECT_EQ(explorer.status(), ExploreStatus::finished);
  return explorer;
}

// The world at the end of a run.
World world_after(const Scenario& scenario, const std::vector<Choice>& choices) {
  World world = start_world(scenario);
  for (const Choice& choice : choices) step(scenario, world, choice);
  return world;
}

struct Reference {
  int64_t processes, tokens, transfers;
  uint64_t states, transitions;
};

// tests/cases/README.md says where these come from.
TEST(Explore, ReachesAsManyStatesByAsManyTransitionsAsTwoOtherExplorers) {
  constexpr Reference kReferences[] = {
      {2, 1, 1, 64, 101},         {2, 1, 2, 195, 344},
      {2, 2, 2, 416, 850},        {3, 1, 1, 20'963, 72'078},
      {3, 1, 2, 429'804, 1'706'963},
#ifndef __EMSCRIPTEN__
      {3, 2, 2, 2'009'291, 8'851'880},
#endif
  };
  for (const Reference& reference : kReferences) {
    const Explorer explorer =
        explored(mesh_of(reference.processes, reference.tokens, reference.transfers));
    SCOPED_TRACE(std::to_string(reference.states));
    EXPECT_EQ(explorer.states(), reference.states);
    EXPECT_EQ(explorer.transitions(), reference.transitions);
    EXPECT_FALSE(explorer.found()[0].decided);
    EXPECT_FALSE(explorer.found()[1].decided);
    EXPECT_TRUE(explorer.found()[2].decided);
    if (reference.states < 1'000'000) continue;
    EXPECT_LT(explorer.bytes() / explorer.states(), 60u);
  }
}

TEST(Explore, FindsEachFaultByAShortestRunThatTheLedgerConvicts) {
  struct Fault {
    const char* name;
    int64_t processes;
    void (*set)(Scenario&);
    uint32_t steps, no_return;
    Verdict verdict;
  };
  const Fault faults[] = {
      {"lose in-flight", 2, [](Scenario& s) { s.rule.record = false; }, 5, 2, Verdict::loses},
      {"record twice", 2, [](Scenario& s) { s.rule.record_twice = true; }, 4, 3, Verdict::loses},
      {"late marker", 2, [](Scenario& s) { s.rule.late_markers = true; }, 7, 2, Verdict::repeats},
      {"not FIFO", 2, [](Scenario& s) { s.fifo = false; }, 4, 3, Verdict::loses},
      {"never stop", 3, [](Scenario& s) { s.rule.never_stop = true; }, 9, 7, Verdict::repeats},
  };
  for (const Fault& fault : faults) {
    SCOPED_TRACE(fault.name);
    Scenario scenario = mesh_of(fault.processes, 1, 1);
    fault.set(scenario);
    Explorer explorer = explored(scenario);
    const PropertyFound& found = explorer.found()[0];
    ASSERT_TRUE(found.decided);
    const std::vector<Choice> path = explorer.path(found.state);
    const World world = world_after(scenario, path);
    EXPECT_EQ(path.size(), fault.steps);
    EXPECT_EQ(snapshot_ledger(scenario, world, {0}).verdict, fault.verdict);
    ReturnSearch search(explorer, kConsistent, found.state, {});
    while (!search.done()) search.run(explorer, 7);
    EXPECT_EQ(search.point(), fault.no_return);
    // Beyond its limits it gives up and says so.
    ReturnSearch short_search(explorer, kConsistent, found.state, {0, 1u << 20});
    short_search.run(explorer, 1'000);
    EXPECT_TRUE(short_search.done());
    EXPECT_EQ(short_search.point(), std::nullopt);
  }
}

TEST(Explore, ARecordingThatNeverStopsDoesNoHarmBetweenTwo) {
  for (int64_t tokens = 1; tokens <= 2; ++tokens) {
    Scenario scenario = mesh_of(2, tokens, 2);
    scenario.rule.never_stop = true;
    EXPECT_FALSE(explored(scenario).found()[0].decided);
  }
}

// What became of one run of the explorer, all of it.
void expect_same(const Explorer& left, const Explorer& right) {
  EXPECT_EQ(left.status(), right.status());
  ASSERT_EQ(left.states(), right.states());
  EXPECT_EQ(left.transitions(), right.transitions());
  EXPECT_EQ(left.depth(), right.depth());
  for (size_t at = 0; at < left.found().size(); ++at) {
    EXPECT_EQ(left.found()[at].decided, right.found()[at].decided);
    EXPECT_EQ(left.found()[at].state, right.found()[at].state);
    EXPECT_EQ(left.found()[at].met, right.found()[at].met);
  }
  for (uint32_t state = 0; state < left.states(); state += 97)
    EXPECT_EQ(left.states_on(state), right.states_on(state));
}

TEST(Explore, InSlicesAndFromACopyItFindsWhatItFindsInOneGo) {
  Scenario scenario = mesh_of(3, 1, 1);
  scenario.rule.never_stop = true;
  const std::vector<Property> properties = {kConsistent, kNotStuck, kCompletes};
  Explorer whole(scenario, properties, {});
  whole.run(kAll);
  Explorer sliced(scenario, properties, {});
  uint64_t slices = 0;
  for (; sliced.status() == ExploreStatus::running; ++slices) {
    const uint64_t before = sliced.expanded();
    sliced.run(1 + slices % 7 * 100);
    EXPECT_LE(sliced.expanded() - before, 1 + slices % 7 * 100);
    if (slices % 5 != 0) continue;
    Explorer copy = sliced;  // what is dropped and what goes on do not share anything
    sliced.run(3);
    sliced = std::move(copy);
  }
  EXPECT_GT(slices, 50u);
  expect_same(whole, sliced);
}

TEST(Explore, StopsAtTheLimitOfStatesAndOfMemoryAndSaysHowFarItGot) {
  const Scenario scenario = mesh_of(3, 2, 2);
  Explorer states(scenario, {kConsistent, kCompletes}, {10'000, 1u << 30});
  states.run(kAll);
  EXPECT_EQ(states.status(), ExploreStatus::states_full);
  EXPECT_EQ(states.states(), 10'000u);
  EXPECT_GT(states.depth(), 5u);
  EXPECT_FALSE(states.found()[0].decided);

  // As many as there are is no limit.
  Explorer just(mesh_of(2, 1, 1), {kConsistent}, {64, 1u << 30});
  just.run(kAll);
  EXPECT_EQ(just.status(), ExploreStatus::finished);

  constexpr uint64_t kBytes = 4 << 20;
  Explorer bytes(scenario, {kConsistent}, {5'000'000, kBytes});
  bytes.run(kAll);
  EXPECT_EQ(bytes.status(), ExploreStatus::bytes_full);
  EXPECT_GT(bytes.states(), 10'000u);
  EXPECT_LE(bytes.bytes(), kBytes);
}

TEST(Explore, DoesNotGoOnFromAStateThatIsNeverToBeEntered) {
  const Property never{Role::never, kComplete, false};
  Explorer pruned(mesh_of(2, 2, 2), {never, {Role::reachable, kAtRest, false}}, {});
  pruned.run(kAll);
  EXPECT_EQ(pruned.status(), ExploreStatus::finished);
  EXPECT_LT(pruned.states(), 416u);
  EXPECT_GT(pruned.found()[0].met, 0u);
  EXPECT_FALSE(pruned.found()[1].decided);  // to come to rest the snapshot would have to end
}

TEST(Explore, RowsThatGrowWiderOnTheWayHoldTheSame) {
  const Scenario scenario = mesh_of(3, 1, 1);
  const Explorer narrow = explored(scenario);
  ExploreLimits limits;
  limits.narrow_parts = 150;  // the three banks have 282 parts of one kind in the end
  Explorer wide(scenario, narrow.properties(), limits);
  wide.run(kAll);
  expect_same(narrow, wide);
  EXPECT_GT(wide.bytes(), narrow.bytes());
  for (uint32_t state = 1; state < wide.states(); state += 1'000) {
    const World world = world_after(scenario, wide.path(state));
    EXPECT_EQ(wide.moves().row_of(world), wide.row(state));
  }
}

}  // namespace
}  // namespace cutline::test
