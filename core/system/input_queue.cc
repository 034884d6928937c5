#include "core/system/input_queue.h"

#include <utility>

#include "core/base/check.h"

namespace cutline {

ArrivalNotice InputQueue::arrive(QueueItem item, std::vector<Buffer>& captured) {
  CUTLINE_CHECK(item.sequence == expected_, "a channel delivers its items in the order of numbers");
  expected_ = static_cast<int32_t>(static_cast<uint32_t>(expected_) + 1);
  queued_bytes_ += bytes_of(item);

  ArrivalNotice notice;
  notice.first_item = items_.empty();
  if (item.kind == QueueItemKind::barrier && persister_.see_barrier(item.barrier.id) &&
      item.barrier.id > barrier_) {
    // The task has not started this checkpoint: remember how far it reaches until it does.
    barrier_ = item.barrier.id;
    barrier_sequence_ = item.sequence;
  }
  if (is_data(item) && persister_.captures()) {
    notice.captured = true;
    captured.push_back(item.buffer);
  }

  if (has_priority(item)) {
    notice.first_priority = add_priority(std::move(item));
    return notice;
  }
  const bool announced = needs_announcement(item);
  QueueItem announcement;
  if (announced) {
    announcement = event_item(QueueItemKind::announcement, item.barrier);
    announcement.sequence = item.sequence;
  }
  items_.push_back(std::move(item));
  if (announced) notice.first_priority = add_priority(std::move(announcement));  // T3
  return notice;
}

bool InputQueue::add_priority(QueueItem item) {
  items_.insert(priority_++, std::move(item));
  return priority_ == 1;
}

InputPolled InputQueue::poll() {
  InputPolled polled;
  if (items_.empty()) return polled;
  polled.taken = true;
  polled.item = items_.take_front();
  if (priority_ > 0) --priority_;
  queued_bytes_ -= bytes_of(polled.item);
  polled.more = !items_.empty();
  polled.more_priority = priority_ > 0;
  return polled;
}

bool InputQueue::start_capture(CheckpointId id, std::vector<Buffer>& captured) {
  if (id < barrier_ || !persister_.start(id)) return false;
  if (id > barrier_) barrier_ = kNoCheckpoint;  // an obsolete barrier delimits nothing (U6)
  in_flight(id, captured);
  return true;
}

void InputQueue::stop_capture(CheckpointId id) {
  persister_.stop(id);
  if (barrier_ == id) barrier_ = kNoCheckpoint;
}

void InputQueue::in_flight(CheckpointId id, std::vector<Buffer>& buffers) const {
  CUTLINE_CHECK(barrier_ == id || barrier_ == kNoCheckpoint,
                "what is in flight is asked for the checkpoint whose barrier came last");
  for (size_t index = priority_; index < items_.size(); ++index) {
    const QueueItem& item = items_.at(index);
    if (!is_data(item)) continue;
    if (!is_before_barrier(item.sequence)) break;
    buffers.push_back(item.buffer);
  }
}

// Numbers wrap around; far fewer items wait than there are numbers.
bool InputQueue::is_before_barrier(int32_t sequence) const {
  if (barrier_ == kNoCheckpoint) return true;
  const auto barrier = static_cast<uint32_t>(barrier_sequence_);
  return static_cast<int32_t>(barrier - static_cast<uint32_t>(sequence)) > 0;
}

bool InputQueue::prioritise(int32_t sequence) {
  CUTLINE_CHECK(barrier_ != kNoCheckpoint && barrier_sequence_ == sequence &&
                    persister_.barrier_received(),
                "only the newest barrier that has arrived is moved to the head");
  size_t place = priority_;
  while (place < items_.size() && items_.at(place).sequence != sequence) ++place;
  CUTLINE_CHECK(place < items_.size(), "an announced barrier is still queued");
  return add_priority(items_.take(place));
}

}  // namespace cutline
