#include "core/system/step.h"

#include "core/base/check.h"
#include "core/system/traffic.h"

namespace cutline {
namespace {

// One step under way: the world it changes and the effects so far.
class Stepping {
 public:
  Stepping(const Scenario& scenario, World& world) : scenario_(scenario), world_(world) {}

  void send(const Choice& choice);
  void deliver(const Choice& choice);
  SnapshotId start(SnapshotKind kind, ProcessId initiator);
  void start_snapshot(const Choice& choice);
  void start_by_markers(const Choice& choice);
  void start_by_colors(const Choice& choice);
  void read(ProcessId process);
  void read_channel(ChannelId channel);
  void read_all(ProcessId first);
  void read_each(ProcessId first);
  void send_owed_markers(ProcessId process);
  void local(ProcessId process) { report(EffectKind::local_event).process = process; }
  void drop(const Choice& choice);
  void duplicate(const Choice& choice);

  std::vector<Effect> effects;

 private:
  Effect& report(EffectKind kind) {
    effects.push_back({});
    effects.back().kind = kind;
    return effects.back();
  }
  void report_snapshot(EffectKind kind, ProcessId process, SnapshotId snapshot) {
    Effect& effect = report(kind);
    effect.process = process;
    effect.snapshot = snapshot;
  }
  Item post(Item item) {  // into a channel: draws its delay, gives it its turn
    item.due = world_.now + draw_delay(scenario_, world_);
    item.order = world_.next_order++;
    return item;
  }
  void deliver_record(ChannelId channel, RecordId record);
  void count_by_markers(ChannelId channel, RecordId record);
  void count_by_colors(ChannelId channel, RecordId record);
  void deliver_marker(ChannelId channel, SnapshotId id, uint32_t overtaken);
  void record_before_red(ChannelId channel, RecordId record);
  Tick plan_reading(ProcessId process, SnapshotId id, Tick from);
  void record_state(ProcessId process, SnapshotId id);
  void record_in_channel(ChannelId channel, RecordId record, SnapshotId id);
  void send_markers(ProcessId process, SnapshotId id);
  void complete_if_done(SnapshotId id);
  Snapshot& snapshot(SnapshotId id) { return world_.snapshots[id.index]; }

