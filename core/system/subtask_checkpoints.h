// What one subtask does for its checkpoints, between its barrier handling and its operators
// (section 0, rules A2, A3, A7, T7, C24, C25).
//
//     barrier handler ──trigger──▶ run():  pre-barrier hook → barrier to all outputs → output timer
//                                          → output capture ends → synchronous part → asynchronous
//     coordinator ──aborted(k)──▶          … or only a cancel marker, if it was aborted before
//
// The steps come out as a list; a running subtask does all of one list in one go, nothing between.
#pragma once
#include <cstdint>
#include <vector>

#include "core/system/barrier.h"

namespace cutline {

inline constexpr size_t kRememberedAborts = 128;

// On an edge that does not support unaligned checkpoints the barrier is forced aligned (S11 and the
// table of section 10); savepoints and plain aligned ones already are what they need to be.
inline Barrier barrier_on_edge(Barrier barrier, bool supports_unaligned) {
  const bool overtakes = barrier.kind == BarrierKind::unaligned;
  if (supports_unaligned || (!overtakes && !is_timeoutable(barrier))) return barrier;
  barrier.kind = BarrierKind::forced_aligned;
  if (overtakes) barrier.timeout = kNoTimeout;  // it has timed out, or never waits: so it stays
  return barrier;
}

// Forced alignment is a property of the edge it came over: the next hop is free again.
inline Barrier barrier_to_emit(Barrier barrier) {
  if (barrier.kind != BarrierKind::forced_aligned) return barrier;
  barrier.kind = barrier.timeout > 0 ? BarrierKind::aligned : BarrierKind::unaligned;
  return barrier;
}

// May data in flight become part of this checkpoint?
inline bool needs_channel_state(const Barrier& barrier) {
  return barrier.kind == BarrierKind::unaligned || is_timeoutable(barrier);
}

enum class SubtaskStepKind : uint8_t {
  start_channel_state,   // the channel-state writer begins the checkpoint
  capture_inputs,        // what is in flight on the inputs is captured from now on (U2)
  finish_inputs,         // nothing of the inputs is captured
  pre_barrier_hook,      // sinks flush (S8); counts neither as synchronous nor as asynchronous
  emit_barrier,          // barrier: to every output, by barrier_on_edge
  emit_cancel_marker,    // barrier.id: to every output
  arm_output_timer,      // barrier.id, at: time_out() every output queue then (T7)
  cancel_output_timer,
  finish_outputs,        // no output is captured beyond what is known or awaited (T8)
  synchronous_part,      // operators take their snapshot
  asynchronous_part,     // upload; barrier; waits_for_channel_state: and for that (U9, T8)
  cancel_asynchronous,   // barrier.id
  abort_channel_state,   // barrier.id: at the writer, and abort() every output queue
  decline,               // barrier.id, reason: to the coordinator
  operators_complete,    // barrier.id: operators are told
  operators_aborted,     // barrier.id
  local_state_complete,  // barrier.id: the store of local state is told
  local_state_aborted,   // barrier.id
  fail_task,             // the synchronous part failed (C24)
};

struct SubtaskStep {
  SubtaskStepKind kind = SubtaskStepKind::synchronous_part;
  AbortReason reason = AbortReason::declined_subsumed;
  bool waits_for_channel_state = false;
  Tick at = 0;
  Barrier barrier;
  friend bool operator==(const SubtaskStep&, const SubtaskStep&) = default;
};
using SubtaskSteps = std::vector<SubtaskStep>;

class SubtaskCheckpoints {
 public:
  SubtaskCheckpoints() = default;
  explicit SubtaskCheckpoints(size_t remembered_aborts) : remembered_max_(remembered_aborts) {}

  // The barrier handling triggers: how the inputs take part. Comes right before run().
  void prepare_inputs(const Barrier& barrier, SubtaskSteps& steps) const;
  // Snapshot now. Refused for an id that is not newer than the last one (A7).
  void run(const Barrier& barrier, Tick now, SubtaskSteps& steps);
  // It aborts (A2).
  void abort(CheckpointId id, AbortReason reason, SubtaskSteps& steps);

  // The asynchronous part has ended, well or not.
  void end_asynchronous(CheckpointId id);
  // The synchronous part failed: that is no matter of checkpoints any more (C24).
  void fail_synchronous(CheckpointId id, SubtaskSteps& steps) const;

  // The coordinator's word. `running`: not while the subtask restores or ends.
  void on_complete(CheckpointId id, bool running, SubtaskSteps& steps);
  // `completed`: the newest completed checkpoint that comes along; it is applied first if it was
  // missed (C25).
  void on_aborted(CheckpointId id, CheckpointId completed, bool running, SubtaskSteps& steps);

  // The output timer has fired, or is not needed any more.
  void clear_output_timer() { timer_for_ = kNoCheckpoint; }

  CheckpointId last() const { return last_; }
  CheckpointId completed() const { return completed_; }
  size_t remembered_aborts() const { return aborted_.size(); }
  const std::vector<CheckpointId>& asynchronous() const { return asynchronous_; }

  friend bool operator==(const SubtaskCheckpoints&, const SubtaskCheckpoints&) = default;

 private:
  bool take_remembered_abort(CheckpointId id);
  void arm_output_timer(const Barrier& barrier, Tick now, SubtaskSteps& steps);

  size_t remembered_max_ = kRememberedAborts;
  CheckpointId last_ = kNoCheckpoint;       // triggered or aborted here
  CheckpointId completed_ = kNoCheckpoint;  // notified
  std::vector<CheckpointId> aborted_;       // by the coordinator, ahead of their barriers
  CheckpointId aborted_max_ = kNoCheckpoint;
  std::vector<CheckpointId> asynchronous_;  // whose asynchronous part is under way
  CheckpointId timer_for_ = kNoCheckpoint;  // the output timer is armed
};

}  // namespace cutline
