// What the author asks for in a running job: savepoints, stops, restarts at another parallelism or
// from a savepoint (C29, U17).
//
//     planned restart ─▶ all tasks cancelled ─▶ deploy ─▶ carry_out_pending: the job is laid out
//     anew, images are mapped ─▶ restore as after a failure
#include <algorithm>

#include "core/base/check.h"
#include "core/system/job_rescale.h"
#include "core/system/job_stepping.h"

namespace cutline {

void JobStepping::ask_for_savepoint(uint32_t index) {
  CoordinatorEvent event;
  event.kind = CoordinatorEventKind::requested;
  switch (setup_->job.savepoints[index].kind) {
    case SavepointKind::savepoint: event.request.kind = CheckpointKind::savepoint; break;
    case SavepointKind::suspend: event.request.kind = CheckpointKind::stop_savepoint; break;
    case SavepointKind::drain: event.request.kind = CheckpointKind::drain_savepoint; break;
  }
  event.request.asker = index + 1;
  tell_coordinator(event);
}

void JobStepping::refuse(uint32_t index, std::string why) {
  world_.refused_restarts.push_back({index, world_.now, std::move(why)});
}

// What is to be restored, and how many subtasks there will be. Nothing: there is no savepoint.
std::optional<PendingRestart> JobStepping::make_pending(uint32_t index) {
  const RestartSetup& wished = setup_->job.restarts[index];
  PendingRestart pending;
  pending.index = index;
  pending.parallelism = world_.pending_restart ? world_.pending_restart->parallelism
                                               : parallelism_of(*setup_);
  for (const Rescale& each : wished.parallelism)
    pending.parallelism[each.vertex.index] = each.parallelism;
  if (wished.from == RestoreFrom::checkpoint) return pending;
  if (!world_.statistics.latest_savepoint) {
    refuse(index, "there is no completed savepoint to restore");
    return std::nullopt;
  }
  pending.savepoint = world_.statistics.latest_savepoint->id;
  return pending;
}

void JobStepping::planned_restart(uint32_t index) {
  CUTLINE_CHECK(world_.restarts_to_come > 0, "a restart that comes was counted when planned");
  --world_.restarts_to_come;
  if (world_.failed || world_.finished) return;
  if (setup_->job.restarts[index].with_failure) return world_.armed_restarts.push_back(index);
  auto pending = make_pending(index);
  if (!pending) {
    world_.finished = world_.stopped_with != kNoCheckpoint && world_.restarts_to_come == 0 &&
                      all_finished();
    return;
  }
  world_.pending_restart = std::move(pending);
  RecoveryRecord record;
  record.failed_at = world_.now;
  record.planned = true;
  begin_restart(all_subtasks(setup_->coordination.graph), record);
}

bool JobStepping::all_finished() const {
  return std::all_of(world_.tasks.begin(), world_.tasks.end(), [](const Task& each) {
    return each.state == ExecutionState::finished;
  });
}

// A failure takes the oldest restart along that waited for one.
void JobStepping::arm_restart_if_any() {
  if (world_.armed_restarts.empty()) return;
  const uint32_t index = world_.armed_restarts.front();
  world_.armed_restarts.erase(world_.armed_restarts.begin());
  if (auto pending = make_pending(index)) world_.pending_restart = std::move(pending);
}

// All tasks are cancelled, no checkpoint is being finalized. What cannot be mapped is refused, and
// the job goes on as it was.
void JobStepping::carry_out_pending() {
  if (!world_.pending_restart) return;
  const PendingRestart pending = std::move(*world_.pending_restart);
  world_.pending_restart.reset();
  if (pending.savepoint != kNoCheckpoint) start_anew_from(pending.savepoint);
  if (pending.parallelism != parallelism_of(*setup_)) {
    Result<JobSetup> setup = set_up_rescaled(*setup_, pending.parallelism);
    if (!setup) refuse(pending.index, setup.error().sentence);
    else if (auto why = why_unmappable(*setup)) refuse(pending.index, *why);
    else lay_out(std::move(*setup));
  }
  map_images();
}

// What is about to be restored.
const CheckpointImage* JobStepping::latest_image() const {
  const auto latest = latest_completed(world_.coordinator.completed);
  if (!latest) return nullptr;
  for (const CheckpointImage& each : world_.images)
    if (each.id == latest->id && !each.mapped) return &each;
  return nullptr;
}

std::optional<std::string> JobStepping::why_unmappable(const JobSetup& setup) const {
  const CheckpointImage* image = latest_image();
  if (!image || image->parallelism == parallelism_of(setup)) return std::nullopt;
  const Result<CheckpointImage> mapped = map_image(setup, *image);
  return mapped ? std::nullopt : std::optional<std::string>(mapped.error().sentence);
}

// C1: a new job, as far as its coordinator goes; its checkpoints are those since the savepoint. Ids
// go on from the highest that this run has used, so that each names one checkpoint of the run.
void JobStepping::start_anew_from(CheckpointId savepoint) {
  Coordinator& coordinator = world_.coordinator;
  const CheckpointId next = coordinator.next_id;
  for (const CompletedCheckpoint& each : coordinator.completed.in_store)
    if (!is_savepoint(each.kind)) drop_image(each.id);
  coordinator.completed.in_store.clear();
  coordinator.last_completion.reset();
  coordinator.failures = start_coordinator(setup_->coordination).failures;
  CompletedCheckpoint from;
  from.id = savepoint;
  from.kind = CheckpointKind::savepoint;
  if (const CheckpointRecord* record = find_record(world_.statistics, savepoint)) {
    from.triggered_at = record->triggered_at;
    from.completed_at = record->ended_at;
  }
  start_from_savepoint(coordinator, from);
  coordinator.next_id = std::max(coordinator.next_id, next);
}

// Tasks and links anew. Events of the old ones find other attempts.
void JobStepping::lay_out(JobSetup setup) {
  CoordinatorEvent event;  // whatever it had begun was for tasks that are gone
  event.kind = CoordinatorEventKind::failover_started;
  tell_coordinator(event);
  uint32_t attempt = 0;
  for (const Task& each : world_.tasks) attempt = std::max(attempt, each.attempt + 1);
  for (size_t vertex = 0; vertex < setup.fan_out.size(); ++vertex)
    if (!setup.fan_out[vertex].counts_like(setup_->fan_out[vertex]))
      world_.external[vertex].records.give_up();
  world_.rescaled = std::move(setup);
  setup_ = &*world_.rescaled;
  ++world_.layout;
  Task fresh;
  fresh.attempt = attempt;
  fresh.state = ExecutionState::deploying;
  world_.tasks.assign(setup_->plan.subtasks.size(), fresh);
  world_.links.assign(setup_->plan.links.size(), Link{});
  world_.restarting.assign(world_.tasks.size(), true);
  world_.writers.assign(setup_->writers, ChannelStateWriter{});
  marked_.clear();
  next_marked_ = 0;
  if (world_.recoveries.empty()) return;
  world_.recoveries.back().tasks = static_cast<int64_t>(world_.tasks.size());
  world_.recoveries.back().parallelism = parallelism_of(*setup_);
}

// The checkpoint to restore is mapped to the job as it is; mappings to what it was are dropped.
void JobStepping::map_images() {
  std::erase_if(world_.images, [](const CheckpointImage& each) { return each.mapped; });
  const CheckpointImage* image = latest_image();
  if (!image || image->parallelism == parallelism_of(*setup_)) return;
  Result<CheckpointImage> mapped = map_image(*setup_, *image);
  CUTLINE_CHECK(bool(mapped), "what cannot be mapped was refused");
  world_.images.push_back(std::move(*mapped));
}

}  // namespace cutline
