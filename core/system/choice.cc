// What may happen next (enabled), and the guard of every rule (why_not).
#include "core/system/choice.h"

#include <algorithm>

#include "core/base/limits.h"
#include "core/base/text.h"

namespace cutline {
namespace {

using Why = std::optional<std::string>;

bool all_ahead_are_records(const std::vector<Item>& queue, uint32_t position) {
  for (uint32_t ahead = 0; ahead < position; ++ahead)
    if (queue[ahead].kind != ItemKind::record) return false;
  return true;
}

// May the receiver take the item at this place? Order only; holds are asked separately.
bool may_take(const Scenario& scenario, const std::vector<Item>& queue, uint32_t position) {
  if (position == 0 || !scenario.keeps_order()) return true;
  return scenario.rule.overtake && queue[position].kind == ItemKind::marker &&
         all_ahead_are_records(queue, position);
}

// May this message be taken off the wire? With FIFO each way keeps its order.
bool may_arrive(const Scenario& scenario, const std::vector<Item>& wire, uint32_t position) {
  if (!scenario.fifo) return true;
  const bool back = wire[position].kind == ItemKind::acknowledgement;
  for (uint32_t ahead = 0; ahead < position; ++ahead)
    if ((wire[ahead].kind == ItemKind::acknowledgement) == back) return false;
  return true;
}

Why why_not_position(size_t position, const std::vector<Item>& items, const std::string& where) {
  if (position < items.size()) return std::nullopt;
  if (items.empty()) return "nothing waits " + where;
  return "only " + count_of(static_cast<int64_t>(items.size()), "message") +
         (items.size() == 1 ? " waits " : " wait ") + where;
}

Why why_not_send(const Scenario& scenario, const World& world, const Choice& choice) {
  if (choice.channel.index >= scenario.channels.size()) return "there is no such channel";
  if (choice.label > scenario.labels.size()) return "there is no such named state";
  const ProcessId sender = scenario.channels[choice.channel.index].from;
  const std::string& name = scenario.processes[sender.index].name;
  for (int64_t part : choice.value.part)
    if (part < 0) return "a transfer is not negative";
  if (!world.processes[sender.index].state.balance.covers(choice.value))
    return name + " has " + std::to_string(world.processes[sender.index].state.balance.part[0]) +
           " and cannot send " + std::to_string(choice.value.part[0]);
  return std::nullopt;
}

// "J holds A>J until B>J's marker is in", of the first snapshot that holds the channel.
std::string why_held(const Scenario& scenario, const World& world, ChannelId channel) {
  const ProcessId receiver = scenario.channels[channel.index].to;
  std::string missing;
  size_t count = 0;
  for (const Snapshot& snapshot : world.snapshots) {
    if (count > 0 || snapshot.complete || !snapshot.channels[channel.index].marker_in) continue;
    for (ChannelId input : channels_to(scenario, receiver)) {
      if (snapshot.channels[input.index].marker_in) continue;
      missing += (count++ == 0 ? "" : ", ") + scenario.channel_name(input);
    }
  }
  return scenario.processes[receiver.index].name + " holds " + scenario.channel_name(channel) +
         " until " + (count == 1 ? missing + "'s marker is in" : "the markers on " + missing +
                                                                     " are in");
}

Why why_not_deliver(const Scenario& scenario, const World& world, const Choice& choice) {
  if (choice.channel.index >= scenario.channels.size()) return "there is no such channel";
  if (choice.label > scenario.labels.size()) return "there is no such named state";
  const std::string name = scenario.channel_name(choice.channel);
  const std::vector<Item>& queue = world.channels[choice.channel.index].queue;
  if (Why why = why_not_position(choice.position, queue, "in channel " + name)) return why;
  if (!may_take(scenario, queue, choice.position))
    return "channel " + name + (scenario.fifo ? " is FIFO" : " is reliable") +
           ": its oldest message comes first";
  if (const Item& item = queue[choice.position]; !has_arrived(world, choice.channel, item))
    return "number " + std::to_string(item.number) + " of channel " + name +
           " has not arrived yet: all up to " +
           std::to_string(world.links[choice.channel.index].arrived) + " are in";
  if (is_held(scenario, world, choice.channel))
    return why_held(scenario, world, choice.channel);
  return std::nullopt;
}

Why why_not_process(const Scenario& scenario, const Choice& choice) {
  if (choice.process.index >= scenario.processes.size()) return "there is no such process";
  return std::nullopt;
}

Why why_not_new_snapshot(const Scenario& scenario, const World& world, const Choice& choice) {
  if (Why why = why_not_process(scenario, choice)) return why;
  if (world.snapshots.size() >= kSnapshotsMax)
    return "a run has at most " + std::to_string(kSnapshotsMax) + " snapshots";
  return std::nullopt;
}

// One or more processes may start a snapshot, each recording by itself (Chandy & Lamport 1985,
// 3.1).
Why why_not_start(const Scenario& scenario, const World& world, const Choice& choice) {
  if (!choice.joins) {
    const auto open = open_snapshot(world);
    if (scenario.algorithm != SnapshotAlgorithm::markers && open)
      return "there are two colours only: " + snapshot_name(*open) + " is not finished yet";
    return why_not_new_snapshot(scenario, world, choice);
  }
  if (Why why = why_not_process(scenario, choice)) return why;
  const auto open = open_snapshot(world);
  if (!open) return "no snapshot is under way";
  if (world.snapshots[open->index].processes[choice.process.index].recorded)
    return scenario.processes[choice.process.index].name + " has recorded its state already";
  return std::nullopt;
}

// A reading of everything (read_all, read_each) starts a snapshot of its own.
Why why_not_new_reading(const Scenario& scenario, const World& world, const Choice& choice) {
  if (const auto open = open_reading(world))
    return "the reading " + snapshot_name(*open) + " is not finished yet";
  return why_not_new_snapshot(scenario, world, choice);
}

// A single reading belongs to the one that is under way; else it starts one.
Why why_not_read(const Scenario& scenario, const World& world, const Choice& choice) {
  if (Why why = why_not_process(scenario, choice)) return why;
  const auto open = open_reading(world);
  if (!open) return why_not_new_snapshot(scenario, world, choice);
  if (world.snapshots[open->index].processes[choice.process.index].recorded)
    return scenario.processes[choice.process.index].name + " has been read already";
  return std::nullopt;
}

Why why_not_read_channel(const Scenario& scenario, const World& world, const Choice& choice) {
  if (choice.channel.index >= scenario.channels.size()) return "there is no such channel";
  const auto open = open_reading(world);
  if (!open) return why_not_new_snapshot(scenario, world, choice);
  if (world.snapshots[open->index].channels[choice.channel.index].marker_in)
    return scenario.channel_name(choice.channel) + " has been read already";
  return std::nullopt;
}

Why why_not_item(const Scenario& scenario, const World& world, const Choice& choice) {
  if (choice.channel.index >= scenario.channels.size()) return "there is no such channel";
  const std::string name = scenario.channel_name(choice.channel);
  if (!world.links.empty())
    return why_not_position(choice.position, world.links[choice.channel.index].wire,
                            "on the wire of channel " + name);
  return why_not_position(choice.position, world.channels[choice.channel.index].queue,
                          "in channel " + name);
}

Why why_not_link(const Scenario& scenario, const World& world, const Choice& choice) {
  if (choice.channel.index >= scenario.channels.size()) return "there is no such channel";
  if (world.links.empty())
    return "channels are not reliable here: nothing is numbered or acknowledged";
  return std::nullopt;
}

Why why_not_arrive(const Scenario& scenario, const World& world, const Choice& choice) {
  if (Why why = why_not_link(scenario, world, choice)) return why;
  if (Why why = why_not_item(scenario, world, choice)) return why;
  if (may_arrive(scenario, world.links[choice.channel.index].wire, choice.position))
    return std::nullopt;
  return "the wire of channel " + scenario.channel_name(choice.channel) +
         " is FIFO: the oldest message each way comes first";
}

Why why_not_retransmit(const Scenario& scenario, const World& world, const Choice& choice) {
  if (Why why = why_not_link(scenario, world, choice)) return why;
  if (!world.links[choice.channel.index].unacknowledged.empty()) return std::nullopt;
  const ProcessId sender = scenario.channels[choice.channel.index].from;
  return scenario.processes[sender.index].name + " has nothing unacknowledged on channel " +
         scenario.channel_name(choice.channel);
}

Why why_not_markers(const Scenario& scenario, const World& world, const Choice& choice) {
  if (Why why = why_not_process(scenario, choice)) return why;
  for (const Snapshot& snapshot : world.snapshots)
    if (snapshot.processes[choice.process.index].markers_owed) return std::nullopt;
  return scenario.processes[choice.process.index].name + " owes no markers";
}

// What may become of a message: `act` if it arrives, or its loss or doubling.
void add_fates(const Scenario& scenario, const Item& item, Choice choice, bool may_arrive,
               std::vector<Choice>& out) {
  const ChannelRule& rule = scenario.channel_rule;
  const auto add = [&](Act act, Fate fate) {
    choice.act = act;
    choice.unlikely = item.fate != fate;
    out.push_back(choice);
  };
  if (may_arrive) add(choice.act, Fate::arrives);
  if (rule.loss > 0 || item.fate == Fate::lost) add(Act::drop, Fate::lost);
  if ((rule.duplication > 0 && !item.copied) || item.fate == Fate::doubled)
    add(Act::duplicate, Fate::doubled);
}

Choice item_choice(const World& world, Act act, ChannelId channel, uint32_t position,
                   const Item& item) {
  Choice choice;
  choice.act = act;
  choice.channel = channel;
  choice.position = position;
  choice.at = std::max(world.now, item.due);
  choice.order = item.order;
  return choice;
}

void add_deliveries(const Scenario& scenario, const World& world, ChannelId channel,
                    std::vector<Choice>& out) {
  const bool held = is_held(scenario, world, channel);
  const ChannelRule& rule = scenario.channel_rule;
  const bool safe = !world.links.empty() || (rule.loss == 0 && rule.duplication == 0);
  if (held && safe) return;
  const std::vector<Item>& queue = world.channels[channel.index].queue;
  for (uint32_t position = 0; position < queue.size(); ++position) {
    const Item& item = queue[position];
    const bool may = !held && may_take(scenario, queue, position) &&
                     has_arrived(world, channel, item);
    const Choice choice = item_choice(world, Act::deliver, channel, position, item);
    if (!safe) add_fates(scenario, item, choice, may, out);
    else if (may) out.push_back(choice);
  }
}

void add_link(const Scenario& scenario, const World& world, ChannelId channel,
              std::vector<Choice>& out) {
  const ReliableLink& link = world.links[channel.index];
  for (uint32_t position = 0; position < link.wire.size(); ++position)
    add_fates(scenario, link.wire[position],
              item_choice(world, Act::arrive, channel, position, link.wire[position]),
              may_arrive(scenario, link.wire, position), out);
  if (link.unacknowledged.empty()) return;
  Choice choice;
  choice.act = Act::retransmit;
  choice.channel = channel;
  choice.at = std::max(world.now, link.timer_due);
  choice.order = link.timer_order;
  out.push_back(choice);
}

void add_planned_send(const World& world, ProcessId process, std::vector<Choice>& out) {
  const Process& sender = world.processes[process.index];
  const int64_t balance = sender.state.balance.part[0];
  if (!sender.plan.armed || balance <= 0) return;
  Choice choice;
  choice.act = Act::send;
  choice.process = process;
  choice.channel = sender.plan.channel;
  choice.value = Value::of(std::min(sender.plan.amount, balance));
  choice.at = std::max(world.now, sender.plan.due);
  choice.order = sender.plan.order;
  out.push_back(choice);
}

void add_planned_reads(const World& world, std::vector<Choice>& out) {
  for (const Snapshot& snapshot : world.snapshots)
    for (uint32_t index = 0; index < snapshot.processes.size(); ++index) {
      const ProcessRecording& recording = snapshot.processes[index];
      if (!recording.read_planned || (recording.recorded && !recording.markers_owed)) continue;
      Choice choice;
      const bool by_colors = snapshot.kind == SnapshotKind::colors;
      choice.act = by_colors ? Act::snapshot : Act::read;
      if (recording.markers_owed) choice.act = Act::markers;
      choice.joins = by_colors;
      choice.process = {index};
      choice.at = std::max(world.now, recording.read_due);
      choice.order = recording.read_order;
      out.push_back(choice);
    }
}

}  // namespace

std::vector<Choice> enabled(const Scenario& scenario, const World& world) {
  std::vector<Choice> out;
  for (uint32_t index = 0; index < world.processes.size(); ++index)
    add_planned_send(world, {index}, out);
  for (uint32_t index = 0; index < world.channels.size(); ++index)
    add_deliveries(scenario, world, {index}, out);
  for (uint32_t index = 0; index < world.links.size(); ++index)
    add_link(scenario, world, {index}, out);
  add_planned_reads(world, out);
  return out;
}

std::optional<std::string> why_not(const Scenario& scenario, const World& world,
                                   const Choice& choice) {
  if (choice.at < world.now) return "that time is past";
  if (world.step >= kStepsMax)
    return "a run has at most " + std::to_string(kStepsMax) + " steps: reset it, or step back";
  switch (choice.act) {
    case Act::send: return why_not_send(scenario, world, choice);
    case Act::deliver: return why_not_deliver(scenario, world, choice);
    case Act::snapshot:
    case Act::record_only: return why_not_start(scenario, world, choice);
    case Act::read_all:
    case Act::read_each: return why_not_new_reading(scenario, world, choice);
    case Act::read: return why_not_read(scenario, world, choice);
    case Act::read_channel: return why_not_read_channel(scenario, world, choice);
    case Act::markers: return why_not_markers(scenario, world, choice);
    case Act::local: return why_not_process(scenario, choice);
    case Act::drop:
    case Act::duplicate: return why_not_item(scenario, world, choice);
    case Act::arrive: return why_not_arrive(scenario, world, choice);
    case Act::retransmit: return why_not_retransmit(scenario, world, choice);
  }
  return "there is no such act";
}

}  // namespace cutline
