#include "core/system/input_gate.h"

#include <algorithm>
#include <utility>

namespace cutline {

// --- one channel ---

bool GateChannel::arrive(QueueItem item, CapturedBuffers& captured) {
  item.sequence = arrived_++;
  note_barrier(item);
  const bool urgent = has_priority(item);
  if (is_local()) {
    local_.insert(urgent ? local_priority_++ : local_.size(), std::move(item));
    return urgent;
  }
  const bool announced = needs_announcement(item);  // T3
  std::vector<Buffer> buffers;
  remote_.arrive(std::move(item), buffers);
  append(remote_.persister().newest(), buffers, captured);
  return urgent || announced;
}

QueueItem GateChannel::take(CapturedBuffers& captured) {
  QueueItem item = is_local() ? local_.take_front() : remote_.poll().item;
  if (item.kind == QueueItemKind::barrier && item.sequence == newest_sequence_)
    newest_waits_ = false;
  if (!is_local()) return item;
  if (local_priority_ > 0) --local_priority_;
  if (item.kind == QueueItemKind::barrier) persister_.see_barrier(item.barrier.id);
  if (is_data(item) && persister_.captures())
    captured.push_back({persister_.newest(), id_, item.buffer});
  return item;
}

bool GateChannel::prioritise(CheckpointId id) {
  if (id != newest_ || !newest_waits_) return false;
  const ChannelPersister& seen = remote_.persister();
  const bool over = seen.newest() != id || !seen.barrier_received();
  if (!is_local() && over) return false;
  newest_waits_ = false;
  if (!is_local()) {
    remote_.prioritise(newest_sequence_);
    return true;
  }
  size_t place = local_priority_;
  while (local_.at(place).sequence != newest_sequence_) ++place;
  local_.insert(local_priority_++, local_.take(place));
  return true;
}

// A checkpoint that a newer barrier has followed on this channel cannot be started; its handler
// knows that from on_arrival.
void GateChannel::start_capture(CheckpointId id, CapturedBuffers& captured) {
  if (is_local()) {
    persister_.start(id);
    return;
  }
  std::vector<Buffer> buffers;
  remote_.start_capture(id, buffers);
  append(id, buffers, captured);
}

void GateChannel::stop_capture(CheckpointId id) {
  if (is_local()) persister_.stop(id);
  else remote_.stop_capture(id);
}

void GateChannel::note_barrier(const QueueItem& item) {
  if (item.kind != QueueItemKind::barrier || item.barrier.id <= newest_) return;
  newest_ = item.barrier.id;
  newest_sequence_ = item.sequence;
  newest_waits_ = !has_priority(item);
}

void GateChannel::append(CheckpointId id, std::vector<Buffer>& buffers,
                         CapturedBuffers& captured) const {
  for (Buffer& buffer : buffers) captured.push_back({id, id_, std::move(buffer)});
}

// --- the gate ---

InputGate::InputGate(const std::vector<InputChannelKind>& kinds) {
  channels_.reserve(kinds.size());
  for (const InputChannelKind kind : kinds)
    channels_.emplace_back(InputId{static_cast<uint32_t>(channels_.size())}, kind);
}

void InputGate::arrive(InputId channel, QueueItem item, CapturedBuffers& captured) {
  GateChannel& to = channels_[channel.index];
  if (to.empty()) line_.push_back(channel);
  if (to.arrive(std::move(item), captured)) priority_.push_back(channel);
}

// A turn is a turn, also with a priority item: the channel goes to the end of the line.
std::optional<TakenItem> InputGate::take(CapturedBuffers& captured) {
  if (line_.empty()) return std::nullopt;
  const InputId channel = priority_.empty() ? line_.front() : priority_.front();
  if (!priority_.empty()) priority_.pop_front();
  line_.erase(std::find(line_.begin(), line_.end(), channel));
  GateChannel& from = channels_[channel.index];
  TakenItem taken{channel, from.take(captured)};
  if (!from.empty()) line_.push_back(channel);
  return taken;
}

void InputGate::prioritise(InputId channel, CheckpointId id) {
  if (channels_[channel.index].prioritise(id)) priority_.push_back(channel);
}

// U2 for remote channels; of a local one nothing is in sight yet (U4).
void InputGate::start_capture(CheckpointId id, CapturedBuffers& captured) {
  for (GateChannel& each : channels_) each.start_capture(id, captured);
}

void InputGate::stop_capture(CheckpointId id) {
  for (GateChannel& each : channels_) each.stop_capture(id);
}

}  // namespace cutline
