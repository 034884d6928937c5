#include "core/system/input_gate.h"

#include <algorithm>

namespace cutline {

InputGate::InputGate(const std::vector<InputChannelKind>& kinds) : channels_(kinds.size()) {
  for (size_t index = 0; index < kinds.size(); ++index) channels_[index].kind = kinds[index];
}

void InputGate::arrive(InputId channel, const GateItem& item, CapturedBuffers& captured) {
  InputChannel& into = channels_[channel.index];
  const Waiting waiting{into.arrived++, item};
  const bool remote = into.kind == InputChannelKind::remote;
  if (remote) come_into_sight(channel, waiting, captured);

  const bool barrier = item.kind == GateItemKind::barrier;
  if (item.kind == GateItemKind::announcement ||
      (barrier && item.barrier.kind == BarrierKind::unaligned)) {
    priority_.push_back({channel, waiting});
    return;
  }
  if (into.queue.empty()) line_.push_back(channel);
  into.queue.push_back(waiting);
  if (!remote || !barrier || !is_timeoutable(item.barrier)) return;
  priority_.push_back({channel, waiting});  // T3
  priority_.back().waiting.item.kind = GateItemKind::announcement;
}

std::optional<TakenItem> InputGate::take(CapturedBuffers& captured) {
  if (empty()) return std::nullopt;
  const bool urgent = !priority_.empty();
  const InputId channel = urgent ? priority_.front().channel : line_.front();
  InputChannel& from = channels_[channel.index];
  Waiting taken;
  if (urgent) {
    taken = priority_.front().waiting;
    priority_.pop_front();
  } else {
    taken = from.queue.front();
    from.queue.pop_front();
  }
  // A turn is a turn, also with a priority item: the channel goes to the end of the line.
  if (!urgent || !from.queue.empty()) leave_line(channel);
  if (!from.queue.empty()) line_.push_back(channel);
  if (from.kind == InputChannelKind::local) come_into_sight(channel, taken, captured);
  return TakenItem{channel, taken.item};
}

void InputGate::prioritise(InputId channel, CheckpointId id) {
  std::deque<Waiting>& queue = channels_[channel.index].queue;
  const auto found = std::find_if(queue.begin(), queue.end(), [&](const Waiting& waiting) {
    return waiting.item.kind == GateItemKind::barrier && waiting.item.barrier.id == id;
  });
  if (found == queue.end()) return;
  priority_.push_back({channel, *found});
  queue.erase(found);
  if (queue.empty()) leave_line(channel);
}

// U2 for remote channels; of a local one nothing is in sight yet (U4).
void InputGate::start_capture(CheckpointId id, CapturedBuffers& captured) {
  for (uint32_t index = 0; index < channels_.size(); ++index) {
    InputChannel& each = channels_[index];
    each.capture.start(id);
    if (each.kind == InputChannelKind::local) continue;
    for (const Waiting& waiting : each.queue) {
      if (!each.capture.covers(id, waiting.number)) break;
      if (waiting.item.kind != GateItemKind::data) continue;
      captured.push_back({id, InputId{index}, waiting.item.bytes, waiting.item.label});
    }
  }
}

void InputGate::stop_capture() {
  for (InputChannel& each : channels_) each.capture.stop();
}

void InputGate::come_into_sight(InputId channel, const Waiting& waiting,
                                CapturedBuffers& captured) {
  ChannelCapture& capture = channels_[channel.index].capture;
  const GateItem& item = waiting.item;
  if (item.kind == GateItemKind::barrier) capture.on_barrier(item.barrier.id, waiting.number);
  if (item.kind == GateItemKind::end) capture.on_end();
  if (item.kind == GateItemKind::data && capture.capturing() != kNoCheckpoint)
    captured.push_back({capture.capturing(), channel, item.bytes, item.label});
}

void InputGate::leave_line(InputId channel) {
  const auto found = std::find(line_.begin(), line_.end(), channel);
  if (found != line_.end()) line_.erase(found);
}

}  // namespace cutline
