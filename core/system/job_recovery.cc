// Failure, restart and restore (C27, C28, U12–U14); and the start, which restores nothing.
//
//     fail ─▶ cancel the region ─▶ restart delay ─▶ deploy ─▶ download ─▶ INITIALIZING: its output
//     back into its queues, operators, captured input ─▶ RUNNING; all of them: checkpoints again
#include <algorithm>

#include "core/base/check.h"
#include "core/base/limits.h"
#include "core/system/job_stepping.h"

namespace cutline {

// A number that the job had before it was restarted at another parallelism may be nobody's.
bool JobStepping::is_alive(SubtaskId id) const {
  if (id.index >= world_.tasks.size()) return false;
  const ExecutionState state = task(id).state;
  return state == ExecutionState::initializing || state == ExecutionState::running;
}

void JobStepping::fail(std::vector<SubtaskId> failed, FailureCause cause,
                       TransactionId transaction) {
  if (world_.failed || world_.finished) return;
  const bool gone = failed.size() == 1 && task(failed[0]).state == ExecutionState::finished;
  if (gone) return;
  world_.last_failure = {cause, failed.front(), transaction};
  const RestartDecision decision = on_failure(world_.strategy, world_.now, world_.dice);
  if (!decision.restart) {
    world_.failed = true;
    for (SubtaskId each : all_subtasks(setup_->coordination.graph)) cancel(each);
    return;
  }
  arm_restart_if_any();
  // C29: a job that was to stop, and of which a part has stopped already, restarts as a whole.
  if (world_.pending_restart || world_.stopped_with != kNoCheckpoint)
    failed = all_subtasks(setup_->coordination.graph);
  RecoveryRecord record;
  record.failed_at = world_.now;
  record.delay = decision.at - world_.now;
  record.failure = world_.last_failure;
  if (decision.new_attempt || world_.recoveries.empty())
    return begin_restart(restart_region(setup_->coordination.graph, failed), record);
  stop_tasks(restart_region(setup_->coordination.graph, failed));
  world_.recoveries.back().tasks =  // joins the restart that is waiting
      std::count(world_.restarting.begin(), world_.restarting.end(), true);
}

void JobStepping::stop_tasks(const std::vector<SubtaskId>& region) {
  world_.running = false;
  world_.stopped_with = kNoCheckpoint;
  CoordinatorEvent event;
  event.kind = CoordinatorEventKind::failover_started;
  tell_coordinator(event);
  for (SubtaskId each : region) {
    cancel(each);
    world_.restarting[each.index] = true;
  }
}

// `record` says when and with which delay.
void JobStepping::begin_restart(const std::vector<SubtaskId>& region, RecoveryRecord record) {
  stop_tasks(region);
  record.tasks = std::count(world_.restarting.begin(), world_.restarting.end(), true);
  if (world_.recoveries.size() == kRecoveriesMax)
    world_.recoveries.erase(world_.recoveries.begin());
  world_.recoveries.push_back(record);
  ++world_.restarts;
  JobEvent restart_event;
  restart_event.kind = JobEventKind::restart;
  restart_event.attempt = ++world_.restart_attempt;
  plan_event(world_.now + record.delay, restart_event);
}

// What the task and its links held is gone. A region has no link to another one.
void JobStepping::cancel(SubtaskId id) {
  Task& self = task(id);
  ChannelStateResults results;
  for (const SubtaskSnapshot& each : std::vector<SubtaskSnapshot>(self.snapshots)) {
    drop_snapshot(id, each.barrier.id);
    world_.writers[setup_->writer_of[id.index]].abort(id.index, each.barrier.id, results);
  }
  world_.writers[setup_->writer_of[id.index]].remove_subtask(id.index, results);
  const uint32_t attempt = self.attempt + 1;
  const Tick pressed = self.backpressured_total;
  self = Task{};
  self.attempt = attempt;
  self.backpressured_total = pressed;
  self.state = ExecutionState::canceled;
  world_.downloads.cancel(world_.now, transfer_number(TransferKind::download, world_.restored,
                                                      id.index));
  for (LinkId each : plan_of(id).outputs) link(each) = Link{};
  for (LinkId each : plan_of(id).inputs) link(each) = Link{};
  channel_results(results);
}

void JobStepping::restart() {
  if (!world_.recoveries.empty()) world_.recoveries.back().restarted_at = world_.now;
  for (uint32_t index = 0; index < world_.tasks.size(); ++index)
    if (world_.restarting[index]) world_.tasks[index].state = ExecutionState::deploying;
  JobEvent event;
  event.kind = JobEventKind::deployed;
  event.attempt = world_.restart_attempt;
  plan_event(world_.now + setup_->job.deploy_time, event);
}

// A checkpoint that is being finalized holds the coordinator's lock: it is completed first, and
// then restored.
void JobStepping::restore() {
  world_.restore_waits = world_.coordinator.finalizing != kNoCheckpoint;
  if (world_.restore_waits) return;
  carry_out_pending();
  CoordinatorEvent event;
  event.kind = CoordinatorEventKind::restoring;
  tell_coordinator(event);
  const auto latest = latest_completed(world_.coordinator.completed);
  world_.restored = latest ? latest->id : kNoCheckpoint;
  if (!world_.recoveries.empty()) {
    RecoveryRecord& record = world_.recoveries.back();
    world_.restores += record.restored_at < 0;
    record.restored_at = world_.now;
    record.checkpoint = world_.restored;
    record.savepoint = latest && is_savepoint(latest->kind);
  }
  forget_settled_records();
  const CheckpointImage* image = image_to_restore();
  for (uint32_t index = 0; index < world_.tasks.size(); ++index)
    if (world_.restarting[index]) {
      fresh_task({index});
      download({index}, image);
    }
  replan_storage(false);
}

// The restored checkpoint, as it is for the job as it is laid out now.
const CheckpointImage* JobStepping::image_to_restore() const {
  const std::vector<uint32_t> parallelism = parallelism_of(*setup_);
  for (const CheckpointImage& each : world_.images)
    if (each.id == world_.restored && each.parallelism == parallelism) return &each;
  return nullptr;
}

void JobStepping::fresh_task(SubtaskId id) {
  Task& self = task(id);
  const SubtaskPlan& plan = plan_of(id);
  const CheckpointOptions& options = setup_->options();
  const auto channels = static_cast<uint32_t>(plan.inputs.size());
  if (options.mode == CheckpointingMode::at_least_once) {
    self.barriers = BarrierTracker(channels, options.checkpoints_after_tasks_finish);
  } else {
    const BarrierMode mode = options.unaligned ? BarrierMode::alternating : BarrierMode::aligned;
    self.barriers = BarrierHandler(mode, channels, options.checkpoints_after_tasks_finish);
  }
  std::vector<int32_t> exclusive;
  for (LinkId each : plan.inputs)
    exclusive.push_back(link_plan(each).local ? 0 : kExclusiveBuffers);
  self.gate = GateCredit(exclusive);
  self.pool = OutputPool(static_cast<uint32_t>(plan.outputs.size()));
  self.next_output.assign(setup_->plan.routes[id.index].size(), id.index);
  if (setup_->job.network.debloating) {
    DebloatSettings settings;
    settings.target = setup_->job.network.debloat_target;
    settings.period = setup_->job.network.debloat_period;
    settings.max_bytes = setup_->job.network.segment_bytes;
    settings.threshold_percent = setup_->job.network.debloat_threshold_percent;
    self.debloater.emplace(settings);
  }
  world_.writers[setup_->writer_of[id.index]].add_subtask(id.index);
}

// U12 (2): the state comes over the shared link first; channel state with it.
void JobStepping::download(SubtaskId id, const CheckpointImage* image) {
  int64_t bytes = 0;
  CheckpointId checkpoint = kNoCheckpoint;
  if (image && image->present[id.index]) {
    checkpoint = image->id;
    bytes = image->subtasks[id.index].full_bytes + image->subtasks[id.index].channel_bytes;
  }
  const bool inlined = bytes <= setup_->options().data_inline_threshold;
  world_.downloads.add(world_.now, transfer_number(TransferKind::download, checkpoint, id.index),
                       inlined ? 0 : bytes, inlined ? 0 : setup_->job.storage.object_latency);
}

void JobStepping::initialise(SubtaskId id) {
  Task& self = task(id);
  if (!world_.restarting[id.index] || self.state != ExecutionState::deploying) return;
  self.state = ExecutionState::initializing;
  self.started_at = world_.now;
  const CheckpointImage* whole = image_to_restore();
  const SubtaskImage* image = whole && whole->present[id.index] ? &whole->subtasks[id.index]
                                                                : nullptr;
  if (image) restore_from(id, *image);
  else give_splits(id);
  for (LinkId each : plan_of(id).inputs)
    self.rescaled_inputs = self.rescaled_inputs ||
                           (image && whole->mapped && whole->moved[link_plan(each).edge.index]);
  restore_outputs(id);
  if (image && image->finished) return finish(id);
  self.next_free = world_.now;
  sink_open(id, image);
  periodic(id, JobEventKind::flush, setup_->job.network.buffer_timeout);
  if (self.debloater) periodic(id, JobEventKind::debloat, setup_->job.network.debloat_period);
  periodic(id, JobEventKind::roll_check, setup_->vertex(id).sink.roll_check);
  mark(id);
}

void JobStepping::restore_from(SubtaskId id, const SubtaskImage& image) {
  Task& self = task(id);
  self.operators = image.state;
  self.operators.files.confirm(world_.restored);
  for (uint32_t output = 0; output < plan_of(id).outputs.size(); ++output)
    link(output_link(id, output)).sent = image.sent[output];
  for (uint32_t input = 0; input < plan_of(id).inputs.size(); ++input) {
    link(input_link(id, input)).received = image.received[input];
    for (const Buffer& buffer : image.inputs[input].buffers)
      self.recovered.emplace_back(input, buffer);
  }
  if (setup_->options().unaligned)
    self.recovery = RecoveryTracker(static_cast<uint32_t>(plan_of(id).inputs.size()));
  if (!setup_->options().unaligned) return;
  for (uint32_t output = 0; output < plan_of(id).outputs.size(); ++output)
    for (const Buffer& buffer : image.outputs[output].buffers)
      self.restored_outputs.emplace_back(output, buffer);
}

// A fresh start: splits are dealt out in turn.
void JobStepping::give_splits(SubtaskId id) {
  const VertexSetup& vertex = setup_->vertex(id);
  const SubtaskPlan& plan = plan_of(id);
  for (uint32_t split = plan.index; split < vertex.source.splits; split += vertex.parallelism)
    task(id).operators.splits.push_back({setup_->first_split[plan.vertex.index] + split, 0, {}});
}

// U12 (1): captured output goes back into its queues, closed by an event that holds them until the
// consumer has all of it (U13). After scaling in, a task may have more of it than its pool has
// buffers: then it waits until consumers have taken some. False: it waits.
bool JobStepping::restore_outputs(SubtaskId id) {
  Task& self = task(id);
  while (self.next_restored_output < self.restored_outputs.size()) {
    auto& [output, buffer] = self.restored_outputs[self.next_restored_output];
    if (!self.pool.take(output)) return false;
    ++self.next_restored_output;
    const LinkId of = output_link(id, output);
    notice(of, link(of).out.add(std::move(buffer)));
  }
  self.outputs_restored = true;
  self.restored_outputs.clear();
  self.next_restored_output = 0;
  if (setup_->options().unaligned && world_.restored != kNoCheckpoint)
    add_event(id, QueueItemKind::end_of_channel_state, kNoCheckpoint);
  return true;
}

void JobStepping::begin_running(SubtaskId id) {
  task(id).state = ExecutionState::running;
  world_.restarting[id.index] = false;
  running_if_all();
}

// C28: no checkpoint before all tasks run.
void JobStepping::running_if_all() {
  if (world_.running) return;
  for (const Task& each : world_.tasks)
    if (each.state != ExecutionState::running && each.state != ExecutionState::finished) return;
  world_.running = true;
  if (!world_.recoveries.empty() && world_.recoveries.back().running_at < 0)
    world_.recoveries.back().running_at = world_.now;
  CoordinatorEvent event;
  event.kind = CoordinatorEventKind::job_running;
  tell_coordinator(event);
}

// What the author wants at certain times.
void JobStepping::plan_wishes() {
  const auto plan = [&](const auto& all, JobEventKind kind) {
    for (uint32_t index = 0; index < all.size(); ++index) {
      if (all[index].after_completed != 0) continue;
      JobEvent event;
      event.kind = kind;
      event.a = index;
      plan_event(all[index].at, event);
      world_.restarts_to_come += kind == JobEventKind::planned_restart;
    }
  };
  plan(setup_->job.failures, JobEventKind::failure);
  plan(setup_->job.savepoints, JobEventKind::savepoint);
  plan(setup_->job.restarts, JobEventKind::planned_restart);
}

void JobStepping::start() {
  const size_t tasks = setup_->plan.subtasks.size();
  world_.dice = Dice(setup_->job.seed);
  world_.tasks.resize(tasks);
  world_.links.resize(setup_->plan.links.size());
  world_.external.resize(setup_->job.vertices.size());
  world_.restarting.assign(tasks, true);
  world_.writers.resize(setup_->writers);
  world_.coordinator = start_coordinator(setup_->coordination);
  world_.strategy =
      start_restart_strategy(setup_->restart, setup_->options().interval.has_value());
  world_.uploads = SharedLink(setup_->job.storage.bytes_per_second);
  world_.downloads = SharedLink(setup_->job.storage.bytes_per_second);
  world_.statistics.history_size = kCheckpointHistoryMax;
  for (uint32_t index = 0; index < setup_->job.vertices.size(); ++index) {
    TransactionSettings settings;
    settings.timeout = setup_->job.vertices[index].sink.transaction_timeout;
    settings.idempotent_commit = setup_->job.vertices[index].sink.idempotent_commit;
    world_.external[index].transactions = TransactionSystem(settings);
    if (setup_->fan_out[index].most() > kCopiesFollowedMax)
      world_.external[index].records.give_up();
  }
  plan_wishes();
  for (Task& each : world_.tasks) each.state = ExecutionState::deploying;
  JobEvent event;
  event.kind = JobEventKind::deployed;
  plan_event(setup_->job.deploy_time, event);
}

}  // namespace cutline
