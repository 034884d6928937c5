#include "core/system/scenario.h"

#include "core/base/limits.h"
#include "core/base/text.h"

namespace cutline {
namespace {

std::optional<std::string> why_unusable_process(const Scenario& scenario, size_t index) {
  const ProcessSetup& process = scenario.processes[index];
  if (const auto why = why_no_name(process.name))
    return "process " + in_quotes(process.name) + ": " + *why;
  for (size_t other = 0; other < index; ++other)
    if (scenario.processes[other].name == process.name)
      return "process " + in_quotes(process.name) + " is there twice";
  for (int64_t part : process.balance.part)
    if (part < 0 || part > kAmountMax)
      return "process " + in_quotes(process.name) + ": its balance must be from 0 to " +
             std::to_string(kAmountMax);
  return std::nullopt;
}

std::optional<std::string> why_unusable_channel(const Scenario& scenario, size_t index) {
  const ChannelSetup& channel = scenario.channels[index];
  if (channel.from.index >= scenario.processes.size() ||
      channel.to.index >= scenario.processes.size())
    return "channel number " + std::to_string(index + 1) + " leads to a process that is not there";
  const std::string name = scenario.channel_name({static_cast<uint32_t>(index)});
  if (channel.from == channel.to) return "channel " + name + ": a process has no channel to itself";
  for (size_t other = 0; other < index; ++other)
    if (scenario.channels[other] == channel) return "channel " + name + " is there twice";
  return std::nullopt;
}

std::optional<std::string> why_unusable_exploration(const Scenario& scenario) {
  const ExploreSetup& explore = scenario.explore;
  if (explore.transfers < 0 || explore.transfers > kExploreTransfersMax)
    return "when exploring, a process may start from 0 to " +
           std::to_string(kExploreTransfersMax) + " transfers";
  if (explore.amount < 0 || explore.amount > kAmountMax)
    return "when exploring, an amount is from 1 to " + std::to_string(kAmountMax);
  if (explore.snapshots < 0 || explore.snapshots > kExploreSnapshotsMax)
    return "when exploring, there are from 0 to " + std::to_string(kExploreSnapshotsMax) +
           " snapshots";
  if (explore.faults < 0 || explore.faults > kExploreFaultsMax)
    return "when exploring, channels may lose or double from 0 to " +
           std::to_string(kExploreFaultsMax) + " messages";
  for (ProcessId initiator : explore.initiators)
    if (initiator.index >= scenario.processes.size())
      return "when exploring, an initiator is one of the processes";
  return std::nullopt;
}

}  // namespace

Scenario above_the_wire(Scenario scenario) {
  if (!scenario.channel_rule.reliable) return scenario;
  scenario.channel_rule = {};
  scenario.fifo = true;
  return scenario;
}

std::optional<ProcessId> find_process(const Scenario& scenario, std::string_view name) {
  for (uint32_t index = 0; index < scenario.processes.size(); ++index)
    if (scenario.processes[index].name == name) return ProcessId{index};
  return std::nullopt;
}

std::optional<ChannelId> find_channel(const Scenario& scenario, ProcessId from, ProcessId to) {
  for (uint32_t index = 0; index < scenario.channels.size(); ++index)
    if (scenario.channels[index] == ChannelSetup{from, to}) return ChannelId{index};
  return std::nullopt;
}

std::optional<ChannelId> find_channel(const Scenario& scenario, std::string_view name) {
  const size_t arrow = name.find('>');
  if (arrow == std::string_view::npos) return std::nullopt;
  const auto from = find_process(scenario, name.substr(0, arrow));
  const auto to = find_process(scenario, name.substr(arrow + 1));
  if (!from || !to) return std::nullopt;
  return find_channel(scenario, *from, *to);
}

std::vector<ChannelId> channels_from(const Scenario& scenario, ProcessId process) {
  std::vector<ChannelId> found;
  for (uint32_t index = 0; index < scenario.channels.size(); ++index)
    if (scenario.channels[index].from == process) found.push_back({index});
  return found;
}

std::vector<ChannelId> channels_to(const Scenario& scenario, ProcessId process) {
  std::vector<ChannelId> found;
  for (uint32_t index = 0; index < scenario.channels.size(); ++index)
    if (scenario.channels[index].to == process) found.push_back({index});
  return found;
}

std::optional<std::string> why_unusable(const Scenario& scenario) {
  if (scenario.processes.empty()) return "a scenario needs at least one process";
  if (scenario.processes.size() > kProcessesMax)
    return "a scenario has at most " + std::to_string(kProcessesMax) + " processes";
  if (scenario.channels.size() > kChannelsMax)
    return "a scenario has at most " + std::to_string(kChannelsMax) + " channels";
  for (size_t index = 0; index < scenario.processes.size(); ++index)
    if (auto why = why_unusable_process(scenario, index)) return why;
  for (size_t index = 0; index < scenario.channels.size(); ++index)
    if (auto why = why_unusable_channel(scenario, index)) return why;
  const Traffic& traffic = scenario.traffic;
  if (traffic.send_interval_min < 0 || traffic.send_interval_max < traffic.send_interval_min)
    return "the shortest time between transfers is longer than the longest";
  if (traffic.delay_min < 0 || traffic.delay_max < traffic.delay_min)
    return "the shortest message delay is longer than the longest";
  if (traffic.send_interval_max > kHour || traffic.delay_max > kHour)
    return "times between transfers and message delays are at most an hour";
  const ChannelRule& rule = scenario.channel_rule;
  for (int64_t chance : {rule.loss, rule.duplication})
    if (chance < 0 || chance > kPerMille)
      return "the chances of loss and duplication are from 0 to " + std::to_string(kPerMille) +
             " per mille";
  if (rule.timeout < 0 || rule.timeout > kHour) return "the time-out must be at most 1h";
  if (traffic.send_interval_max > 0 && (traffic.amount_max < 1 || traffic.amount_max > kAmountMax))
    return "the largest transfer must be from 1 to " + std::to_string(kAmountMax);
  return why_unusable_exploration(scenario);
}

}  // namespace cutline
