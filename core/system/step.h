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
  dropped,           // channel; record or snapshot
  duplicated,        // channel; record or snapshot
  local_event,       // process
};

struct Effect {
  EffectKind kind = EffectKind::local_event;
  ProcessId process;
  ChannelId channel;
  RecordId record;
  SnapshotId snapshot;
  ItemKind item = ItemKind::record;  // dropped, duplicated: which of record and snapshot counts
  bool by_fault = false;  // a wrong marker rule made it so
  Value value;  // of the record; state_recorded: the balance
  friend bool operator==(const Effect&, const Effect&) = default;
};

// Does `choice` to `world` and lists the effects in order. The choice must be possible (why_not()).
std::vector<Effect> step(const Scenario& scenario, World& world, const Choice& choice);

}  // namespace cutline
