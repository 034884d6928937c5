// The one set of transition rules. step() does one choice and reports what it did; nothing else
// changes a world. Pure: same scenario, world and choice, same world and effects.
#pragma once
#include <vector>

#include "core/system/choice.h"
#include "core/system/scenario.h"
#include "core/system/world.h"

namespace cutline {

enum class EffectKind : uint8_t {
  sent,              // process, channel, record
  received,          // process, channel, record
  state_recorded,    // process, snapshot; by_fault: not for the first time
  channel_recorded,  // process (receiver), channel, record, snapshot: the record is channel state
  marker_sent,       // process, channel, snapshot
  marker_received,   // process, channel, snapshot; by_fault: the channel's recording goes on
  channel_read,      // channel, snapshot: uncoordinated
  snapshot_started,  // process, snapshot
  snapshot_complete, // snapshot
  dropped,           // channel; record or snapshot; number
  duplicated,        // channel; record or snapshot; number
  local_event,       // process
  // Where channels are reliable. Process is whoever does it, number the message's.
  retransmitted,     // channel, item, number; count: transmissions by now
  arrived,           // channel, item, number: in order, so that the receiver may take it
  arrived_early,     // channel, item, number: kept until those before it are in
  discarded,         // channel, item, number: it was in already
  acknowledgement_sent,  // channel; number: all up to it are in
  acknowledged,      // channel, number; count: messages that leave the resend buffer, or 0
};

struct Effect {
  EffectKind kind = EffectKind::local_event;
  ProcessId process;
  ChannelId channel;
  RecordId record;
  SnapshotId snapshot;
  ItemKind item = ItemKind::record;  // from `dropped` on: which of record and snapshot counts
  uint32_t number = 0;    // reliable: the message's, from 1; also of sent and marker_sent
  uint32_t count = 0;
  bool by_fault = false;  // a wrong marker rule made it so
  Value value;  // of the record; state_recorded: the balance
  friend bool operator==(const Effect&, const Effect&) = default;
};

// Does `choice` to `world` and lists the effects in order. The choice must be possible (why_not()).
std::vector<Effect> step(const Scenario& scenario, World& world, const Choice& choice);

}  // namespace cutline
