// What is recorded: by markers, by colours, by somebody who reads.
#include "core/base/check.h"
#include "core/system/stepping.h"

namespace cutline {

// Is the record channel state of the snapshots by markers that are under way?
void Stepping::count_by_markers(ChannelId channel, RecordId record) {
  const ProcessId receiver = scenario_.channels[channel.index].to;
  for (uint32_t index = 0; index < world_.snapshots.size(); ++index) {
    const Snapshot& each = world_.snapshots[index];
    if (each.kind != SnapshotKind::markers || each.complete) continue;
    const MarkerProgress progress = progress_of(scenario_, each, receiver);
    const ChannelRecording& recording = each.channels[channel.index];
    if (records_channel(scenario_.rule, progress, recording.marker_in && !recording.goes_on))
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

  ChannelRecording& recording = snapshot(id).channels[channel.index];
  const bool first_of_channel = !recording.marker_in;
  recording.marker_in = true;
  const MarkerProgress before = progress_of(scenario_, snapshot(id), receiver);
  if (first_of_channel) recording.goes_on = !ends_recording(scenario_.rule, before);
  effect.by_fault = recording.goes_on;
  if (records_state(scenario_.rule, before, false)) {
    record_state(receiver, id);
    send_or_owe_markers(receiver, id);
  } else if (records_again(scenario_.rule, before) && !snapshot(id).complete) {
    write_state(receiver, id, true);
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

// Plans a reading, a recording by colors, or markers sent late, a message's delay after `from`.
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
    if (choice.act == Act::snapshot) send_or_owe_markers(process, id);
    else snapshot(id).processes[process.index].markers_owed = true;
  }
  complete_if_done(id);
}

void Stepping::record_state(ProcessId process, SnapshotId id) {
  CUTLINE_CHECK(!snapshot(id).processes[process.index].recorded,
                "a process records once in a snapshot, unless its rule is wrong");
  write_state(process, id, false);
}

// The process's state and its two ends of each channel, as they are now. Writing them again moves
// the cut: what went through a channel in between is judged by where the cut is then.
void Stepping::write_state(ProcessId process, SnapshotId id, bool by_fault) {
  Snapshot& recorded = snapshot(id);
  ProcessRecording& recording = recorded.processes[process.index];
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
  effects.back().by_fault = by_fault;
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
    const uint32_t number = put(channel, item);
    Effect& effect = report(EffectKind::marker_sent);
    effect.process = process;
    effect.channel = channel;
    effect.snapshot = id;
    effect.number = number;
  }
}

// A rule that sends markers late leaves room for a transfer that the marker should have been ahead
// of.
void Stepping::send_or_owe_markers(ProcessId process, SnapshotId id) {
  if (!scenario_.rule.late_markers) return send_markers(process, id);
  snapshot(id).processes[process.index].markers_owed = true;
  plan_reading(process, id, world_.now);
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

}  // namespace cutline
