#include "core/system/split_assignment.h"

#include <algorithm>

#include "core/base/check.h"

namespace cutline {
namespace {

std::vector<SplitId>& splits_of(std::vector<ReaderSplits>& readers, uint32_t reader) {
  for (ReaderSplits& each : readers)
    if (each.reader == reader) return each.splits;
  readers.push_back({reader, {}});
  return readers.back().splits;
}

void move_splits(std::vector<ReaderSplits>& readers, uint32_t reader, std::vector<SplitId>& to) {
  for (size_t place = 0; place < readers.size(); ++place) {
    if (readers[place].reader != reader) continue;
    const std::vector<SplitId>& splits = readers[place].splits;
    to.insert(to.end(), splits.begin(), splits.end());
    readers.erase(readers.begin() + static_cast<std::ptrdiff_t>(place));
    return;
  }
}

}  // namespace

void assign_split(SplitTracker& tracker, uint32_t reader, SplitId split) {
  splits_of(tracker.since, reader).push_back(split);
}

void enumerator_snapshotted(SplitTracker& tracker, CheckpointId id) {
  CUTLINE_CHECK(tracker.checkpoints.empty() || tracker.checkpoints.back().id < id,
                "an enumerator takes its snapshots in the order of their ids");
  tracker.checkpoints.push_back({id, std::move(tracker.since)});
  tracker.since.clear();
}

void checkpoint_completed(SplitTracker& tracker, CheckpointId id) {
  std::erase_if(tracker.checkpoints,
                [id](const CheckpointSplits& checkpoint) { return checkpoint.id <= id; });
}

std::vector<SplitId> take_back_splits(SplitTracker& tracker, uint32_t reader,
                                      CheckpointId restored) {
  std::vector<SplitId> back;
  for (CheckpointSplits& checkpoint : tracker.checkpoints)
    if (checkpoint.id > restored) move_splits(checkpoint.readers, reader, back);
  move_splits(tracker.since, reader, back);
  return back;
}

void close_gate(SplitGate& gate, CheckpointId id) {
  CUTLINE_CHECK(gate.closed.empty() || gate.closed.back().id < id,
                "a gate closes in the order of the checkpoints");
  gate.closed.push_back({id, {}});
}

bool pass_gate(SplitGate& gate, SplitId split) {
  if (gate.closed.empty()) return true;
  gate.closed.back().splits.push_back(split);
  return false;
}

std::vector<SplitId> open_gate(SplitGate& gate, CheckpointId id) {
  const auto place = std::find_if(gate.closed.begin(), gate.closed.end(),
                                  [id](const SplitGate::Held& held) { return held.id == id; });
  if (place == gate.closed.end()) return {};
  std::vector<SplitId> splits = std::move(place->splits);
  const bool oldest = place == gate.closed.begin();
  if (!oldest) {  // it still waits for an older checkpoint
    std::vector<SplitId>& older = (place - 1)->splits;
    older.insert(older.end(), splits.begin(), splits.end());
    splits.clear();
  }
  gate.closed.erase(place);
  return splits;
}

void reset_gate(SplitGate& gate) { gate.closed.clear(); }

}  // namespace cutline
