#include "core/report/run_csv.h"

#include "core/report/csv.h"
#include "core/report/report_events.h"
#include "core/system/ledger.h"

namespace cutline {
namespace {

std::string names_text(const std::vector<RecordId>& records) {
  std::string out;
  for (RecordId record : records) out += (out.empty() ? "" : " ") + record_name(record);
  return out;
}

std::string sum_text(const World& world, const std::vector<RecordId>& records) {
  Value sum;
  for (RecordId record : records) sum += world.records[record.index].value;
  return amount_of(sum);
}

void add_snapshot(const Scenario& scenario, const World& world, SnapshotId id, CsvTable& table) {
  const Snapshot& snapshot = world.snapshots[id.index];
  const SnapshotLedger ledger = snapshot_ledger(scenario, world, id);
  const std::string name = snapshot_name(id);
  const std::string verdict(verdict_name(ledger.verdict));
  for (size_t index = 0; index < snapshot.processes.size(); ++index) {
    const ProcessRecording& each = snapshot.processes[index];
    const std::string& where = scenario.processes[index].name;
    if (each.recorded)
      table.add({name, verdict, "process", where, amount_of(each.state.balance), "",
                 std::to_string(each.step), std::to_string(each.at), "", ""});
    else
      table.add({name, verdict, "process", where, "", "", "", "", "", ""});
  }
  for (uint32_t index = 0; index < snapshot.channels.size(); ++index) {
    const ChannelRecording& each = snapshot.channels[index];
    table.add({name, verdict, "channel", scenario.channel_name({index}),
               sum_text(world, each.records), names_text(each.records), "", "",
               names_text(ledger.channels[index].lost),
               names_text(ledger.channels[index].repeated)});
  }
}

}  // namespace

std::string events_csv(const History& history) {
  std::vector<std::string> header{"step", "time_ns", "process", "event"};
  for (const ProcessSetup& process : history.scenario().processes)
    header.push_back("clock_" + process.name);
  CsvTable table(header);
  for (const ReportEvent& event : report_events(history).events) {
    std::vector<std::string> row{std::to_string(event.step), std::to_string(event.at),
                                 history.scenario().processes[event.process.index].name,
                                 event.text};
    for (uint32_t entry : event.clock) row.push_back(std::to_string(entry));
    table.add(row);
  }
  return table.take();
}

std::string messages_csv(const History& history) {
  const Scenario& scenario = history.scenario();
  const ReportEvents run = report_events(history);
  CsvTable table({"message", "kind", "copy", "from", "to", "amount", "sent_step", "sent_ns", "end",
                  "end_step", "end_ns"});
  for (const ReportMessage& message : run.messages) {
    const ChannelSetup& channel = scenario.channels[message.channel.index];
    const ReportEvent& sent = run.events[message.from_event];
    const bool open = message.end == MessageEnd::in_flight;
    table.add({message.name, message.marker ? "marker" : "transfer", message.copy ? "yes" : "no",
               scenario.processes[channel.from.index].name,
               scenario.processes[channel.to.index].name,
               message.marker ? "" : amount_of(message.value), std::to_string(sent.step),
               std::to_string(sent.at), std::string(message_end_name(message.end)),
               open ? "" : std::to_string(message.end_step),
               open ? "" : std::to_string(message.end_at)});
  }
  return table.take();
}

std::string snapshots_csv(const History& history) {
  CsvTable table({"snapshot", "verdict", "kind", "where", "amount", "records", "step", "time_ns",
                  "lost", "repeated"});
  for (uint32_t index = 0; index < history.world().snapshots.size(); ++index)
    add_snapshot(history.scenario(), history.world(), {index}, table);
  return table.take();
}

// What each step moved, added up from the start.
std::string series_csv(const History& history) {
  const Scenario& scenario = history.scenario();
  std::vector<std::string> header{"step", "time_ns"};
  for (const ProcessSetup& process : scenario.processes) header.push_back(process.name);
  for (uint32_t index = 0; index < scenario.channels.size(); ++index)
    header.push_back(scenario.channel_name({index}));
  CsvTable table(header);
  std::vector<Value> values;
  for (const ProcessSetup& process : scenario.processes) values.push_back(process.balance);
  const size_t channels = values.size();  // where they start
  values.resize(channels + scenario.channels.size());
  const auto add_row = [&](size_t step, Tick at) {
    std::vector<std::string> row{std::to_string(step), std::to_string(at)};
    for (const Value& value : values) row.push_back(amount_of(value));
    table.add(row);
  };
  add_row(0, 0);
  for (size_t step = 1; step <= history.cursor(); ++step) {
    const Happening& happening = history.happenings()[step - 1];
    for (const Effect& effect : happening.effects) {
      const bool moves = effect.kind == EffectKind::sent || effect.kind == EffectKind::received;
      if (effect.kind == EffectKind::sent) values[effect.process.index] -= effect.value;
      if (effect.kind == EffectKind::received) values[effect.process.index] += effect.value;
      const bool breaks =  // a reliable channel loses and doubles copies only
          !scenario.channel_rule.reliable &&
          (effect.kind == EffectKind::dropped || effect.kind == EffectKind::duplicated);
      if (!moves && !breaks) continue;
      Value& channel = values[channels + effect.channel.index];
      const bool enters =
          effect.kind == EffectKind::sent || effect.kind == EffectKind::duplicated;
      if (enters) channel += effect.value;
      else channel -= effect.value;
    }
    add_row(step, happening.choice.at);
  }
  return table.take();
}

}  // namespace cutline
