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
                 static_cast<uint64_t>(each.goes_on) << 3 |
                 static_cast<uint64_t>(each.extra != 0) << 4);
    add(out, each.recorded);
    if (each.extra != 0) add(out, Value::of(each.extra));
  }
  return out;
}

std::string part_key(const ChannelPart& part) {
  std::string out;
  for (const ItemPart& item : part) {
    add(out, static_cast<uint64_t>(item.kind) | static_cast<uint64_t>(item.copied) << 2 |
                 static_cast<uint64_t>(item.twin) << 3);
    if (item.kind == ItemKind::marker) {
      add(out, item.snapshot);
      continue;
    }
    add(out, item.value);
    add(out, item.red);
    add(out, item.recorded);
    if (item.copied) add(out, item.inside);
  }
  return out;
}

std::string part_key(const SharedPart& part) {
  std::string out;
  add(out, part.faults);
  for (const SharedPart::Started& each : part.snapshots)
    add(out, static_cast<uint64_t>(each.kind) << 1 | static_cast<uint64_t>(each.complete));
  return out;
}

Scenario quiet(Scenario scenario) {
  const int64_t amount_max = scenario.traffic.amount_max;
  scenario.traffic = {};
  scenario = above_the_wire(std::move(scenario));
  scenario.channel_rule.timeout = 0;
  if (scenario.explore.faults == 0) scenario.channel_rule = {};
  scenario.traffic.amount_max = amount_max;
  return scenario;
}

CanonicalForm::CanonicalForm(std::shared_ptr<const Scenario> scenario)
    : scenario_(std::move(scenario)),
      snapshots_(static_cast<size_t>(scenario_->explore.snapshots)),
      by_totals_(scenario_->rule.record_twice),
      faulty_(scenario_->channel_rule.loss > 0 || scenario_->channel_rule.duplication > 0) {
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

// Of a snapshot that has not begun, every record is white.
bool CanonicalForm::is_red(const World& world, SnapshotId id, RecordId record) const {
  if (by_totals_ || id.index >= world.snapshots.size()) return false;
  const Snapshot& snapshot = world.snapshots[id.index];
  const ChannelId channel = world.records[record.index].channel;
  return snapshot.processes[scenario_->channels[channel.index].from.index].recorded &&
         !is_white(world, snapshot, record);
}

// How many of the channel's receipts lie before the recording of its receiver: all, so far, where
// that is still to come.
size_t CanonicalForm::received_inside(const World& world, SnapshotId id, ChannelId channel) const {
  const size_t received = world.channels[channel.index].received.size();
  if (id.index >= world.snapshots.size()) return received;
  const Snapshot& snapshot = world.snapshots[id.index];
  const ProcessId receiver = scenario_->channels[channel.index].to;
  return snapshot.processes[receiver.index].recorded
             ? snapshot.channels[channel.index].received_at_cut
             : received;
}

int64_t CanonicalForm::times_counted(const World& world, SnapshotId id, ChannelId channel,
                                     RecordId record) const {
  const std::vector<RecordId>& received = world.channels[channel.index].received;
  const auto inside = static_cast<std::ptrdiff_t>(received_inside(world, id, channel));
  int64_t count = std::count(received.begin(), received.begin() + inside, record);
  if (id.index >= world.snapshots.size()) return count;
  const std::vector<RecordId>& in_channel =
      world.snapshots[id.index].channels[channel.index].records;
  return count + std::count(in_channel.begin(), in_channel.end(), record);
}

int32_t CanonicalForm::extra(const World& world, SnapshotId id, ChannelId channel) const {
  if (!faulty_ || scenario_->algorithm == SnapshotAlgorithm::markers) return 0;
  const auto white = [&](RecordId record) { return !is_red(world, id, record); };
  const Channel& all = world.channels[channel.index];
  const auto waiting = std::count_if(all.queue.begin(), all.queue.end(), [&](const Item& item) {
    return item.kind == ItemKind::record && white(item.record);
  });
  return static_cast<int32_t>(
      waiting + std::count_if(all.received.begin(), all.received.end(), white) -
      std::count_if(all.sent.begin(), all.sent.end(), white));
}

// The table of core/system/ledger.h, for whatever no longer waits; and what is counted too often
// already.
void CanonicalForm::add_verdicts(const World& world, SnapshotId id, ChannelId channel,
                                 ProcessPart::Input& input) const {
  const std::vector<Item>& queue = world.channels[channel.index].queue;
  for (RecordId record : world.channels[channel.index].sent) {
    const bool red = is_red(world, id, record);
    const int64_t counted = times_counted(world, id, channel, record);
    const bool waits = std::any_of(queue.begin(), queue.end(), [&](const Item& item) {
      return item.kind == ItemKind::record && item.record == record;
    });
    if (counted > (red ? 0 : 1)) input.repeated = true;
    if (!red && counted == 0 && !waits) input.lost = true;
  }
}

void CanonicalForm::add_input(const World& world, SnapshotId id, ChannelId channel,
                              ProcessPart::Input& input) const {
  if (!by_totals_) add_verdicts(world, id, channel, input);
  input.extra += extra(world, id, channel);
  if (id.index >= world.snapshots.size()) return;
  const ChannelRecording& recording = world.snapshots[id.index].channels[channel.index];
  input.marker_in = recording.marker_in;
  input.goes_on = recording.goes_on;
  for (RecordId record : recording.records) input.recorded += world.records[record.index].value;
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
  }
  // What a channel has lost or doubled counts for snapshots that are yet to begin, too.
  const size_t judged = faulty_ ? snapshots_ : world.snapshots.size();
  for (uint32_t id = 0; id < judged; ++id)
    for (size_t input = 0; input < inputs.size(); ++input)
      add_input(world, {id}, inputs[input], part.inputs[id * inputs.size() + input]);
  return part;
}

