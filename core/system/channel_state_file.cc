#include "core/system/channel_state_file.h"

#include <algorithm>

#include "core/base/check.h"

namespace cutline {

ChannelStateFile::ChannelStateFile(CheckpointId checkpoint, const std::vector<uint32_t>& sharers)
    : checkpoint_(checkpoint) {
  CUTLINE_CHECK(!sharers.empty(), "somebody writes the file");
  for (uint32_t subtask : sharers) add_sharer(subtask);
}

ChannelStateFile::Sharer& ChannelStateFile::find(uint32_t subtask) {
  const auto found = std::find_if(sharers_.begin(), sharers_.end(), [&](const Sharer& sharer) {
    return sharer.subtask == subtask;
  });
  CUTLINE_CHECK(found != sharers_.end(), "only its sharers write a file");
  return *found;
}

void ChannelStateFile::begin(uint32_t subtask) {
  const bool known = std::any_of(sharers_.begin(), sharers_.end(), [&](const Sharer& sharer) {
    return sharer.subtask == subtask;
  });
  if (!known) add_sharer(subtask);
  Sharer& sharer = find(subtask);
  CUTLINE_CHECK(!done_ && !sharer.begun, "a subtask begins a file once, while it is written");
  sharer.begun = true;
}

void ChannelStateFile::add_sharer(uint32_t subtask) {
  Sharer sharer;
  sharer.subtask = subtask;
  sharers_.push_back(sharer);
}

void ChannelStateFile::write(uint32_t subtask, ChannelStateSide side, uint32_t channel,
                             int64_t payload_bytes) {
  if (done_) return;
  Sharer& sharer = find(subtask);
  Side& into = side == ChannelStateSide::input ? sharer.input : sharer.output;
  CUTLINE_CHECK(sharer.begun && !into.done, "a side is written after its begin, before its end");
  auto found = std::find_if(into.sizes.begin(), into.sizes.end(),
                            [&](const ChannelStateSize& size) { return size.channel == channel; });
  if (found == into.sizes.end()) found = into.sizes.insert(found, {channel, 0});
  found->bytes += persisted_bytes(payload_bytes);
  payload_bytes_ += persisted_bytes(payload_bytes);
}

void ChannelStateFile::complete(uint32_t subtask, ChannelStateSide side,
                                ChannelStateResults& results) {
  if (done_) return;
  Sharer& sharer = find(subtask);
  CUTLINE_CHECK(sharer.begun, "a side is completed after its begin");
  (side == ChannelStateSide::input ? sharer.input : sharer.output).done = true;
  finish_if_all_done(results);
}

void ChannelStateFile::release(uint32_t subtask, ChannelStateResults& results) {
  if (done_) return;
  for (Sharer& sharer : sharers_)
    if (sharer.subtask == subtask && !sharer.begun) sharer.released = true;
  finish_if_all_done(results);
}

// U10: closed when everyone is done with both sides.
void ChannelStateFile::finish_if_all_done(ChannelStateResults& results) {
  for (const Sharer& sharer : sharers_)
    if (!sharer.released && !(sharer.input.done && sharer.output.done)) return;
  done_ = true;
  for (const Sharer& sharer : sharers_)
    if (sharer.begun) results.push_back({sharer.subtask, checkpoint_, std::nullopt});
}

void ChannelStateFile::fail(uint32_t subtask, ChannelStateResults& results) {
  if (done_) return;
  done_ = failed_ = true;
  for (const Sharer& sharer : sharers_) {
    const auto reason = sharer.subtask == subtask ? ChannelStateFailure::own
                                                  : ChannelStateFailure::shared_stream;
    if (sharer.begun) results.push_back({sharer.subtask, checkpoint_, reason});
  }
}

void ChannelStateFile::fail_all(ChannelStateFailure reason, ChannelStateResults& results) {
  if (done_) return;
  done_ = failed_ = true;
  for (const Sharer& sharer : sharers_)
    if (sharer.begun) results.push_back({sharer.subtask, checkpoint_, reason});
}

const std::vector<ChannelStateSize>& ChannelStateFile::sizes(uint32_t subtask,
                                                             ChannelStateSide side) const {
  const Sharer& sharer = const_cast<ChannelStateFile*>(this)->find(subtask);
  return side == ChannelStateSide::input ? sharer.input.sizes : sharer.output.sizes;
}

int64_t ChannelStateFile::persisted(uint32_t subtask) const {
  int64_t bytes = 0;
  for (ChannelStateSide side : {ChannelStateSide::input, ChannelStateSide::output})
    for (const ChannelStateSize& size : sizes(subtask, side)) bytes += size.bytes;
  return bytes;
}

// --- the writer ---

void ChannelStateWriter::add_subtask(uint32_t subtask) { subtasks_.push_back(subtask); }

void ChannelStateWriter::remove_subtask(uint32_t subtask, ChannelStateResults& results) {
  std::erase(subtasks_, subtask);
  if (file_ && !file_->is_done()) file_->release(subtask, results);
}

bool ChannelStateWriter::is_over(CheckpointId checkpoint) const {
  return checkpoint <= aborted_ || (file_ && checkpoint < file_->checkpoint());
}

bool ChannelStateWriter::writes(CheckpointId checkpoint) const {
  return file_ && file_->checkpoint() == checkpoint && !file_->is_done();
}

ChannelStateFailure ChannelStateWriter::why_over(uint32_t subtask, CheckpointId checkpoint) const {
  if (checkpoint != aborted_) return ChannelStateFailure::subsumed;
  return subtask == aborted_by_ ? ChannelStateFailure::own : ChannelStateFailure::shared_stream;
}

bool ChannelStateWriter::start(uint32_t subtask, CheckpointId checkpoint,
                               ChannelStateResults& results) {
  if (is_over(checkpoint)) {
    results.push_back({subtask, checkpoint, why_over(subtask, checkpoint)});
    return false;
  }
  if (file_ && checkpoint > file_->checkpoint())
    file_->fail_all(ChannelStateFailure::subsumed, results);
  if (!writes(checkpoint)) file_.emplace(checkpoint, subtasks_);
  file_->begin(subtask);
  return true;
}

void ChannelStateWriter::write(uint32_t subtask, CheckpointId checkpoint, ChannelStateSide side,
                               const ChannelStateSize& captured) {
  if (writes(checkpoint)) file_->write(subtask, side, captured.channel, captured.bytes);
}

void ChannelStateWriter::complete(uint32_t subtask, CheckpointId checkpoint, ChannelStateSide side,
                                  ChannelStateResults& results) {
  if (writes(checkpoint)) file_->complete(subtask, side, results);
}

void ChannelStateWriter::abort(uint32_t subtask, CheckpointId checkpoint,
                               ChannelStateResults& results) {
  if (is_over(checkpoint)) return;
  aborted_ = checkpoint;
  aborted_by_ = subtask;
  if (!file_ || file_->is_done()) return;
  if (file_->checkpoint() == checkpoint) file_->fail(subtask, results);
  else file_->fail_all(ChannelStateFailure::subsumed, results);
}

}  // namespace cutline
