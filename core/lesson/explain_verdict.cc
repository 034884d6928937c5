// What a snapshot waits for, what it got wrong, and why.
#include <algorithm>
#include <utility>

#include "core/lesson/explain.h"
#include "core/lesson/words.h"

namespace cutline {
namespace {

std::vector<std::string> record_texts(const World& world, const std::vector<RecordId>& records) {
  std::vector<std::string> out;
  for (RecordId record : records) out.push_back(record_text(world, record));
  return out;
}

// Has the channel itself lost this record, or doubled it?
bool is_fault(const World& world, RecordId record, bool doubled) {
  return std::any_of(world.faults.begin(), world.faults.end(), [&](const ChannelFault& each) {
    return each.kind == ItemKind::record && each.record == record && each.doubled == doubled;
  });
}

// Why a record is counted more than once, with "#" for "it" or "them".
std::string why_repeated(const Scenario& scenario, const World& world, const Snapshot& snapshot,
                         RecordId record) {
  const ChannelId channel = world.records[record.index].channel;
  const ChannelSetup& setup = scenario.channels[channel.index];
  const std::string& sender = scenario.processes[setup.from.index].name;
  const std::string& receiver = scenario.processes[setup.to.index].name;
  const std::string state = "the channel state of " + scenario.channel_name(channel);
  const ChannelRecording& recording = snapshot.channels[channel.index];
  const std::vector<RecordId>& received = world.channels[channel.index].received;
  const auto taken = std::count(received.begin(), received.begin() + recording.received_at_cut,
                                record);
  const auto recorded = std::count(recording.records.begin(), recording.records.end(), record);
  if (!is_white(world, snapshot, record)) {
    const std::string before = sender + " recorded before sending #, ";
    return recorded > 0 ? before + "and " + state + " holds # as well"
                        : before + receiver + " after receiving #";
  }
  const std::string why = is_fault(world, record, true) ? ", as the channel doubled #" : "";
  if (taken > 0 && recorded > 0)
    return receiver + "'s balance and " + state + " both hold #" + why;
  return (recorded > 1 ? state + " holds # more than once"
                       : receiver + " received # more than once") + why;
}

void add_repeated(const Scenario& scenario, const World& world, const Snapshot& snapshot,
                  const std::vector<RecordId>& repeated, std::string& out) {
  std::vector<std::pair<std::string, std::vector<RecordId>>> reasons;
  for (RecordId record : repeated) {
    const std::string why = why_repeated(scenario, world, snapshot, record);
    auto found = std::find_if(reasons.begin(), reasons.end(),
                              [&](const auto& each) { return each.first == why; });
    if (found == reasons.end()) found = reasons.insert(reasons.end(), {why, {}});
    if (std::count(found->second.begin(), found->second.end(), record) == 0)
      found->second.push_back(record);
  }
  for (const auto& [why, records] : reasons) {
    const bool one = records.size() == 1;
    out += " " + list_text(record_texts(world, records)) + (one ? " is" : " are") +
           " counted twice: ";
    for (char c : why) c == '#' ? out += one ? "it" : "them" : out += c;
    out += ".";
  }
}

void add_lost(const Scenario& scenario, const World& world, const ChannelSetup& setup,
              const std::vector<RecordId>& lost, std::string& out) {
  const std::string& sender = scenario.processes[setup.from.index].name;
  const std::string& receiver = scenario.processes[setup.to.index].name;
  std::vector<RecordId> by_channel;
  std::vector<RecordId> by_snapshot;
  for (RecordId record : lost)
    (is_fault(world, record, false) ? by_channel : by_snapshot).push_back(record);
  if (!by_channel.empty()) {
    const bool one = by_channel.size() == 1;
    out += " " + list_text(record_texts(world, by_channel)) + (one ? " is" : " are") +
           " lost: " + sender + " recorded after sending " + (one ? "it" : "them") +
           ", and the channel to " + receiver + " lost " + (one ? "it." : "them.");
  }
  if (by_snapshot.empty()) return;
  const bool one = by_snapshot.size() == 1;
  out += " " + list_text(record_texts(world, by_snapshot)) + (one ? " is" : " are") +
         " lost: " + sender + " recorded after sending " + (one ? "it, " : "them, ") + receiver +
         " before receiving " + (one ? "it" : "them") + ", and no channel state holds " +
         (one ? "it." : "them.");
}

// Markers of this snapshot that will never come: sent, not in, and not on their way.
bool is_marker_lost(const Scenario& scenario, const World& world, SnapshotId id,
                    ChannelId channel) {
  const Snapshot& snapshot = world.snapshots[id.index];
  const ProcessRecording& sender =
      snapshot.processes[scenario.channels[channel.index].from.index];
  const std::vector<Item>& queue = world.channels[channel.index].queue;
  return sender.recorded && !sender.markers_owed && !snapshot.channels[channel.index].marker_in &&
         std::none_of(queue.begin(), queue.end(), [&](const Item& item) {
           return item.kind == ItemKind::marker && item.snapshot == id;
         });
}

std::string missing_markers(const Scenario& scenario, const World& world, SnapshotId id) {
  std::vector<std::string> waiting;
  std::vector<std::string> lost;
  const Snapshot& snapshot = world.snapshots[id.index];
  for (uint32_t index = 0; index < snapshot.channels.size(); ++index) {
    if (snapshot.channels[index].marker_in) continue;
    (is_marker_lost(scenario, world, id, {index}) ? lost : waiting)
        .push_back(scenario.channel_name({index}));
  }
  std::string out;
  if (!waiting.empty())
    out = "waits for the " + std::string(waiting.size() == 1 ? "marker" : "markers") + " on " +
          list_text(waiting);
  if (!lost.empty())
    out += std::string(out.empty() ? "" : ", and ") + "waits for ever for the " +
           (lost.size() == 1 ? "marker that was" : "markers that were") + " lost on " +
           list_text(lost);
  return out;
}

std::string missing_whites(const Scenario& scenario, const World& world, SnapshotId id) {
  const Snapshot& snapshot = world.snapshots[id.index];
  std::vector<std::string> channels;
  std::vector<RecordId> lost;
  for (uint32_t index = 0; index < snapshot.channels.size(); ++index) {
    if (is_channel_final(scenario, snapshot, {index})) continue;
    channels.push_back(scenario.channel_name({index}));
    for (const ChannelFault& each : world.faults)
      if (each.kind == ItemKind::record && !each.doubled && each.channel.index == index &&
          is_white(world, snapshot, each.record))
        lost.push_back(each.record);
  }
  std::string out = "waits for the white transfers on " + list_text(channels);
  if (!lost.empty())
    out += ", for ever: " + list_text(record_names(lost)) + (lost.size() == 1 ? " was" : " were") +
           " lost";
  return out;
}

// One channel's witnesses.
void add_witnesses(const Scenario& scenario, const World& world, const Snapshot& snapshot,
                   const ChannelSetup& setup, const ChannelLedger& ledger, std::string& out) {
  add_lost(scenario, world, setup, ledger.lost, out);
  add_repeated(scenario, world, snapshot, ledger.repeated, out);
}

}  // namespace

std::string verdict_text(Verdict verdict) { return std::string(verdict_name(verdict)); }

std::string explain_missing(const Scenario& scenario, const World& world, SnapshotId id) {
  const Snapshot& snapshot = world.snapshots[id.index];
  if (snapshot.complete) return "";
  std::vector<std::string> processes;
  for (uint32_t index = 0; index < snapshot.processes.size(); ++index)
    if (!snapshot.processes[index].recorded || snapshot.processes[index].markers_owed)
      processes.push_back(scenario.processes[index].name);
  if (snapshot.kind == SnapshotKind::uncoordinated)
    return "waits for the balance of " + list_text(processes);
  if (snapshot.kind == SnapshotKind::colors) {
    if (!processes.empty()) return "waits for " + list_text(processes) + " to record";
    return missing_whites(scenario, world, id);
  }
  const std::string markers = missing_markers(scenario, world, id);
  return markers.empty() ? "waits for " + list_text(processes) : markers;
}

std::string explain_verdict(const Scenario& scenario, const World& world, SnapshotId id) {
  const SnapshotLedger ledger = snapshot_ledger(scenario, world, id);
  const std::string name = snapshot_name(id);
  if (ledger.verdict == Verdict::incomplete)
    return name + " is not complete: it " + explain_missing(scenario, world, id) + ".";
  const std::string total = amount_text(ledger.total);
  const std::string expected = amount_text(ledger.expected);
  if (ledger.verdict == Verdict::consistent) {
    std::string out = name + " is consistent: every transfer is counted exactly once";
    return out + (total == expected ? ", and the total is " + total + "."
                                    : ". Its total is " + total + ", not " + expected +
                                          ": the channels themselves lost or doubled transfers.");
  }
  std::string out = name + " recorded " + total + " of " + expected + ".";
  if (total == expected)
    out = name + " recorded " + total + ", the right total, and is still wrong.";
  for (uint32_t index = 0; index < ledger.channels.size(); ++index)
    add_witnesses(scenario, world, world.snapshots[id.index], scenario.channels[index],
                  ledger.channels[index], out);
  return out;
}

}  // namespace cutline
