#include "core/run/canonical.h"

#include <algorithm>
#include <bit>

#include "core/base/check.h"

namespace cutline {
namespace {

bool contains(const std::vector<RecordId>& records, RecordId record) {
  return std::find(records.begin(), records.end(), record) != records.end();
}

// Seven bits a byte, the lowest first; the top bit says that more follow.
void add(std::string& out, uint64_t number) {
  for (; number >= 0x80; number >>= 7) out.push_back(static_cast<char>(number | 0x80));
  out.push_back(static_cast<char>(number));
}

void add(std::string& out, const Value& value) {
  for (int64_t part : value.part) {  // small numbers of either sign take one byte
    const auto bits = static_cast<uint64_t>(part);
    add(out, (bits << 1) ^ (part < 0 ? ~uint64_t{0} : 0));
  }
}

}  // namespace

std::string part_key(const ProcessPart& part) {
  std::string out;
  add(out, part.balance);
  add(out, part.label);
  add(out, static_cast<uint64_t>(part.transfers_left));
  for (const ProcessPart::Recorded& each : part.snapshots) {
    add(out, static_cast<uint64_t>(each.recorded) | static_cast<uint64_t>(each.markers_owed) << 1);
    add(out, each.balance);
    add(out, each.label);
  }
  for (const ProcessPart::Input& each : part.inputs) {
    add(out, static_cast<uint64_t>(each.marker_in) | static_cast<uint64_t>(each.lost) << 1 |
                 static_cast<uint64_t>(each.repeated) << 2 |
                 static_cast<uint64_t>(each.goes_on) << 3);
    add(out, each.recorded);
  }
  return out;
}

std::string part_key(const ChannelPart& part) {
  std::string out;
  for (const ItemPart& item : part) {
    add(out, static_cast<uint64_t>(item.kind));
    if (item.kind == ItemKind::marker) {
      add(out, item.snapshot);
      continue;
    }
    add(out, item.value);
    add(out, item.red);
    add(out, item.recorded);
  }
  return out;
}

std::string part_key(const SharedPart& part) {
  std::string out;
  for (const SharedPart::Started& each : part.snapshots)
    add(out, static_cast<uint64_t>(each.kind) << 1 | static_cast<uint64_t>(each.complete));
  return out;
}

Scenario quiet(Scenario scenario) {
  const int64_t amount_max = scenario.traffic.amount_max;
  scenario.traffic = {};
  scenario = above_the_wire(std::move(scenario));
  // What channels lose and double is not explored: a world has no links, faults, fates or numbers.
  scenario.channel_rule = {};
  scenario.traffic.amount_max = amount_max;
  return scenario;
}

CanonicalForm::CanonicalForm(std::shared_ptr<const Scenario> scenario)
    : scenario_(std::move(scenario)),
      snapshots_(static_cast<size_t>(scenario_->explore.snapshots)),
      by_totals_(scenario_->rule.record_twice) {
  CUTLINE_CHECK(snapshots_ <= 8, "the colours of a record are eight bits");
  for (uint32_t index = 0; index < scenario_->processes.size(); ++index) {
    inputs_.push_back(channels_to(*scenario_, {index}));
    outputs_.push_back(channels_from(*scenario_, {index}));
  }
  for (uint32_t index = 0; index < scenario_->channels.size(); ++index) {
    const std::vector<ChannelId>& inputs = inputs_[scenario_->channels[index].to.index];
    const auto found = std::find(inputs.begin(), inputs.end(), ChannelId{index});
    input_index_.push_back(static_cast<size_t>(found - inputs.begin()));
  }
}

ProcessPart CanonicalForm::blank(ProcessId process) const {
  ProcessPart part;
  part.transfers_left = scenario_->explore.transfers;
  part.snapshots.resize(snapshots_);
  part.inputs.resize(snapshots_ * inputs_[process.index].size());
  return part;
}

bool CanonicalForm::is_red(const World& world, const Snapshot& snapshot, RecordId record) const {
  const ChannelId channel = world.records[record.index].channel;
  return !by_totals_ &&
         snapshot.processes[scenario_->channels[channel.index].from.index].recorded &&
         !is_white(world, snapshot, record);
}

void CanonicalForm::add_input(const World& world, SnapshotId id, ChannelId channel,
                              ProcessPart::Input& input) const {
  const Snapshot& snapshot = world.snapshots[id.index];
  const ChannelRecording& recording = snapshot.channels[channel.index];
  const std::vector<RecordId>& received = world.channels[channel.index].received;
  const ProcessId receiver = scenario_->channels[channel.index].to;
  const bool recorded = snapshot.processes[receiver.index].recorded;
  const size_t cut = recorded ? recording.received_at_cut : received.size();
  input.marker_in = recording.marker_in;
  input.goes_on = recording.goes_on;
  for (size_t at = 0; at < received.size() && !by_totals_; ++at) {
    const bool red = is_red(world, snapshot, received[at]);
    const bool in_channel = contains(recording.records, received[at]);
    if (at < cut && (red || in_channel)) input.repeated = true;
    if (at >= cut && !red && !in_channel) input.lost = true;
  }
  for (RecordId record : recording.records) {
    input.recorded += world.records[record.index].value;
    const bool twice = std::count(recording.records.begin(), recording.records.end(), record) > 1;
    if (!by_totals_ && (twice || is_red(world, snapshot, record))) input.repeated = true;
  }
}

ProcessPart CanonicalForm::process_part(const World& world, ProcessId process,
                                        ProcessPart part) const {
  const ProcessState& state = world.processes[process.index].state;
  part.balance = state.balance;
  part.label = state.label;
  for (ChannelId output : outputs_[process.index])
    part.transfers_left -= static_cast<int64_t>(world.channels[output.index].sent.size());
  const std::vector<ChannelId>& inputs = inputs_[process.index];
  CUTLINE_CHECK(world.snapshots.size() <= snapshots_, "no more snapshots than were allowed for");
  for (uint32_t id = 0; id < world.snapshots.size(); ++id) {
    const ProcessRecording& recording = world.snapshots[id].processes[process.index];
    part.snapshots[id] = {recording.recorded, recording.markers_owed, recording.state.balance,
                          recording.state.label};
    for (size_t input = 0; input < inputs.size(); ++input)
      add_input(world, {id}, inputs[input], part.inputs[id * inputs.size() + input]);
  }
  return part;
}

ChannelPart CanonicalForm::channel_part(const World& world, ChannelId channel) const {
  ChannelPart part;
  for (const Item& item : world.channels[channel.index].queue) {
    ItemPart out;
    out.kind = item.kind;
    if (item.kind == ItemKind::marker) {
      out.snapshot = item.snapshot.index;
    } else {
      out.value = world.records[item.record.index].value;
      for (uint32_t id = 0; id < world.snapshots.size(); ++id) {
        const Snapshot& snapshot = world.snapshots[id];
        const bool red = is_red(world, snapshot, item.record);
        const bool recorded = contains(snapshot.channels[channel.index].records, item.record);
        out.red = static_cast<uint8_t>(out.red | (red ? 1u << id : 0u));
        out.recorded = static_cast<uint8_t>(out.recorded | (recorded ? 1u << id : 0u));
      }
    }
    part.push_back(out);
  }
  return part;
}

SharedPart CanonicalForm::shared_part(const World& world) {
  SharedPart part;
  for (const Snapshot& snapshot : world.snapshots)
    part.snapshots.push_back({snapshot.kind, snapshot.complete});
  return part;
}

void CanonicalForm::place(World& world, ProcessId process, const SharedPart& shared,
                          ProcessPart& before) const {
  ProcessState& state = world.processes[process.index].state;
  state.balance = before.balance;
  state.label = before.label;
  const std::vector<ChannelId>& inputs = inputs_[process.index];
  world.snapshots.resize(shared.snapshots.size());
  for (size_t id = 0; id < world.snapshots.size(); ++id) {
    Snapshot& snapshot = world.snapshots[id];
    snapshot.kind = shared.snapshots[id].kind;
    snapshot.complete = shared.snapshots[id].complete;
    snapshot.processes.resize(world.processes.size());
    snapshot.channels.resize(world.channels.size());
    ProcessRecording& recording = snapshot.processes[process.index];
    const ProcessPart::Recorded& recorded = before.snapshots[id];
    recording.recorded = recorded.recorded;
    recording.markers_owed = recorded.markers_owed;
    recording.state = {recorded.balance, recorded.label, 0};
    // Colours and readings: whoever has not recorded will do so by itself, at some time.
    recording.read_planned = snapshot.kind != SnapshotKind::markers && !recorded.recorded;
    for (size_t input = 0; input < inputs.size(); ++input) {
      const ProcessPart::Input& part = before.inputs[id * inputs.size() + input];
      ChannelRecording& in_channel = snapshot.channels[inputs[input].index];
      in_channel.marker_in = part.marker_in;
      in_channel.goes_on = part.goes_on;
    }
  }
}

void CanonicalForm::place(World& world, ChannelId channel, const ChannelPart& part,
                          ProcessPart& before) const {
  const ChannelSetup& setup = scenario_->channels[channel.index];
  const size_t inputs = inputs_[setup.to.index].size();
  std::vector<Item>& queue = world.channels[channel.index].queue;
  queue.resize(part.size());
  // Records are numbered as they were sent: whoever has recorded never becomes white again, so
  // that a record with more red bits was sent later.
  for (int bits = 0; bits <= 8; ++bits)
    for (size_t at = 0; at < part.size(); ++at) {
      const ItemPart& item = part[at];
      queue[at].kind = item.kind;
      queue[at].snapshot = {item.snapshot};
      if (item.kind == ItemKind::marker || std::popcount(item.red) != bits) continue;
      const RecordId record{static_cast<uint32_t>(world.records.size())};
      queue[at].record = record;
      world.records.push_back({channel, item.value});
      world.channels[channel.index].sent.push_back(record);
      for (size_t id = 0; id < world.snapshots.size(); ++id) {
        Snapshot& snapshot = world.snapshots[id];
        ChannelRecording& recording = snapshot.channels[channel.index];
        if ((item.red >> id & 1) != 0) snapshot.processes[setup.from.index].recorded = true;
        else recording.sent_at_cut += 1;
        if ((item.recorded >> id & 1) == 0) continue;
        recording.records.push_back(record);
        before.inputs[id * inputs + input_index_[channel.index]].recorded -= item.value;
      }
    }
}

}  // namespace cutline
