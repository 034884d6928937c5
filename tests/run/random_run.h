// Random runs for the tests of cuts: several algorithms and topologies, snapshots that overlap,
// readings, losses and doublings, all from one seed.
#pragma once
#include "core/run/history.h"

namespace cutline::test {

struct RandomRun {
  int steps = 120;
  bool faults = false;
  bool readings = false;
};

inline Scenario random_run_scenario(Dice& dice, uint64_t seed) {
  Scenario scenario;
  const auto count = static_cast<uint32_t>(dice.between(2, 5));
  for (uint32_t index = 0; index < count; ++index)
    scenario.processes.push_back(
        {"P" + std::to_string(index), Value::of(dice.between(20, 100)), 0});
  for (uint32_t from = 0; from < count; ++from)
    for (uint32_t to = 0; to < count; ++to)
      if (from != to && (to == (from + 1) % count || dice.between(0, 1) == 0))
        scenario.channels.push_back({{from}, {to}});
  scenario.traffic = {10 * kMillisecond, 400 * kMillisecond, 50 * kMillisecond, 1500 * kMillisecond,
                      10};
  scenario.seed = seed;
  if (seed % 3 == 2) {  // channels that are made reliable
    scenario.channel_rule = {200, 200, true, 0};
    scenario.fifo = seed % 2 == 0;
  }
  return scenario;
}

// The clock's run with a hand's doings strewn in.
inline History random_run(Scenario scenario, Dice& dice, const RandomRun& how) {
  History history(std::move(scenario));
  const auto last_process = static_cast<int64_t>(history.scenario().processes.size()) - 1;
  const auto last_channel = static_cast<int64_t>(history.scenario().channels.size()) - 1;
  for (int taken = 0; taken < how.steps; ++taken) {
    Choice choice;
    choice.process = {static_cast<uint32_t>(dice.between(0, last_process))};
    choice.channel = {static_cast<uint32_t>(dice.between(0, last_channel))};
    const int64_t what = dice.between(0, 39);
    if (what == 0) choice.act = Act::snapshot;
    if (how.faults && what == 1) choice.act = Act::drop;
    if (how.faults && what == 2) choice.act = Act::duplicate;
    if (how.readings && what == 3) choice.act = Act::read_all;
    if (how.readings && what == 4) choice.act = Act::read_each;
    // A marker that is lost would leave its snapshot open for ever: only transfers are broken.
    const bool breaks = choice.act == Act::drop || choice.act == Act::duplicate;
    const std::vector<Item>& queue = history.world().channels[choice.channel.index].queue;
    const bool fit = !breaks || (!queue.empty() && queue[0].kind == ItemKind::record);
    if (choice.act != Act::local && fit) (void)history.choose(choice);  // refused: no harm
    if (!history.step_forward()) break;
  }
  return history;
}

}  // namespace cutline::test
