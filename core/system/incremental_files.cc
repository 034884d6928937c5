#include "core/system/incremental_files.h"

#include <algorithm>

#include "core/base/check.h"

namespace cutline {

StoredBytes IncrementalFiles::snapshot(CheckpointId id, const FileSizes& sizes,
                                       int64_t merge_every) {
  CUTLINE_CHECK(sizes.state >= 0 && sizes.changes >= 0 && sizes.fixed >= 0,
                "files have no negative sizes");
  if (merge_every > 0 && unmerged_ >= merge_every) {
    confirmed_ = 0;
    fresh_ = {{id, state_}};
    unmerged_ = 0;
  }
  // A file holds a key once, however often it changed.
  fresh_.push_back({id, begun_ ? std::min(sizes.state, sizes.changes) : sizes.state});
  begun_ = true;
  ++unmerged_;
  state_ = sizes.state;
  StoredBytes stored;
  stored.written = sizes.fixed;
  for (const File& each : fresh_) stored.written += each.bytes;
  stored.referenced = stored.written + confirmed_;
  return stored;
}

void IncrementalFiles::confirm(CheckpointId id) {
  for (const File& each : fresh_)
    if (each.since <= id) confirmed_ += each.bytes;
  std::erase_if(fresh_, [&](const File& each) { return each.since <= id; });
}

}  // namespace cutline
