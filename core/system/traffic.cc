#include "core/system/traffic.h"

#include "core/base/limits.h"

namespace cutline {

void plan_send(const Scenario& scenario, World& world, ProcessId process) {
  const Traffic& traffic = scenario.traffic;
  const std::vector<ChannelId> outputs = channels_from(scenario, process);
  SendPlan& plan = world.processes[process.index].plan;
  plan = {};
  if (traffic.send_interval_max == 0 || outputs.empty()) return;
  plan.armed = true;
  plan.due = world.now + world.dice.between(traffic.send_interval_min, traffic.send_interval_max);
  plan.channel = outputs[world.dice.between(0, static_cast<int64_t>(outputs.size()) - 1)];
  plan.amount = world.dice.between(1, traffic.amount_max);
  plan.order = world.next_order++;
}

Tick draw_delay(const Scenario& scenario, World& world) {
  return world.dice.between(scenario.traffic.delay_min, scenario.traffic.delay_max);
}

Fate draw_fate(const Scenario& scenario, World& world) {
  const auto happens = [&](int64_t per_mille) {
    return per_mille > 0 && world.dice.between(1, kPerMille) <= per_mille;
  };
  if (happens(scenario.channel_rule.loss)) return Fate::lost;
  return happens(scenario.channel_rule.duplication) ? Fate::doubled : Fate::arrives;
}

}  // namespace cutline
