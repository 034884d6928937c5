// What checkpoints send through a channel to one subtask, and what its barrier handling answers.
//
//     channel 0 ──| d d ──▶┐                          ┌──▶ block, resume, prioritise a channel
//     channel 1 ──── d | ──▶ handler(event) = effects ├──▶ trigger or abort a checkpoint
//     channel 2 ──── x ───▶┘                          └──▶ start and stop capture, arm a timer
//
//     | barrier   d data   x cancel marker
//
// An event goes in with the time at which it happens; what the subtask must do comes out as a list.
// Rule numbers in these files (A1, L2, U3, T4) are explained in README.md of this folder.
#pragma once
#include <compare>
#include <cstdint>
#include <string_view>
#include <vector>

#include "core/base/ids.h"
#include "core/base/ticks.h"

namespace cutline {

using InputId = Id<struct InputTag>;  // index among the input channels of one subtask

// Counted by the coordinator. A later checkpoint has a higher number.
struct CheckpointId {
  int64_t number = -1;
  friend auto operator<=>(const CheckpointId&, const CheckpointId&) = default;
};
inline constexpr CheckpointId kNoCheckpoint{};

enum class BarrierKind : uint8_t {
  at_least_once,   // blocks nothing
  aligned,         // its producer holds the channel behind it until the consumer resumes it
  forced_aligned,  // aligned because the edge needs it; never times out; the next hop is free again
  unaligned,       // overtakes the data ahead of it
};

inline constexpr Tick kNoTimeout = -1;

// C29: whether a task stops behind the barrier, and whether its input is at its end before it.
enum class StopMode : uint8_t { none, suspend, drain };

struct Barrier {
  CheckpointId id;
  Tick timestamp = 0;  // of the trigger, taken by the coordinator before anything waits (C2)
  BarrierKind kind = BarrierKind::aligned;
  bool savepoint = false;
  Tick timeout = kNoTimeout;  // aligned-checkpoint-timeout
  StopMode stop = StopMode::none;
  friend bool operator==(const Barrier&, const Barrier&) = default;
};

// T1: savepoints and forced edges never time out.
inline bool is_timeoutable(const Barrier& barrier) {
  return barrier.kind == BarrierKind::aligned && !barrier.savepoint && barrier.timeout > 0;
}

// T2, T5: strictly more than the time-out has passed since the trigger.
inline bool is_timed_out(const Barrier& barrier, Tick now) {
  return is_timeoutable(barrier) && now - barrier.timestamp > barrier.timeout;
}

inline Barrier as_unaligned(Barrier barrier) {
  barrier.kind = BarrierKind::unaligned;
  return barrier;
}

enum class AbortReason : uint8_t {
  declined_subsumed,                 // a newer checkpoint's barrier came before its last one
  declined_on_cancellation_barrier,  // a cancel marker came
  declined_input_end_of_stream,      // an input ended, and checkpoints after that are off
  declined_task_not_ready,           // data restored at another parallelism is still under way
  checkpoint_subsumed,               // a newer barrier had arrived when capture should have started
};
std::string_view abort_reason_name(AbortReason reason);  // the engine's own name, in capitals

inline constexpr int64_t kNotKnown = -1;

// What section 9.1 measures of one checkpoint at one subtask.
struct Alignment {
  Tick start_delay = 0;                 // trigger → first barrier processed
  Tick duration = kNotKnown;            // first → last barrier processed
  int64_t processed_bytes = kNotKnown;  // of the data polled in between
  friend bool operator==(const Alignment&, const Alignment&) = default;
};

enum class BarrierEffectKind : uint8_t {
  block,          // channel: its producer hands out nothing until it is resumed (A1)
  resume,         // channel
  prioritise,     // channel, barrier.id: its queued barrier goes to the head of the channel (T4)
  start_capture,  // barrier: on all channels; what is queued now and what arrives (U2, U3)
  stop_capture,   // barrier.id
  trigger,        // barrier: forward it like this, then snapshot; alignment: as far as it is known
  measured,       // barrier.id, alignment: of a checkpoint triggered before its alignment was over
  complete,       // barrier.id: every channel delivered its barrier or ended (U9)
  abort,          // barrier.id, reason: decline, and a cancel marker to every output (A2)
  arm_timer,      // barrier.id, at: call on_timer then, or as soon after as the thread is free (T3)
  cancel_timer,   // barrier.id
};

struct BarrierEffect {
  BarrierEffectKind kind = BarrierEffectKind::block;
  AbortReason reason = AbortReason::declined_subsumed;
  InputId channel;
  Tick at = 0;
  Barrier barrier;
  Alignment alignment;
  friend bool operator==(const BarrierEffect&, const BarrierEffect&) = default;
};

// Handlers append. Whoever owns the list keeps it, so that no event allocates once it has grown.
using BarrierEffects = std::vector<BarrierEffect>;

}  // namespace cutline
