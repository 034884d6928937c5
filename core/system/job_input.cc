// The input side of a task: what waits on its channels and in which order it is taken; and what
// arrives over the network.
#include <algorithm>

#include "core/base/check.h"
#include "core/system/job_stepping.h"

namespace cutline {

// The channel has something to take: it joins the line, and the urgent one where its head has
// priority.
void JobStepping::offer(SubtaskId id, uint32_t input) {
  Task& self = task(id);
  if (!self.reads_partitions) return;
  const LinkId of = input_link(id, input);
  Link& from = link(of);
  const bool local = link_plan(of).local;
  const bool has_head = local ? !from.out.is_blocked() && from.out.size() > 0 : from.in.size() > 0;
  if (!has_head) return;
  const QueueItem& head = local ? from.out.item(0) : from.in.item(0);
  if (has_priority(head) && !from.urgent) {
    from.urgent = true;
    self.urgent.push_back(input);
  }
  if (!from.in_line && (!local || from.out.is_available(true))) {
    from.in_line = true;
    self.line.push_back(input);
  }
  self.throughput.resume(world_.now);
  mark(id);
}

bool JobStepping::take_priority(SubtaskId id) {
  Task& self = task(id);
  while (!self.urgent.empty()) {
    const uint32_t input = self.urgent.take_front();
    link(input_link(id, input)).urgent = false;
    if (take_from(id, input)) return true;
  }
  return false;
}

bool JobStepping::take_input(SubtaskId id) {
  Task& self = task(id);
  while (!self.line.empty()) {
    const uint32_t input = self.line.take_front();
    link(input_link(id, input)).in_line = false;
    if (take_from(id, input)) return true;
  }
  self.throughput.pause(world_.now);
  return false;
}

bool JobStepping::take_from(SubtaskId id, uint32_t input) {
  Task& self = task(id);
  const LinkId of = input_link(id, input);
  Link& from = link(of);
  if (!link_plan(of).local) {
    InputPolled polled = from.in.poll();
    if (!polled.taken) return false;
    if (is_data(polled.item)) self.hand.origin = from.origins.take_front();
    take_item(id, input, std::move(polled.item));
    offer(id, input);
    return true;
  }
  if (from.out.is_blocked()) return false;
  Polled polled = from.out.poll();
  const bool data = polled.taken && is_data(polled.item);
  if (data) self.hand.segments_freed = polled.segments_freed;
  else free_segments(of, polled.segments_freed);
  if (!polled.taken) return false;
  if (polled.nothing_captured != kNoCheckpoint)
    output_known(link_plan(of).producer, polled.nothing_captured, link_plan(of).output);
  if (polled.item.kind == QueueItemKind::barrier)
    from.persister.see_barrier(polled.item.barrier.id);
  if (data && from.persister.captures())
    captured(id, from.persister.newest(), ChannelStateSide::input, input, {polled.item.buffer});
  take_item(id, input, std::move(polled.item));
  offer(id, input);
  return true;
}

void JobStepping::take_item(SubtaskId id, uint32_t input, QueueItem item) {
  Task& self = task(id);
  Link& from = link(input_link(id, input));
  const InputId channel{input};
  const auto tell = [&](auto call) { std::visit(call, self.barriers); };
  switch (item.kind) {
    case QueueItemKind::data:
      self.throughput.on_bytes(item.buffer.bytes, world_.now);
      tell([&](auto& it) { it.on_data(item.buffer.bytes); });
      self.hand.held = true;
      self.hand.recovered = false;
      self.hand.input = input;
      self.hand.buffer = std::move(item.buffer);
      self.hand.next = 0;
      self.hand.delivered = from.delivered;
      return;
    case QueueItemKind::barrier:
      from.delivered = std::max(from.delivered, item.barrier.id);
      tell([&](auto& it) { it.on_barrier(item.barrier, channel, world_.now, self.effects); });
      return;
    case QueueItemKind::announcement:
      tell([&](auto& it) { it.on_announcement(item.barrier, channel, world_.now, self.effects); });
      return;
    case QueueItemKind::cancel_marker:
      tell([&](auto& it) { it.on_cancel(item.barrier.id, channel, world_.now, self.effects); });
      return;
    case QueueItemKind::end_of_partition: return input_ended(id, input);
    case QueueItemKind::end_of_channel_state:
      if (!self.recovery.on_end_of_channel_state(channel)) return;  // U13
      self.rescaled_inputs = false;
      for (LinkId each : plan_of(id).inputs) resume(each);
      return;
  }
}

// The buffer is read to its end: its memory goes back.
void JobStepping::finish_hand(SubtaskId id) {
  Task& self = task(id);
  InHand& hand = self.hand;
  hand.held = false;
  hand.buffer = {};
  const LinkId of = input_link(id, hand.input);
  mark(link_plan(of).producer);  // it may wait for this to finish
  if (hand.recovered) return;
  if (link_plan(of).local) {
    free_segments(of, hand.segments_freed);
  } else {
    self.gate.recycle(hand.input, hand.origin);
    for (LinkId each : plan_of(id).inputs)
      if (!link_plan(each).local) grant(each);
  }
  hand.segments_freed = 0;
}

void JobStepping::grant(LinkId id) {
  const LinkPlan& plan = link_plan(id);
  const int32_t credit = task(plan.consumer).gate.announce(plan.input);
  if (credit == 0) return;
  link(id).credit += credit;
  transfer(id);
}

// Something comes over the network.
void JobStepping::arrive(LinkId id) {
  Link& to = link(id);
  const LinkPlan& plan = link_plan(id);
  Task& consumer = task(plan.consumer);
  if (to.wire.empty() || to.wire.front().due > world_.now) return;
  WireItem wired = to.wire.take_front();
  const QueueItemKind kind = wired.item.kind;
  const Barrier barrier = wired.item.barrier;
  const bool blocks = blocks_producer(wired.item);
  if (kind == QueueItemKind::data) to.origins.push_back(consumer.gate.take(plan.input));
  consumer.gate.on_backlog(plan.input, wired.backlog);
  std::vector<Buffer> kept;
  const ArrivalNotice notice = to.in.arrive(std::move(wired.item), kept);
  if (notice.captured)
    captured(plan.consumer, to.in.persister().newest(), ChannelStateSide::input, plan.input,
             std::move(kept));
  if (kind == QueueItemKind::barrier)
    std::visit([&](auto& it) { it.on_arrival(barrier.id); }, consumer.barriers);
  if (blocks) consumer.gate.on_blocked(plan.input);
  grant(id);
  offer(plan.consumer, plan.input);
}

// U12 (3): what a checkpoint captured of the inputs comes first.
bool JobStepping::take_recovered(SubtaskId id) {
  Task& self = task(id);
  if (self.next_recovered < self.recovered.size()) {
    auto& [input, buffer] = self.recovered[self.next_recovered++];
    self.hand = {};
    self.hand.held = true;
    self.hand.recovered = true;
    self.hand.input = input;
    self.hand.buffer = std::move(buffer);
    return true;
  }
  self.recovered.clear();
  self.next_recovered = 0;
  connect(id);
  begin_running(id);
  return true;
}

// U12 (4): the gate requests its partitions.
void JobStepping::connect(SubtaskId id) {
  Task& self = task(id);
  self.reads_partitions = true;
  for (uint32_t input = 0; input < plan_of(id).inputs.size(); ++input) {
    const LinkId of = input_link(id, input);
    if (!link_plan(of).local) {
      grant(of);
      transfer(of);
    }
    offer(id, input);
  }
}

void JobStepping::input_ended(SubtaskId id, uint32_t input) {
  Task& self = task(id);
  Link& from = link(input_link(id, input));
  if (from.ended) return;
  from.ended = true;
  ++self.ended_inputs;
  std::visit([&](auto& it) { it.on_end({input}, world_.now, self.effects); }, self.barriers);
}

void JobStepping::finish_if_ended(SubtaskId id) {
  Task& self = task(id);
  const VertexSetup& vertex = setup_->vertex(id);
  if (self.state != ExecutionState::running || self.hand.held) return;
  if (self.stop != kNoCheckpoint) {  // C29: once its savepoint has completed, and is committed
    if (self.checkpoints.completed() >= self.stop && self.to_commit.empty()) finish(id);
    return;
  }
  if (vertex.kind == VertexKind::source ? !self.operators.ended
                                        : self.ended_inputs < plan_of(id).inputs.size())
    return;
  if (sink_waits(id)) return;  // S10
  if (!is_drained(id)) return flush(id);
  self.closing = true;  // what is under way is still uploaded; no new checkpoint begins here
  if (!self.snapshots.empty()) return add_event(id, QueueItemKind::end_of_partition, kNoCheckpoint);
  finish(id);
}

// A task stays until its consumers have processed all that it sent: till then checkpoints count
// it in, and their barriers follow its last records.
bool JobStepping::is_drained(SubtaskId id) const {
  for (LinkId each : plan_of(id).outputs) {
    const Link& of = world_.links[each.index];
    const LinkPlan& plan = link_plan(each);
    const Task& consumer = task(plan.consumer);
    if (of.out.queued_bytes() > 0 || !of.wire.empty() || of.in.size() > 0) return false;
    if (consumer.hand.held && consumer.hand.input == plan.input) return false;
    for (size_t at = consumer.next_recovered; at < consumer.recovered.size(); ++at)
      if (consumer.recovered[at].first == plan.input) return false;
  }
  return true;
}

void JobStepping::finish(SubtaskId id) {
  if (task(id).stop != kNoCheckpoint) sink_close(id);
  add_event(id, QueueItemKind::end_of_partition, kNoCheckpoint);
  task(id).state = ExecutionState::finished;
  ChannelStateResults results;  // nobody waits for its channel state any more
  world_.writers[setup_->writer_of[id.index]].remove_subtask(id.index, results);
  channel_results(results);
  world_.restarting[id.index] = false;
  running_if_all();
  // A job that stopped with a savepoint may be started again from it.
  world_.finished =
      all_finished() && (world_.stopped_with == kNoCheckpoint || world_.restarts_to_come == 0);
}

// N5.
void JobStepping::debloat(SubtaskId id) {
  Task& self = task(id);
  if (!self.debloater || plan_of(id).inputs.empty()) return;
  int64_t buffers = 0;
  for (uint32_t input = 0; input < plan_of(id).inputs.size(); ++input) {
    const LinkId of = input_link(id, input);
    buffers += link_plan(of).local
                   ? static_cast<int64_t>(link(of).out.size())
                   : static_cast<int64_t>(link(of).in.size()) + self.gate.sender_backlog(input);
  }
  const DebloatResult result =
      self.debloater->recalculate(self.throughput.measure(world_.now), buffers);
  if (!result.announced) return;
  for (LinkId each : plan_of(id).inputs) link(each).out.desired_bytes = *result.announced;
}

}  // namespace cutline
