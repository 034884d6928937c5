// A sink together with the external system and a clock, for tests.
#pragma once
#include <algorithm>
#include <vector>

#include "core/system/committer_sink.h"
#include "core/system/two_phase_sink.h"

namespace cutline::test {

inline RecordSum one_record(uint64_t tag) { return {1, tag * 0x9e3779b97f4a7c15u, {tag}}; }

// What both kinds of sink have around them.
struct SinkWorld {
  TransactionSystem system;
  Tick now = 0;
  SinkEffects effects;

  const std::vector<uint64_t>& committed() const { return system.visible().tags; }
  int64_t count(SinkEffectKind kind) const {
    return std::count_if(effects.begin(), effects.end(),
                         [&](const SinkEffect& effect) { return effect.kind == kind; });
  }
  const SinkEffect& first(SinkEffectKind kind) const {
    return *std::find_if(effects.begin(), effects.end(),
                         [&](const SinkEffect& effect) { return effect.kind == kind; });
  }
  // Of the last failure since the last restart, if any.
  SinkFailure failure() const {
    SinkFailure last = SinkFailure::none;
    for (const SinkEffect& effect : effects)
      if (effect.kind == SinkEffectKind::fail_task) last = effect.failure;
    return last;
  }
};

struct SinkHarness : SinkWorld {
  TwoPhaseOptions options;
  TwoPhaseSink sink;

  explicit SinkHarness(const TwoPhaseOptions& set = {}) : options(set), sink(set) {}

  void open() { sink.open(system, now, effects); }
  void write(uint64_t tag) { sink.write(one_record(tag), system, now, effects); }
  TwoPhaseState snapshot(int64_t id) { return sink.snapshot({id}, system, now, effects); }
  void complete(int64_t id) { sink.on_complete({id}, system, now, effects); }
  void close() { sink.close(system, effects); }
  // The task is gone; a new one restores, or opens where there is nothing to restore.
  void restart(const std::vector<TwoPhaseState>& states) {
    effects.clear();
    sink = TwoPhaseSink(options);
    sink.restore(states, system, now, effects);
  }
};

struct CommitterHarness : SinkWorld {
  CommitterOptions options;
  SinkCommitter committer;

  explicit CommitterHarness(const CommitterOptions& set = {}) : options(set), committer(set) {}

  void receive_summary(int64_t checkpoint, uint32_t writer, uint32_t committables) {
    committer.receive(CommittableSummary{{checkpoint}, writer, committables});
  }
  // A committable whose transaction holds one record of that tag.
  void receive(int64_t checkpoint, uint32_t writer, uint64_t tag) {
    const TransactionId id = system.begin(now);
    system.write(id, one_record(tag));
    system.pre_commit(id);
    committer.receive(Committable{{checkpoint}, writer, id});
  }
  void complete(int64_t id) { committer.on_complete({id}, system, now, effects); }
  void restart(const std::vector<SinkCommitter::State>& states, int64_t id) {
    effects.clear();
    committer = SinkCommitter(options);
    committer.restore(states, {id}, {system, now, effects});
  }
};

}  // namespace cutline::test
