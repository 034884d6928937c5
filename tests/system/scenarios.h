// Small systems that several tests share.
#pragma once
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "core/system/choice.h"
#include "core/system/scenario.h"
#include "core/system/step.h"
#include "core/system/world.h"

namespace cutline::test {

// Processes "A", "B", … with these balances and a channel each way between all of them; no traffic.
inline Scenario mesh(std::initializer_list<int64_t> balances) {
  Scenario scenario;
  scenario.name = "mesh";
  for (int64_t balance : balances) {
    const char name = static_cast<char>('A' + scenario.processes.size());
    scenario.processes.push_back({std::string(1, name), Value::of(balance), 0});
  }
  const auto count = static_cast<uint32_t>(scenario.processes.size());
  for (uint32_t from = 0; from < count; ++from)
    for (uint32_t to = 0; to < count; ++to)
      if (from != to) scenario.channels.push_back({{from}, {to}});
  return scenario;
}

// The mesh with transfers of its own, several in flight at a time.
inline Scenario busy_mesh(std::initializer_list<int64_t> balances, uint64_t seed) {
  Scenario scenario = mesh(balances);
  scenario.traffic = {100 * kMillisecond, 400 * kMillisecond, 50 * kMillisecond,
                      900 * kMillisecond, 20};
  scenario.seed = seed;
  return scenario;
}

// A world with its scenario, driven by hand.
struct Hand {
  Scenario scenario;
  World world;

  explicit Hand(Scenario with) : scenario(std::move(with)), world(start_world(scenario)) {}

  ChannelId channel(std::string_view name) const {
    const auto found = find_channel(scenario, name);
    CUTLINE_CHECK(found.has_value(), "the test names a channel that is there");
    return *found;
  }
  ProcessId process(std::string_view name) const {
    const auto found = find_process(scenario, name);
    CUTLINE_CHECK(found.has_value(), "the test names a process that is there");
    return *found;
  }
  Choice choice(Act act, std::string_view where, uint32_t position = 0) const {
    Choice made;
    made.act = act;
    made.position = position;
    made.at = world.now;
    if (where.find('>') != std::string_view::npos) made.channel = channel(where);
    else made.process = process(where);
    return made;
  }
  std::vector<Effect> act(Act act, std::string_view where, uint32_t position = 0) {
    return step(scenario, world, choice(act, where, position));
  }
  std::vector<Effect> send(std::string_view where, int64_t amount) {
    Choice made = choice(Act::send, where);
    made.value = Value::of(amount);
    return step(scenario, world, made);
  }
  std::string refusal(const Choice& made) const {
    return why_not(scenario, world, made).value_or("");
  }
  int64_t balance(std::string_view name) const {
    return world.processes[process(name).index].state.balance.part[0];
  }
};

}  // namespace cutline::test
