// A choice is one thing that may happen next, as data. The clock, the learner's hand and the
// explorer all pick from the same kind of list.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/system/scenario.h"
#include "core/system/world.h"

namespace cutline {

enum class Act : uint8_t {
  send,          // `channel`, `value`: its sender transfers
  deliver,       // `channel`, `position` in the queue (0 with FIFO): its receiver takes the item
  snapshot,      // `process` starts a snapshot by the scenario's marker rule
  read,          // `process`: its state is read; part of the open reading, or of a new one
  read_channel,  // `channel`: what waits there is read; part of the open reading, or of a new one
  read_all,      // every process is read in this one step, no channel
  read_each,     // `process` is read now, the others follow one by one, no channel
  record_only,   // `process` records and owes its markers (wrong on purpose)
  markers,       // `process` sends the markers it owes
  local,         // `process`: an event of its own that moves nothing
  drop,          // `channel`, `position`: the item is lost; reliable: the item on the wire
  duplicate,     // `channel`, `position`: a copy is put directly behind the item; so, too
  // Where channels are reliable:
  arrive,      // `channel`, `position` on the wire: whoever it is for takes it off
  retransmit,  // `channel`: its sender's time-out is over; the oldest unacknowledged goes again
};

inline constexpr uint32_t kKeepLabel = 0;

struct Choice {
  Act act = Act::local;
  ProcessId process;
  ChannelId channel;
  uint32_t position = 0;
  Value value;
  uint32_t label = kKeepLabel;  // send, deliver: the acting process takes on named state label - 1
  bool joins = false;  // snapshot, record_only: one more initiator of the one that is under way
  bool unlikely = false;  // possible, but the dice have decided otherwise: the clock passes it over
  Tick at = 0;         // when it happens; never before World::now
  uint64_t order = 0;  // among choices at the same time the smallest goes first
  friend bool operator==(const Choice&, const Choice&) = default;
};

// What the system does next by itself: transfers that are planned, deliveries, planned readings.
// Each with the time at which the clock would do it. Where channels lose or double messages, each
// message may be lost, doubled or delivered, and only what the dice have decided is not `unlikely`.
std::vector<Choice> enabled(const Scenario& scenario, const World& world);

// Why a choice cannot be made in this world, as one sentence; nothing where it can.
std::optional<std::string> why_not(const Scenario& scenario, const World& world,
                                   const Choice& choice);

}  // namespace cutline
