// The ledger's read models: where every amount is now, and what each snapshot recorded of it.
#include "core/base/text.h"
#include "core/lesson/explain.h"
#include "core/lesson/lab_model.h"
#include "core/lesson/words.h"
#include "core/system/ledger.h"

namespace cutline {
namespace {

std::string records_text(const World& world, const std::vector<RecordId>& records) {
  std::string out;
  for (RecordId record : records) {
    if (!out.empty()) out += ", ";
    out += record_name(record) + " " + amount_text(world.records[record.index].value);
  }
  return out.empty() ? "empty" : out;
}

Value sum_of(const World& world, const std::vector<RecordId>& records) {
  Value sum;
  for (RecordId record : records) sum += world.records[record.index].value;
  return sum;
}

std::string living_sentence(const World& world, const LivingLedger& ledger) {
  std::string out = "Processes hold " + amount_text(ledger.at_processes) + ", channels " +
                    amount_text(ledger.in_channels) + ": together " + amount_text(ledger.total);
  if (ledger.balanced) return out + ", as at the start.";
  out += ", not " + amount_text(ledger.expected) + " as at the start:";
  if (world.dropped != Value{}) out += " " + amount_text(world.dropped) + " was lost";
  if (world.dropped != Value{} && world.duplicated != Value{}) out += " and";
  if (world.duplicated != Value{}) out += " " + amount_text(world.duplicated) + " was doubled";
  return out + " in channels.";
}

// "T4 was lost, T7 was doubled": what a channel has done to transfers.
std::string fault_note(const World& world, ChannelId channel) {
  constexpr size_t kNamesMax = 6;
  std::string out;
  for (bool doubled : {false, true}) {
    std::vector<std::string> names;
    size_t more = 0;
    for (const ChannelFault& each : world.faults) {
      if (each.channel != channel || each.doubled != doubled) continue;
      if (names.size() == kNamesMax) ++more;
      else names.push_back(each.kind == ItemKind::record
                               ? record_name(each.record)
                               : snapshot_name(each.snapshot) + "'s marker");
    }
    if (names.empty()) continue;
    if (more > 0) names.push_back(count_of(static_cast<int64_t>(more), "other"));
    out += (out.empty() ? "" : "; ") + std::string(doubled ? "doubled " : "lost ") +
           list_text(names);
  }
  return out;
}

LedgerLine process_line(const Scenario& scenario, const Snapshot& snapshot, uint32_t index) {
  const ProcessRecording& recording = snapshot.processes[index];
  LedgerLine line;
  line.where = scenario.processes[index].name;
  if (!recording.recorded) {
    line.what = "—";
    line.note = "not recorded yet";
    return line;
  }
  line.what = amount_text(recording.state.balance);
  line.amount = line.what;
  line.note = "recorded at " + time_text(recording.at);
  return line;
}

LedgerLine channel_line(const Scenario& scenario, const World& world, const Snapshot& snapshot,
                        const ChannelLedger& ledger, ChannelId id) {
  const ChannelRecording& recording = snapshot.channels[id.index];
  LedgerLine line;
  line.where = scenario.channel_name(id);
  const bool unread = snapshot.kind == SnapshotKind::uncoordinated && !recording.marker_in;
  line.what = unread ? "—" : records_text(world, recording.records);
  if (!unread) line.amount = amount_text(sum_of(world, recording.records));
  if (unread) line.note = "not recorded";
  else if (!is_channel_final(scenario, snapshot, id)) line.note = "not final";
  if (!ledger.lost.empty()) line.note = "lost " + list_text(record_names(ledger.lost));
  if (!ledger.repeated.empty())
    line.note = (ledger.lost.empty() ? "" : line.note + ", ") + std::string("counted twice ") +
                list_text(record_names(ledger.repeated));
  return line;
}

// Somebody from outside has read every process in one step: none of them started anything.
bool is_read_at_once(const Snapshot& snapshot) {
  if (snapshot.kind != SnapshotKind::uncoordinated) return false;
  for (const ProcessRecording& each : snapshot.processes)
    if (!each.recorded || each.step != snapshot.started_step) return false;
  return snapshot.processes.size() > 1;
}

SnapshotModel build_snapshot(const History& history, SnapshotId id) {
  const Scenario& scenario = history.scenario();
  const World& world = history.world();
  const Snapshot& snapshot = world.snapshots[id.index];
  const SnapshotLedger ledger = snapshot_ledger(scenario, world, id);
  SnapshotModel model;
  model.name = snapshot_name(id);
  model.kind = snapshot.kind == SnapshotKind::uncoordinated ? "endpoints only"
                                                            : algorithm_text(scenario);
  if (!is_read_at_once(snapshot))
    model.initiator = scenario.processes[snapshot.initiator.index].name;
  model.started = time_text(snapshot.started_at);
  if (snapshot.complete) model.completed = time_text(snapshot.completed_at);
  model.missing = explain_missing(scenario, world, id);
  model.ledger.title = "Snapshot " + model.name;
  for (uint32_t index = 0; index < snapshot.processes.size(); ++index)
    model.ledger.lines.push_back(process_line(scenario, snapshot, index));
  for (uint32_t index = 0; index < snapshot.channels.size(); ++index) {
    const ChannelLedger& channel = ledger.channels[index];
    model.ledger.lines.push_back(channel_line(scenario, world, snapshot, channel, {index}));
    for (const std::string& name : record_names(channel.lost)) model.lost.push_back(name);
    for (const std::string& name : record_names(channel.repeated)) model.repeated.push_back(name);
  }
  model.ledger.at_processes = amount_text(ledger.at_processes);
  model.ledger.in_channels = amount_text(ledger.in_channels);
  model.ledger.total = amount_text(ledger.total);
  model.ledger.expected = amount_text(ledger.expected);
  model.ledger.verdict = verdict_text(ledger.verdict);
  model.ledger.sentence = explain_verdict(scenario, world, id);
  return model;
}

}  // namespace

LedgerModel build_living_ledger(const History& history) {
  const Scenario& scenario = history.scenario();
  const World& world = history.world();
  const LivingLedger ledger = living_ledger(scenario, world);
  LedgerModel model;
  model.title = "Now";
  for (uint32_t index = 0; index < world.processes.size(); ++index) {
    const std::string balance = amount_text(world.processes[index].state.balance);
    model.lines.push_back({scenario.processes[index].name, balance, balance, ""});
  }
  for (uint32_t index = 0; index < world.channels.size(); ++index) {
    std::vector<RecordId> waiting;
    for (const Item& item : world.channels[index].queue)
      if (item.kind == ItemKind::record) waiting.push_back(item.record);
    model.lines.push_back({scenario.channel_name({index}), records_text(world, waiting),
                           amount_text(sum_of(world, waiting)), fault_note(world, {index})});
  }
  model.at_processes = amount_text(ledger.at_processes);
  model.in_channels = amount_text(ledger.in_channels);
  model.total = amount_text(ledger.total);
  model.expected = amount_text(ledger.expected);
  model.verdict = ledger.balanced ? "balanced" : "not balanced";
  model.sentence = living_sentence(world, ledger);
  return model;
}

std::vector<SnapshotModel> build_snapshots(const History& history,
                                           std::optional<SnapshotId> snapshot) {
  std::vector<SnapshotModel> models;
  for (uint32_t index = 0; index < history.world().snapshots.size(); ++index) {
    models.push_back(build_snapshot(history, {index}));
    models.back().selected = snapshot && snapshot->index == index;
  }
  return models;
}

}  // namespace cutline
