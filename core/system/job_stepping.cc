#include "core/system/job_stepping.h"

#include "core/base/check.h"

namespace cutline {

void JobStepping::plan_for(SubtaskId id, Tick when, JobEventKind kind, uint64_t number) {
  JobEvent event;
  event.kind = kind;
  event.a = id.index;
  event.attempt = task(id).attempt;
  event.number = number;
  plan_event(when, event);
}

void JobStepping::periodic(SubtaskId id, JobEventKind kind, Tick period) {
  if (period > 0) plan_for(id, world_.now + period, kind);
}

void JobStepping::timer_mail(SubtaskId id, const JobEvent& event) {
  Mail mail;
  mail.kind = event.kind == JobEventKind::input_timer    ? MailKind::input_timer
              : event.kind == JobEventKind::output_timer ? MailKind::output_timer
                                                         : MailKind::roll_check;
  mail.id = {static_cast<int64_t>(event.number)};
  task(id).mails.push_back(mail);
  if (mail.kind == MailKind::roll_check)
    periodic(id, event.kind, setup_->vertex(id).sink.roll_check);
  mark(id);
}

void JobStepping::handle(const JobEvent& event) {
  ++world_.events;
  const SubtaskId id{event.a};
  const auto stale = [&] { return !is_alive(id) || task(id).attempt != event.attempt; };
  switch (event.kind) {
    case JobEventKind::work_done:
      if (!stale() && task(id).work_number == event.number) work_done(id);
      break;
    case JobEventKind::source_due:
      if (stale()) break;
      task(id).due_planned = false;
      mark(id);
      break;
    case JobEventKind::flush:
      if (stale()) break;
      flush(id);
      periodic(id, JobEventKind::flush, setup_->job.network.buffer_timeout);
      break;
    case JobEventKind::debloat:
      if (stale()) break;
      debloat(id);
      periodic(id, JobEventKind::debloat, setup_->job.network.debloat_period);
      break;
    case JobEventKind::arrival:
      if (event.a < world_.links.size() &&
          task(link_plan({event.a}).consumer).attempt == event.attempt)
        arrive({event.a});
      break;
    case JobEventKind::input_timer:
    case JobEventKind::output_timer:
    case JobEventKind::roll_check:
      if (!stale()) timer_mail(id, event);
      break;
    case JobEventKind::message: receive(event.a); break;
    case JobEventKind::coordinator_timer: {
      CoordinatorEvent fired;
      fired.kind = CoordinatorEventKind::timer_fired;
      fired.timer = {static_cast<CoordinatorTimerKind>(event.a), event.number, {event.b}};
      tell_coordinator(fired);
      break;
    }
    case JobEventKind::storage: storage_event(event.a == 0, event.number); break;
    case JobEventKind::failure: {
      const FailureSetup& failure = setup_->job.failures[event.a];
      if (failure.subtask < setup_->job.vertices[failure.vertex.index].parallelism)
        fail({setup_->plan.subtask(failure.vertex, failure.subtask)}, FailureCause::task);
      break;
    }
    case JobEventKind::savepoint: ask_for_savepoint(event.a); break;
    case JobEventKind::planned_restart: planned_restart(event.a); break;
    case JobEventKind::restart:
      if (event.attempt == world_.restart_attempt) restart();
      break;
    case JobEventKind::deployed:
      if (event.attempt == world_.restart_attempt) restore();
      break;
    case JobEventKind::failure_by_hand:
      if (is_alive(id)) fail({id}, FailureCause::task);
      break;
    case JobEventKind::request_by_hand: {
      CoordinatorEvent asked;
      asked.kind = CoordinatorEventKind::requested;
      asked.request.kind = static_cast<CheckpointKind>(event.a);
      tell_coordinator(asked);
      break;
    }
  }
  settle();
}

void JobStepping::mark(SubtaskId id) {
  if (task(id).work == Work::none) marked_.push_back(id);
}

void JobStepping::settle() {
  while (next_marked_ < marked_.size()) run(marked_[next_marked_++]);
  marked_.clear();
  next_marked_ = 0;
}

void JobStepping::run(SubtaskId id) {
  while (is_alive(id) && task(id).work == Work::none && run_once(id)) {
  }
}

// One thing that the thread does. False: there is nothing for it to do now.
bool JobStepping::run_once(SubtaskId id) {
  Task& self = task(id);
  if (self.next_step < self.steps.size()) {
    const SubtaskStep step = self.steps[self.next_step++];
    do_step(id, step);
    return true;
  }
  self.steps.clear();
  self.next_step = 0;
  if (self.next_effect < self.effects.size()) {
    const BarrierEffect effect = self.effects[self.next_effect++];
    do_effect(id, effect);
    return true;
  }
  self.effects.clear();
  self.next_effect = 0;
  if (self.state == ExecutionState::initializing && !self.outputs_restored)
    return restore_outputs(id);
  if (self.next_emit < self.to_emit.size()) {
    const bool written = emit(id);
    note_pressure(self, !written);
    return written;
  }
  if (!self.mails.empty()) {
    const Mail mail = self.mails.take_front();
    do_mail(id, mail);
    return true;
  }
  if (!self.to_commit.empty()) {
    begin_work(id, Work::commit, sink_commit_time(id));
    return true;
  }
  if (take_priority(id)) return true;
  if (self.hand.held && self.hand.next == self.hand.buffer.records) {
    finish_hand(id);
    return true;
  }
  const bool pressed = !self.pool.is_available();
  note_pressure(self, pressed);
  if (pressed) return false;
  if (self.hand.held) {
    start_records(id);
    return true;
  }
  if (self.state == ExecutionState::initializing) return take_recovered(id);
  if (setup_->vertex(id).kind == VertexKind::source) return start_source(id);
  if (take_input(id)) return true;
  finish_if_ended(id);
  return false;
}

void JobStepping::note_pressure(Task& self, bool pressed) {
  if (self.backpressured == pressed) return;
  self.backpressured = pressed;
  if (pressed) self.backpressured_since = world_.now;
  else self.backpressured_total += world_.now - self.backpressured_since;
}

void JobStepping::begin_work(SubtaskId id, Work work, Tick duration) {
  Task& self = task(id);
  CUTLINE_CHECK(self.work == Work::none, "a thread does one thing at a time");
  self.work = work;
  self.work_started = world_.now;
  ++self.work_number;
  if (duration == 0) work_done(id);
  else plan_for(id, world_.now + duration, JobEventKind::work_done, self.work_number);
}

void JobStepping::work_done(SubtaskId id) {
  Task& self = task(id);
  const Work work = self.work;
  self.work = Work::none;
  switch (work) {
    case Work::records: records_done(id); break;
    case Work::commit: sink_commit(id); break;
    case Work::sync:
    case Work::flush_sink:
    case Work::none: break;
  }
  mark(id);
}

void JobStepping::do_mail(SubtaskId id, const Mail& mail) {
  Task& self = task(id);
  const bool running = self.state == ExecutionState::running;
  switch (mail.kind) {
    case MailKind::trigger: {
      if (self.ended_inputs == plan_of(id).inputs.size()) return trigger_directly(id, mail.barrier);
      std::visit([&](auto& it) { it.on_trigger(mail.barrier, world_.now, self.effects); },
                 self.barriers);
      return;
    }
    case MailKind::input_timer:
      std::visit([&](auto& it) { it.on_timer(mail.id, world_.now, self.effects); }, self.barriers);
      return;
    case MailKind::output_timer: return output_timer(id, mail.id);
    case MailKind::roll_check: return sink_roll(id);
    case MailKind::notify_complete:
      return self.checkpoints.on_complete(mail.id, running, self.steps);
    case MailKind::notify_aborted:
      if (mail.id == self.stop)  // C29: it has stopped reading, and cannot go on
        return fail({id}, FailureCause::stop);
      return self.checkpoints.on_aborted(mail.id, mail.other, running, self.steps);
  }
}

}  // namespace cutline
