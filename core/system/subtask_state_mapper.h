// Restoring captured in-flight data at another parallelism (U17): which new subtask reads the data
// of which old ones, and where records must be filtered because several new ones read it.
//
//     hash, 3 → 2      old  [0 ........42|43 ........85|86 .......127]   key groups
//                      new  [0 ................63|64 .............127]
//                      new 0 reads old 0, 1     new 1 reads old 1, 2     old 1 is ambiguous
//
// On the sending side any new producer may put recovered output back into its queues; there the old
// subtasks are always dealt out round robin.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/result.h"

namespace cutline {

inline constexpr uint32_t kMaxParallelismDefault = 128;      // of a job up to parallelism 85
inline constexpr uint32_t kMaxParallelismUpperBound = 1 << 15;

struct KeyGroupRange {
  uint32_t first = 0;
  uint32_t last = 0;
  friend bool operator==(const KeyGroupRange&, const KeyGroupRange&) = default;
};
// The key groups of one subtask.
KeyGroupRange key_groups_of(uint32_t subtask, uint32_t parallelism, uint32_t max_parallelism);
// The subtask of one key group.
uint32_t subtask_of_key_group(uint32_t key_group, uint32_t parallelism, uint32_t max_parallelism);
// What the engine takes where a job does not say.
uint32_t default_max_parallelism(uint32_t parallelism);

enum class Partitioning : uint8_t {
  hash, rebalance, shuffle, global, custom, forward, rescale, broadcast,
};

enum class StateMapper : uint8_t {
  first,        // global: everything to subtask 0
  full,         // custom: everyone reads everything, and filters
  range,        // hash: the old subtasks whose key groups meet one's own; filters ambiguous ones
  round_robin,  // rebalance, shuffle, and every sending side: each old subtask to one new one
  unsupported,  // forward, rescale, broadcast: hence forced aligned
};
StateMapper receiving_mapper(Partitioning partitioning);
std::string_view partitioning_name(Partitioning partitioning);

// The old subtasks whose data a new one reads, ascending. As the engine does, key groups are
// compared at the upper bound of the maximum parallelism, whatever the job's own is: it may read a
// neighbour's data in vain, and filters it out, but misses none.
std::vector<uint32_t> old_subtasks(StateMapper mapper, uint32_t new_subtask,
                                   uint32_t old_parallelism, uint32_t new_parallelism);

// One edge whose captured data is restored.
struct EdgeRescale {
  Partitioning partitioning = Partitioning::hash;
  uint32_t old_producers = 1;
  uint32_t new_producers = 1;
  uint32_t old_consumers = 1;
  uint32_t new_consumers = 1;
  friend bool operator==(const EdgeRescale&, const EdgeRescale&) = default;
};

struct EdgeMapping {
  std::vector<std::vector<uint32_t>> old_consumers;  // by new consumer: whose input it reads
  std::vector<std::vector<uint32_t>> old_producers;  // by new producer: whose output it puts back
  std::vector<bool> filtered;  // by old consumer: several new ones read it; records are filtered
  friend bool operator==(const EdgeMapping&, const EdgeMapping&) = default;
};
// A side whose parallelism stays the same keeps everything where it is. Refuses to rescale an edge
// that cannot be: the sentence says why.
Result<EdgeMapping> map_edge(const EdgeRescale& edge);

}  // namespace cutline
