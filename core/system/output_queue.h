// What one producer subtask has ready for one consumer subtask: an output subpartition, as a value.
//
//     handed out ◀── [ | ] [ d  d  x  d  | ] [ d.. ] ◀── written
//                      │      in order         └ open: its segment still has room
//                      └ priority
//
// A data buffer that is alone is not offered, full or not: another item behind it, or a flush,
// makes it so. A flush hands out what an open buffer holds so far; the buffer stays and fills up
// further. Everything else follows rules A1, U1, U5, T7, T8 and N3.
#pragma once
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "core/system/queue_item.h"
#include "core/system/ring.h"

namespace cutline {

// What the consumer's network stack has to be told.
struct QueueNotice {
  bool data = false;      // something can be read now, and could not before
  bool priority = false;  // the head has become a priority event
  friend bool operator==(const QueueNotice&, const QueueNotice&) = default;
};

struct BarrierAdded {
  QueueNotice notice;
  // An earlier timeoutable barrier is still queued, which one checkpoint at a time rules out: the
  // output state of that checkpoint fails (vector C-20).
  CheckpointId failed = kNoCheckpoint;
};

enum class NextItem : uint8_t { none, data, event };

// An item handed out, if any, and what is known with it.
struct Polled {
  bool taken = false;
  QueueItem item;
  int64_t backlog = 0;                  // data buffers that could follow (N3)
  NextItem next = NextItem::none;       // that can be read right after
  int64_t segments_freed = 0;           // of the producer's pool, once the item has been consumed
  CheckpointId nothing_captured = kNoCheckpoint;  // its output state is known now: empty (T8)
};

class OutputQueue {
 public:
  // Data. The record writer opens a buffer with a segment from the pool and appends to it; a full
  // buffer is closed by itself, and by whatever is added behind it.
  QueueNotice open(int64_t capacity);
  void append(int64_t bytes, uint64_t tag);   // the rest, or all, of one record
  void append(int64_t bytes, std::span<const uint64_t> tags);  // records of so many bytes each
  void append(const Buffer& records);         // several at once, with or without tags
  void append_part(int64_t bytes);            // of a record that goes on in the next buffer
  int64_t room() const { return open_ ? capacity_ - filled_ : 0; }
  void close_open() { open_ = false; }
  // A whole buffer at once: one that was recovered (U12).
  QueueNotice add(Buffer buffer);

  // Any event but a barrier. After the end of the partition nothing can be added: it is dropped.
  QueueNotice add_event(QueueItemKind kind, CheckpointId id = kNoCheckpoint,
                        int64_t event_bytes = 0);
  // A barrier. An unaligned one overtakes what is queued and appends its data to `captured` (U5).
  BarrierAdded add_barrier(const Barrier& barrier, std::vector<Buffer>& captured,
                           int64_t event_bytes = 0);

  // T7: the output timer of `id` fires. Where its barrier is still queued, it is unaligned and at
  // the head now, the data that was ahead of it is captured, and its output state is known. Nothing
  // where it has left already.
  std::optional<QueueNotice> time_out(CheckpointId id, std::vector<Buffer>& captured);
  // Nobody waits for the output state of `id` any more. Its barrier stays where it is.
  void abort(CheckpointId id);

  // Everything queued may be read, also the open buffer (execution.buffer-timeout).
  QueueNotice flush();
  // Can the consumer be sent something? Events need no credit (N3).
  bool is_available(bool has_credit) const;
  // The next item, also where it is not offered as available yet. Nothing while blocked (A1).
  Polled poll();
  // The consumer goes on after an aligned barrier or the end of channel state.
  void resume();

  bool is_blocked() const { return blocked_; }
  bool is_finished() const { return finished_; }
  bool has_open() const { return open_; }
  int64_t backlog() const;
  CheckpointId awaited() const { return awaited_; }  // whose output state is not known yet (T8)
  size_t size() const { return entries_.size(); }
  const QueueItem& item(size_t index) const { return entries_.at(index).item; }
  int64_t data_buffers() const { return data_; }
  int64_t queued_bytes() const;

  // The size that the consumer's debloater asks for: the capacity of the next open() (N5).
  int64_t desired_bytes = 0;  // 0: whole segments

  friend bool operator==(const OutputQueue&, const OutputQueue&) = default;

 private:
  struct Entry {
    QueueItem item;
    bool known_finished = false;  // offered even when it is alone
    friend bool operator==(const Entry&, const Entry&) = default;
  };

  QueueNotice push(QueueItem item, bool known_finished);
  QueueNotice notice_after_push() const;
  size_t finished_count() const;
  void capture_data(size_t from, size_t to, std::vector<Buffer>& captured) const;
  bool take_head(Polled& polled);
  Buffer& fill(int64_t bytes);

  Ring<Entry> entries_;
  uint32_t priority_ = 0;  // the first so many entries are priority events
  bool open_ = false;      // the last entry is data that is still being written
  bool blocked_ = false;
  bool flush_requested_ = false;
  bool finished_ = false;  // the end of the partition was added
  int32_t sequence_ = 0;
  int64_t capacity_ = 0;   // of the open buffer
  int64_t filled_ = 0;     // of it, also what was handed out already
  int64_t data_ = 0;       // data entries
  CheckpointId awaited_ = kNoCheckpoint;
};

}  // namespace cutline
