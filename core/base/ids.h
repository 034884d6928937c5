// Numbers that cannot be mixed up: a ProcessId is not a ChannelId. Each is an index into a vector
// of the world or the scenario.
#pragma once
#include <compare>
#include <cstdint>

namespace cutline {

template <class Tag>
struct Id {
  uint32_t index = 0;
  friend auto operator<=>(const Id&, const Id&) = default;
};

using ProcessId = Id<struct ProcessTag>;    // Scenario::processes, World::processes
using ChannelId = Id<struct ChannelTag>;    // Scenario::channels, World::channels
using RecordId = Id<struct RecordTag>;      // World::records
using SnapshotId = Id<struct SnapshotTag>;  // World::snapshots

}  // namespace cutline
