#include "core/system/output_queue.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"

namespace cutline {

// --- writing ---

QueueNotice OutputQueue::open(int64_t capacity) {
  CUTLINE_CHECK(!open_ && !finished_, "a buffer is opened once the one before it is closed");
  CUTLINE_CHECK(capacity > 0, "a buffer has room for something");
  const QueueNotice notice = push(data_item({}), false);
  open_ = true;
  capacity_ = capacity;
  filled_ = 0;
  return notice;
}

Buffer& OutputQueue::fill(int64_t bytes) {
  CUTLINE_CHECK(open_ && bytes >= 0 && bytes <= room(), "data goes where an open buffer has room");
  Buffer& buffer = entries_.back().item.buffer;
  buffer.bytes += bytes;
  filled_ += bytes;
  if (filled_ == capacity_) close_open();
  return buffer;
}

void OutputQueue::append(int64_t bytes, uint64_t tag) { append(bytes, std::span(&tag, 1)); }

void OutputQueue::append(int64_t bytes, std::span<const uint64_t> tags) {
  const int64_t room_before = room();
  Buffer& buffer = fill(bytes * static_cast<int64_t>(tags.size()));
  if (buffer.tags.empty()) {  // records are alike as a rule: grow once
    constexpr int64_t kReservedMax = 64;
    const int64_t records = bytes > 0 ? room_before / bytes : kReservedMax;
    buffer.tags.reserve(static_cast<size_t>(std::min(records, kReservedMax)));
  }
  buffer.records += static_cast<int64_t>(tags.size());
  buffer.tags.insert(buffer.tags.end(), tags.begin(), tags.end());
}

void OutputQueue::append(const Buffer& records) {
  Buffer& buffer = fill(records.bytes);
  buffer.records += records.records;
  buffer.tags.insert(buffer.tags.end(), records.tags.begin(), records.tags.end());
}

void OutputQueue::append_part(int64_t bytes) { fill(bytes); }

QueueNotice OutputQueue::add(Buffer buffer) {
  CUTLINE_CHECK(!finished_, "no data follows the end of the partition");
  return push(data_item(std::move(buffer)), true);
}

QueueNotice OutputQueue::push(QueueItem item, bool known_finished) {
  close_open();
  data_ += is_data(item);
  if (has_priority(item)) {
    entries_.insert(priority_++, {std::move(item), known_finished});
    QueueNotice notice = notice_after_push();
    notice.priority = priority_ == 1 && !blocked_;
    return notice;
  }
  entries_.push_back({std::move(item), known_finished});
  return notice_after_push();
}

// Told once: when the first item that can be read comes in. The consumer then reads until there is
// none left.
QueueNotice OutputQueue::notice_after_push() const {
  const bool first = finished_count() == 1;
  return {!blocked_ && (finished_ || (!flush_requested_ && first)), false};
}

// --- events and barriers ---

QueueNotice OutputQueue::add_event(QueueItemKind kind, CheckpointId id, int64_t event_bytes) {
  CUTLINE_CHECK(kind != QueueItemKind::data && kind != QueueItemKind::barrier &&
                    kind != QueueItemKind::announcement,
                "data, barriers and announcements have their own ways into a queue");
  if (finished_) return {};
  finished_ = kind == QueueItemKind::end_of_partition;
  Barrier of;
  of.id = id;
  return push(event_item(kind, of, event_bytes), true);
}

BarrierAdded OutputQueue::add_barrier(const Barrier& barrier, std::vector<Buffer>& captured,
                                      int64_t event_bytes) {
  BarrierAdded added;
  if (finished_) return added;
  if (is_timeoutable(barrier)) {
    added.failed = awaited_;
    awaited_ = barrier.id;
  }
  added.notice = push(event_item(QueueItemKind::barrier, barrier, event_bytes), true);
  if (barrier.kind == BarrierKind::unaligned) capture_data(priority_, entries_.size(), captured);
  return added;
}

std::optional<QueueNotice> OutputQueue::time_out(CheckpointId id, std::vector<Buffer>& captured) {
  if (awaited_ != id || id == kNoCheckpoint) return std::nullopt;
  size_t place = priority_;
  while (place < entries_.size() && !(needs_announcement(entries_.at(place).item) &&
                                      entries_.at(place).item.barrier.id == id))
    ++place;
  CUTLINE_CHECK(place < entries_.size(), "an awaited barrier is still queued");
  awaited_ = kNoCheckpoint;
  capture_data(priority_, place, captured);
  Entry entry = entries_.take(place);
  entry.item.barrier = as_unaligned(entry.item.barrier);
  entries_.insert(priority_++, std::move(entry));
  return QueueNotice{false, priority_ == 1 && !blocked_};
}

void OutputQueue::abort(CheckpointId id) {
  if (awaited_ == id) awaited_ = kNoCheckpoint;
}

// U5. Events are overtaken, never captured.
void OutputQueue::capture_data(size_t from, size_t to, std::vector<Buffer>& captured) const {
  for (size_t index = from; index < to; ++index) {
    const QueueItem& item = entries_.at(index).item;
    if (is_data(item) && item.buffer.bytes > 0) captured.push_back(item.buffer);
  }
}

// --- reading ---

size_t OutputQueue::finished_count() const {
  if (entries_.size() == 1) return entries_.front().known_finished;
  return entries_.empty() ? 0 : entries_.size() - 1;
}

QueueNotice OutputQueue::flush() {
  if (entries_.empty() || flush_requested_) return {};
  const bool lone = entries_.size() == 1 && bytes_of(entries_.front().item) > 0;
  flush_requested_ = entries_.size() > 1 || lone;
  return {lone && !blocked_, false};
}

bool OutputQueue::is_available(bool has_credit) const {
  if (blocked_ || entries_.empty()) return false;
  if (!has_credit) return !is_data(entries_.front().item);
  return flush_requested_ || finished_count() > 0;
}

int64_t OutputQueue::backlog() const {
  if (blocked_ || entries_.empty()) return 0;
  if (flush_requested_ || finished_ || !is_data(entries_.back().item)) return data_;
  return std::max<int64_t>(data_ - 1, 0);
}

int64_t OutputQueue::queued_bytes() const {
  int64_t bytes = 0;
  for (size_t index = 0; index < entries_.size(); ++index)
    bytes += bytes_of(entries_.at(index).item);
  return bytes;
}

// Takes the head, or what an open head holds so far. False where that is nothing.
bool OutputQueue::take_head(Polled& polled) {
  Entry& head = entries_.front();
  const bool lone = entries_.size() == 1;
  if (lone) flush_requested_ = false;
  if (lone && open_) {
    polled.item = data_item(std::exchange(head.item.buffer, {}));
    return polled.item.buffer.bytes > 0;
  }
  polled.item = entries_.take_front().item;
  if (priority_ > 0) --priority_;
  if (!is_data(polled.item)) return true;
  --data_;
  ++polled.segments_freed;
  return polled.item.buffer.bytes > 0;
}

Polled OutputQueue::poll() {
  Polled polled;
  if (blocked_) return polled;
  if (entries_.empty()) flush_requested_ = false;
  bool more = true;
  while (more && !polled.taken && !entries_.empty()) {
    more = entries_.size() > 1 || !open_;  // an open buffer stays, whatever is taken out of it
    polled.taken = take_head(polled);
  }
  if (!polled.taken) return polled;
  polled.item.sequence = sequence_;
  sequence_ = static_cast<int32_t>(static_cast<uint32_t>(sequence_) + 1);
  if (needs_announcement(polled.item) && polled.item.barrier.id == awaited_)
    polled.nothing_captured = std::exchange(awaited_, kNoCheckpoint);  // T8: it left in its turn
  if (blocks_producer(polled.item)) blocked_ = true;
  polled.backlog = backlog();
  if (is_available(true))
    polled.next = is_data(entries_.front().item) ? NextItem::data : NextItem::event;
  return polled;
}

void OutputQueue::resume() {
  CUTLINE_CHECK(blocked_, "only a queue that a barrier has blocked is resumed");
  blocked_ = false;
}

}  // namespace cutline
