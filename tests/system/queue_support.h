// Small helpers for tests of queues between subtasks.
#pragma once
#include <string>
#include <vector>

#include "core/system/input_queue.h"
#include "core/system/output_queue.h"

namespace cutline::test {

inline Barrier barrier_of(int64_t id, BarrierKind kind, Tick timeout = kNoTimeout) {
  Barrier barrier;
  barrier.id = {id};
  barrier.kind = kind;
  barrier.timeout = timeout;
  return barrier;
}
inline Barrier aligned_barrier(int64_t id) { return barrier_of(id, BarrierKind::aligned); }
inline Barrier unaligned_barrier(int64_t id) { return barrier_of(id, BarrierKind::unaligned); }
inline Barrier timeoutable_barrier(int64_t id) {
  return barrier_of(id, BarrierKind::aligned, kSecond);
}

inline Buffer buffer_of(int64_t bytes, std::vector<uint64_t> tags = {}) {
  const auto records = static_cast<int64_t>(tags.size());
  return {records, bytes, std::move(tags)};
}

inline std::vector<int64_t> sizes(const std::vector<Buffer>& buffers) {
  std::vector<int64_t> bytes;
  for (const Buffer& buffer : buffers) bytes.push_back(buffer.bytes);
  return bytes;
}

// "12" for a buffer of 12 bytes, "barrier 3", "cancel 3", ...
inline std::string describe(const QueueItem& item) {
  const std::string id = " " + std::to_string(item.barrier.id.number);
  switch (item.kind) {
    case QueueItemKind::data: return std::to_string(item.buffer.bytes);
    case QueueItemKind::barrier: return "barrier" + id;
    case QueueItemKind::announcement: return "announcement" + id;
    case QueueItemKind::cancel_marker: return "cancel" + id;
    case QueueItemKind::end_of_partition: return "end of partition";
    case QueueItemKind::end_of_channel_state: return "end of channel state";
  }
  return "?";
}

// Polls until there is nothing more.
inline std::vector<std::string> drain(OutputQueue& queue) {
  std::vector<std::string> items;
  for (Polled polled = queue.poll(); polled.taken; polled = queue.poll())
    items.push_back(describe(polled.item));
  return items;
}

// Items for one input queue, numbered as the producer's queue would.
class Arrivals {
 public:
  explicit Arrivals(int32_t first_sequence = 0) : next_(static_cast<uint32_t>(first_sequence)) {}

  ArrivalNotice data(InputQueue& queue, int64_t bytes) {
    return arrive(queue, data_item(buffer_of(bytes)));
  }
  ArrivalNotice barrier(InputQueue& queue, const Barrier& barrier, int64_t event_bytes = 0) {
    return arrive(queue, event_item(QueueItemKind::barrier, barrier, event_bytes));
  }
  ArrivalNotice arrive(InputQueue& queue, QueueItem item) {
    item.sequence = static_cast<int32_t>(next_++);
    return queue.arrive(std::move(item), captured);
  }

  std::vector<Buffer> captured;

 private:
  uint32_t next_;
};

}  // namespace cutline::test
