#include "core/report/run_json.h"

#include <nlohmann/json.hpp>

#include "core/base/fingerprint.h"
#include "core/report/cut_json.h"
#include "core/report/ledger_json.h"
#include "core/report/report_events.h"
#include "core/system/ledger.h"

namespace cutline {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;

class RunDocument {
 public:
  explicit RunDocument(const History& history)
      : scenario_(history.scenario()), world_(history.world()), run_(report_events(history)) {}

  Json scenario() const;
  Json events() const;
  Json messages() const;
  Json snapshots() const;

 private:
  const std::string& name(ProcessId id) const { return scenario_.processes[id.index].name; }
  Json names(const std::vector<RecordId>& records) const {
    Json out = Json::array();
    for (RecordId record : records) out.push_back(record_name(record));
    return out;
  }

  const Scenario& scenario_;
  const World& world_;
  ReportEvents run_;
};

const char* algorithm_name(SnapshotAlgorithm algorithm) {
  switch (algorithm) {
    case SnapshotAlgorithm::markers: return "markers";
    case SnapshotAlgorithm::lai_yang: return "lai-yang";
    case SnapshotAlgorithm::mattern: return "mattern";
  }
  return "";
}

Json RunDocument::scenario() const {
  Json processes = Json::array();
  for (const ProcessSetup& process : scenario_.processes)
    processes.push_back({{"name", process.name}, {"balance", process.balance.part[0]}});
  Json channels = Json::array();
  for (uint32_t index = 0; index < scenario_.channels.size(); ++index)
    channels.push_back({{"name", scenario_.channel_name({index})},
                        {"from", name(scenario_.channels[index].from)},
                        {"to", name(scenario_.channels[index].to)}});
  return {{"name", scenario_.name},
          {"title", scenario_.title},
          {"unit", scenario_.unit},
          {"seed", scenario_.seed},
          {"algorithm", algorithm_name(scenario_.algorithm)},
          {"fifo", scenario_.fifo},
          {"processes", processes},
          {"channels", channels}};
}

Json RunDocument::events() const {
  Json out = Json::array();
  for (const ReportEvent& event : run_.events) {
    Json clock = Json::object();
    for (uint32_t index = 0; index < event.clock.size(); ++index)
      clock[name({index})] = event.clock[index];
    out.push_back({{"step", event.step},
                   {"time_ns", event.at},
                   {"process", name(event.process)},
                   {"clock", clock},
                   {"text", event.text}});
  }
  return out;
}

Json RunDocument::messages() const {
  Json out = Json::array();
  for (const ReportMessage& message : run_.messages) {
    const ReportEvent& sent = run_.events[message.from_event];
    Json each = {{"name", message.name},
                 {"kind", message.marker ? "marker" : "transfer"},
                 {"copy", message.copy},
                 {"channel", scenario_.channel_name(message.channel)}};
    if (!message.marker) each["amount"] = message.value.part[0];
    each["sent"] = {{"step", sent.step}, {"time_ns", sent.at}};
    each["end"] = message_end_name(message.end);
    if (message.end != MessageEnd::in_flight)
      each["ended"] = {{"step", message.end_step}, {"time_ns", message.end_at}};
    out.push_back(std::move(each));
  }
  return out;
}

// What each recorded; the judgement is in the ledger.
Json RunDocument::snapshots() const {
  Json out = Json::array();
  for (uint32_t index = 0; index < world_.snapshots.size(); ++index) {
    const Snapshot& snapshot = world_.snapshots[index];
    Json processes = Json::object();
    for (uint32_t at = 0; at < snapshot.processes.size(); ++at) {
      const ProcessRecording& each = snapshot.processes[at];
      if (!each.recorded) continue;
      processes[name({at})] = {{"balance", each.state.balance.part[0]},
                               {"step", each.step},
                               {"time_ns", each.at}};
    }
    Json channels = Json::object();
    for (uint32_t at = 0; at < snapshot.channels.size(); ++at)
      channels[scenario_.channel_name({at})] = {
          {"records", names(snapshot.channels[at].records)},
          {"final", is_channel_final(scenario_, snapshot, {at})}};
    Json each = {{"name", snapshot_name({index})},
                 {"initiator", name(snapshot.initiator)},
                 {"started", {{"step", snapshot.started_step}, {"time_ns", snapshot.started_at}}}};
    if (snapshot.complete)
      each["completed"] = {{"step", snapshot.completed_step}, {"time_ns", snapshot.completed_at}};
    each["verdict"] = verdict_name(snapshot_ledger(scenario_, world_, {index}).verdict);
    each["processes"] = processes;
    each["channels"] = channels;
    out.push_back(std::move(each));
  }
  return out;
}

}  // namespace

std::string run_json(const History& history, const std::vector<std::string>& commands,
                     uint64_t lab_fingerprint, const std::optional<Cut>& cut) {
  const RunDocument document(history);
  Json out = {{"form", "cutline-run"},
              {"version", kVersion},
              {"scenario", document.scenario()},
              {"commands", commands},
              {"step", history.cursor()},
              {"steps_recorded", history.length()},
              {"time_ns", history.world().now},
              {"events", document.events()},
              {"messages", document.messages()},
              {"snapshots", document.snapshots()},
              {"ledger", ledger_json(history.scenario(), history.world())}};
  if (cut) out["cut"] = cut_json(history, *cut);
  out["fingerprint"] = print_fingerprint(lab_fingerprint);
  return out.dump(1) + "\n";
}

}  // namespace cutline
