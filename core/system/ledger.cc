#include "core/system/ledger.h"

#include <algorithm>

#include "core/base/check.h"

namespace cutline {
namespace {

Value started_with(const Scenario& scenario) {
  Value sum;
  for (const ProcessSetup& process : scenario.processes) sum += process.balance;
  return sum;
}

// left minus right, as multisets.
std::vector<RecordId> without(std::vector<RecordId> left, const std::vector<RecordId>& right) {
  for (RecordId record : right) {
    const auto found = std::find(left.begin(), left.end(), record);
    if (found != left.end()) left.erase(found);
  }
  return left;
}

ChannelLedger channel_ledger(const Scenario& scenario, const World& world,
                             const Snapshot& snapshot, ChannelId id) {
  const ChannelSetup& setup = scenario.channels[id.index];
  const Channel& channel = world.channels[id.index];
  const ChannelRecording& recording = snapshot.channels[id.index];
  ChannelLedger ledger;
  ledger.recorded = static_cast<uint32_t>(recording.records.size());
  ledger.judged = is_channel_final(scenario, snapshot, id) &&
                  snapshot.processes[setup.from.index].recorded &&
                  snapshot.processes[setup.to.index].recorded;
  if (!ledger.judged) return ledger;
  ledger.sent = recording.sent_at_cut;
  ledger.received = recording.received_at_cut;

  const std::vector<RecordId> sent(channel.sent.begin(), channel.sent.begin() + ledger.sent);
  std::vector<RecordId> counted(channel.received.begin(),
                                channel.received.begin() + ledger.received);
  ledger.orphans = without(counted, sent);
  counted.insert(counted.end(), recording.records.begin(), recording.records.end());
  ledger.lost = without(sent, counted);
  ledger.repeated = without(counted, sent);
  return ledger;
}

Verdict verdict_of(bool complete, bool loses, bool repeats) {
  if (!complete) return Verdict::incomplete;
  if (loses && repeats) return Verdict::loses_and_repeats;
  if (loses) return Verdict::loses;
  return repeats ? Verdict::repeats : Verdict::consistent;
}

}  // namespace

LivingLedger living_ledger(const Scenario& scenario, const World& world) {
  LivingLedger ledger;
  for (const Process& process : world.processes) ledger.at_processes += process.state.balance;
  for (const Channel& channel : world.channels)
    for (const Item& item : channel.queue)
      if (item.kind == ItemKind::record)
        ledger.in_channels += world.records[item.record.index].value;
  ledger.total = ledger.at_processes + ledger.in_channels;
  ledger.expected = started_with(scenario);
  ledger.balanced = ledger.total == ledger.expected;
  return ledger;
}

SnapshotLedger snapshot_ledger(const Scenario& scenario, const World& world, SnapshotId id) {
  CUTLINE_CHECK(id.index < world.snapshots.size(), "the snapshot is one of the world's");
  const Snapshot& snapshot = world.snapshots[id.index];
  SnapshotLedger ledger;
  for (const ProcessRecording& recording : snapshot.processes)
    if (recording.recorded) ledger.at_processes += recording.state.balance;
  bool loses = false;
  bool repeats = false;
  for (uint32_t index = 0; index < world.channels.size(); ++index) {
    for (RecordId record : snapshot.channels[index].records)
      ledger.in_channels += world.records[record.index].value;
    ledger.channels.push_back(channel_ledger(scenario, world, snapshot, {index}));
    loses = loses || !ledger.channels.back().lost.empty();
    repeats = repeats || !ledger.channels.back().repeated.empty();
  }
  ledger.total = ledger.at_processes + ledger.in_channels;
  ledger.expected = started_with(scenario);
  ledger.verdict = verdict_of(snapshot.complete, loses, repeats);
  return ledger;
}

std::string_view verdict_name(Verdict verdict) {
  switch (verdict) {
    case Verdict::incomplete: return "incomplete";
    case Verdict::consistent: return "consistent";
    case Verdict::loses: return "loses";
    case Verdict::repeats: return "repeats";
    case Verdict::loses_and_repeats: return "loses and repeats";
  }
  return "";
}

}  // namespace cutline
