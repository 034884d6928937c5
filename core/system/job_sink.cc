// Sinks: what is written, pre-committed, committed, and what a reader behind them sees (section
// 8.4).
#include <algorithm>

#include "core/base/check.h"
#include "core/system/job_stepping.h"

namespace cutline {
namespace {

bool is_there(const Tally& records, OriginTag tag) {
  return std::find(records.names.begin(), records.names.end(), tag) != records.names.end();
}

}  // namespace

void JobStepping::sink_write(SubtaskId id, std::span<const OriginTag> tags, const Tally& done) {
  Task& self = task(id);
  External& external = external_of(id);
  const int64_t before = external.visible.count;
  switch (setup_->vertex(id).sink.kind) {
    case SinkKind::plain: external.visible.add(done); break;
    case SinkKind::idempotent: {
      // What was written since the restored checkpoint is written again, with the same result.
      // Where records have names, these are asked; else the first so many are taken for it.
      for (const OriginTag tag : tags) {
        const bool again = named() ? is_there(external.visible, tag) : external.to_rewrite > 0;
        external.rewritten += again;
        if (again) external.to_rewrite = std::max<int64_t>(0, external.to_rewrite - 1);
        else external.visible.add(tag, named());
      }
      break;
    }
    case SinkKind::transactional:
      self.written.records += done.count;
      self.written.digest += done.digest;
      self.written.tags.insert(self.written.tags.end(), done.names.begin(), done.names.end());
      break;
  }
  self.shown += external.visible.count - before;
}

void JobStepping::sink_written(SubtaskId id) {
  Task& self = task(id);
  if (self.written.records == 0) return;
  SinkEffects effects;
  self.sink.write(self.written, external_of(id).transactions, world_.now, effects);
  self.written = {};
  sink_effects(id, effects);
}

// In the synchronous part: the current transaction is pre-committed, a new one begins.
void JobStepping::sink_snapshot(SubtaskId id, SubtaskSnapshot& snapshot) {
  if (setup_->vertex(id).sink.kind != SinkKind::transactional ||
      setup_->vertex(id).kind != VertexKind::sink)
    return;
  Task& self = task(id);
  SinkEffects effects;
  if (self.ended_inputs == plan_of(id).inputs.size()) self.sink.end_of_input();
  snapshot.image.sinks = {self.sink.snapshot(snapshot.barrier.id, external_of(id).transactions,
                                             world_.now, effects)};
  sink_effects(id, effects);
}

// A check of how old the part is that the sink writes.
void JobStepping::sink_roll(SubtaskId id) {
  SinkEffects effects;
  task(id).sink.roll(external_of(id).transactions, world_.now, effects);
  sink_effects(id, effects);
}

Tick JobStepping::sink_commit_time(SubtaskId id) const {
  const VertexSetup& vertex = setup_->vertex(id);
  const bool commits = vertex.kind == VertexKind::sink &&
                       vertex.sink.kind == SinkKind::transactional && task(id).sink.pending() > 0;
  return commits ? vertex.sink.commit_time : 0;
}

void JobStepping::sink_commit(SubtaskId id) {
  Task& self = task(id);
  const CheckpointId checkpoint = self.to_commit.front();
  self.to_commit.erase(self.to_commit.begin());
  if (setup_->vertex(id).kind != VertexKind::sink ||
      setup_->vertex(id).sink.kind != SinkKind::transactional)
    return;
  SinkEffects effects;
  TransactionSystem& system = external_of(id).transactions;
  system.expire(world_.now);
  const int64_t before = system.visible().records;
  self.sink.on_complete(checkpoint, system, world_.now, effects);
  self.shown += system.visible().records - before;
  sink_effects(id, effects);
}

void JobStepping::sink_open(SubtaskId id, const SubtaskImage* image) {
  const VertexSetup& vertex = setup_->vertex(id);
  if (vertex.kind != VertexKind::sink || vertex.sink.kind != SinkKind::transactional) return;
  Task& self = task(id);
  TransactionSystem& system = external_of(id).transactions;
  TwoPhaseOptions options;
  options.transaction_timeout = vertex.sink.transaction_timeout;
  options.ignore_failures_after_timeout = true;
  options.roll_after = vertex.sink.roll_after;
  self.sink = TwoPhaseSink(options);
  SinkEffects effects;
  system.expire(world_.now);
  const int64_t before = system.visible().records;
  if (image) self.sink.restore(image->sinks, system, world_.now, effects);
  else self.sink.open(system, world_.now, effects);
  self.shown += system.visible().records - before;
  sink_effects(id, effects);
}

// The task stops with a savepoint: what it had begun since is not wanted any more.
void JobStepping::sink_close(SubtaskId id) {
  if (setup_->vertex(id).kind != VertexKind::sink) return;
  SinkEffects effects;
  task(id).sink.close(external_of(id).transactions, effects);
}

// What idempotent sinks have written and the state to be restored does not know of: it comes again.
void JobStepping::expect_rewrites(const CheckpointImage* image) {
  for (uint32_t vertex = 0; vertex < setup_->job.vertices.size(); ++vertex) {
    External& external = world_.external[vertex];
    int64_t known = 0;
    for (uint32_t place = 0; place < setup_->job.vertices[vertex].parallelism; ++place) {
      const uint32_t index = setup_->plan.subtask({vertex}, place).index;
      if (!world_.restarting[index]) known += world_.tasks[index].operators.applied.count;
      else if (image) known += image->subtasks[index].state.applied.count;
    }
    external.to_rewrite = std::max<int64_t>(0, external.visible.count - known);
  }
}

void JobStepping::sink_effects(SubtaskId id, const SinkEffects& effects) {
  for (const SinkEffect& effect : effects)
    if (effect.kind == SinkEffectKind::fail_task) return fail({id});
}

// S10: what is pre-committed waits for a checkpoint to complete.
bool JobStepping::sink_waits(SubtaskId id) const {
  const VertexSetup& vertex = setup_->vertex(id);
  if (vertex.kind != VertexKind::sink || vertex.sink.kind != SinkKind::transactional) return false;
  if (!setup_->options().interval) return false;
  return task(id).sink.current().has_value() || task(id).sink.pending() > 0 ||
         task(id).sink.has_part() || !task(id).to_commit.empty();
}

}  // namespace cutline
