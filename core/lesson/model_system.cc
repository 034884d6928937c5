// The system's read model: who has what, what waits where, and what may be done about it.
#include <algorithm>

#include "core/lesson/command.h"
#include "core/lesson/lab_model.h"
#include "core/lesson/words.h"
#include "core/system/choice.h"

namespace cutline {
namespace {

std::string planned_text(const Scenario& scenario, const World& world, ProcessId id) {
  const Process& process = world.processes[id.index];
  if (!process.plan.armed) return "";
  const int64_t amount = std::min(process.plan.amount, process.state.balance.part[0]);
  if (amount <= 0) return "has nothing to send";
  const ProcessId to = scenario.channels[process.plan.channel.index].to;
  return "sends " + std::to_string(amount) + " to " + scenario.processes[to.index].name + " at " +
         time_text(std::max(world.now, process.plan.due));
}

ProcessModel build_process(const History& history, ProcessId id,
                           std::optional<SnapshotId> snapshot) {
  const Scenario& scenario = history.scenario();
  const World& world = history.world();
  const ProcessState& state = world.processes[id.index].state;
  ProcessModel model;
  model.name = scenario.processes[id.index].name;
  model.balance = amount_text(state.balance);
  if (state.label < scenario.labels.size()) model.label = scenario.labels[state.label];
  model.next = planned_text(scenario, world, id);
  if (!snapshot) return model;
  const ProcessRecording& recording = world.snapshots[snapshot->index].processes[id.index];
  model.recorded = recording.recorded;
  if (!recording.recorded) return model;
  model.recorded_balance = amount_text(recording.state.balance);
  model.recorded_at = time_text(recording.at);
  return model;
}

std::string recording_text(const Scenario& scenario, const Snapshot& snapshot, ChannelId id) {
  if (snapshot.kind == SnapshotKind::uncoordinated)
    return snapshot.channels[id.index].marker_in ? "final" : "";
  if (snapshot.channels[id.index].goes_on && !snapshot.complete) return "recording";
  if (is_channel_final(scenario, snapshot, id)) return "final";
  const ProcessId receiver = scenario.channels[id.index].to;
  return snapshot.processes[receiver.index].recorded ? "recording" : "not yet";
}

uint32_t count_on_wire(const ReliableLink& link, uint32_t number) {
  return static_cast<uint32_t>(
      std::count_if(link.wire.begin(), link.wire.end(), [&](const Item& item) {
        return item.kind != ItemKind::acknowledgement && item.number == number;
      }));
}

// Where a message of a reliable channel is to be found, which is counted once all the same.
std::string place_text(const ReliableLink& link, uint32_t number) {
  if (number <= link.arrived) return "has arrived";
  if (std::binary_search(link.early.begin(), link.early.end(), number))
    return "waits for number " + std::to_string(link.arrived + 1);
  const uint32_t copies = count_on_wire(link, number);
  if (copies == 0) return "waits to be sent again";
  return copies == 1 ? "on the wire" : "on the wire " + std::to_string(copies) + " times";
}

std::string message_name(const Item& item) {
  if (item.kind == ItemKind::acknowledgement) return "ack " + std::to_string(item.number);
  return item.kind == ItemKind::marker ? snapshot_name(item.snapshot) : record_name(item.record);
}

void add_link(const World& world, const ReliableLink& link, ChannelModel& model) {
  model.reliable = true;
  model.arrived = link.arrived;
  model.early = link.early;
  for (const Item& item : link.wire)
    model.wire.push_back({message_name(item), item.kind == ItemKind::marker,
                          item.kind == ItemKind::acknowledgement, item.number,
                          time_text(std::max(world.now, item.due))});
  for (const ReliableLink::Unacknowledged& each : link.unacknowledged)
    model.unacknowledged.push_back(
        {message_name(each.message), each.message.number, each.transmissions});
  if (!link.unacknowledged.empty())
    model.time_out = time_text(std::max(world.now, link.timer_due));
}

ChannelModel build_channel(const History& history, ChannelId id,
                           std::optional<SnapshotId> snapshot,
                           const std::vector<std::string>& states) {
  const Scenario& scenario = history.scenario();
  const World& world = history.world();
  ChannelModel model;
  model.name = scenario.channel_name(id);
  model.from = scenario.channels[id.index].from.index;
  model.to = scenario.channels[id.index].to.index;
  model.held = is_held(scenario, world, id);
  for (const Item& item : world.channels[id.index].queue) {
    ItemModel each;
    each.marker = item.kind == ItemKind::marker;
    each.name = message_name(item);
    if (has_arrived(world, id, item)) each.due = time_text(std::max(world.now, item.due));
    if (!world.links.empty()) {
      each.number = item.number;
      each.place = place_text(world.links[id.index], item.number);
    }
    if (!each.marker) {
      each.amount = amount_text(world.records[item.record.index].value);
      each.state = states[item.record.index];
    }
    model.queue.push_back(std::move(each));
  }
  if (!world.links.empty()) add_link(world, world.links[id.index], model);
  if (!snapshot) return model;
  const Snapshot& shown = world.snapshots[snapshot->index];
  model.recording = recording_text(scenario, shown, id);
  model.recorded = record_names(shown.channels[id.index].records);
  return model;
}

}  // namespace

SystemModel build_system(const History& history, std::optional<SnapshotId> snapshot) {
  const std::vector<std::string> states =
      record_states(history.scenario(), history.world(), snapshot);
  SystemModel model;
  model.unit = history.scenario().unit;
  for (uint32_t index = 0; index < history.world().processes.size(); ++index)
    model.processes.push_back(build_process(history, {index}, snapshot));
  for (uint32_t index = 0; index < history.world().channels.size(); ++index)
    model.channels.push_back(build_channel(history, {index}, snapshot, states));
  return model;
}

}  // namespace cutline
