#include "core/system/subtask_checkpoints.h"

#include <algorithm>

#include "core/base/check.h"

namespace cutline {
namespace {

SubtaskStep step_of(SubtaskStepKind kind, const Barrier& barrier) {
  SubtaskStep step;
  step.kind = kind;
  step.barrier = barrier;
  return step;
}

SubtaskStep step_of(SubtaskStepKind kind, CheckpointId id) {
  Barrier barrier;
  barrier.id = id;
  return step_of(kind, barrier);
}

}  // namespace

void SubtaskCheckpoints::prepare_inputs(const Barrier& barrier, SubtaskSteps& steps) const {
  if (!needs_channel_state(barrier)) return;
  steps.push_back(step_of(SubtaskStepKind::start_channel_state, barrier));
  // A checkpoint that may still time out has nothing of the inputs yet, but perhaps of the outputs.
  steps.push_back(step_of(barrier.kind == BarrierKind::unaligned ? SubtaskStepKind::capture_inputs
                                                                 : SubtaskStepKind::finish_inputs,
                          barrier));
}

void SubtaskCheckpoints::run(const Barrier& received, Tick now, SubtaskSteps& steps) {
  const CheckpointId id = received.id;
  if (id <= last_) {  // A7
    steps.push_back(step_of(SubtaskStepKind::abort_channel_state, id));
    take_remembered_abort(id);
    return;
  }
  last_ = id;
  if (take_remembered_abort(id)) {  // A3
    steps.push_back(step_of(SubtaskStepKind::emit_cancel_marker, id));
    steps.push_back(step_of(SubtaskStepKind::abort_channel_state, id));
    return;
  }
  const Barrier barrier = barrier_to_emit(received);
  const bool channel_state = needs_channel_state(barrier);
  if (received.kind == BarrierKind::forced_aligned && channel_state) {
    // Free again from here on. All its barriers are in, so the inputs have nothing to add.
    steps.push_back(step_of(SubtaskStepKind::start_channel_state, barrier));
    steps.push_back(step_of(SubtaskStepKind::finish_inputs, barrier));
  }

  steps.push_back(step_of(SubtaskStepKind::pre_barrier_hook, barrier));
  steps.push_back(step_of(SubtaskStepKind::emit_barrier, barrier));
  arm_output_timer(barrier, now, steps);
  if (channel_state) steps.push_back(step_of(SubtaskStepKind::finish_outputs, barrier));
  steps.push_back(step_of(SubtaskStepKind::synchronous_part, barrier));
  steps.push_back(step_of(SubtaskStepKind::asynchronous_part, barrier));
  steps.back().waits_for_channel_state = channel_state;
  asynchronous_.push_back(id);
}

// T7. A timer of an older checkpoint makes room for it.
void SubtaskCheckpoints::arm_output_timer(const Barrier& barrier, Tick now, SubtaskSteps& steps) {
  if (timer_for_ != kNoCheckpoint)
    steps.push_back(step_of(SubtaskStepKind::cancel_output_timer, timer_for_));
  clear_output_timer();
  if (!is_timeoutable(barrier)) return;
  timer_for_ = barrier.id;
  steps.push_back(step_of(SubtaskStepKind::arm_output_timer, barrier));
  steps.back().at = std::max(now, barrier.timestamp + barrier.timeout);
}

void SubtaskCheckpoints::abort(CheckpointId id, AbortReason reason, SubtaskSteps& steps) {
  last_ = std::max(last_, id);
  // Those ids cannot be triggered any more. They were remembered in rising order, as a rule; the
  // engine stops at the first that stays.
  while (!aborted_.empty() && aborted_.front() < last_) aborted_.erase(aborted_.begin());

  steps.push_back(step_of(SubtaskStepKind::abort_channel_state, id));
  steps.push_back(step_of(SubtaskStepKind::decline, id));
  steps.back().reason = reason;
  if (timer_for_ == id) {
    steps.push_back(step_of(SubtaskStepKind::cancel_output_timer, id));
    clear_output_timer();
  }
  steps.push_back(step_of(SubtaskStepKind::emit_cancel_marker, id));
}

void SubtaskCheckpoints::end_asynchronous(CheckpointId id) { std::erase(asynchronous_, id); }

void SubtaskCheckpoints::fail_synchronous(CheckpointId id, SubtaskSteps& steps) const {
  steps.push_back(step_of(SubtaskStepKind::abort_channel_state, id));
  steps.push_back(step_of(SubtaskStepKind::fail_task, id));
}

void SubtaskCheckpoints::on_complete(CheckpointId id, bool running, SubtaskSteps& steps) {
  if (id <= completed_) return;  // C19: the next completion implied it
  completed_ = id;
  if (running) steps.push_back(step_of(SubtaskStepKind::operators_complete, id));
  steps.push_back(step_of(SubtaskStepKind::local_state_complete, id));
}

void SubtaskCheckpoints::on_aborted(CheckpointId id, CheckpointId completed, bool running,
                                    SubtaskSteps& steps) {
  if (completed != kNoCheckpoint) on_complete(completed, running, steps);
  if (running) {
    if (std::erase(asynchronous_, id) > 0) {
      steps.push_back(step_of(SubtaskStepKind::cancel_asynchronous, id));
    } else if (id > last_) {
      if (std::find(aborted_.begin(), aborted_.end(), id) == aborted_.end()) aborted_.push_back(id);
      if (aborted_.size() > remembered_max_) aborted_.erase(aborted_.begin());
      aborted_max_ = std::max(aborted_max_, id);
    }
    steps.push_back(step_of(SubtaskStepKind::abort_channel_state, id));
    steps.push_back(step_of(SubtaskStepKind::operators_aborted, id));
  }
  steps.push_back(step_of(SubtaskStepKind::local_state_aborted, id));
}

// Was it aborted before it came here? Also true for one that is so far behind the newest aborted
// one that it must have been forgotten.
bool SubtaskCheckpoints::take_remembered_abort(CheckpointId id) {
  const bool remembered = std::erase(aborted_, id) > 0;
  return remembered || id.number + static_cast<int64_t>(remembered_max_) < aborted_max_.number;
}

}  // namespace cutline
