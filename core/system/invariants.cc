#include "core/system/invariants.h"

#include <algorithm>

#include "core/system/ledger.h"

namespace cutline {
namespace {

using Broken = std::optional<std::string>;

Broken every_amount_is_somewhere(const Scenario& scenario, const World& world) {
  const LivingLedger ledger = living_ledger(scenario, world);
  if (ledger.total + world.dropped == ledger.expected + world.duplicated) return std::nullopt;
  return "processes and channels do not hold what the run started with";
}

Broken no_balance_is_negative(const Scenario& scenario, const World& world) {
  for (uint32_t index = 0; index < world.processes.size(); ++index)
    if (!world.processes[index].state.balance.covers({}))
      return scenario.processes[index].name + " has a negative balance";
  return std::nullopt;
}

// Without drops and duplicates a channel's log adds up: sent = received + queued.
Broken channels_add_up(const Scenario& scenario, const World& world) {
  if (world.dropped != Value{} || world.duplicated != Value{}) return std::nullopt;
  for (uint32_t index = 0; index < world.channels.size(); ++index) {
    const Channel& channel = world.channels[index];
    size_t queued = 0;
    for (const Item& item : channel.queue) queued += item.kind == ItemKind::record;
    // A transfer of nothing may be dropped without a trace in the values: allow for fewer queued.
    if (channel.sent.size() < channel.received.size() + queued &&
        world.duplicated == Value{})
      return "channel " + scenario.channel_name({index}) + " delivered more than was sent";
  }
  return std::nullopt;
}

// A reliable channel delivers what was sent, once and in order; and nothing that could be lost is
// forgotten by its sender.
Broken links_keep_everything(const Scenario& scenario, const World& world) {
  for (uint32_t index = 0; index < world.links.size(); ++index) {
    const std::string name = "channel " + scenario.channel_name({index});
    const ReliableLink& link = world.links[index];
    const Channel& channel = world.channels[index];
    size_t queued = 0;
    for (const Item& item : channel.queue) queued += item.kind == ItemKind::record;
    if (channel.sent.size() != channel.received.size() + queued)
      return name + " is reliable, but sent is not received + queued";
    const bool ordered = scenario.rule.overtake ||
                         std::equal(channel.received.begin(), channel.received.end(),
                                    channel.sent.begin());
    if (!ordered) return name + " is reliable, but its records came in another order";
    uint32_t number = link.last_number - static_cast<uint32_t>(link.unacknowledged.size());
    if (number > link.arrived) return name + " has forgotten a message that has not arrived";
    for (const ReliableLink::Unacknowledged& each : link.unacknowledged)
      if (each.message.number != ++number) return name + " misses a number in its resend buffer";
    for (uint32_t early : link.early)
      if (early <= link.arrived + 1) return name + " keeps a message whose turn has come";
    for (const Item& item : link.wire)
      if (item.number > (item.kind == ItemKind::acknowledgement ? link.arrived : link.last_number))
        return name + " carries a number that nobody gave";
  }
  return std::nullopt;
}

Broken cuts_lie_inside_the_logs(const Scenario& scenario, const World& world) {
  for (const Snapshot& snapshot : world.snapshots)
    for (uint32_t index = 0; index < world.channels.size(); ++index) {
      const ChannelRecording& recording = snapshot.channels[index];
      if (recording.sent_at_cut > world.channels[index].sent.size() ||
          recording.received_at_cut > world.channels[index].received.size())
        return "a cut on channel " + scenario.channel_name({index}) + " lies beyond its log";
    }
  return std::nullopt;
}

Broken complete_snapshots_miss_nothing(const Scenario& scenario, const World& world) {
  for (uint32_t index = 0; index < world.snapshots.size(); ++index) {
    const Snapshot& snapshot = world.snapshots[index];
    if (!snapshot.complete) continue;
    for (const ProcessRecording& recording : snapshot.processes)
      if (!recording.recorded || recording.markers_owed)
        return snapshot_name({index}) + " is complete, but a process has not recorded";
    if (snapshot.kind == SnapshotKind::uncoordinated) continue;
    for (uint32_t channel = 0; channel < snapshot.channels.size(); ++channel)
      if (!is_channel_final(scenario, snapshot, {channel}))
        return snapshot_name({index}) + " is complete, but channel " +
               scenario.channel_name({channel}) + " is not";
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::string> broken_invariant(const Scenario& scenario, const World& world) {
  for (const auto invariant :
       {every_amount_is_somewhere, no_balance_is_negative, channels_add_up,
        links_keep_everything, cuts_lie_inside_the_logs, complete_snapshots_miss_nothing})
    if (Broken broken = invariant(scenario, world)) return broken;
  return std::nullopt;
}

}  // namespace cutline
