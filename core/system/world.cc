#include "core/system/world.h"

#include "core/base/check.h"
#include "core/base/fingerprint.h"
#include "core/system/traffic.h"

namespace cutline {
namespace {

void add(Fingerprint& out, const Value& value) {
  for (int64_t part : value.part) out.add(static_cast<uint64_t>(part));
}

void add(Fingerprint& out, const ProcessState& state) {
  add(out, state.balance);
  out.add(state.label);
  out.add(state.received);
}

void add(Fingerprint& out, const std::vector<RecordId>& records) {
  out.add(records.size());
  for (RecordId record : records) out.add(record.index);
}

void add(Fingerprint& out, const Process& process) {
  add(out, process.state);
  const SendPlan& plan = process.plan;
  out.add(plan.armed);
  out.add(static_cast<uint64_t>(plan.due));
  out.add(plan.channel.index);
  out.add(static_cast<uint64_t>(plan.amount));
  out.add(plan.order);
}

void add(Fingerprint& out, const Item& item) {
  out.add(static_cast<uint64_t>(item.kind) + 4 * static_cast<uint64_t>(item.fate) +
          16 * static_cast<uint64_t>(item.copied) + 32 * static_cast<uint64_t>(item.number));
  out.add(item.kind == ItemKind::record ? item.record.index : item.snapshot.index);
  out.add(static_cast<uint64_t>(item.due));
  out.add(item.order);
}

void add(Fingerprint& out, const Channel& channel) {
  out.add(channel.queue.size());
  for (const Item& item : channel.queue) add(out, item);
  add(out, channel.sent);
  add(out, channel.received);
}

void add(Fingerprint& out, const ReliableLink& link) {
  out.add(link.last_number);
  out.add(link.unacknowledged.size());
  for (const ReliableLink::Unacknowledged& each : link.unacknowledged) {
    add(out, each.message);
    out.add(each.transmissions);
  }
  out.add(static_cast<uint64_t>(link.timer_due));
  out.add(link.timer_order);
  out.add(link.wire.size());
  for (const Item& item : link.wire) add(out, item);
  out.add(link.arrived);
  out.add(link.early.size());
  for (uint32_t number : link.early) out.add(number);
}

void add(Fingerprint& out, const ChannelFault& fault) {
  out.add(static_cast<uint64_t>(fault.kind) + 4 * static_cast<uint64_t>(fault.doubled));
  out.add(fault.channel.index);
  out.add(fault.kind == ItemKind::record ? fault.record.index : fault.snapshot.index);
}

void add(Fingerprint& out, const Snapshot& snapshot) {
  out.add(static_cast<uint64_t>(snapshot.kind));
  out.add(snapshot.initiator.index);
  out.add(static_cast<uint64_t>(snapshot.started_at));
  out.add(snapshot.started_step);
  out.add(snapshot.complete);
  out.add(static_cast<uint64_t>(snapshot.completed_at));
  out.add(snapshot.completed_step);
  for (const ProcessRecording& recording : snapshot.processes) {
    out.add(recording.recorded);
    out.add(recording.markers_owed);
    add(out, recording.state);
    out.add(static_cast<uint64_t>(recording.at));
    out.add(recording.step);
    out.add(recording.read_planned);
    out.add(static_cast<uint64_t>(recording.read_due));
    out.add(recording.read_order);
  }
  for (const ChannelRecording& recording : snapshot.channels) {
    out.add(static_cast<uint64_t>(recording.marker_in) + 2 * recording.goes_on);
    out.add(recording.sent_at_cut);
    out.add(recording.received_at_cut);
    add(out, recording.records);
  }
}

}  // namespace

World start_world(const Scenario& scenario) {
  CUTLINE_CHECK(!why_unusable(scenario), "a world starts from a scenario that was found usable");
  World world;
  world.dice = Dice(scenario.seed);
  world.channels.resize(scenario.channels.size());
  if (scenario.channel_rule.reliable) world.links.resize(scenario.channels.size());
  for (const ProcessSetup& setup : scenario.processes)
    world.processes.push_back({{setup.balance, setup.label, 0}, {}});
  for (uint32_t index = 0; index < scenario.processes.size(); ++index)
    plan_send(scenario, world, {index});
  return world;
}

uint64_t fingerprint(const World& world) {
  Fingerprint out;
  out.add(static_cast<uint64_t>(world.now));
  out.add(world.step);
  out.add(world.next_order);
  out.add(world.dice.state());
  out.add(world.processes.size());
  for (const Process& process : world.processes) add(out, process);
  out.add(world.channels.size());
  for (const Channel& channel : world.channels) add(out, channel);
  out.add(world.records.size());
  for (const Record& record : world.records) {
    out.add(record.channel.index);
    add(out, record.value);
  }
  out.add(world.snapshots.size());
  for (const Snapshot& snapshot : world.snapshots) add(out, snapshot);
  for (const ReliableLink& link : world.links) add(out, link);
  for (const ChannelFault& fault : world.faults) add(out, fault);
  add(out, world.dropped);
  add(out, world.duplicated);
  return out.value();
}

MarkerProgress progress_of(const Scenario& scenario, const Snapshot& snapshot, ProcessId process) {
  MarkerProgress progress;
  progress.recorded = snapshot.processes[process.index].recorded;
  for (uint32_t index = 0; index < scenario.channels.size(); ++index)
    if (scenario.channels[index].to == process) {
      ++progress.inputs;
      if (snapshot.channels[index].marker_in) ++progress.markers_in;
    }
  return progress;
}

std::optional<SnapshotId> open_reading(const World& world) {
  for (uint32_t index = 0; index < world.snapshots.size(); ++index)
    if (world.snapshots[index].kind == SnapshotKind::uncoordinated &&
        !world.snapshots[index].complete)
      return SnapshotId{index};
  return std::nullopt;
}

std::optional<SnapshotId> open_snapshot(const World& world) {
  for (auto index = static_cast<uint32_t>(world.snapshots.size()); index-- > 0;)
    if (world.snapshots[index].kind != SnapshotKind::uncoordinated &&
        !world.snapshots[index].complete)
      return SnapshotId{index};
  return std::nullopt;
}

bool is_white(const World& world, const Snapshot& snapshot, RecordId record) {
  const ChannelId channel = world.records[record.index].channel;
  const uint32_t sent_at_cut = snapshot.channels[channel.index].sent_at_cut;
  // The sent log rises, so the last white record tells for all.
  return sent_at_cut > 0 && record <= world.channels[channel.index].sent[sent_at_cut - 1];
}

bool is_channel_final(const Scenario& scenario, const Snapshot& snapshot, ChannelId channel) {
  const ChannelSetup& setup = scenario.channels[channel.index];
  const ChannelRecording& recording = snapshot.channels[channel.index];
  if (snapshot.kind == SnapshotKind::markers) return recording.marker_in;
  if (!snapshot.processes[setup.from.index].recorded ||
      !snapshot.processes[setup.to.index].recorded)
    return false;
  return snapshot.kind == SnapshotKind::uncoordinated ||
         recording.received_at_cut + recording.records.size() >= recording.sent_at_cut;
}

int64_t white_counter(const Scenario& scenario, const Snapshot& snapshot, ProcessId process) {
  int64_t count = 0;
  for (uint32_t index = 0; index < scenario.channels.size(); ++index) {
    if (scenario.channels[index].from == process) count += snapshot.channels[index].sent_at_cut;
    if (scenario.channels[index].to == process) count -= snapshot.channels[index].received_at_cut;
  }
  return count;
}

bool is_held(const Scenario& scenario, const World& world, ChannelId channel) {
  const ProcessId receiver = scenario.channels[channel.index].to;
  for (const Snapshot& snapshot : world.snapshots) {
    if (snapshot.kind != SnapshotKind::markers || snapshot.complete) continue;
    const bool marker_in = snapshot.channels[channel.index].marker_in;
    if (holds(scenario.rule, progress_of(scenario, snapshot, receiver), marker_in)) return true;
  }
  return false;
}

bool has_arrived(const World& world, ChannelId channel, const Item& message) {
  return world.links.empty() || message.number <= world.links[channel.index].arrived;
}

std::string record_name(RecordId record) { return "T" + std::to_string(record.index + 1); }
std::string snapshot_name(SnapshotId snapshot) { return "S" + std::to_string(snapshot.index + 1); }

}  // namespace cutline
