#include "core/lesson/snapshot_case_record.h"

#include <algorithm>

#include "core/lesson/json_fields.h"

namespace cutline {
namespace {

using Names = std::vector<std::string>;

std::string print_list(const Names& items) {
  std::string out;
  for (const std::string& item : items) out += (out.empty() ? "" : ",") + item;
  return "[" + out + "]";
}

std::string print_names(Names names) {
  for (std::string& name : names) name = print_json_text(name);
  return print_list(names);
}

Names names_of(const CaseTrace& trace, const std::vector<RecordId>& records) {
  Names names;
  for (RecordId record : records) names.push_back(trace.names[record.index]);
  return names;
}

// The state as a number or numbers, where it is.
Value state_value(const SnapshotCase& of, ProcessId process, const ProcessState& state) {
  if (!of.receive_count) return state.balance;
  const Value& initial = of.scenario.processes[process.index].balance;
  return Value::of(initial.part[0] + static_cast<int64_t>(state.received));
}

std::string print_state(const SnapshotCase& of, ProcessId process, const ProcessState& state) {
  if (of.kinds[process.index] == StateKind::label)
    return print_json_text(of.scenario.labels[state.label]);
  return print_value(of, state_value(of, process, state));
}

RunState run_state(const SnapshotCase& of, const Names& states, std::vector<Names> channels) {
  Names shown = states;
  Names compared = states;
  for (Names& names : channels) {
    shown.push_back(print_names(names));
    if (!of.scenario.fifo) std::sort(names.begin(), names.end());
    compared.push_back(print_names(names));
  }
  return {print_list(shown), print_list(compared)};
}

// The last snapshot by markers, with what was read since in its place.
Snapshot recorded(const SnapshotCase& of, const CaseTrace& trace) {
  const World& world = trace.world;
  Snapshot out = trace.readings;
  const bool by_markers = !world.snapshots.empty();
  if (by_markers) out = world.snapshots.back();
  for (uint32_t index = 0; index < out.processes.size(); ++index) {
    if (!trace.readings.processes[index].recorded) continue;
    out.processes[index] = trace.readings.processes[index];
    for (uint32_t channel = 0; channel < out.channels.size(); ++channel) {
      const ChannelRecording& reading = trace.readings.channels[channel];
      const ChannelSetup& setup = of.scenario.channels[channel];
      if (setup.from.index == index) out.channels[channel].sent_at_cut = reading.sent_at_cut;
      if (setup.to.index == index) out.channels[channel].received_at_cut = reading.received_at_cut;
    }
  }
  for (uint32_t channel = 0; channel < out.channels.size(); ++channel)
    if (trace.channel_read[channel])
      out.channels[channel].records = trace.readings.channels[channel].records;
  if (!by_markers)
    out.complete = std::all_of(out.processes.begin(), out.processes.end(),
                               [](const ProcessRecording& each) { return each.recorded; });
  return out;
}

std::optional<std::string> total(const SnapshotCase& of, const CaseTrace& trace,
                                 const Snapshot& snapshot) {
  Value sum;
  bool any_number = false;
  for (uint32_t index = 0; index < snapshot.processes.size(); ++index) {
    if (of.kinds[index] == StateKind::label) continue;
    any_number = true;
    const ProcessRecording& recording = snapshot.processes[index];
    if (recording.recorded) sum += state_value(of, {index}, recording.state);
  }
  if (!any_number) return std::nullopt;
  for (const ChannelRecording& recording : snapshot.channels)
    for (RecordId record : recording.records) sum += trace.amounts[record.index];
  return print_value(of, sum);
}

// White: before the sender recorded; all where it has not.
uint32_t white_sends(const SnapshotCase& of, const CaseTrace& trace, const Snapshot& snapshot,
                     ChannelId channel) {
  const ProcessId sender = of.scenario.channels[channel.index].from;
  return snapshot.processes[sender.index].recorded
             ? snapshot.channels[channel.index].sent_at_cut
             : static_cast<uint32_t>(trace.world.channels[channel.index].sent.size());
}

// White messages that the receiver took before it recorded itself.
int64_t white_receipts(const SnapshotCase& of, const CaseTrace& trace, const Snapshot& snapshot,
                       ChannelId channel) {
  const Channel& messages = trace.world.channels[channel.index];
  const auto white_end = messages.sent.begin() + white_sends(of, trace, snapshot, channel);
  const auto cut = messages.received.begin() + snapshot.channels[channel.index].received_at_cut;
  return std::count_if(messages.received.begin(), cut, [&](RecordId record) {
    return std::find(messages.sent.begin(), white_end, record) != white_end;
  });
}

std::optional<int64_t> channel_count(const SnapshotCase& of, const CaseTrace& trace,
                                     const Snapshot& snapshot, ChannelId channel) {
  const ChannelSetup& setup = of.scenario.channels[channel.index];
  if (!snapshot.processes[setup.from.index].recorded ||
      !snapshot.processes[setup.to.index].recorded)
    return std::nullopt;
  return white_sends(of, trace, snapshot, channel) - white_receipts(of, trace, snapshot, channel);
}

std::optional<int64_t> counter(const SnapshotCase& of, const CaseTrace& trace,
                               const Snapshot& snapshot, ProcessId process) {
  if (!snapshot.processes[process.index].recorded) return std::nullopt;
  int64_t count = 0;
  for (ChannelId channel : channels_from(of.scenario, process))
    count += white_sends(of, trace, snapshot, channel);
  for (ChannelId channel : channels_to(of.scenario, process))
    count -= white_receipts(of, trace, snapshot, channel);
  return count;
}

// Was the recorded state a state of the run?
bool occurred(const SnapshotCase& of, const CaseTrace& trace, const CaseRecord& record) {
  Names states;
  for (const std::optional<std::string>& state : record.states) {
    if (!state) return false;
    states.push_back(*state);
  }
  const RunState recorded_state = run_state(of, states, record.channels);
  return std::any_of(trace.run_states.begin(), trace.run_states.end(), [&](const RunState& each) {
    return each.compared == recorded_state.compared;
  });
}

}  // namespace

std::string print_value(const SnapshotCase& of, const Value& value) {
  Names parts;
  for (int part = 0; part < of.parts; ++part) parts.push_back(std::to_string(value.part[part]));
  const bool several = std::find(of.kinds.begin(), of.kinds.end(), StateKind::parts) !=
                       of.kinds.end();
  return several ? print_list(parts) : parts[0];
}

std::string item_name(const SnapshotCase& of, const CaseTrace& trace, const Item& item) {
  return item.kind == ItemKind::marker ? of.marker : trace.names[item.record.index];
}

RunState present_state(const SnapshotCase& of, const CaseTrace& trace) {
  Names states;
  for (uint32_t index = 0; index < trace.world.processes.size(); ++index)
    states.push_back(print_state(of, {index}, trace.world.processes[index].state));
  std::vector<Names> channels;
  for (const Channel& channel : trace.world.channels) {
    channels.emplace_back();
    for (const Item& item : channel.queue)
      if (item.kind == ItemKind::record) channels.back().push_back(item_name(of, trace, item));
  }
  return run_state(of, states, std::move(channels));
}

CaseRecord gather_record(const SnapshotCase& of, const CaseTrace& trace) {
  const Snapshot snapshot = recorded(of, trace);
  CaseRecord record;
  for (uint32_t index = 0; index < snapshot.processes.size(); ++index) {
    const ProcessRecording& recording = snapshot.processes[index];
    record.states.emplace_back();
    if (recording.recorded) record.states.back() = print_state(of, {index}, recording.state);
    const Names& log = trace.logs[index];
    const size_t end = recording.recorded ? trace.log_cuts[index] : log.size();
    record.logs.emplace_back(log.begin(), log.begin() + static_cast<std::ptrdiff_t>(end));
    record.counters.push_back(counter(of, trace, snapshot, {index}));
  }
  for (uint32_t index = 0; index < snapshot.channels.size(); ++index) {
    record.channels.push_back(names_of(trace, snapshot.channels[index].records));
    record.channel_counts.push_back(channel_count(of, trace, snapshot, {index}));
  }
  record.total = total(of, trace, snapshot);
  record.complete = snapshot.complete;
  record.run_states = trace.run_states;
  record.occurred = occurred(of, trace, record);
  return record;
}

}  // namespace cutline