ItemPart CanonicalForm::record_part(const World& world, ChannelId channel,
                                    const Item& item) const {
  ItemPart out;
  out.value = world.records[item.record.index].value;
  if (by_totals_) return out;
  for (uint32_t id = 0; id < world.snapshots.size(); ++id) {
    const bool red = is_red(world, {id}, item.record);
    const bool recorded =
        contains(world.snapshots[id].channels[channel.index].records, item.record);
    out.red = static_cast<uint8_t>(out.red | (red ? 1u << id : 0u));
    out.recorded = static_cast<uint8_t>(out.recorded | (recorded ? 1u << id : 0u));
  }
  const std::vector<RecordId>& received = world.channels[channel.index].received;
  for (uint32_t id = 0; id < snapshots_ && item.copied; ++id) {
    const auto end = received.begin() +
                     static_cast<std::ptrdiff_t>(received_inside(world, {id}, channel));
    const bool inside = std::find(received.begin(), end, item.record) != end;
    out.inside = static_cast<uint8_t>(out.inside | (inside ? 1u << id : 0u));
  }
  return out;
}

ChannelPart CanonicalForm::channel_part(const World& world, ChannelId channel) const {
  const std::vector<Item>& queue = world.channels[channel.index].queue;
  ChannelPart part;
  for (size_t at = 0; at < queue.size(); ++at) {
    const Item& item = queue[at];
    ItemPart out;
    if (item.kind == ItemKind::record) {
      out = record_part(world, channel, item);
      // A copy stands directly behind what it is a copy of, as long as both wait.
      out.twin = !by_totals_ && at + 1 < queue.size() &&
                 queue[at + 1].kind == ItemKind::record && queue[at + 1].record == item.record;
    }
    out.kind = item.kind;
    out.copied = item.copied;
    if (item.kind == ItemKind::marker) out.snapshot = item.snapshot.index;
    part.push_back(out);
  }
  return part;
}

SharedPart CanonicalForm::shared_part(const World& world) {
  SharedPart part;
  for (const Snapshot& snapshot : world.snapshots)
    part.snapshots.push_back({snapshot.kind, snapshot.complete});
  part.faults = static_cast<uint32_t>(world.faults.size());
  return part;
}

void CanonicalForm::place(World& world, ProcessId process, const SharedPart& shared,
                          ProcessPart& before) const {
  ProcessState& state = world.processes[process.index].state;
  state.balance = before.balance;
  state.label = before.label;
  const std::vector<ChannelId>& inputs = inputs_[process.index];
  world.faults.resize(shared.faults);
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
      queue[at].copied = item.copied;
      if (item.kind == ItemKind::marker || std::popcount(item.red) != bits) continue;
      if (at > 0 && part[at - 1].twin) {
        queue[at].record = queue[at - 1].record;
        continue;
      }
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
  place_received(world, channel, part);
  for (uint32_t id = 0; id < snapshots_; ++id)
    before.inputs[id * inputs + input_index_[channel.index]].extra -= extra(world, {id}, channel);
}

// Copies that were received, of what still waits. What came earlier lies inside more recordings.
void CanonicalForm::place_received(World& world, ChannelId channel,
                                   const ChannelPart& part) const {
  const ProcessId receiver = scenario_->channels[channel.index].to;
  Channel& placed = world.channels[channel.index];
  for (int bits = 8; bits > 0; --bits)
    for (size_t at = 0; at < part.size(); ++at) {
      if (std::popcount(part[at].inside) != bits || (at > 0 && part[at - 1].twin)) continue;
      placed.received.push_back(placed.queue[at].record);
      for (size_t id = 0; id < world.snapshots.size(); ++id)
        if (world.snapshots[id].processes[receiver.index].recorded &&
            (part[at].inside >> id & 1) != 0)
          world.snapshots[id].channels[channel.index].received_at_cut += 1;
    }
}

}  // namespace cutline
