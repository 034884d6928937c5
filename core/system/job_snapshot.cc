// A checkpoint at one subtask: from its barrier handling's word to its acknowledgement.
//
//     effects of the handling ─▶ steps ─▶ hook ─▶ barrier ─▶ synchronous ─▶ asynchronous ─▶ ack
//                                           captured input and output ───────────┘
#include <algorithm>

#include "core/base/check.h"
#include "core/system/job_stepping.h"

namespace cutline {

// --- what the barrier handling wants ---

void JobStepping::do_effect(SubtaskId id, const BarrierEffect& effect) {
  Task& self = task(id);
  switch (effect.kind) {
    case BarrierEffectKind::block: return;  // the producer's queue has blocked itself (A1)
    case BarrierEffectKind::resume: return resume(input_link(id, effect.channel.index));
    case BarrierEffectKind::prioritise: {
      Link& from = link(input_link(id, effect.channel.index));
      for (size_t place = 0; place < from.in.size(); ++place) {
        const QueueItem& item = from.in.item(place);
        if (item.kind != QueueItemKind::barrier || item.barrier.id != effect.barrier.id) continue;
        from.in.prioritise(item.sequence);
        if (!from.urgent) self.urgent.push_back(effect.channel.index);
        from.urgent = true;
        return;
      }
      return;
    }
    case BarrierEffectKind::start_capture: {
      Barrier barrier = as_unaligned(effect.barrier);
      if (declines_capture(id, barrier)) return;
      snapshot_of(id, barrier).prepared = true;
      return self.checkpoints.prepare_inputs(barrier, self.steps);
    }
    case BarrierEffectKind::stop_capture:
      for (LinkId each : plan_of(id).inputs) {
        if (link_plan(each).local) link(each).persister.stop(effect.barrier.id);
        else link(each).in.stop_capture(effect.barrier.id);
      }
      return;
    case BarrierEffectKind::trigger: return trigger(id, effect);
    case BarrierEffectKind::measured:
      if (SubtaskSnapshot* found = find_snapshot(id, effect.barrier.id)) {
        found->metrics.alignment = effect.alignment.duration;
        found->metrics.processed_bytes = effect.alignment.processed_bytes;
      }
      return;
    case BarrierEffectKind::complete:
      if (SubtaskSnapshot* found = find_snapshot(id, effect.barrier.id)) {
        found->input_done = true;
        if (found->waits_for_channel_state || found->prepared) {
          ChannelStateResults results;
          world_.writers[setup_->writer_of[id.index]].complete(id.index, effect.barrier.id,
                                                              ChannelStateSide::input, results);
          channel_results(results);
        }
        acknowledge_if_done(id, effect.barrier.id);
      }
      return;
    case BarrierEffectKind::abort:
      return self.checkpoints.abort(effect.barrier.id, effect.reason, self.steps);
    case BarrierEffectKind::arm_timer:
      return plan_for(id, effect.at, JobEventKind::input_timer,
                      static_cast<uint64_t>(effect.barrier.id.number));
    case BarrierEffectKind::cancel_timer: return;  // a timer that is not wanted finds nothing to do
  }
}

// U18: virtual channels cannot be captured: until what was restored over them is consumed, the task
// is not ready for an unaligned checkpoint.
bool JobStepping::declines_capture(SubtaskId id, const Barrier& barrier) {
  Task& self = task(id);
  if (!self.rescaled_inputs || barrier.kind != BarrierKind::unaligned) return false;
  if (self.checkpoints.last() < barrier.id)
    self.checkpoints.abort(barrier.id, AbortReason::declined_task_not_ready, self.steps);
  return true;
}

void JobStepping::trigger(SubtaskId id, const BarrierEffect& effect) {
  Task& self = task(id);
  if (declines_capture(id, effect.barrier)) return;
  SubtaskSnapshot& snapshot = snapshot_of(id, effect.barrier);
  snapshot.barrier = effect.barrier;
  snapshot.metrics.start_delay = effect.alignment.start_delay;
  snapshot.metrics.alignment = effect.alignment.duration;
  snapshot.metrics.processed_bytes = effect.alignment.processed_bytes;
  const bool forced = effect.barrier.kind == BarrierKind::forced_aligned;
  if (!snapshot.prepared && !forced) self.checkpoints.prepare_inputs(effect.barrier, self.steps);
  self.checkpoints.run(effect.barrier, world_.now, self.steps);
  if (effect.barrier.stop != StopMode::none) self.stop = effect.barrier.id;
}

// B1–B3: a source, or a task whose inputs are all at their end.
void JobStepping::trigger_directly(SubtaskId id, const Barrier& barrier) {
  Task& self = task(id);
  SubtaskSnapshot& snapshot = snapshot_of(id, barrier);
  snapshot.metrics.start_delay = std::max<Tick>(0, world_.now - barrier.timestamp);
  snapshot.metrics.alignment = 0;
  snapshot.metrics.processed_bytes = 0;
  snapshot.input_done = true;
  self.checkpoints.prepare_inputs(barrier, self.steps);
  self.checkpoints.run(barrier, world_.now, self.steps);
  if (barrier.stop != StopMode::none) self.stop = barrier.id;
}

SubtaskSnapshot* JobStepping::find_snapshot(SubtaskId id, CheckpointId checkpoint) {
  for (SubtaskSnapshot& each : task(id).snapshots)
    if (each.barrier.id == checkpoint) return &each;
  return nullptr;
}

SubtaskSnapshot& JobStepping::snapshot_of(SubtaskId id, const Barrier& barrier) {
  if (SubtaskSnapshot* found = find_snapshot(id, barrier.id)) return *found;
  SubtaskSnapshot fresh;
  fresh.barrier = barrier;
  fresh.image.inputs.resize(plan_of(id).inputs.size());
  fresh.image.outputs.resize(plan_of(id).outputs.size());
  fresh.output_known.assign(plan_of(id).outputs.size(), true);
  task(id).snapshots.push_back(std::move(fresh));
  return task(id).snapshots.back();
}

void JobStepping::drop_snapshot(SubtaskId id, CheckpointId checkpoint) {
  std::erase_if(task(id).snapshots,
                [&](const SubtaskSnapshot& each) { return each.barrier.id == checkpoint; });
  world_.uploads.cancel(world_.now, transfer_number(TransferKind::state, checkpoint, id.index));
  replan_storage(true);
}

// --- the steps, in their order ---

void JobStepping::do_step(SubtaskId id, const SubtaskStep& step) {
  Task& self = task(id);
  const CheckpointId checkpoint = step.barrier.id;
  ChannelStateWriter& writer = world_.writers[setup_->writer_of[id.index]];
  ChannelStateResults results;
  switch (step.kind) {
    case SubtaskStepKind::start_channel_state:
      writer.start(id.index, checkpoint, results);
      break;
    case SubtaskStepKind::capture_inputs: capture_inputs(id, step.barrier); break;
    case SubtaskStepKind::finish_inputs: break;  // `complete` of the handling says so
    case SubtaskStepKind::pre_barrier_hook:
      begin_work(id, Work::flush_sink, setup_->vertex(id).sink.flush_time);
      break;
    case SubtaskStepKind::emit_barrier: emit_barrier(id, step.barrier); break;
    case SubtaskStepKind::emit_cancel_marker:
      add_event(id, QueueItemKind::cancel_marker, checkpoint);
      break;
    case SubtaskStepKind::arm_output_timer:
      plan_for(id, step.at, JobEventKind::output_timer, static_cast<uint64_t>(checkpoint.number));
      break;
    case SubtaskStepKind::cancel_output_timer: break;  // it finds nothing to do
    case SubtaskStepKind::finish_outputs:
      if (SubtaskSnapshot* found = find_snapshot(id, checkpoint)) {
        found->waits_for_channel_state = true;
        if (found->input_done)
          writer.complete(id.index, checkpoint, ChannelStateSide::input, results);
        outputs_done_if_known(id, *found);
      }
      break;
    case SubtaskStepKind::synchronous_part: start_synchronous(id, step.barrier); break;
    case SubtaskStepKind::asynchronous_part: start_asynchronous(id, step); break;
    case SubtaskStepKind::cancel_asynchronous: drop_snapshot(id, checkpoint); break;
    case SubtaskStepKind::abort_channel_state:
      for (LinkId each : plan_of(id).outputs) link(each).out.abort(checkpoint);
      writer.abort(id.index, checkpoint, results);
      drop_snapshot(id, checkpoint);
      break;
    case SubtaskStepKind::decline: {
      CoordinatorEvent event;
      event.kind = CoordinatorEventKind::declined;
      event.id = checkpoint;
      event.subtask = id;
      event.failure = failure_of(step.reason);
      tell_later(setup_->job.rpc.latency, event);
      break;
    }
    case SubtaskStepKind::operators_complete:
      self.operators.files.confirm(checkpoint);
      self.to_commit.push_back(checkpoint);
      break;
    case SubtaskStepKind::operators_aborted: self.sink.on_aborted(checkpoint); break;
    case SubtaskStepKind::local_state_complete:
    case SubtaskStepKind::local_state_aborted: break;
    case SubtaskStepKind::fail_task: fail({id}, FailureCause::synchronous); break;
  }
  channel_results(results);
}

// U2: what is in flight on the inputs now, and what arrives until the barriers do.
void JobStepping::capture_inputs(SubtaskId id, const Barrier& barrier) {
  Task& self = task(id);
  for (uint32_t input = 0; input < plan_of(id).inputs.size(); ++input) {
    const LinkId of = input_link(id, input);
    Link& from = link(of);
    const InHand& hand = self.hand;
    if (hand.held && !hand.recovered && hand.input == input && hand.delivered < barrier.id &&
        hand.next < hand.buffer.records) {
      Buffer rest;
      rest.records = hand.buffer.records - hand.next;
      rest.bytes = hand.buffer.bytes * rest.records / hand.buffer.records;
      rest.tags.assign(hand.buffer.tags.begin() + hand.next, hand.buffer.tags.end());
      captured(id, barrier.id, ChannelStateSide::input, input, {std::move(rest)});
    }
    if (link_plan(of).local) {
      from.persister.start(barrier.id);
      continue;
    }
    std::vector<Buffer> waiting;
    from.in.start_capture(barrier.id, waiting);
    captured(id, barrier.id, ChannelStateSide::input, input, std::move(waiting));
  }
}

void JobStepping::captured(SubtaskId id, CheckpointId checkpoint, ChannelStateSide side,
                           uint32_t channel, std::vector<Buffer> buffers) {
  SubtaskSnapshot* snapshot = find_snapshot(id, checkpoint);
  if (!snapshot) return;
  CapturedLink& to = side == ChannelStateSide::input ? snapshot->image.inputs[channel]
                                                     : snapshot->image.outputs[channel];
  for (Buffer& buffer : buffers) {
    world_.writers[setup_->writer_of[id.index]].write(id.index, checkpoint, side,
                                                     {channel, buffer.bytes});
    snapshot->image.channel_bytes += persisted_bytes(buffer.bytes);
    to.buffers.push_back(std::move(buffer));
  }
}

// Section 0: the barrier goes on before the synchronous part.
void JobStepping::emit_barrier(SubtaskId id, const Barrier& barrier) {
  for (uint32_t output = 0; output < plan_of(id).outputs.size(); ++output) {
    const LinkId of = output_link(id, output);
    const Barrier sent =
        barrier_on_edge(barrier, setup_->supports_unaligned[link_plan(of).edge.index]);
    std::vector<Buffer> overtaken;
    const BarrierAdded added = link(of).out.add_barrier(sent, overtaken);
    if (SubtaskSnapshot* snapshot = find_snapshot(id, barrier.id))
      snapshot->output_known[output] = !is_timeoutable(sent) || link(of).out.is_finished();
    captured(id, barrier.id, ChannelStateSide::output, output, std::move(overtaken));
    notice(of, added.notice);
  }
}

// The output state of one subpartition is known: captured by its timer, or empty (T8).
void JobStepping::output_known(SubtaskId id, CheckpointId checkpoint, uint32_t output) {
  SubtaskSnapshot* snapshot = find_snapshot(id, checkpoint);
  if (!snapshot) return;
  snapshot->output_known[output] = true;
  outputs_done_if_known(id, *snapshot);
}

void JobStepping::outputs_done_if_known(SubtaskId id, SubtaskSnapshot& snapshot) {
  if (!snapshot.waits_for_channel_state || snapshot.outputs_done) return;
  for (const bool known : snapshot.output_known)
    if (!known) return;
  snapshot.outputs_done = true;
  ChannelStateResults results;
  world_.writers[setup_->writer_of[id.index]].complete(id.index, snapshot.barrier.id,
                                                      ChannelStateSide::output, results);
  channel_results(results);
}

// T7.
void JobStepping::output_timer(SubtaskId id, CheckpointId checkpoint) {
  Task& self = task(id);
  self.checkpoints.clear_output_timer();
  for (uint32_t output = 0; output < plan_of(id).outputs.size(); ++output) {
    const LinkId of = output_link(id, output);
    std::vector<Buffer> passed;
    const auto told = link(of).out.time_out(checkpoint, passed);
    if (!told) continue;
    captured(id, checkpoint, ChannelStateSide::output, output, std::move(passed));
    output_known(id, checkpoint, output);
    notice(of, *told);
  }
}

void JobStepping::start_synchronous(SubtaskId id, const Barrier& barrier) {
  Task& self = task(id);
  SubtaskSnapshot* snapshot = find_snapshot(id, barrier.id);
  if (!snapshot) return;
  SubtaskImage& image = snapshot->image;
  image.state = self.operators;
  for (LinkId each : plan_of(id).outputs) image.sent.push_back(link(each).sent);
  for (LinkId each : plan_of(id).inputs) {
    image.received.push_back(link(each).received);
    image.ended_inputs.push_back(link(each).ended);
  }
  if (barrier.stop == StopMode::drain) self.sink.end_of_input();
  sink_snapshot(id, *snapshot);
  snapshot->sync_started = world_.now;
  begin_work(id, Work::sync, setup_->vertex(id).state.sync_time);
}

}  // namespace cutline
