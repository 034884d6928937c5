// The output side of a task: records into buffers, buffers into queues, and over the network.
#include <algorithm>

#include "core/base/check.h"
#include "core/system/job_stepping.h"
#include "core/system/subtask_state_mapper.h"

namespace cutline {

// Which consumer, as a place in route.outputs. The same record always goes the same way over a hash
// edge, also when it is replayed.
uint32_t JobStepping::target(const Task& self, const RoutePlan& route, uint32_t place,
                             OriginTag tag) const {
  const auto consumers = static_cast<uint64_t>(route.outputs.size());
  if (route.kind != EdgeKind::hash)
    return static_cast<uint32_t>(self.next_output[place] % consumers);
  if (route.thresholds.empty()) {
    const VertexSetup& consumer =
        setup_->job.vertices[setup_->job.edges[route.edge.index].to.index];
    return subtask_of_key_group(key_group_of(consumer, tag), static_cast<uint32_t>(consumers),
                                consumer.max_parallelism);
  }
  const uint64_t mixed = mixed_tag(tag);
  const auto roll = static_cast<int64_t>((mixed >> 24) %
                                         static_cast<uint64_t>(route.thresholds.back()));
  uint32_t at = 0;
  while (roll >= route.thresholds[at]) ++at;
  return at;
}

// Writes what the finished records put out. False: a record is stuck for want of buffers.
bool JobStepping::emit(SubtaskId id) {
  Task& self = task(id);
  const std::vector<RoutePlan>& routes = setup_->plan.routes[id.index];
  if (routes.size() == 1 && routes[0].outputs.size() == 1)
    return emit_to_only_output(id, routes[0]);
  while (self.next_emit < self.to_emit.size()) {
    const OriginTag tag = self.to_emit[self.next_emit];
    while (self.emit_route < routes.size()) {
      const RoutePlan& route = routes[self.emit_route];
      if (route.kind == EdgeKind::broadcast) {
        while (self.emit_copy < route.outputs.size()) {
          if (!write(id, route.outputs[self.emit_copy], tag)) return false;
          ++self.emit_copy;
        }
        self.emit_copy = 0;
      } else {
        if (!write(id, route.outputs[target(self, route, self.emit_route, tag)], tag)) return false;
        ++self.next_output[self.emit_route];
      }
      ++self.emit_route;
    }
    self.emit_route = 0;
    ++self.next_emit;
  }
  self.to_emit.clear();
  self.next_emit = 0;
  return true;
}

// The same where there is no choice: as many records at once as the open buffer has room for.
bool JobStepping::emit_to_only_output(SubtaskId id, const RoutePlan& route) {
  Task& self = task(id);
  Link& to = link(output_link(id, route.outputs[0]));
  const int64_t record_bytes = setup_->record_bytes[plan_of(id).vertex.index];
  while (self.next_emit < self.to_emit.size()) {
    const auto rest = std::span<const OriginTag>(self.to_emit).subspan(self.next_emit);
    const auto room = static_cast<size_t>(to.out.room() / record_bytes);
    const auto fitting = rest.first(self.emit_left > 0 ? 0 : std::min(rest.size(), room));
    if (fitting.empty()) {
      if (!write(id, route.outputs[0], rest[0])) return false;
      ++self.next_emit;
      continue;
    }
    to.out.append(record_bytes, fitting);
    to.sent.add(fitting, named());
    self.next_emit += fitting.size();
  }
  self.to_emit.clear();
  self.next_emit = 0;
  return true;
}

// One record into one subpartition; it may span buffers.
bool JobStepping::write(SubtaskId id, uint32_t output, OriginTag tag) {
  Task& self = task(id);
  const LinkId of = output_link(id, output);
  Link& to = link(of);
  if (self.emit_left == 0) self.emit_left = setup_->record_bytes[plan_of(id).vertex.index];
  while (true) {
    if (to.out.room() == 0) {
      if (!self.pool.take(output)) return false;
      const int64_t whole = setup_->job.network.segment_bytes;
      notice(of, to.out.open(to.out.desired_bytes > 0 ? to.out.desired_bytes : whole));
    }
    const int64_t room = to.out.room();
    if (self.emit_left <= room) break;
    to.out.append_part(room);
    self.emit_left -= room;
  }
  to.out.append(self.emit_left, tag);
  to.sent.add(tag, named());
  self.emit_left = 0;
  return true;
}

// Something can be read on the link that could not before.
void JobStepping::notice(LinkId id, const QueueNotice& notice) {
  if (!notice.data && !notice.priority) return;
  if (link_plan(id).local) offer(link_plan(id).consumer, link_plan(id).input);
  else transfer(id);
}

// Sends what may be sent: events always, data for credit (N3).
void JobStepping::transfer(LinkId id) {
  Link& from = link(id);
  const LinkPlan& plan = link_plan(id);
  const Task& consumer = task(plan.consumer);
  if (!consumer.reads_partitions) return;
  while (from.out.is_available(from.credit > 0)) {
    Polled polled = from.out.poll();
    free_segments(id, polled.segments_freed);
    if (!polled.taken) return;
    if (is_data(polled.item)) --from.credit;
    if (polled.nothing_captured != kNoCheckpoint)
      output_known(plan.producer, polled.nothing_captured, plan.output);
    WireItem item;
    item.due = world_.now + setup_->job.network.latency;
    item.backlog = static_cast<int32_t>(polled.backlog);
    item.item = std::move(polled.item);
    from.wire.push_back(std::move(item));
    if (setup_->job.network.latency == 0) {
      arrive(id);
      continue;
    }
    JobEvent event;
    event.kind = JobEventKind::arrival;
    event.a = id.index;
    event.attempt = consumer.attempt;
    plan_event(from.wire.back().due, event);
  }
  // Without credit the producer says how much waits, so that floating buffers can be found for it.
  if (from.credit > 0 || from.out.backlog() == 0) return;
  task(plan.consumer).gate.on_backlog(plan.input, static_cast<int32_t>(from.out.backlog()));
  const int32_t credit = task(plan.consumer).gate.announce(plan.input);
  if (credit == 0) return;
  from.credit += credit;
  transfer(id);
}

// The consumer reads on behind a barrier, or behind recovered data (A1, U13).
void JobStepping::resume(LinkId id) {
  Link& of = link(id);
  const LinkPlan& plan = link_plan(id);
  if (!of.out.is_blocked()) return;
  of.out.resume();
  if (plan.local) return offer(plan.consumer, plan.input);
  task(plan.consumer).gate.on_resumed(plan.input);
  grant(id);
  transfer(id);
}

void JobStepping::free_segments(LinkId id, int64_t segments) {
  const LinkPlan& plan = link_plan(id);
  for (int64_t each = 0; each < segments; ++each) task(plan.producer).pool.recycle(plan.output);
  if (segments > 0) mark(plan.producer);
}

void JobStepping::flush(SubtaskId id) {
  for (LinkId each : plan_of(id).outputs) notice(each, link(each).out.flush());
}

void JobStepping::add_event(SubtaskId id, QueueItemKind kind, CheckpointId checkpoint) {
  for (LinkId each : plan_of(id).outputs) notice(each, link(each).out.add_event(kind, checkpoint));
}

}  // namespace cutline
