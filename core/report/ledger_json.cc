#include "core/report/ledger_json.h"

#include "core/system/ledger.h"

namespace cutline {
namespace {

using Json = nlohmann::ordered_json;

const char* kind_name(SnapshotKind kind) {
  switch (kind) {
    case SnapshotKind::markers: return "markers";
    case SnapshotKind::colors: return "colors";
    case SnapshotKind::uncoordinated: return "endpoints only";
  }
  return "";
}

Json names_json(const std::vector<RecordId>& records) {
  Json out = Json::array();
  for (RecordId record : records) out.push_back(record_name(record));
  return out;
}

Json snapshot_json(const Scenario& scenario, const World& world, SnapshotId id) {
  const Snapshot& recorded = world.snapshots[id.index];
  const SnapshotLedger ledger = snapshot_ledger(scenario, world, id);
  Json channels = Json::object();
  for (uint32_t index = 0; index < ledger.channels.size(); ++index) {
    const ChannelLedger& channel = ledger.channels[index];
    channels[scenario.channel_name({index})] = {{"sent", channel.sent},
                                                 {"received", channel.received},
                                                 {"recorded", channel.recorded},
                                                 {"judged", channel.judged},
                                                 {"lost", names_json(channel.lost)},
                                                 {"repeated", names_json(channel.repeated)},
                                                 {"orphans", names_json(channel.orphans)}};
  }
  return {{"kind", kind_name(recorded.kind)},
          {"initiator", scenario.processes[recorded.initiator.index].name},
          {"at_processes", ledger.at_processes.part[0]},
          {"in_channels", ledger.in_channels.part[0]},
          {"total", ledger.total.part[0]},
          {"expected", ledger.expected.part[0]},
          {"verdict", verdict_name(ledger.verdict)},
          {"channels", channels}};
}

}  // namespace

Json ledger_json(const Scenario& scenario, const World& world) {
  const LivingLedger now = living_ledger(scenario, world);
  Json snapshots = Json::object();
  for (uint32_t index = 0; index < world.snapshots.size(); ++index)
    snapshots[std::to_string(index + 1)] = snapshot_json(scenario, world, {index});
  return {{"unit", scenario.unit},
          {"now",
           {{"at_processes", now.at_processes.part[0]},
            {"in_channels", now.in_channels.part[0]},
            {"total", now.total.part[0]},
            {"expected", now.expected.part[0]},
            {"balanced", now.balanced}}},
          {"snapshots", snapshots}};
}

}  // namespace cutline
