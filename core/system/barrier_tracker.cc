#include "core/system/barrier_tracker.h"

#include <algorithm>

namespace cutline {

BarrierTracker::BarrierTracker(uint32_t channels, bool after_finish)
    : after_finish_(after_finish), open_(channels), ended_(channels) {}

void BarrierTracker::on_barrier(const Barrier& barrier, InputId channel, Tick now,
                                BarrierEffects& effects) {
  const Turn turn{now, effects};
  if (barrier.id > newest_ && open_ == 1) {  // L2: nothing to wait for
    if (is_too_old(barrier.id)) return;      // A7, L4: it is not new
    metrics_.start(barrier, now);
    metrics_.end(now);
    trigger(barrier, turn);
    return;
  }
  const auto same = [&](const Tracked& each) { return each.barrier.id == barrier.id; };
  const auto found = std::find_if(tracked_.begin(), tracked_.end(), same);
  if (found != tracked_.end()) {
    if (deliver(*found, channel)) finish(static_cast<size_t>(found - tracked_.begin()), turn);
  } else if (barrier.id > newest_) {
    metrics_.start(barrier, now);
    track(barrier, channel);
    if (tracked_.size() > kTrackedCheckpointsMax) forget_first(1);
  }  // else it was forgotten or aborted, and cannot become a snapshot any more
}

// C7: as if the barrier came on every channel that has not ended.
void BarrierTracker::on_trigger(const Barrier& barrier, Tick now, BarrierEffects& effects) {
  for (uint32_t index = 0; index < ended_.size(); ++index)
    if (!ended_[index]) on_barrier(barrier, InputId{index}, now, effects);
}

// L4. Every older id is aborted as well. The cancelled one stays tracked until the last of its
// barriers is in, so that none of them starts it anew.
void BarrierTracker::on_cancel(CheckpointId id, InputId channel, Tick now,
                               BarrierEffects& effects) {
  const Turn turn{now, effects};
  constexpr AbortReason kReason = AbortReason::declined_on_cancellation_barrier;
  if (id > newest_ && open_ == 1) {
    metrics_.reset();
    decided_ = std::max(decided_, id);
    abort(id, kReason, turn);
    return;
  }
  size_t older = 0;
  for (; older < tracked_.size() && tracked_[older].barrier.id < id; ++older)
    if (!tracked_[older].aborted) abort(tracked_[older].barrier.id, kReason, turn);
  forget_first(older);

  if (!tracked_.empty() && tracked_.front().barrier.id == id) {
    Tracked& cancelled = tracked_.front();
    if (!cancelled.aborted) abort(id, kReason, turn);
    cancelled.aborted = true;
    if (deliver(cancelled, channel)) forget_first(1);
  } else if (id > newest_) {
    abort(id, kReason, turn);
    Barrier unseen;
    unseen.id = id;
    track(unseen, channel).aborted = true;
  }  // else a marker that comes after the cancelled id is forgotten
}

void BarrierTracker::on_end(InputId channel, Tick now, BarrierEffects& effects) {
  if (ended_[channel.index]) return;
  ended_[channel.index] = true;
  --open_;
  const Turn turn{now, effects};
  if (!after_finish_) {
    for (const Tracked& each : tracked_)
      if (!each.aborted)
        abort(each.barrier.id, AbortReason::declined_input_end_of_stream, turn);
    tracked_.clear();
    metrics_.reset();
    return;
  }
  // L3: the newest that only waited for this channel wins, the older ones go with it.
  for (size_t position = tracked_.size(); position-- > 0;)
    if (deliver(tracked_[position], channel)) {
      finish(position, turn);
      return;
    }
}

void BarrierTracker::pending_ids(std::vector<CheckpointId>& ids) const {
  for (const Tracked& each : tracked_) ids.push_back(each.barrier.id);
}

BarrierTracker::Tracked& BarrierTracker::track(const Barrier& barrier, InputId channel) {
  newest_ = barrier.id;
  Tracked& added = tracked_.emplace_back();
  added.barrier = barrier;
  added.target = open_;
  added.by_channel.resize(ended_.size());
  deliver(added, channel);
  return added;
}

bool BarrierTracker::deliver(Tracked& tracked, InputId channel) {
  if (!tracked.by_channel[channel.index]) {
    tracked.by_channel[channel.index] = true;
    ++tracked.delivered;
  }
  return tracked.delivered == tracked.target;
}

// All barriers of the id at `position` are in. It and the older ones are forgotten without a word
// (L3); a cancelled one has said its word already (L4).
void BarrierTracker::finish(size_t position, Turn turn) {
  const Tracked full = std::move(tracked_[position]);
  forget_first(position + 1);
  if (full.aborted) return;
  if (full.barrier.id == newest_) metrics_.end(turn.now);  // L5
  trigger(full.barrier, turn);
}

void BarrierTracker::trigger(const Barrier& barrier, Turn turn) {
  decided_ = std::max(decided_, barrier.id);
  BarrierEffect& effect = turn.effects.emplace_back();
  effect.kind = BarrierEffectKind::trigger;
  effect.barrier = barrier;
  effect.alignment = metrics_.of(barrier.id);
  BarrierEffect& complete = turn.effects.emplace_back();
  complete.kind = BarrierEffectKind::complete;
  complete.barrier.id = barrier.id;
}

void BarrierTracker::abort(CheckpointId id, AbortReason reason, Turn turn) {
  BarrierEffect& effect = turn.effects.emplace_back();
  effect.kind = BarrierEffectKind::abort;
  effect.barrier.id = id;
  effect.reason = reason;
}

void BarrierTracker::forget_first(size_t count) {
  tracked_.erase(tracked_.begin(), tracked_.begin() + static_cast<std::ptrdiff_t>(count));
}

}  // namespace cutline
