// What lies in a queue between two subtasks: a data buffer, or an event.
//
//     kind                   in the queue           once handed out
//     data                   waits its turn         needs a buffer of the consumer (N3)
//     barrier, unaligned     overtakes (U1)
//     barrier, aligned       waits its turn         its producer's queue hands out no more (A1)
//       and timeoutable        and is announced     the same; until then it may be converted (T7)
//     barrier, at least once waits its turn
//     announcement           overtakes (T3)
//     cancel marker, end of partition               wait their turn
//     end of channel state   waits its turn         its producer's queue hands out no more (U12)
#pragma once
#include <cstdint>

#include "core/system/barrier.h"
#include "core/system/buffer.h"

namespace cutline {

enum class QueueItemKind : uint8_t {
  data,
  barrier,
  announcement,  // of a barrier that waits further back
  cancel_marker,
  end_of_partition,
  end_of_channel_state,
};

struct QueueItem {
  QueueItemKind kind = QueueItemKind::data;
  int32_t sequence = 0;     // given when the producer's queue hands it out; wraps around
  int64_t event_bytes = 0;  // of an event
  Buffer buffer;            // of data
  Barrier barrier;          // barrier and announcement; of a cancel marker only the id
  friend bool operator==(const QueueItem&, const QueueItem&) = default;
};

inline bool is_data(const QueueItem& item) { return item.kind == QueueItemKind::data; }

inline int64_t bytes_of(const QueueItem& item) {
  return is_data(item) ? item.buffer.bytes : item.event_bytes;
}

// U1, T3: goes ahead of everything but earlier priority items.
inline bool has_priority(const QueueItem& item) {
  return item.kind == QueueItemKind::announcement ||
         (item.kind == QueueItemKind::barrier && item.barrier.kind == BarrierKind::unaligned);
}

// A1, U12: once it is handed out, its queue is blocked until the consumer resumes it.
inline bool blocks_producer(const QueueItem& item) {
  if (item.kind == QueueItemKind::end_of_channel_state) return true;
  return item.kind == QueueItemKind::barrier &&
         (item.barrier.kind == BarrierKind::aligned ||
          item.barrier.kind == BarrierKind::forced_aligned);
}

// T3: a remote channel delivers an announcement first.
inline bool needs_announcement(const QueueItem& item) {
  return item.kind == QueueItemKind::barrier && is_timeoutable(item.barrier);
}

inline QueueItem data_item(Buffer buffer) {
  QueueItem item;
  item.buffer = std::move(buffer);
  return item;
}

inline QueueItem event_item(QueueItemKind kind, const Barrier& barrier = {},
                            int64_t event_bytes = 0) {
  QueueItem item;
  item.kind = kind;
  item.barrier = barrier;
  item.event_bytes = event_bytes;
  return item;
}

}  // namespace cutline
