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
  if (position == 0 || !scenario.fifo) return true;
  return scenario.rule.overtake && queue[position].kind == ItemKind::marker &&
         all_ahead_are_records(queue, position);
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

Why why_not_deliver(const Scenario& scenario, const World& world, const Choice& choice) {
  if (choice.channel.index >= scenario.channels.size()) return "there is no such channel";
  if (choice.label > scenario.labels.size()) return "there is no such named state";
  const std::string name = scenario.channel_name(choice.channel);
  const std::vector<Item>& queue = world.channels[choice.channel.index].queue;
  if (queue.empty()) return "nothing waits in channel " + name;
  if (choice.position >= queue.size())
    return "only " + count_of(static_cast<int64_t>(queue.size()), "message") +
           " wait in channel " + name;
  if (!may_take(scenario, queue, choice.position))
    return "channel " + name + " is FIFO: its oldest message comes first";
  if (is_held(scenario, world, choice.channel)) {
    const ProcessId receiver = scenario.channels[choice.channel.index].to;
    return scenario.processes[receiver.index].name + " holds " + name +
           " until the other markers are in";
  }
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
  const std::vector<Item>& queue = world.channels[choice.channel.index].queue;
  if (choice.position < queue.size()) return std::nullopt;
  return queue.empty() ? "nothing waits in channel " + scenario.channel_name(choice.channel)
                       : "only " + count_of(static_cast<int64_t>(queue.size()), "message") +
                             " wait in channel " + scenario.channel_name(choice.channel);
}

Why why_not_markers(const Scenario& scenario, const World& world, const Choice& choice) {
  if (Why why = why_not_process(scenario, choice)) return why;
  for (const Snapshot& snapshot : world.snapshots)
    if (snapshot.processes[choice.process.index].markers_owed) return std::nullopt;
  return scenario.processes[choice.process.index].name + " owes no markers";
}

void add_deliveries(const Scenario& scenario, const World& world, ChannelId channel,
                    std::vector<Choice>& out) {
  if (is_held(scenario, world, channel)) return;
  const std::vector<Item>& queue = world.channels[channel.index].queue;
  for (uint32_t position = 0; position < queue.size(); ++position) {
    if (!may_take(scenario, queue, position)) continue;
    Choice choice;
    choice.act = Act::deliver;
    choice.channel = channel;
    choice.position = position;
    choice.at = std::max(world.now, queue[position].due);
    choice.order = queue[position].order;
    out.push_back(choice);
  }
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
  }
  return "there is no such act";
}

}  // namespace cutline
