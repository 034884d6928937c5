#include "core/run/vector_clock.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "core/base/dice.h"
#include "tests/system/scenarios.h"

namespace cutline::test {
namespace {

Choice hand(Act act, uint32_t where) {
  Choice choice;
  choice.act = act;
  if (act == Act::send || act == Act::deliver || act == Act::drop || act == Act::duplicate)
    choice.channel = {where};
  else
    choice.process = {where};
  choice.value = Value::of(act == Act::send ? 10 : 0);
  return choice;
}

std::vector<ClockedEvent> clocks_of(const History& history) {
  return vector_clocks(history.scenario(), history.happenings());
}

// mesh({…}) of two: channel 0 is A>B, channel 1 is B>A.
TEST(VectorClock, CountsTheEventsInThePastOfEach) {
  History history(mesh({100, 60}));
  for (const Choice& choice : {hand(Act::send, 0), hand(Act::local, 1), hand(Act::deliver, 0),
                               hand(Act::send, 1), hand(Act::deliver, 1)})
    ASSERT_TRUE(history.choose(choice));
  const std::vector<ClockedEvent> expected{{1, {0}, {1, 0}},
                                           {2, {1}, {0, 1}},
                                           {3, {1}, {1, 2}},
                                           {4, {1}, {1, 3}},
                                           {5, {0}, {2, 3}}};
  EXPECT_EQ(clocks_of(history), expected);
  EXPECT_TRUE(happened_before(expected[0], expected[2]));
  EXPECT_FALSE(happened_before(expected[0], expected[1]));
  EXPECT_FALSE(happened_before(expected[1], expected[0]));
  EXPECT_FALSE(happened_before(expected[2], expected[2]));
}

TEST(VectorClock, TakingAMarkerRecordingAndSendingMarkersIsOneEvent) {
  History history(mesh({100, 60}));
  ASSERT_TRUE(history.choose(hand(Act::snapshot, 0)));
  ASSERT_TRUE(history.choose(hand(Act::deliver, 0)));
  ASSERT_TRUE(history.choose(hand(Act::deliver, 1)));
  const std::vector<ClockedEvent> expected{
      {1, {0}, {1, 0}}, {2, {1}, {1, 1}}, {3, {0}, {2, 1}}};
  EXPECT_EQ(clocks_of(history), expected);
}

TEST(VectorClock, FaultsAreNoEventsAndACopyHasTheClockOfItsOriginal) {
  History history(mesh({100, 60}));
  for (const Choice& choice : {hand(Act::send, 0), hand(Act::duplicate, 0), hand(Act::local, 0),
                               hand(Act::deliver, 0), hand(Act::deliver, 0), hand(Act::send, 0),
                               hand(Act::drop, 0)})
    ASSERT_TRUE(history.choose(choice));
  const std::vector<ClockedEvent> expected{{1, {0}, {1, 0}},
                                           {3, {0}, {2, 0}},
                                           {4, {1}, {1, 1}},
                                           {5, {1}, {1, 2}},
                                           {6, {0}, {3, 0}}};
  EXPECT_EQ(clocks_of(history), expected);
}

TEST(VectorClock, ReadingAllAtOnceIsAnEventAtEachProcess) {
  History history(mesh({100, 60, 40}));
  ASSERT_TRUE(history.choose(hand(Act::read_all, 0)));
  const std::vector<ClockedEvent> expected{
      {1, {0}, {1, 0, 0}}, {1, {1}, {0, 1, 0}}, {1, {2}, {0, 0, 1}}};
  EXPECT_EQ(clocks_of(history), expected);
}

// The same question answered the slow way: is there a path of steps of one process and messages?
class Paths {
 public:
  Paths(const History& history, const std::vector<ClockedEvent>& events) {
    std::map<std::pair<uint32_t, uint32_t>, size_t> at;  // step and process → event
    std::map<uint32_t, size_t> last;                     // process → its event before
    for (size_t index = 0; index < events.size(); ++index) {
      const ClockedEvent& event = events[index];
      at[{event.step, event.process.index}] = index;
      if (last.count(event.process.index)) next_[last[event.process.index]].insert(index);
      last[event.process.index] = index;
    }
    std::map<std::pair<uint32_t, uint32_t>, size_t> sent;  // record or ~snapshot, channel
    for (uint32_t step = 1; step <= history.length(); ++step)
      for (const Effect& effect : history.happenings()[step - 1].effects) {
        const bool marker = effect.kind == EffectKind::marker_sent ||
                            effect.kind == EffectKind::marker_received;
        const std::pair<uint32_t, uint32_t> name{
            marker ? ~effect.snapshot.index : effect.record.index, effect.channel.index};
        if (effect.kind == EffectKind::sent || effect.kind == EffectKind::marker_sent)
          sent[name] = at[{step, effect.process.index}];
        if (effect.kind == EffectKind::received || effect.kind == EffectKind::marker_received)
          next_[sent[name]].insert(at[{step, effect.process.index}]);
      }
  }
  std::set<size_t> after(size_t start) const {
    std::set<size_t> reached;
    std::vector<size_t> open{start};
    while (!open.empty()) {
      const size_t from = open.back();
      open.pop_back();
      const auto found = next_.find(from);
      if (found == next_.end()) continue;
      for (size_t to : found->second)
        if (reached.insert(to).second) open.push_back(to);
    }
    return reached;
  }

 private:
  std::map<size_t, std::set<size_t>> next_;
};

TEST(VectorClock, AgreesWithPathsOfMessagesInRandomRuns) {
  size_t before = 0, concurrent = 0;
  for (uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Scenario scenario = busy_mesh({100, 60, 40}, seed);
    scenario.fifo = seed % 2 == 0;
    if (seed % 3 == 0) scenario.algorithm = SnapshotAlgorithm::lai_yang;
    History history(scenario);
    Dice dice(seed);
    for (int taken = 0; taken < 120; ++taken) {
      if (dice.between(0, 19) == 0)
        (void)history.choose(hand(Act::snapshot, static_cast<uint32_t>(dice.between(0, 2))));
      ASSERT_TRUE(history.step_forward());
    }
    const auto events = clocks_of(history);
    ASSERT_GT(events.size(), 100u);
    const Paths paths(history, events);
    for (size_t from = 0; from < events.size(); ++from) {
      const std::set<size_t> after = paths.after(from);
      for (size_t to = 0; to < events.size(); ++to) {
        ASSERT_EQ(happened_before(events[from], events[to]), after.count(to) == 1)
            << from << " and " << to;
        ++(after.count(to) ? before : concurrent);
      }
    }
  }
  EXPECT_GT(before, 10000u);
  EXPECT_GT(concurrent, 10000u);
}

}  // namespace
}  // namespace cutline::test
