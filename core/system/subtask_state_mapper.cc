#include "core/system/subtask_state_mapper.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <string_view>

#include "core/base/check.h"

namespace cutline {
namespace {

std::vector<uint32_t> counted(uint32_t first, uint32_t count) {
  std::vector<uint32_t> numbers(count);
  std::iota(numbers.begin(), numbers.end(), first);
  return numbers;
}

std::vector<std::vector<uint32_t>> map_side(StateMapper mapper, uint32_t old_parallelism,
                                            uint32_t new_parallelism) {
  std::vector<std::vector<uint32_t>> mapping;
  for (uint32_t subtask = 0; subtask < new_parallelism; ++subtask)
    mapping.push_back(old_parallelism == new_parallelism
                          ? std::vector<uint32_t>{subtask}
                          : old_subtasks(mapper, subtask, old_parallelism, new_parallelism));
  return mapping;
}

}  // namespace

KeyGroupRange key_groups_of(uint32_t subtask, uint32_t parallelism, uint32_t max_parallelism) {
  CUTLINE_CHECK(subtask < parallelism && parallelism <= max_parallelism,
                "key groups are shared out among no more subtasks than there are groups");
  return {(subtask * max_parallelism + parallelism - 1) / parallelism,
          ((subtask + 1) * max_parallelism - 1) / parallelism};
}

uint32_t subtask_of_key_group(uint32_t key_group, uint32_t parallelism, uint32_t max_parallelism) {
  CUTLINE_CHECK(key_group < max_parallelism, "a key group lies below the maximum parallelism");
  return key_group * parallelism / max_parallelism;
}

uint32_t default_max_parallelism(uint32_t parallelism) {
  return std::clamp(std::bit_ceil(parallelism + parallelism / 2), kMaxParallelismDefault,
                    kMaxParallelismUpperBound);
}

StateMapper receiving_mapper(Partitioning partitioning) {
  switch (partitioning) {
    case Partitioning::hash: return StateMapper::range;
    case Partitioning::rebalance:
    case Partitioning::shuffle: return StateMapper::round_robin;
    case Partitioning::global: return StateMapper::first;
    case Partitioning::custom: return StateMapper::full;
    case Partitioning::forward:
    case Partitioning::rescale:
    case Partitioning::broadcast: return StateMapper::unsupported;
  }
  CUTLINE_CHECK(false, "every partitioning has a mapper");
  return StateMapper::unsupported;
}

std::string_view partitioning_name(Partitioning partitioning) {
  constexpr std::string_view kNames[] = {"hash",   "rebalance", "shuffle", "global",
                                         "custom", "forward",   "rescale", "broadcast"};
  return kNames[static_cast<size_t>(partitioning)];
}

std::vector<uint32_t> old_subtasks(StateMapper mapper, uint32_t new_subtask,
                                   uint32_t old_parallelism, uint32_t new_parallelism) {
  CUTLINE_CHECK(mapper != StateMapper::unsupported, "an edge that cannot be rescaled is refused");
  CUTLINE_CHECK(old_parallelism > 0 && new_subtask < new_parallelism,
                "data is restored from some subtasks to one of some");
  if (mapper == StateMapper::full || (mapper == StateMapper::first && new_subtask == 0))
    return counted(0, old_parallelism);
  if (mapper == StateMapper::first) return {};
  if (mapper == StateMapper::range) {
    constexpr uint32_t kGroups = kMaxParallelismUpperBound;
    const KeyGroupRange range = key_groups_of(new_subtask, new_parallelism, kGroups);
    const uint32_t first = subtask_of_key_group(range.first, old_parallelism, kGroups);
    const uint32_t last = subtask_of_key_group(range.last, old_parallelism, kGroups);
    return counted(first, last - first + 1);
  }
  std::vector<uint32_t> dealt;
  for (uint32_t old = new_subtask; old < old_parallelism; old += new_parallelism)
    dealt.push_back(old);
  return dealt;
}

Result<EdgeMapping> map_edge(const EdgeRescale& edge) {
  const StateMapper mapper = receiving_mapper(edge.partitioning);
  const bool rescaled = edge.old_producers != edge.new_producers ||
                        edge.old_consumers != edge.new_consumers;
  if (rescaled && mapper == StateMapper::unsupported)
    return fault("captured data of a " + std::string(partitioning_name(edge.partitioning)) +
                 " edge cannot be restored at another parallelism");

  EdgeMapping mapping;
  mapping.old_consumers = map_side(mapper, edge.old_consumers, edge.new_consumers);
  mapping.old_producers =
      map_side(StateMapper::round_robin, edge.old_producers, edge.new_producers);
  std::vector<uint32_t> readers(edge.old_consumers, 0);
  for (const std::vector<uint32_t>& old : mapping.old_consumers)
    for (uint32_t consumer : old) ++readers[consumer];
  for (uint32_t count : readers) mapping.filtered.push_back(count > 1);
  return mapping;
}

}  // namespace cutline
