#include "core/report/cut_json.h"

namespace cutline {
namespace {

using Json = nlohmann::ordered_json;

Json messages_json(const Scenario& scenario, const RunEvents& run,
                   const std::vector<uint32_t>& messages) {
  Json out = Json::array();
  for (uint32_t index : messages) {
    const RunMessage& message = run.messages[index];
    Json each = {{"name", message.marker ? snapshot_name(message.snapshot)
                                         : record_name(message.record)},
                 {"kind", message.marker ? "marker" : "transfer"},
                 {"copy", message.copy},
                 {"channel", scenario.channel_name(message.channel)}};
    if (!message.marker) each["amount"] = message.value.part[0];
    each["sent_step"] = run.events[message.sent].step;
    if (message.ended > 0) each["ended_step"] = message.ended;
    out.push_back(std::move(each));
  }
  return out;
}

}  // namespace

Json cut_json(const History& history, const Cut& cut) {
  const Scenario& scenario = history.scenario();
  const RunEvents run = run_events(scenario, history.happenings());
  const CutLedger ledger = cut_ledger(scenario, run, cut);
  Json inside = Json::object();
  Json balances = Json::object();
  for (uint32_t index = 0; index < scenario.processes.size(); ++index) {
    inside[scenario.processes[index].name] = cut.inside[index];
    balances[scenario.processes[index].name] = ledger.states[index].balance.part[0];
  }
  std::vector<uint32_t> in_flight;
  for (const std::vector<uint32_t>& channel : ledger.channels)
    in_flight.insert(in_flight.end(), channel.begin(), channel.end());
  Json existed = nullptr;
  if (ledger.consistent())
    if (const auto step = first_occurrence(run, cut, static_cast<uint32_t>(history.length())))
      existed = *step;
  return {{"inside", inside},
          {"consistent", ledger.consistent()},
          {"orphans", messages_json(scenario, run, ledger.orphans)},
          {"in_flight", messages_json(scenario, run, in_flight)},
          {"lost", messages_json(scenario, run, ledger.lost)},
          {"ledger",
           {{"balances", balances},
            {"at_processes", ledger.at_processes.part[0]},
            {"in_channels", ledger.in_channels.part[0]},
            {"total", ledger.total.part[0]},
            {"expected", ledger.expected.part[0]},
            {"orphaned", ledger.orphaned.part[0]},
            {"doubled", ledger.doubled.part[0]},
            {"lost", ledger.lost_value.part[0]}}},
          {"existed_after_step", existed}};
}

}  // namespace cutline