  const Scenario& scenario_;
  World& world_;
};

void Stepping::send(const Choice& choice) {
  const ProcessId sender = scenario_.channels[choice.channel.index].from;
  Process& process = world_.processes[sender.index];
  Channel& channel = world_.channels[choice.channel.index];
  const RecordId record{static_cast<uint32_t>(world_.records.size())};
  const bool planned = process.plan.armed && process.plan.order == choice.order &&
                       process.plan.channel == choice.channel && choice.at >= process.plan.due;

  process.state.balance -= choice.value;
  if (choice.label != kKeepLabel) process.state.label = choice.label - 1;
  world_.records.push_back({choice.channel, choice.value});
  channel.sent.push_back(record);
  Item item;
  item.record = record;
  channel.queue.push_back(post(item));
  if (planned) plan_send(scenario_, world_, sender);

  Effect& effect = report(EffectKind::sent);
  effect.process = sender;
  effect.channel = choice.channel;
  effect.record = record;
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

// Is the record channel state of the snapshots by markers that are under way?
void Stepping::count_by_markers(ChannelId channel, RecordId record) {
  const ProcessId receiver = scenario_.channels[channel.index].to;
  for (uint32_t index = 0; index < world_.snapshots.size(); ++index) {
    const Snapshot& each = world_.snapshots[index];
    if (each.kind != SnapshotKind::markers || each.complete) continue;
    const MarkerProgress progress = progress_of(scenario_, each, receiver);
    if (records_channel(scenario_.rule, progress, each.channels[channel.index].marker_in))
      record_in_channel(channel, record, {index});
  }
}

// Lai & Yang 1987: a white process records before it takes a red message.
void Stepping::record_before_red(ChannelId channel, RecordId record) {
  const auto open = open_snapshot(world_);
  if (!open) return;
  const ProcessId sender = scenario_.channels[channel.index].from;
  const ProcessId receiver = scenario_.channels[channel.index].to;
  const bool red = snapshot(*open).processes[sender.index].recorded &&
                   !is_white(world_, snapshot(*open), record);
  if (red && !snapshot(*open).processes[receiver.index].recorded) record_state(receiver, *open);
}

// A white message that a red process takes was in flight at the cut.
void Stepping::count_by_colors(ChannelId channel, RecordId record) {
  const auto open = open_snapshot(world_);
  if (!open) return;
  const ProcessId sender = scenario_.channels[channel.index].from;
  const ProcessId receiver = scenario_.channels[channel.index].to;
  const bool white = !snapshot(*open).processes[sender.index].recorded ||
                     is_white(world_, snapshot(*open), record);
  if (white && snapshot(*open).processes[receiver.index].recorded)
    record_in_channel(channel, record, *open);
  complete_if_done(*open);
}

// Chandy & Lamport 1985, section 3.1, marker-receiving rule; and the other rows of the table.
void Stepping::deliver_marker(ChannelId channel, SnapshotId id, uint32_t overtaken) {
  const ProcessId receiver = scenario_.channels[channel.index].to;
  std::vector<Item>& queue = world_.channels[channel.index].queue;
  Effect& effect = report(EffectKind::marker_received);
  effect.process = receiver;
  effect.channel = channel;
  effect.snapshot = id;

  snapshot(id).channels[channel.index].marker_in = true;
  if (records_state(scenario_.rule, progress_of(scenario_, snapshot(id), receiver), false)) {
    record_state(receiver, id);
    send_markers(receiver, id);
  }
  const MarkerProgress progress = progress_of(scenario_, snapshot(id), receiver);
  if (scenario_.rule.overtake && scenario_.rule.record && progress.recorded)
    for (uint32_t ahead = 0; ahead < overtaken; ++ahead)
      if (queue[ahead].kind == ItemKind::record)
        record_in_channel(channel, queue[ahead].record, id);
  queue.erase(queue.begin() + overtaken);
  complete_if_done(id);
}

SnapshotId Stepping::start(SnapshotKind kind, ProcessId initiator) {
  const SnapshotId id{static_cast<uint32_t>(world_.snapshots.size())};
  Snapshot started;
  started.kind = kind;
  started.initiator = initiator;
  started.started_at = world_.now;
  started.started_step = world_.step;
  started.processes.resize(world_.processes.size());
  started.channels.resize(world_.channels.size());
  world_.snapshots.push_back(std::move(started));
  report_snapshot(EffectKind::snapshot_started, initiator, id);
  return id;
}

void Stepping::start_snapshot(const Choice& choice) {
  if (scenario_.algorithm == SnapshotAlgorithm::markers) start_by_markers(choice);
  else start_by_colors(choice);
}

// The initiator turns red. The others do when a red message comes, or else, so that the snapshot
// ends also where no message comes, after a drawn delay each.
void Stepping::start_by_colors(const Choice& choice) {
  const ProcessId process = choice.process;
  const SnapshotId id = choice.joins ? *open_snapshot(world_)
                                     : start(SnapshotKind::colors, process);
  record_state(process, id);
  if (!choice.joins)
    for (uint32_t index = 0; index < world_.processes.size(); ++index)
      if (index != process.index) plan_reading({index}, id, world_.now);
  complete_if_done(id);
}

// Plans a reading, or a recording by colors, a message's delay after `from`.
Tick Stepping::plan_reading(ProcessId process, SnapshotId id, Tick from) {
  ProcessRecording& recording = snapshot(id).processes[process.index];
  recording.read_planned = true;
  recording.read_due = from + draw_delay(scenario_, world_);
  recording.read_order = world_.next_order++;
  return recording.read_due;
}

void Stepping::start_by_markers(const Choice& choice) {
  const ProcessId process = choice.process;
  const SnapshotId id = choice.joins ? *open_snapshot(world_)
                                     : start(SnapshotKind::markers, process);
  if (records_state(scenario_.rule, progress_of(scenario_, snapshot(id), process), true)) {
    record_state(process, id);
    if (choice.act == Act::snapshot) send_markers(process, id);
    else snapshot(id).processes[process.index].markers_owed = true;
  }
  complete_if_done(id);
}

void Stepping::record_state(ProcessId process, SnapshotId id) {
  Snapshot& recorded = snapshot(id);
  ProcessRecording& recording = recorded.processes[process.index];
  CUTLINE_CHECK(!recording.recorded, "a process records once in a snapshot");
  recording.recorded = true;
  recording.state = world_.processes[process.index].state;
  recording.at = world_.now;
  recording.step = world_.step;
  for (uint32_t index = 0; index < scenario_.channels.size(); ++index) {
    const Channel& channel = world_.channels[index];
    if (scenario_.channels[index].from == process)
      recorded.channels[index].sent_at_cut = static_cast<uint32_t>(channel.sent.size());
    if (scenario_.channels[index].to == process)
      recorded.channels[index].received_at_cut = static_cast<uint32_t>(channel.received.size());
  }
  report_snapshot(EffectKind::state_recorded, process, id);
  effects.back().value = recording.state.balance;
}

void Stepping::record_in_channel(ChannelId channel, RecordId record, SnapshotId id) {
  snapshot(id).channels[channel.index].records.push_back(record);
  Effect& effect = report(EffectKind::channel_recorded);
  effect.process = scenario_.channels[channel.index].to;
  effect.channel = channel;
  effect.record = record;
  effect.snapshot = id;
  effect.value = world_.records[record.index].value;
}

void Stepping::send_markers(ProcessId process, SnapshotId id) {
  for (ChannelId channel : channels_from(scenario_, process)) {
    Item item;
    item.kind = ItemKind::marker;
    item.snapshot = id;
    world_.channels[channel.index].queue.push_back(post(item));
    Effect& effect = report(EffectKind::marker_sent);
    effect.process = process;
    effect.channel = channel;
    effect.snapshot = id;
  }
}

void Stepping::send_owed_markers(ProcessId process) {
  for (uint32_t index = 0; index < world_.snapshots.size(); ++index) {
    ProcessRecording& recording = world_.snapshots[index].processes[process.index];
    if (!recording.markers_owed) continue;
    recording.markers_owed = false;
    send_markers(process, {index});
    complete_if_done({index});
  }
}

void Stepping::complete_if_done(SnapshotId id) {
  Snapshot& done = snapshot(id);
  if (done.complete) return;
  for (const ProcessRecording& recording : done.processes)
    if (!recording.recorded || recording.markers_owed) return;
  if (done.kind != SnapshotKind::uncoordinated)
    for (uint32_t index = 0; index < done.channels.size(); ++index)
      if (!is_channel_final(scenario_, done, {index})) return;
  done.complete = true;
  done.completed_at = world_.now;
  done.completed_step = world_.step;
  report_snapshot(EffectKind::snapshot_complete, done.initiator, id);
}

void Stepping::read(ProcessId process) {
  const auto open = open_reading(world_);
  const SnapshotId id = open ? *open : start(SnapshotKind::uncoordinated, process);
  record_state(process, id);
  complete_if_done(id);
}

void Stepping::read_channel(ChannelId channel) {
  const auto open = open_reading(world_);
  const SnapshotId id = open ? *open
                             : start(SnapshotKind::uncoordinated,
                                     scenario_.channels[channel.index].to);
  snapshot(id).channels[channel.index].marker_in = true;
  Effect& effect = report(EffectKind::channel_read);
  effect.channel = channel;
  effect.process = scenario_.channels[channel.index].to;
  effect.snapshot = id;
  for (const Item& item : world_.channels[channel.index].queue)
    if (item.kind == ItemKind::record) record_in_channel(channel, item.record, id);
}

void Stepping::read_all(ProcessId first) {
  const SnapshotId id = start(SnapshotKind::uncoordinated, first);
  for (uint32_t index = 0; index < world_.processes.size(); ++index) record_state({index}, id);
  complete_if_done(id);
}

// Reads `first` now; then the others in order, each a message's delay after the one before.
void Stepping::read_each(ProcessId first) {
  const SnapshotId id = start(SnapshotKind::uncoordinated, first);
  record_state(first, id);
  const uint32_t count = static_cast<uint32_t>(world_.processes.size());
  Tick due = world_.now;
  for (uint32_t offset = 1; offset < count; ++offset)
    due = plan_reading({(first.index + offset) % count}, id, due);
  complete_if_done(id);
}

void Stepping::drop(const Choice& choice) {
  std::vector<Item>& queue = world_.channels[choice.channel.index].queue;
  const Item item = queue[choice.position];
  queue.erase(queue.begin() + choice.position);
  const Value value = item.kind == ItemKind::record ? world_.records[item.record.index].value
                                                    : Value{};
  world_.dropped += value;
  Effect& effect = report(EffectKind::dropped);
  effect.value = value;
  effect.channel = choice.channel;
  effect.item = item.kind;
  effect.record = item.record;
  effect.snapshot = item.snapshot;
}

void Stepping::duplicate(const Choice& choice) {
  std::vector<Item>& queue = world_.channels[choice.channel.index].queue;
  Item copy = queue[choice.position];
  copy.order = world_.next_order++;
  queue.insert(queue.begin() + choice.position + 1, copy);
  const Value value = copy.kind == ItemKind::record ? world_.records[copy.record.index].value
                                                    : Value{};
  world_.duplicated += value;
  Effect& effect = report(EffectKind::duplicated);
  effect.value = value;
  effect.channel = choice.channel;
  effect.item = copy.kind;
  effect.record = copy.record;
  effect.snapshot = copy.snapshot;
}

}  // namespace

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
  }
  return std::move(stepping.effects);
}

}  // namespace cutline
