#include "core/run/job_watch.h"

#include <algorithm>

namespace cutline {
namespace {

constexpr std::string_view kMomentNames[kJobMoments] = {
    "barrier", "blocked", "triggered", "completed", "failed", "failure", "restored", "phase",
};

JobChange change(JobChangeKind kind) {
  JobChange out;
  out.kind = kind;
  return out;
}
JobChange change(JobChangeKind kind, SubtaskId subtask, int64_t number,
                 CheckpointId checkpoint = kNoCheckpoint) {
  JobChange out;
  out.kind = kind;
  out.subtask = subtask;
  out.number = number;
  out.checkpoint = checkpoint;
  return out;
}
JobChange change(JobChangeKind kind, LinkId link, int64_t number,
                 CheckpointId checkpoint = kNoCheckpoint) {
  JobChange out;
  out.kind = kind;
  out.link = link;
  out.number = number;
  out.checkpoint = checkpoint;
  return out;
}

size_t captured_buffers(const Task& task) {
  if (task.snapshots.empty()) return 0;
  size_t sum = 0;
  for (const CapturedLink& each : task.snapshots.back().image.inputs) sum += each.buffers.size();
  for (const CapturedLink& each : task.snapshots.back().image.outputs) sum += each.buffers.size();
  return sum;
}

CheckpointId newest_record(const JobWorld& world) {
  return world.statistics.history.empty() ? kNoCheckpoint : world.statistics.history.back().id;
}

// The subtask has stored all of its part, and its word is on the way to the coordinator.
bool has_acknowledged(const JobWorld& world, SubtaskId subtask, CheckpointId checkpoint) {
  return std::any_of(world.messages.begin(), world.messages.end(), [&](const Message& each) {
    return each.used && each.kind == MessageKind::coordinator_event &&
           each.event.kind == CoordinatorEventKind::acknowledged && each.event.subtask == subtask &&
           each.event.id == checkpoint;
  });
}

}  // namespace

std::string_view moment_name(JobMoment moment) { return kMomentNames[static_cast<size_t>(moment)]; }

std::optional<JobMoment> find_moment(std::string_view name) {
  for (size_t place = 0; place < kJobMoments; ++place)
    if (kMomentNames[place] == name) return static_cast<JobMoment>(place);
  return std::nullopt;
}

bool is_moment(JobMoment moment, JobChangeKind change) {
  switch (moment) {
    case JobMoment::barrier:
      return change == JobChangeKind::barrier_taken;
    case JobMoment::blocked:
      return change == JobChangeKind::held;
    case JobMoment::triggered:
      return change == JobChangeKind::triggered;
    case JobMoment::completed:
      return change == JobChangeKind::completed;
    case JobMoment::failed:
      return change == JobChangeKind::failed;
    case JobMoment::failure:
      return change == JobChangeKind::task_failed;
    case JobMoment::restored:
      return change == JobChangeKind::restored;
    case JobMoment::phase:
      return change <= JobChangeKind::snapshot_over || change == JobChangeKind::task_failed ||
             change == JobChangeKind::restored;
  }
  return false;
}

bool is_held(const Task& consumer, uint32_t input) {
  return std::visit([&](const auto& handling) { return handling.is_blocked({input}); },
                    consumer.barriers);
}

bool is_void(const JobSetup& first, const JobWorld& world, const JobEvent& event) {
  const auto gone = [&](uint32_t subtask) {
    return subtask >= world.tasks.size() || world.tasks[subtask].attempt != event.attempt;
  };
  switch (event.kind) {
    case JobEventKind::work_done:
    case JobEventKind::source_due:
    case JobEventKind::flush:
    case JobEventKind::debloat:
    case JobEventKind::roll_check:
    case JobEventKind::input_timer:
    case JobEventKind::output_timer: return gone(event.a);
    case JobEventKind::arrival:
      return event.a >= world.links.size() ||
             gone(current_setup(first, world).plan.links[event.a].consumer.index);
    default: return false;
  }
}

std::vector<LinkId> missing_barriers(const JobSetup& setup, const JobWorld& world,
                                     SubtaskId subtask, CheckpointId checkpoint) {
  std::vector<LinkId> out;
  for (LinkId input : setup.plan.subtasks[subtask.index].inputs)
    if (world.links[input.index].delivered < checkpoint && !world.links[input.index].ended)
      out.push_back(input);
  return out;
}

JobWatch::JobWatch(const JobSetup& setup, const JobWorld& world)
    : layout_(world.layout), links_(world.links.size()), tasks_(world.tasks.size()) {
  std::vector<JobChange> ignored;
  look(setup, world, ignored);
}

void JobWatch::look(const JobSetup& setup, const JobWorld& world, std::vector<JobChange>& changes) {
  look_at_the_whole(setup, world, changes);
  if (layout_ != world.layout) {  // other links, other tasks
    layout_ = world.layout;
    links_.assign(world.links.size(), {});
    tasks_.assign(world.tasks.size(), {});
  }
  look_at_links(current_setup(setup, world), world, changes);
  look_at_tasks(world, changes);
}

void JobWatch::look_at_the_whole(const JobSetup&, const JobWorld& world,
                                 std::vector<JobChange>& changes) {
  look_at_checkpoints(world, changes);
  look_at_job(world, changes);
}

// Statistics grow by whole checkpoints and by subtasks of those in progress.
void JobWatch::look_at_checkpoints(const JobWorld& world, std::vector<JobChange>& changes) {
  std::erase_if(open_, [&](CheckpointRecord& before) {
    const CheckpointRecord* record = find_record(world.statistics, before.id);
    if (!record) return true;
    look_at_acknowledgements(*record, changes);
    if (record->status == CheckpointStatus::in_progress) {
      if (before.sums.acknowledged != record->sums.acknowledged) before = *record;
      return false;
    }
    const bool failed = record->status == CheckpointStatus::failed;
    JobChange ended = change(failed ? JobChangeKind::failed : JobChangeKind::completed);
    ended.checkpoint = record->id;
    ended.number = failed ? static_cast<int64_t>(record->failure) : 0;
    changes.push_back(ended);
    return true;
  });
  if (newest_ == newest_record(world)) return;
  for (const CheckpointRecord& record : world.statistics.history) {
    if (record.id <= newest_) continue;
    JobChange begun = change(JobChangeKind::triggered);
    begun.checkpoint = record.id;
    changes.push_back(begun);
    if (record.status == CheckpointStatus::in_progress) open_.push_back(record);
  }
  newest_ = newest_record(world);
}

void JobWatch::look_at_acknowledgements(const CheckpointRecord& record,
                                        std::vector<JobChange>& changes) {
  const auto before = std::find_if(open_.begin(), open_.end(),
                                   [&](const auto& each) { return each.id == record.id; });
  if (before->sums.acknowledged == record.sums.acknowledged) return;
  for (size_t vertex = 0; vertex < record.vertices.size(); ++vertex)
    for (size_t index = 0; index < record.vertices[vertex].subtasks.size(); ++index)
      if (record.vertices[vertex].subtasks[index].reported &&
          !before->vertices[vertex].subtasks[index].reported)
        changes.push_back(change(
            JobChangeKind::acknowledged,
            SubtaskId{record.vertices[vertex].first_subtask + static_cast<uint32_t>(index)}, 0,
            record.id));
}

void JobWatch::look_at_job(const JobWorld& world, std::vector<JobChange>& changes) {
  const int64_t restarting = world.recoveries.empty() ? 0 : world.recoveries.back().tasks;
  if (world.restarts != restarts_ || restarting != restarting_) {
    JobChange failed = change(JobChangeKind::task_failed);
    failed.number = restarting;
    failed.failure = world.last_failure;
    changes.push_back(failed);
  }
  restarts_ = world.restarts;
  restarting_ = restarting;
  if (world.restores != restores_) {
    JobChange back = change(JobChangeKind::restored);
    back.checkpoint = world.restored;
    changes.push_back(back);
  }
  restores_ = world.restores;
  if (world.running && !running_) changes.push_back(change(JobChangeKind::job_running));
  running_ = world.running;
  const bool over = world.finished || world.failed;
  if (over && !over_) {
    changes.push_back(
        change(world.failed ? JobChangeKind::job_failed : JobChangeKind::job_finished));
    changes.back().failure = world.last_failure;
  }
  over_ = over;
}

void JobWatch::look_at_links(const JobSetup& setup, const JobWorld& world,
                             std::vector<JobChange>& changes) {
  for (uint32_t index = 0; index < world.links.size(); ++index) {
    const Link& link = world.links[index];
    const LinkPlan& plan = setup.plan.links[index];
    LinkGlance& seen = links_[index];
    if (link.delivered != seen.delivered && link.delivered != kNoCheckpoint)
      changes.push_back(change(JobChangeKind::barrier_taken, LinkId{index}, 0, link.delivered));
    seen.delivered = link.delivered;
    const bool held = is_held(world.tasks[plan.consumer.index], plan.input);
    if (held != seen.held)
      changes.push_back(
          change(held ? JobChangeKind::held : JobChangeKind::released, LinkId{index}, 0));
    seen.held = held;
    if (link.sent.count > seen.sent)
      changes.push_back(
          change(JobChangeKind::buffer_sent, LinkId{index}, link.sent.count - seen.sent));
    seen.sent = link.sent.count;
    if (link.in.size() > seen.arrived)
      changes.push_back(change(JobChangeKind::buffer_arrived, LinkId{index},
                               static_cast<int64_t>(link.in.size() - seen.arrived)));
    seen.arrived = link.in.size();
  }
}

void JobWatch::look_at_tasks(const JobWorld& world, std::vector<JobChange>& changes) {
  for (uint32_t index = 0; index < world.tasks.size(); ++index) {
    const Task& task = world.tasks[index];
    const SubtaskId id{index};
    TaskGlance& seen = tasks_[index];
    const CheckpointId last = task.checkpoints.last();
    const CheckpointId oldest =
        task.snapshots.empty() ? kNoCheckpoint : task.snapshots.front().barrier.id;
    const bool taken = !task.snapshots.empty() && task.snapshots.back().barrier.id == last;
    const bool at_once = last > seen.last && !taken && has_acknowledged(world, id, last);
    if (last > seen.last && (taken || at_once))
      changes.push_back(change(JobChangeKind::snapshot_begun, id, 0, last));
    if (at_once) changes.push_back(change(JobChangeKind::snapshot_over, id, 1, last));
    if (seen.snapshots > 0 && oldest != seen.oldest && task.state == seen.state)
      changes.push_back(change(JobChangeKind::snapshot_over, id,
                               has_acknowledged(world, id, seen.oldest), seen.oldest));
    const size_t captured = captured_buffers(task);
    if (captured > seen.captured)
      changes.push_back(change(JobChangeKind::captured, id, static_cast<int64_t>(captured),
                               task.snapshots.back().barrier.id));
    if (task.state != seen.state)
      changes.push_back(change(JobChangeKind::task_state, id, static_cast<int64_t>(task.state)));
    if (task.records_done > seen.records)
      changes.push_back(change(JobChangeKind::records, id, task.records_done - seen.records));
    if (task.shown > seen.visible)
      changes.push_back(change(JobChangeKind::committed, id, task.shown - seen.visible));
    if (task.backpressured != seen.pressed)
      changes.push_back(
          change(task.backpressured ? JobChangeKind::pressed : JobChangeKind::relieved, id, 0));
    seen = {task.state, last,     task.records_done, task.shown, task.snapshots.size(),
            oldest,     captured, task.backpressured};
  }
}

}  // namespace cutline
