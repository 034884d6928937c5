// Sinks: what is written, pre-committed, committed, and what a reader behind them sees (section
// 8.4).
#include <algorithm>

#include "core/base/check.h"
#include "core/system/job_stepping.h"
#include "core/system/sink_ledger.h"

namespace cutline {

void JobStepping::sink_write(SubtaskId id, std::span<const OriginTag> tags, const Tally& done) {
  Task& self = task(id);
  External& external = external_of(id);
  const FanOut& fan_out = setup_->fan_out[plan_of(id).vertex.index];
  const int64_t before = external.visible.count;
  switch (setup_->vertex(id).sink.kind) {
    case SinkKind::plain:
      external.visible.add(done);
      external.records.show(tags, fan_out);
      break;
    case SinkKind::idempotent:
      for (const OriginTag tag : tags)
        if (external.records.show_by_key(tag, fan_out)) external.visible.add(tag, named());
      break;
    case SinkKind::transactional:
      self.written.records += done.count;
      self.written.digest += done.digest;
      self.written.tags.insert(self.written.tags.end(), done.names.begin(), done.names.end());
      if (self.sink.current()) external.records.write(self.sink.current()->id, tags);
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
  sink_effects(id, effects, FailureCause::restored_commit);
}

// The task stops with a savepoint: what it had begun since is not wanted any more.
void JobStepping::sink_close(SubtaskId id) {
  if (setup_->vertex(id).kind != VertexKind::sink) return;
  SinkEffects effects;
  task(id).sink.close(external_of(id).transactions, effects);
}

void JobStepping::sink_effects(SubtaskId id, const SinkEffects& effects,
                               FailureCause failed_commit) {
  for (const SinkEffect& effect : effects) commit_records(id, effect);
  for (const SinkEffect& effect : effects) {
    if (effect.kind != SinkEffectKind::fail_task) continue;
    const bool none = effect.failure == SinkFailure::no_transaction;
    return fail({id}, none ? FailureCause::no_transaction : failed_commit, effect.transaction);
  }
}

// What became of a transaction's records.
void JobStepping::commit_records(SubtaskId id, const SinkEffect& effect) {
  SinkRecords& records = external_of(id).records;
  if (effect.kind == SinkEffectKind::commit || effect.kind == SinkEffectKind::commit_repeated)
    return records.commit(effect.transaction, setup_->fan_out[plan_of(id).vertex.index]);
  if (effect.kind != SinkEffectKind::ignore_failure) return;
  const CheckpointImage* restored = image_to_restore();
  CUTLINE_CHECK(restored, "a failed commit is let go in a restore only");
  records.lose(effect.transaction, source_positions(*restored));
}

// Of transactions, the records are kept that a sink or a checkpoint may still want to commit.
void JobStepping::forget_settled_records() {
  for (uint32_t vertex = 0; vertex < setup_->job.vertices.size(); ++vertex) {
    if (world_.external[vertex].transactions.transactions() == 0) continue;
    std::vector<TransactionId> kept;
    for (const CheckpointImage& image : world_.images)
      for (TransactionId each : pending_transactions(image, {vertex})) kept.push_back(each);
    for (uint32_t place = 0; place < setup_->job.vertices[vertex].parallelism; ++place)
      for (TransactionId each : task(setup_->plan.subtask({vertex}, place)).sink.held())
        kept.push_back(each);
    std::sort(kept.begin(), kept.end());
    world_.external[vertex].records.keep(kept);
  }
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
