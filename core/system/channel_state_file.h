// The channel state of several subtasks of one machine in one file (U8–U10).
//
//     subtask 0   input ✓ output ✓ ┐
//     subtask 1   input ✓ output … ├──▶ [header | 4 + d0 | 4 + d1 | …]   closed once all are done:
//     subtask 2   input … output ✓ ┘                                     the fastest waits for the
//                                                                        slowest
//
// A subtask's failure fails the file for all that share it.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "core/system/barrier.h"

namespace cutline {

inline constexpr int64_t kChannelStateHeaderBytes = 4;      // of the file
inline constexpr int64_t kCapturedLengthBytes = 4;          // ahead of each buffer (U8)
inline constexpr int64_t kInlineThresholdBytes = 20 * 1024;  // ...data-inline-threshold
inline constexpr uint32_t kSubtasksPerFile = 5;  // ...unaligned.max-subtasks-per-channel-state-file

// U8: what a captured buffer adds to the persisted size.
constexpr int64_t persisted_bytes(int64_t payload_bytes) {
  return kCapturedLengthBytes + payload_bytes;
}

// U10: which file the subtasks of one job on one machine share, in the order in which they came.
constexpr uint32_t channel_state_file_of(uint32_t place, uint32_t subtasks_per_file) {
  return place / subtasks_per_file;
}

enum class ChannelStateFailure : uint8_t {
  own,            // the subtask's own failure or abort
  shared_stream,  // CHANNEL_STATE_SHARED_STREAM_EXCEPTION: that of another which shares the file
  subsumed,       // CHECKPOINT_DECLINED_SUBSUMED: a newer checkpoint has begun
};

// A subtask learns what became of its channel state.
struct ChannelStateResult {
  uint32_t subtask = 0;
  CheckpointId checkpoint;
  std::optional<ChannelStateFailure> failure;  // nothing: it is durable
  friend bool operator==(const ChannelStateResult&, const ChannelStateResult&) = default;
};
using ChannelStateResults = std::vector<ChannelStateResult>;

struct ChannelStateSize {
  uint32_t channel = 0;  // among the subtask's inputs, or its outputs
  int64_t bytes = 0;     // persisted
  friend bool operator==(const ChannelStateSize&, const ChannelStateSize&) = default;
};

enum class ChannelStateSide : uint8_t { input, output };

class ChannelStateFile {
 public:
  // `sharers`: the subtasks that it waits for, by any numbers of the caller's.
  ChannelStateFile(CheckpointId checkpoint, const std::vector<uint32_t>& sharers);

  // The subtask has started the checkpoint. One that came late shares the file, too.
  void begin(uint32_t subtask);
  // A captured buffer. Ignored once the file is done.
  void write(uint32_t subtask, ChannelStateSide side, uint32_t channel, int64_t payload_bytes);
  // U9: nothing more comes from that side.
  void complete(uint32_t subtask, ChannelStateSide side, ChannelStateResults& results);
  // The subtask is gone before it began: nobody waits for it.
  void release(uint32_t subtask, ChannelStateResults& results);
  // Fails the file: `subtask` for its own reason, the others because they share it.
  void fail(uint32_t subtask, ChannelStateResults& results);
  // Fails it for all alike.
  void fail_all(ChannelStateFailure reason, ChannelStateResults& results);

  CheckpointId checkpoint() const { return checkpoint_; }
  bool is_done() const { return done_; }
  bool is_failed() const { return failed_; }
  // Nothing was written: no file.
  bool is_empty() const { return payload_bytes_ == 0; }
  int64_t file_bytes() const { return kChannelStateHeaderBytes + payload_bytes_; }
  // Small enough to travel with the acknowledgement; no file is created then.
  bool is_inlined(int64_t threshold_bytes = kInlineThresholdBytes) const {
    return file_bytes() <= threshold_bytes;
  }
  // By channel, in the order of first writing.
  const std::vector<ChannelStateSize>& sizes(uint32_t subtask, ChannelStateSide side) const;
  int64_t persisted(uint32_t subtask) const;  // both sides

  friend bool operator==(const ChannelStateFile&, const ChannelStateFile&) = default;

 private:
  struct Side {
    bool done = false;
    std::vector<ChannelStateSize> sizes;
    friend bool operator==(const Side&, const Side&) = default;
  };
  struct Sharer {
    uint32_t subtask = 0;
    bool begun = false;
    bool released = false;
    Side input;
    Side output;
    friend bool operator==(const Sharer&, const Sharer&) = default;
  };

  Sharer& find(uint32_t subtask);
  void add_sharer(uint32_t subtask);
  void finish_if_all_done(ChannelStateResults& results);

  CheckpointId checkpoint_;
  std::vector<Sharer> sharers_;
  int64_t payload_bytes_ = 0;  // with the lengths
  bool done_ = false;
  bool failed_ = false;
};

// One writer for the subtasks that share files: one checkpoint at a time (U7).
class ChannelStateWriter {
 public:
  void add_subtask(uint32_t subtask);
  void remove_subtask(uint32_t subtask, ChannelStateResults& results);

  // The subtask starts the checkpoint. A newer one than the file's fails the older for all. False
  // where it is over already for this writer: the subtask gets its result at once.
  bool start(uint32_t subtask, CheckpointId checkpoint, ChannelStateResults& results);
  // Ignored where the checkpoint is over.
  void write(uint32_t subtask, CheckpointId checkpoint, ChannelStateSide side,
             const ChannelStateSize& captured);
  void complete(uint32_t subtask, CheckpointId checkpoint, ChannelStateSide side,
                ChannelStateResults& results);
  void abort(uint32_t subtask, CheckpointId checkpoint, ChannelStateResults& results);

  // The file being written, or the last one.
  const std::optional<ChannelStateFile>& file() const { return file_; }

  friend bool operator==(const ChannelStateWriter&, const ChannelStateWriter&) = default;

 private:
  bool is_over(CheckpointId checkpoint) const;
  bool writes(CheckpointId checkpoint) const;
  ChannelStateFailure why_over(uint32_t subtask, CheckpointId checkpoint) const;

  std::vector<uint32_t> subtasks_;
  std::optional<ChannelStateFile> file_;
  CheckpointId aborted_ = kNoCheckpoint;  // the newest
  uint32_t aborted_by_ = 0;
};

}  // namespace cutline
