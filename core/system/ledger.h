// One equation judges everything. Per channel, at the cut: sent = received + recorded in flight.
// Per record: its amount is counted in exactly one place.
//
//     sent before the cut?   received before it?   recorded in the channel?   counted
//     no                     no                    no                         once, at the sender
//     yes                    yes                   no                         once, at the receiver
//     yes                    no                    yes                        once, in the channel
//     yes                    no                    no                         LOST
//     no                     yes                   no                         twice: REPEATED
//     yes                    yes                   yes                        twice: REPEATED
#pragma once
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/system/scenario.h"
#include "core/system/world.h"

namespace cutline {

// Where everything is right now.
struct LivingLedger {
  Value at_processes;
  Value in_channels;
  Value total;     // at_processes + in_channels
  Value expected;  // what the scenario started with
  bool balanced = false;
};
LivingLedger living_ledger(const Scenario& scenario, const World& world);

struct ChannelLedger {
  uint32_t sent = 0;      // before the sender recorded
  uint32_t received = 0;  // before the receiver recorded
  uint32_t recorded = 0;  // in flight, in the snapshot
  bool judged = false;    // both ends have recorded and the channel's recorded state is final
  std::vector<RecordId> lost;
  std::vector<RecordId> repeated;  // once for each time too many
  std::vector<RecordId> orphans;   // received inside the cut, sent outside it
  bool balanced() const { return lost.empty() && repeated.empty(); }
};

enum class Verdict : uint8_t {
  incomplete,         // something is still to be recorded
  consistent,         // every record is counted exactly once
  loses,
  repeats,
  loses_and_repeats,
};
std::string_view verdict_name(Verdict verdict);  // "loses and repeats"

// What a snapshot recorded, and whether it accounts for every record.
struct SnapshotLedger {
  Value at_processes;  // recorded states
  Value in_channels;   // recorded in flight
  Value total;
  Value expected;      // what the scenario started with
  std::vector<ChannelLedger> channels;  // parallel to World::channels
  Verdict verdict = Verdict::incomplete;
};
SnapshotLedger snapshot_ledger(const Scenario& scenario, const World& world, SnapshotId snapshot);

}  // namespace cutline
