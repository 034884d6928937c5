#include "core/system/barrier_handler.h"

#include "core/base/check.h"

namespace cutline {
namespace {

Barrier only_id(CheckpointId id) {
  Barrier barrier;
  barrier.id = id;
  return barrier;
}

}  // namespace

BarrierHandler::BarrierHandler(BarrierMode mode, uint32_t channels, bool after_finish)
    : mode_(mode),
      after_finish_(after_finish),
      phase_(mode == BarrierMode::unaligned ? Phase::waiting_unaligned : Phase::waiting),
      open_(channels),
      inputs_(channels) {}

BarrierEffect& BarrierHandler::Turn::add(BarrierEffectKind kind, const Barrier& barrier) const {
  effects.emplace_back();
  effects.back().kind = kind;
  effects.back().barrier = barrier;
  return effects.back();
}

BarrierEffect& BarrierHandler::Turn::add(BarrierEffectKind kind, InputId channel) const {
  effects.emplace_back();
  effects.back().kind = kind;
  effects.back().channel = channel;
  return effects.back();
}

// --- the events ---

void BarrierHandler::on_barrier(const Barrier& barrier, InputId channel, Tick now,
                                BarrierEffects& effects) {
  take_barrier(barrier, channel, /*blocks=*/true, {now, effects});
}

// C7: as if the barrier came on every channel that has not ended, but none is blocked.
void BarrierHandler::on_trigger(const Barrier& barrier, Tick now, BarrierEffects& effects) {
  for (uint32_t index = 0; index < inputs_.size(); ++index)
    if (!inputs_[index].ended)
      take_barrier(barrier, InputId{index}, /*blocks=*/false, {now, effects});
}

void BarrierHandler::on_announcement(const Barrier& barrier, InputId channel, Tick now,
                                     BarrierEffects& effects) {
  const Turn turn{now, effects};
  become_current(barrier, turn);
  if (is_obsolete(barrier.id) || mode_ == BarrierMode::aligned) return;
  if (phase_ == Phase::waiting || phase_ == Phase::collecting)
    inputs_[channel.index].announced = true;
  else  // T4: the barrier that is announced late follows the others to the head of its channel
    turn.add(BarrierEffectKind::prioritise, channel).barrier.id = barrier.id;
}

// A cancel marker of a newer id jumps over everything; one of the current id counts only if some
// channel delivered it. So a second marker finds nothing to cancel.
void BarrierHandler::on_cancel(CheckpointId id, InputId, Tick now, BarrierEffects& effects) {
  if (id > current_ || (id == current_ && delivered_ > 0))
    abort(id, AbortReason::declined_on_cancellation_barrier, {now, effects});
}

void BarrierHandler::on_end(InputId channel, Tick now, BarrierEffects& effects) {
  Input& input = inputs_[channel.index];
  if (input.ended) return;
  input.ended = true;
  --open_;
  if (!is_pending()) return;
  const Turn turn{now, effects};
  if (!after_finish_) {
    abort(current_, AbortReason::declined_input_end_of_stream, turn);
    return;
  }
  deliver(channel, pending_, turn);
  input.blocked = false;
  input.announced = false;
  collect_end(turn);
  complete_if_all_in(turn);
}

void BarrierHandler::on_timer(CheckpointId id, Tick now, BarrierEffects& effects) {
  if (!timer_armed_ || id != current_) return;
  timer_armed_ = false;
  switch_to_unaligned(pending_, {now, effects});
}

// --- from event to phase ---

void BarrierHandler::take_barrier(const Barrier& barrier, InputId channel, bool blocks, Turn turn) {
  if (is_obsolete(barrier.id)) {
    // Its producer holds the channel behind it, and nobody will ask for it later.
    if (blocks && barrier.kind != BarrierKind::unaligned)
      turn.add(BarrierEffectKind::resume, channel);
    return;
  }
  become_current(barrier, turn);
  deliver(channel, barrier, turn);
  collect(barrier, channel, blocks, turn);
  complete_if_all_in(turn);
}

// A newer id ends the older (A6, U7) and waits for the channels that are open now.
void BarrierHandler::become_current(const Barrier& barrier, Turn turn) {
  if (barrier.id <= current_) return;
  if (is_pending()) abort(current_, AbortReason::declined_subsumed, turn);
  current_ = barrier.id;
  pending_ = barrier;
  target_ = open_;
  if (mode_ != BarrierMode::alternating || !is_timeoutable(barrier)) return;
  timer_armed_ = true;  // T3
  turn.add(BarrierEffectKind::arm_timer, only_id(barrier.id)).at =
      std::max(barrier.timestamp + barrier.timeout, turn.now);
}

// Counts the channel once, and keeps the clock (A5): its end comes before the snapshot reports it.
void BarrierHandler::deliver(InputId channel, const Barrier& barrier, Turn turn) {
  Input& input = inputs_[channel.index];
  if (input.delivered) return;
  input.delivered = true;
  ++delivered_;
  if (delivered_ == 1) metrics_.start(barrier, turn.now);
  if (!all_in()) return;
  metrics_.end(turn.now);
  if (triggered_ == current_)
    turn.add(BarrierEffectKind::measured, only_id(current_)).alignment = metrics_.of(current_);
}

void BarrierHandler::collect(const Barrier& barrier, InputId channel, bool blocks, Turn turn) {
  if (phase_ == Phase::waiting_unaligned || phase_ == Phase::collecting_unaligned) {
    collect_unaligned(barrier, channel, blocks, turn);
    return;
  }
  if (barrier.kind == BarrierKind::unaligned && mode_ == BarrierMode::alternating) {  // T6
    switch_to_unaligned(barrier, turn);
    if (is_pending()) collect_unaligned(barrier, channel, blocks, turn);
    return;
  }
  inputs_[channel.index].announced = false;
  if (blocks) block(channel, turn);
  if (all_in()) {
    trigger(barrier, turn);
    start_again(turn);
  } else if (mode_ == BarrierMode::alternating && is_timed_out(barrier, turn.now)) {  // T5
    switch_to_unaligned(barrier, turn);
    if (is_pending()) collect_unaligned(as_unaligned(barrier), channel, blocks, turn);
  } else {
    phase_ = Phase::collecting;
  }
}

void BarrierHandler::collect_unaligned(const Barrier& barrier, InputId channel, bool blocks,
                                       Turn turn) {
  // An aligned barrier holds its channel at the producer, also in an unaligned checkpoint (T4).
  if (blocks && barrier.kind != BarrierKind::unaligned) block(channel, turn);
  if (phase_ == Phase::waiting_unaligned) {
    capture_and_trigger(barrier, turn);
    if (!is_pending()) return;
    phase_ = Phase::collecting_unaligned;
  }
  if (all_in()) start_again(turn);
}

// The end of a channel stands for its barrier, which it never makes the first of an unaligned
// checkpoint: capture waits for a barrier.
void BarrierHandler::collect_end(Turn turn) {
  if (phase_ == Phase::collecting && all_in()) {
    trigger(pending_, turn);
    start_again(turn);
  } else if (phase_ == Phase::collecting) {
    if (mode_ == BarrierMode::alternating && is_timed_out(pending_, turn.now))  // T5
      switch_to_unaligned(pending_, turn);
  } else if (all_in()) {
    start_again(turn);
  }
}

// T4: what is announced goes ahead; the snapshot is taken now if a barrier was processed.
void BarrierHandler::switch_to_unaligned(const Barrier& barrier, Turn turn) {
  if (phase_ == Phase::waiting) {
    prioritise_announced(turn);
    phase_ = Phase::waiting_unaligned;
  } else if (phase_ == Phase::collecting) {
    prioritise_announced(turn);
    capture_and_trigger(barrier, turn);
    if (is_pending()) phase_ = Phase::collecting_unaligned;
  }
}

// A channel that holds a newer barrier no longer knows what belongs to this one: no snapshot then.
void BarrierHandler::capture_and_trigger(const Barrier& barrier, Turn turn) {
  if (newest_arrived_ > barrier.id) {
    abort(current_, AbortReason::checkpoint_subsumed, turn);
    return;
  }
  capturing_ = true;
  turn.add(BarrierEffectKind::start_capture, only_id(barrier.id));
  trigger(as_unaligned(barrier), turn);
}

void BarrierHandler::trigger(const Barrier& barrier, Turn turn) {
  CUTLINE_CHECK(barrier.id > triggered_, "A7: a snapshot has a higher id than the last one");
  triggered_ = barrier.id;
  turn.add(BarrierEffectKind::trigger, barrier).alignment = metrics_.of(barrier.id);
}

void BarrierHandler::complete_if_all_in(Turn turn) {
  if (!is_pending() || !all_in()) return;
  forget_delivered();
  ended_ = current_;
  cancel_timer(turn);
  turn.add(BarrierEffectKind::complete, only_id(current_));
}

// `id` is the current one, or a newer one that is cancelled before any barrier of it came; then the
// current one goes without an abort of its own.
void BarrierHandler::abort(CheckpointId id, AbortReason reason, Turn turn) {
  const CheckpointId given_up = current_;
  const bool cut_short = is_pending() && triggered_ == current_;
  cancel_timer(turn);
  current_ = std::max(current_, id);
  ended_ = current_;
  forget_delivered();
  target_ = 0;
  start_again(turn);
  if (cut_short)
    turn.add(BarrierEffectKind::measured, only_id(given_up)).alignment =
        metrics_.cut_short(given_up);
  metrics_.reset();
  turn.add(BarrierEffectKind::abort, only_id(id)).reason = reason;
}

// --- small parts ---

void BarrierHandler::block(InputId channel, Turn turn) {
  Input& input = inputs_[channel.index];
  if (input.blocked) return;
  input.blocked = true;
  turn.add(BarrierEffectKind::block, channel);
}

void BarrierHandler::prioritise_announced(Turn turn) {
  for (uint32_t index = 0; index < inputs_.size(); ++index) {
    if (!inputs_[index].announced) continue;
    inputs_[index].announced = false;
    turn.add(BarrierEffectKind::prioritise, InputId{index}).barrier.id = current_;
  }
}

// Nothing is held, announced or captured any more, and the next first barrier is waited for.
void BarrierHandler::start_again(Turn turn) {
  if (capturing_) turn.add(BarrierEffectKind::stop_capture, only_id(triggered_));
  capturing_ = false;
  for (uint32_t index = 0; index < inputs_.size(); ++index) {
    inputs_[index].announced = false;
    if (!inputs_[index].blocked) continue;
    inputs_[index].blocked = false;
    turn.add(BarrierEffectKind::resume, InputId{index});
  }
  phase_ = mode_ == BarrierMode::unaligned ? Phase::waiting_unaligned : Phase::waiting;
}

void BarrierHandler::forget_delivered() {
  if (delivered_ == 0) return;
  delivered_ = 0;
  for (Input& input : inputs_) input.delivered = false;
}

void BarrierHandler::cancel_timer(Turn turn) {
  if (!timer_armed_) return;
  timer_armed_ = false;
  turn.add(BarrierEffectKind::cancel_timer, only_id(current_));
}

}  // namespace cutline
