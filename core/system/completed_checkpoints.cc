#include "core/system/completed_checkpoints.h"

#include <algorithm>

#include "core/base/check.h"

namespace cutline {

std::vector<CompletedCheckpoint> add_completed(CompletedCheckpoints& store,
                                               const CompletedCheckpoint& checkpoint) {
  CUTLINE_CHECK(store.retained >= 1, "at least one completed checkpoint is retained");
  CUTLINE_CHECK(store.in_store.empty() || store.in_store.back().id < checkpoint.id,
                "completed checkpoints enter the store in the order of their ids");
  store.in_store.push_back(checkpoint);
  const auto newest = std::find_if(store.in_store.rbegin(), store.in_store.rend(),
                                   [](const auto& each) { return !is_savepoint(each.kind); });
  const CheckpointId keep = newest == store.in_store.rend() ? kNoCheckpoint : newest->id;
  std::vector<CompletedCheckpoint> taken_out;
  for (size_t place = 0; place + 1 < store.in_store.size();) {
    if (static_cast<int64_t>(store.in_store.size()) <= store.retained) break;
    const CompletedCheckpoint each = store.in_store[place];
    if (each.id == keep) {
      ++place;
      continue;
    }
    taken_out.push_back(each);
    store.in_store.erase(store.in_store.begin() + static_cast<std::ptrdiff_t>(place));
  }
  return taken_out;
}

std::optional<CompletedCheckpoint> latest_completed(const CompletedCheckpoints& store) {
  if (store.in_store.empty()) return std::nullopt;
  return store.in_store.back();
}

CheckpointId subsumed_id(const std::vector<CompletedCheckpoint>& taken_out) {
  CheckpointId id = kNoCheckpoint;
  for (const CompletedCheckpoint& each : taken_out)
    if (!is_savepoint(each.kind)) id = std::max(id, each.id);
  return id;
}

}  // namespace cutline
