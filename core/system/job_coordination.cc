// Between the coordinator and the tasks: its effects are done, its questions answered, messages
// carried.
#include <algorithm>

#include "core/base/check.h"
#include "core/base/limits.h"
#include "core/system/job_stepping.h"

namespace cutline {

void JobStepping::tell_coordinator(const CoordinatorEvent& event) {
  if (world_.failed || world_.finished) return;
  CoordinatorEvent now = event;
  now.now = world_.now;
  do_effects(cutline::handle(setup_->coordination, world_.coordinator, world_.dice, now));
  if (world_.restore_waits && world_.coordinator.finalizing == kNoCheckpoint) restore();
}

void JobStepping::tell_later(Tick delay, const CoordinatorEvent& event) {
  Message message;
  message.kind = MessageKind::coordinator_event;
  message.event = event;
  message.layout = world_.layout;
  send(message, delay);
}

void JobStepping::send(const Message& message, Tick delay) {
  uint32_t slot = 0;
  while (slot < world_.messages.size() && world_.messages[slot].used) ++slot;
  if (slot == world_.messages.size()) world_.messages.emplace_back();
  world_.messages[slot] = message;
  world_.messages[slot].used = true;
  JobEvent event;
  event.kind = JobEventKind::message;
  event.a = slot;
  plan_event(world_.now + delay, event);
}

void JobStepping::receive(uint32_t slot) {
  Message message = std::move(world_.messages[slot]);
  world_.messages[slot] = {};
  if (message.kind == MessageKind::coordinator_event) {
    if (message.layout != world_.layout &&
        message.event.kind == CoordinatorEventKind::plan_computed) {
      message.event.kind = CoordinatorEventKind::plan_failed;  // of tasks that are gone
      message.event.failure = CheckpointFailure::not_all_required_tasks_running;
    }
    return tell_coordinator(message.event);
  }
  const SubtaskId id = message.subtask;
  const bool gone = !is_alive(id) || task(id).attempt != message.attempt;
  const bool closing = !gone && task(id).closing;
  const bool unready = gone || closing || task(id).state != ExecutionState::running;
  if (message.kind == MessageKind::trigger && unready) {
    CoordinatorEvent event;  // B4
    event.kind = CoordinatorEventKind::declined;
    event.id = message.barrier.id;
    event.subtask = id;
    event.failure = closing ? CheckpointFailure::checkpoint_declined_task_closing
                                          : CheckpointFailure::checkpoint_declined_task_not_ready;
    return tell_later(setup_->job.rpc.latency, event);
  }
  if (gone) return;
  Task& self = task(id);
  const Tick able_at = self.started_at + setup_->vertex(id).source.unable_to_snapshot;
  if (message.kind == MessageKind::trigger && world_.now < able_at)
    return send(message, able_at - world_.now);
  Mail mail;
  mail.barrier = message.barrier;
  mail.id = message.id;
  mail.other = message.other;
  mail.kind = message.kind == MessageKind::trigger           ? MailKind::trigger
              : message.kind == MessageKind::notify_complete ? MailKind::notify_complete
                                                             : MailKind::notify_aborted;
  // C19: notifications come first; an unaligned trigger is urgent, too (B1).
  const bool urgent = mail.kind == MailKind::notify_complete ||
                      (mail.kind == MailKind::trigger &&
                       mail.barrier.kind == BarrierKind::unaligned);
  if (urgent) self.mails.insert(0, mail);
  else self.mails.push_back(mail);
  mark(id);
}

void JobStepping::do_effects(const CoordinatorEffects& effects) {
  for (const CoordinatorEffect& effect : effects) {
    record_statistics(world_.statistics, effect, setup_->coordination.graph, world_.now);
    do_effect(effect);
  }
}

void JobStepping::do_effect(const CoordinatorEffect& effect) {
  CoordinatorEvent answer;
  answer.id = effect.id;
  switch (effect.kind) {
    case CoordinatorEffectKind::statistics_started: return keep_finished(effect.id, effect.plan);
    case CoordinatorEffectKind::arm_timer: {
      JobEvent event;
      event.kind = JobEventKind::coordinator_timer;
      event.a = static_cast<uint32_t>(effect.timer.kind);
      event.number = effect.timer.number;
      event.b = effect.timer.id.number;
      return plan_event(std::max(effect.at, world_.now), event);
    }
    case CoordinatorEffectKind::compute_plan: {
      const PlanResult plan = compute_plan(setup_->coordination.graph, states_to_plan_with(),
                                           setup_->options().checkpoints_after_tasks_finish);
      answer.kind = plan.plan ? CoordinatorEventKind::plan_computed
                              : CoordinatorEventKind::plan_failed;
      answer.failure = plan.failure;
      if (plan.plan) answer.plan = *plan.plan;
      return tell_later(0, answer);
    }
    case CoordinatorEffectKind::initialize_location:
      answer.kind = CoordinatorEventKind::location_ready;
      return tell_later(setup_->job.rpc.plan_time, answer);
    case CoordinatorEffectKind::snapshot_coordinators:
      answer.kind = CoordinatorEventKind::coordinator_snapshotted;
      for (uint32_t index = 0; index < setup_->coordination.operator_coordinators; ++index) {
        answer.index = index;
        tell_later(setup_->job.rpc.enumerator_time, answer);
      }
      return;
    case CoordinatorEffectKind::trigger_subtasks:
    case CoordinatorEffectKind::notify_complete:
    case CoordinatorEffectKind::notify_aborted: return tell_tasks(effect);
    case CoordinatorEffectKind::write_metadata:
      answer.kind = CoordinatorEventKind::metadata_written;
      return tell_later(setup_->job.storage.metadata_time, answer);
    case CoordinatorEffectKind::add_to_store:
      answer.kind = CoordinatorEventKind::stored;
      return tell_later(0, answer);
    case CoordinatorEffectKind::delete_state:
      drop_image(effect.id);
      answer.kind = CoordinatorEventKind::state_deleted;
      return tell_later(0, answer);
    case CoordinatorEffectKind::request_completed: return completed(effect);
    case CoordinatorEffectKind::fail_job:
      return fail(all_subtasks(setup_->coordination.graph), FailureCause::checkpoints);
    default: return;  // requests' fates, hooks (there are none), discarded state, statistics
  }
}

// A task that a stop has ended (C29) is not at the end of its input: a checkpoint that held it as
// finished (C6) would never read the rest. It counts as one that does not run (C4).
std::vector<ExecutionState> JobStepping::states_to_plan_with() const {
  std::vector<ExecutionState> states;
  for (const Task& each : world_.tasks) {
    const bool stopped = each.state == ExecutionState::finished && each.stop != kNoCheckpoint;
    states.push_back(stopped ? ExecutionState::canceled : each.state);
  }
  return states;
}

// A checkpoint or a savepoint has completed.
void JobStepping::completed(const CoordinatorEffect& effect) {
  judge_cut(effect.id);
  forget_settled_records();
  plan_after(effect.id);
  if (is_stop(effect.request.kind)) world_.stopped_with = effect.id;
}

// To each task of the list, an RPC away.
void JobStepping::tell_tasks(const CoordinatorEffect& effect) {
  Message message;
  message.kind = MessageKind::trigger;
  if (effect.kind == CoordinatorEffectKind::notify_complete)
    message.kind = MessageKind::notify_complete;
  if (effect.kind == CoordinatorEffectKind::notify_aborted) {
    message.kind = MessageKind::notify_aborted;
    drop_image(effect.id);
  }
  message.barrier = effect.barrier;
  message.id = effect.id;
  message.other = effect.other;
  for (SubtaskId each : effect.subtasks) {
    message.subtask = each;
    message.attempt = task(each).attempt;
    send(message, setup_->job.rpc.latency);
  }
}

// --- images: what lies in the storage ---

CheckpointImage& JobStepping::image_of(CheckpointId id) {
  for (CheckpointImage& each : world_.images)
    if (each.id == id) return each;
  CheckpointImage fresh;
  fresh.id = id;
  fresh.parallelism = parallelism_of(*setup_);
  fresh.subtasks.resize(world_.tasks.size());
  fresh.present.resize(world_.tasks.size(), false);
  world_.images.push_back(std::move(fresh));
  return world_.images.back();
}

// C6: tasks that have finished are part of the checkpoint as they are.
void JobStepping::keep_finished(CheckpointId id, const CheckpointPlan& plan) {
  CheckpointImage& image = image_of(id);
  for (SubtaskId each : plan.finished) {
    SubtaskImage& kept = image.subtasks[each.index];
    kept.finished = true;
    kept.state = task(each).operators;
    for (LinkId output : plan_of(each).outputs) kept.sent.push_back(link(output).sent);
    for (LinkId input : plan_of(each).inputs) kept.received.push_back(link(input).received);
    kept.inputs.resize(plan_of(each).inputs.size());
    kept.outputs.resize(plan_of(each).outputs.size());
    image.present[each.index] = true;
  }
}

void JobStepping::drop_image(CheckpointId id) {
  std::erase_if(world_.images, [&](const CheckpointImage& each) { return each.id == id; });
}

// What the author wants after a certain checkpoint.
void JobStepping::plan_after(CheckpointId id) {
  const auto plan = [&](const auto& all, JobEventKind kind) {
    for (uint32_t index = 0; index < all.size(); ++index) {
      if (all[index].after_completed == 0 || all[index].after_completed != id.number) continue;
      JobEvent event;
      event.kind = kind;
      event.a = index;
      plan_event(world_.now + all[index].at, event);
      world_.restarts_to_come += kind == JobEventKind::planned_restart;
    }
  };
  plan(setup_->job.failures, JobEventKind::failure);
  plan(setup_->job.savepoints, JobEventKind::savepoint);
  plan(setup_->job.restarts, JobEventKind::planned_restart);
}

// Per link, at the cut: sent = received + captured.
void JobStepping::judge_cut(CheckpointId id) {
  const CheckpointImage& image = image_of(id);
  CutVerdict verdict;
  verdict.id = id;
  for (const LinkPlan& plan : setup_->plan.links) {
    if (!image.present[plan.producer.index] || !image.present[plan.consumer.index]) continue;
    const SubtaskImage& producer = image.subtasks[plan.producer.index];
    const SubtaskImage& consumer = image.subtasks[plan.consumer.index];
    Tally counted = consumer.received[plan.input];
    for (const CapturedLink* part :
         {&consumer.inputs[plan.input], &producer.outputs[plan.output]})
      for (const Buffer& buffer : part->buffers)
        for (uint64_t tag : buffer.tags) counted.add(tag, named());
    const TallyDifference apart = difference(producer.sent[plan.output], counted);
    if (apart.count > 0) verdict.lost += apart.count;
    if (apart.count < 0) verdict.repeated -= apart.count;
    verdict.mixed = verdict.mixed || (apart.count == 0 && apart.digest != 0);
    verdict.lost_names.insert(verdict.lost_names.end(), apart.only_left.begin(),
                              apart.only_left.end());
    verdict.repeated_names.insert(verdict.repeated_names.end(), apart.only_right.begin(),
                                  apart.only_right.end());
  }
  if (world_.cuts.size() == kCheckpointHistoryMax) world_.cuts.erase(world_.cuts.begin());
  world_.cuts.push_back(std::move(verdict));
}

}  // namespace cutline
