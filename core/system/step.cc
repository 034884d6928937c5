#include "core/system/step.h"

#include "core/base/check.h"
#include "core/system/stepping.h"

namespace cutline {

void Stepping::send(const Choice& choice) {
  const ProcessId sender = scenario_.channels[choice.channel.index].from;
  Process& process = world_.processes[sender.index];
  const RecordId record{static_cast<uint32_t>(world_.records.size())};
  const bool planned = process.plan.armed && process.plan.order == choice.order &&
                       process.plan.channel == choice.channel && choice.at >= process.plan.due;

  process.state.balance -= choice.value;
  if (choice.label != kKeepLabel) process.state.label = choice.label - 1;
  world_.records.push_back({choice.channel, choice.value});
  world_.channels[choice.channel.index].sent.push_back(record);
  Item item;
  item.record = record;
  const uint32_t number = put(choice.channel, item);
  if (planned) plan_send(scenario_, world_, sender);

  Effect& effect = report(EffectKind::sent);
  effect.process = sender;
  effect.channel = choice.channel;
  effect.record = record;
  effect.number = number;
  effect.value = choice.value;
}

void Stepping::deliver(const Choice& choice) {
  std::vector<Item>& queue = world_.channels[choice.channel.index].queue;
  const Item item = queue[choice.position];
  if (item.kind == ItemKind::marker) {
    deliver_marker(choice.channel, item.snapshot, choice.position);
    return;
  }
  queue.erase(queue.begin() + choice.position);
  deliver_record(choice.channel, item.record);
  const ProcessId receiver = scenario_.channels[choice.channel.index].to;
  if (choice.label != kKeepLabel) world_.processes[receiver.index].state.label = choice.label - 1;
}

void Stepping::deliver_record(ChannelId channel, RecordId record) {
  const ProcessId receiver = scenario_.channels[channel.index].to;
  if (scenario_.algorithm != SnapshotAlgorithm::markers) record_before_red(channel, record);
  Effect& effect = report(EffectKind::received);
  effect.process = receiver;
  effect.channel = channel;
  effect.record = record;
  effect.value = world_.records[record.index].value;
  if (scenario_.algorithm == SnapshotAlgorithm::markers) count_by_markers(channel, record);
  ProcessState& state = world_.processes[receiver.index].state;
  state.balance += world_.records[record.index].value;
  state.received += 1;
  world_.channels[channel.index].received.push_back(record);
  if (scenario_.algorithm != SnapshotAlgorithm::markers) count_by_colors(channel, record);
}

std::vector<Effect> step(const Scenario& scenario, World& world, const Choice& choice) {
  CUTLINE_CHECK(!why_not(scenario, world, choice), "step() was given a possible choice");
  world.now = choice.at;
  world.step += 1;
  Stepping stepping(scenario, world);
  switch (choice.act) {
    case Act::send: stepping.send(choice); break;
    case Act::deliver: stepping.deliver(choice); break;
    case Act::snapshot:
    case Act::record_only: stepping.start_snapshot(choice); break;
    case Act::read: stepping.read(choice.process); break;
    case Act::read_channel: stepping.read_channel(choice.channel); break;
    case Act::read_all: stepping.read_all(choice.process); break;
    case Act::read_each: stepping.read_each(choice.process); break;
    case Act::markers: stepping.send_owed_markers(choice.process); break;
    case Act::local: stepping.local(choice.process); break;
    case Act::drop: stepping.drop(choice); break;
    case Act::duplicate: stepping.duplicate(choice); break;
    case Act::arrive: stepping.arrive(choice); break;
    case Act::retransmit: stepping.retransmit(choice.channel); break;
  }
  return std::move(stepping.effects);
}

}  // namespace cutline
