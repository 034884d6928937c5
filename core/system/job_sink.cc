// Sinks: what is written, pre-committed, committed, and what a reader behind them sees (section
// 8.4).
#include <algorithm>

#include "core/base/check.h"
#include "core/system/job_stepping.h"

namespace cutline {

void JobStepping::sink_write(SubtaskId id, std::span<const OriginTag> tags, const Tally& done) {
  Task& self = task(id);
  External& external = world_.external[id.index];
  switch (setup_.vertex(id).sink.kind) {
    case SinkKind::plain: external.visible.add(done); return;
    case SinkKind::idempotent: {
      // What was written since the restored checkpoint is written again, with the same result.
      const int64_t again = std::clamp<int64_t>(external.to_rewrite, 0, done.count);
      external.to_rewrite -= again;
      external.rewritten += again;
      external.visible.add(tags.subspan(static_cast<size_t>(again)), named());
      return;
    }
    case SinkKind::transactional:
      self.written.records += done.count;
      self.written.digest += done.digest;
      self.written.tags.insert(self.written.tags.end(), done.names.begin(), done.names.end());
      return;
  }
}

void JobStepping::sink_written(SubtaskId id) {
  Task& self = task(id);
  if (self.written.records == 0) return;
  SinkEffects effects;
  self.sink.write(self.written, world_.external[id.index].transactions, effects);
  self.written = {};
  sink_effects(id, effects);
}

// In the synchronous part: the current transaction is pre-committed, a new one begins.
void JobStepping::sink_snapshot(SubtaskId id, SubtaskSnapshot& snapshot) {
  if (setup_.vertex(id).sink.kind != SinkKind::transactional ||
      setup_.vertex(id).kind != VertexKind::sink)
    return;
  Task& self = task(id);
  SinkEffects effects;
  if (self.ended_inputs == plan_of(id).inputs.size()) self.sink.end_of_input();
  snapshot.image.sink = self.sink.snapshot(snapshot.barrier.id,
                                           world_.external[id.index].transactions, world_.now,
                                           effects);
  sink_effects(id, effects);
}

Tick JobStepping::sink_commit_time(SubtaskId id) const {
  const VertexSetup& vertex = setup_.vertex(id);
  const bool commits = vertex.kind == VertexKind::sink &&
                       vertex.sink.kind == SinkKind::transactional && task(id).sink.pending() > 0;
  return commits ? vertex.sink.commit_time : 0;
}

void JobStepping::sink_commit(SubtaskId id) {
  Task& self = task(id);
  const CheckpointId checkpoint = self.to_commit.front();
  self.to_commit.erase(self.to_commit.begin());
  if (setup_.vertex(id).kind != VertexKind::sink ||
      setup_.vertex(id).sink.kind != SinkKind::transactional)
    return;
  SinkEffects effects;
  TransactionSystem& system = world_.external[id.index].transactions;
  system.expire(world_.now);
  self.sink.on_complete(checkpoint, system, world_.now, effects);
  sink_effects(id, effects);
}

void JobStepping::sink_open(SubtaskId id, const SubtaskImage* image) {
  const VertexSetup& vertex = setup_.vertex(id);
  if (vertex.kind != VertexKind::sink) return;
  External& external = world_.external[id.index];
  if (vertex.sink.kind == SinkKind::idempotent)
    external.to_rewrite =
        external.visible.count - (image ? image->state.applied.count : 0);
  if (vertex.sink.kind != SinkKind::transactional) return;
  Task& self = task(id);
  TwoPhaseOptions options;
  options.transaction_timeout = vertex.sink.transaction_timeout;
  options.ignore_failures_after_timeout = true;
  self.sink = TwoPhaseSink(options);
  SinkEffects effects;
  external.transactions.expire(world_.now);
  if (image) self.sink.restore({image->sink}, external.transactions, world_.now, effects);
  else self.sink.open(external.transactions, world_.now, effects);
  sink_effects(id, effects);
}

void JobStepping::sink_effects(SubtaskId id, const SinkEffects& effects) {
  for (const SinkEffect& effect : effects)
    if (effect.kind == SinkEffectKind::fail_task) return fail({id});
}

// S10: what is pre-committed waits for a checkpoint to complete.
bool JobStepping::sink_waits(SubtaskId id) const {
  const VertexSetup& vertex = setup_.vertex(id);
  if (vertex.kind != VertexKind::sink || vertex.sink.kind != SinkKind::transactional) return false;
  if (!setup_.options().interval) return false;
  return task(id).sink.current().has_value() || task(id).sink.pending() > 0 ||
         !task(id).to_commit.empty();
}

}  // namespace cutline
