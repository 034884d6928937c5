// The part of a run that never changes: who is there, how they are connected, how money moves.
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/ids.h"
#include "core/base/ticks.h"
#include "core/system/marker_rule.h"
#include "core/system/value.h"

namespace cutline {

struct ProcessSetup {
  std::string name;
  Value balance;       // at the start
  uint32_t label = 0;  // named state at the start, an index into Scenario::labels
  friend bool operator==(const ProcessSetup&, const ProcessSetup&) = default;
};

struct ChannelSetup {
  ProcessId from;
  ProcessId to;
  friend bool operator==(const ChannelSetup&, const ChannelSetup&) = default;
};

// When and how much the processes transfer by themselves. With `send_interval_max` 0 they do not.
struct Traffic {
  Tick send_interval_min = 0;  // between two transfers of one process
  Tick send_interval_max = 0;
  Tick delay_min = 0;          // a message's time in its channel
  Tick delay_max = 0;
  int64_t amount_max = 0;      // a transfer is 1..amount_max, at most the balance
  friend bool operator==(const Traffic&, const Traffic&) = default;
};

// What may happen when every interleaving is explored, beside what the rules demand.
struct ExploreSetup {
  int64_t transfers = 1;   // that each process may start
  int64_t amount = 0;      // of each, at most the balance; 0: the traffic's largest, else 1
  int64_t snapshots = 1;   // in all
  int64_t faults = 1;      // messages that channels may lose or double in a run, by ChannelRule
  // Who may start one, or join one that is under way; empty: the processes that no channel leads
  // to, or else the first process.
  std::vector<ProcessId> initiators;
  bool endpoints_only = false;        // a snapshot is a reading of the processes one by one
  friend bool operator==(const ExploreSetup&, const ExploreSetup&) = default;
};

// What channels do to messages on their way, each message on its own: records, markers, and with
// `reliable` also acknowledgements.
struct ChannelRule {
  int64_t loss = 0;         // per mille of the messages are lost
  int64_t duplication = 0;  // per mille of the others are doubled
  // The repair: numbers, acknowledgements and retransmission make the channel FIFO and exactly-once
  // again for what is above it (ReliableLink in world.h).
  bool reliable = false;
  Tick timeout = 0;  // until the oldest unacknowledged message is sent again; 0: see below
  friend bool operator==(const ChannelRule&, const ChannelRule&) = default;
};

struct Scenario {
  std::string name;   // as in its file name
  std::string title;  // one line for people
  std::string unit;   // of the balances: "EUR"
  std::vector<ProcessSetup> processes;
  std::vector<ChannelSetup> channels;
  std::vector<std::string> labels;  // named states; empty where states are amounts only
  Traffic traffic;
  SnapshotAlgorithm algorithm = SnapshotAlgorithm::markers;
  MarkerRule rule;      // what markers do
  bool fifo = true;     // off: a receiver may take any waiting message
  ChannelRule channel_rule;
  uint64_t seed = 1;
  ExploreSetup explore;
  friend bool operator==(const Scenario&, const Scenario&) = default;

  // Does a receiver get the messages of a channel in the order of sending?
  bool keeps_order() const { return fifo || channel_rule.reliable; }
  // Where no time-out is given, a round trip at the longest delay; at least a millisecond.
  Tick retransmit_after() const {
    const Tick after = channel_rule.timeout > 0 ? channel_rule.timeout : 2 * traffic.delay_max;
    return after > kMillisecond ? after : kMillisecond;
  }

  std::string channel_name(ChannelId channel) const {  // "A>B"
    const ChannelSetup& setup = channels[channel.index];
    return processes[setup.from.index].name + ">" + processes[setup.to.index].name;
  }
};

// The system as its processes see it: a channel that is made reliable is one that is FIFO and loses
// nothing. How its ends do that, and in which order, is no event of theirs.
Scenario above_the_wire(Scenario scenario);

std::optional<ProcessId> find_process(const Scenario& scenario, std::string_view name);
std::optional<ChannelId> find_channel(const Scenario& scenario, ProcessId from, ProcessId to);
// "A>B"
std::optional<ChannelId> find_channel(const Scenario& scenario, std::string_view name);
std::vector<ChannelId> channels_from(const Scenario& scenario, ProcessId process);
std::vector<ChannelId> channels_to(const Scenario& scenario, ProcessId process);

// The first thing that makes a scenario unusable, if any: a name twice, a channel to nowhere or to
// itself, a number out of range. Readers of files check the same with a position; this is the net.
std::optional<std::string> why_unusable(const Scenario& scenario);

}  // namespace cutline
