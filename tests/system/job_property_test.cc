// Random jobs, each from a printed seed, with failures at any moment: exactly-once modes lose
// nothing
// and repeat nothing in state, at-least-once loses nothing, and a run with failures ends in the
// same state as one without.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "core/base/sanitized.h"
#include "core/system/job_ledger.h"
#include "core/system/job_run.h"
#include "core/system/sink_ledger.h"
#include "core/system/subtask_state_mapper.h"
#include "tests/system/job_random.h"

namespace cutline::test {
namespace {

#ifdef __EMSCRIPTEN__
constexpr uint64_t kSeeds = 500;
constexpr uint64_t kSteppedSeeds = 20;
#elif CUTLINE_SANITIZED
constexpr uint64_t kSeeds = 1'000;
constexpr uint64_t kSteppedSeeds = 40;
#else
constexpr uint64_t kSeeds = 10'000;
constexpr uint64_t kSteppedSeeds = 200;
#endif

struct Ran {
  JobSetup setup;
  JobWorld world;
};

Ran run_to_the_end(const Job& job) {
  Ran out;
  out.setup = *set_up(job);
  out.world = start_job(out.setup);
  run_job_until(out.setup, out.world, job.until);
  return out;
}

// The identities of section 9.1 for one acknowledged part of a completed checkpoint:
//
//     trigger ─start delay─▶ first barrier ─▶ snapshot ─hook─▶ ─sync─▶ ─async─▶ ─rpc─▶ acknowledged
//                                  └─ alignment ──── last barrier
//
// Aligned, the snapshot is at the last barrier; unaligned at the first, and the rest of the
// alignment lies inside hook, sync and async; timed out somewhere in between.
void expect_part(const Ran& run, VertexId vertex, const CheckpointRecord& record,
                 const SubtaskStatistics& each, bool several_inputs) {
  const VertexSetup& setup = run.setup.job.vertices[vertex.index];
  const CheckpointOptions& options = run.setup.options();
  const SubtaskMetrics& part = each.metrics;
  const Tick whole = each.at - record.triggered_at;
  const Tick hook = setup.kind == VertexKind::sink ? setup.sink.flush_time : 0;
  for (Tick time : {part.start_delay, part.alignment, part.sync, part.async}) ASSERT_GE(time, 0);
  ASSERT_EQ(part.sync, setup.state.sync_time);
  const Tick known = part.start_delay + hook + part.sync + part.async + run.setup.job.rpc.latency;
  const Tick to_snapshot = whole - known;  // from the first barrier
  ASSERT_GE(to_snapshot, 0);
  // With two at a time an acknowledgement may also wait while the other is finalized.
  if (options.max_concurrent_checkpoints == 1) {
    ASSERT_LE(to_snapshot, part.alignment);
    if (!options.unaligned) {
      ASSERT_EQ(to_snapshot, part.alignment);
    }
    bool forced = false;
    for (size_t edge = 0; edge < run.setup.job.edges.size(); ++edge)
      forced = forced || !run.setup.supports_unaligned[edge];
    if (options.unaligned && options.aligned_checkpoint_timeout == 0 && !forced) {
      ASSERT_EQ(to_snapshot, 0);
    }
    ASSERT_GE(hook + part.sync + part.async, part.alignment - to_snapshot);
  }
  ASSERT_EQ(part.persisted_bytes > 0, part.unaligned());
  ASSERT_GE(part.checkpointed_bytes, part.persisted_bytes);
  ASSERT_EQ(part.full_bytes, part.checkpointed_bytes) << "nothing is incremental here";
  if (!options.unaligned) {
    ASSERT_EQ(part.persisted_bytes, 0);
  }
  if (!several_inputs) {
    ASSERT_EQ(part.alignment, 0);
    ASSERT_EQ(part.processed_bytes, 0);
  }
}

// M1, M2: what is reported adds up, and the latest acknowledgement ends the checkpoint.
void expect_sums(const Ran& run, const CheckpointRecord& record) {
  ReportedSums sums;
  Tick latest = 0;
  for (const VertexStatistics& vertex : record.vertices) {
    ASSERT_EQ(vertex.subtasks.size(), run.setup.job.vertices[vertex.vertex.index].parallelism);
    for (const SubtaskStatistics& each : vertex.subtasks) {
      ASSERT_TRUE(each.reported);
      ASSERT_FALSE(each.aborted);
      ++sums.acknowledged;
      latest = std::max(latest, each.at);
      sums.checkpointed_bytes += each.metrics.checkpointed_bytes;
      sums.full_bytes += each.metrics.full_bytes;
      sums.processed_bytes += each.metrics.processed_bytes;
      sums.persisted_bytes += each.metrics.persisted_bytes;
      sums.unaligned = sums.unaligned || each.metrics.unaligned();
    }
  }
  sums.latest_acknowledgement = latest;
  ASSERT_EQ(record.sums, sums);
  ASSERT_EQ(subtask_count(record), sums.acknowledged);
  ASSERT_EQ(end_to_end(record), latest - record.triggered_at);
  ASSERT_GE(record.ended_at, latest);
}

void expect_identities(const Ran& run) {
  for (const CheckpointRecord& record : run.world.statistics.history) {
    if (record.status == CheckpointStatus::failed) {  // M1: whatever was acknowledged
      ASSERT_EQ(end_to_end(record), record.ended_at - record.triggered_at);
    }
    if (record.status != CheckpointStatus::completed) continue;
    expect_sums(run, record);
    for (const VertexStatistics& vertex : record.vertices)
      for (size_t index = 0; index < vertex.subtasks.size(); ++index) {
        // A task that has finished is in it as it is, with zeros.
        if (vertex.subtasks[index].metrics == SubtaskMetrics{}) continue;
        const SubtaskId id = run.setup.plan.subtask(vertex.vertex, static_cast<uint32_t>(index));
        expect_part(run, vertex.vertex, record, vertex.subtasks[index],
                    run.setup.plan.subtasks[id.index].inputs.size() > 1);
      }
  }
  const CheckpointCounts& counts = run.world.statistics.counts;  // M6
  ASSERT_EQ(counts.total, counts.completed + counts.failed + counts.in_progress);
  ASSERT_LE(counts.in_progress, run.setup.options().max_concurrent_checkpoints);
}

// Transactional sinks are exact as long as nothing is restored that is older than what they were
// told to commit. Two things are: a savepoint of a job that went on, whose transactions a restore
// in between may even have aborted; and the last checkpoint, where a stop failed after its
// savepoint had completed.
bool is_exact_behind_sinks(const JobWorld& world) {
  for (const RecoveryRecord& recovery : world.recoveries)
    for (const CheckpointRecord& record : world.statistics.history) {
      if (record.status != CheckpointStatus::completed) continue;
      const bool plain_savepoint = record.kind == CheckpointKind::savepoint;
      if (plain_savepoint && record.id == recovery.checkpoint) return false;
      if (!plain_savepoint && record.id > recovery.checkpoint &&
          record.ended_at <= recovery.restored_at)
        return false;
    }
  return true;
}

int64_t times(const std::vector<OriginTag>& names, OriginTag tag) {
  return std::count(names.begin(), names.end(), tag);
}

// Records that are there more often than wanted; in order.
std::vector<OriginTag> repeated_of(const std::vector<OriginTag>& seen,
                                   const std::vector<OriginTag>& wanted) {
  std::map<OriginTag, int64_t> more;
  for (OriginTag tag : seen) ++more[tag];
  for (OriginTag tag : wanted) --more[tag];
  std::vector<OriginTag> out;
  for (const auto& [tag, count] : more)
    if (count > 0) out.push_back(tag);
  return out;
}

// How often each record is there, by what readers see itself.
void expect_names_of(const SinkLedger& ledger, const std::vector<OriginTag>& seen,
                     const std::vector<OriginTag>& wanted) {
  ASSERT_EQ(ledger.repeated_names, repeated_of(seen, wanted));
  std::vector<OriginTag> lost = ledger.lost_names;
  std::sort(lost.begin(), lost.end());
  lost.erase(std::unique(lost.begin(), lost.end()), lost.end());
  ASSERT_EQ(lost, repeated_of(wanted, seen));
}

// The sinks' ledger of a job that is over, against a run without failures.
void expect_sink_ledgers(const Ran& run, const Ran& plain) {
  const bool exactly_once = run.setup.options().mode == CheckpointingMode::exactly_once;
  const bool exact = is_exact_behind_sinks(run.world) && exactly_once;
  for (uint32_t index = 0; index < run.setup.job.vertices.size(); ++index) {
    if (run.setup.job.vertices[index].kind != VertexKind::sink) continue;
    const SinkLedger ledger = sink_ledger(run.setup, run.world, {index});
    const Tally seen = visible(run.setup, run.world, {index});
    const Tally wanted = visible(plain.setup, plain.world, {index});
    ASSERT_TRUE(ledger.judged);
    ASSERT_TRUE(sink_ledger(plain.setup, plain.world, {index}).exact() || !exactly_once);
    ASSERT_EQ(ledger.visible, seen.count);
    if (run.setup.job.named) expect_names_of(ledger, seen.names, wanted.names);
    if (exactly_once) {
      ASSERT_EQ(ledger.once + ledger.repeated + ledger.lost, wanted.count);
    }
    if (ledger.kind != SinkKind::transactional || exact || !exactly_once) {
      ASSERT_EQ(ledger.lost, 0);
    }
    if (ledger.kind == SinkKind::idempotent || (ledger.kind == SinkKind::transactional && exact)) {
      ASSERT_EQ(ledger.repeated, 0);
    }
    if (exact) {
      ASSERT_EQ(broken_sink_promise(run.setup, run.world).value_or(""), "");
    }
  }
}

// Keyed state lies where its key groups are owned.
void expect_key_groups_at_their_owners(const Ran& run) {
  const JobSetup& setup = current_setup(run.setup, run.world);
  for (uint32_t index = 0; index < run.world.tasks.size(); ++index) {
    const auto& groups = run.world.tasks[index].operators.key_groups;
    const VertexSetup& vertex = setup.vertex({index});
    for (uint32_t group = 0; group < groups.size(); ++group) {
      if (groups[group].count == 0) continue;
      ASSERT_EQ(subtask_of_key_group(group, vertex.parallelism, vertex.max_parallelism),
                setup.plan.subtasks[index].index);
    }
  }
}

void expect_same_state(const Ran& run, const Ran& plain) {
  const bool exact = is_exact_behind_sinks(run.world);
  for (uint32_t index = 0; index < run.setup.job.vertices.size(); ++index) {
    const VertexSetup& vertex = run.setup.job.vertices[index];
    ASSERT_EQ(applied(run.setup, run.world, {index}), applied(plain.setup, plain.world, {index}))
        << vertex.name;
    if (vertex.kind != VertexKind::sink) continue;
    const Tally seen = visible(run.setup, run.world, {index});
    const Tally expected = visible(plain.setup, plain.world, {index});
    switch (vertex.sink.kind) {
      case SinkKind::transactional:
        if (exact) {
          ASSERT_EQ(seen, expected);
        }
        break;
      case SinkKind::idempotent: ASSERT_EQ(seen.count, expected.count); break;
      case SinkKind::plain: ASSERT_GE(seen.count, expected.count); break;
    }
  }
}

TEST(JobProperties, B5_Section_9_1_ExactlyOnceEndsInTheStateOfARunWithoutFailure) {
  uint64_t restored = 0;
  uint64_t captured = 0;
  uint64_t stuck = 0;
  uint64_t rescaled = 0;
  uint64_t moved = 0;
  uint64_t savepoints = 0;
  uint64_t stopped = 0;
  uint64_t ended = 0;
  for (uint64_t seed = 1; seed <= kSeeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomJobs wanted;
    wanted.restarts = seed % 2 == 0;
    const Job job = random_job(seed, wanted);
    const Ran run = run_to_the_end(job);
    ASSERT_EQ(broken_invariant(run.setup, run.world).value_or(""), "");
    for (const CutVerdict& cut : run.world.cuts) ASSERT_TRUE(cut.balanced()) << cut.id.number;
    if (!wanted.restarts) expect_identities(run);
    rescaled += run.world.layout > 0;
    for (const RecoveryRecord& each : run.world.recoveries) {
      const CheckpointRecord* from = find_record(run.world.statistics, each.checkpoint);
      moved += !each.parallelism.empty() && from && from->sums.persisted_bytes > 0;
    }
    savepoints += run.world.statistics.latest_savepoint.has_value();
    for (const RecoveryRecord& each : run.world.recoveries)
      stopped += each.savepoint && is_stop(run.world.statistics.latest_savepoint->kind);
    restored += static_cast<uint64_t>(run.world.statistics.counts.restored);
    for (const CheckpointRecord& record : run.world.statistics.history)
      captured += record.sums.persisted_bytes > 0;
    if (!run.world.finished) {
      ++stuck;  // see system/README.md: an aligned edge beside an unaligned one can deadlock
      continue;
    }
    expect_key_groups_at_their_owners(run);
    if (run.world.stopped_with != kNoCheckpoint) {  // and was not started again
      ++ended;
      continue;
    }
    const Ran plain = run_to_the_end(without_failures(job));
    expect_same_state(run, plain);
    expect_sink_ledgers(run, plain);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(restored, kSeeds / 4);
  EXPECT_GT(captured, kSeeds / 2);
  EXPECT_LE(stuck, kSeeds / 1000);
  EXPECT_GT(rescaled, kSeeds / 6);
  EXPECT_GT(moved, kSeeds / 50) << "with captured data to be moved";
  EXPECT_GT(savepoints, kSeeds / 10);
  EXPECT_GT(stopped, kSeeds / 50);
  EXPECT_LE(ended, kSeeds / 1000);
}

TEST(JobProperties, L6_AtLeastOnceLosesNothing) {
  int64_t repeated = 0;
  for (uint64_t seed = 1; seed <= kSeeds / 2; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomJobs wanted;
    wanted.at_least_once = true;
    wanted.restarts = seed % 2 == 0;
    const Job job = random_job(seed, wanted);
    const Ran run = run_to_the_end(job);
    ASSERT_TRUE(run.world.finished);
    ASSERT_EQ(broken_invariant(run.setup, run.world).value_or(""), "");
    for (const CutVerdict& cut : run.world.cuts) {
      ASSERT_EQ(cut.lost, 0);
      repeated += cut.repeated;
    }
    const Ran plain = run_to_the_end(without_failures(job));
    for (uint32_t index = 0; index < job.vertices.size(); ++index)
      ASSERT_GE(applied(run.setup, run.world, {index}).count,
                applied(plain.setup, plain.world, {index}).count);
    expect_sink_ledgers(run, plain);
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(repeated, 0) << "skipping alignment shows somewhere";
}

TEST(JobProperties, EveryWorldSatisfiesTheInvariantsAfterEveryStep) {
  uint64_t steps = 0;
  for (uint64_t seed = 1; seed <= kSteppedSeeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomJobs wanted;
    wanted.at_least_once = seed % 4 == 0;
    wanted.restarts = seed % 2 == 0;
    const Job job = random_job(seed, wanted);
    const JobSetup setup = *set_up(job);
    JobWorld world = start_job(setup);
    while (next_event_time(world) && world.now < 6 * kSecond) {
      step_job(setup, world);
      ++steps;
      ASSERT_EQ(broken_invariant(setup, world).value_or(""), "") << print_duration(world.now);
      if (!wanted.restarts) {  // nothing older than the latest checkpoint is restored
        ASSERT_EQ(broken_sink_promise(setup, world).value_or(""), "") << print_duration(world.now);
      }
    }
  }
  EXPECT_GT(steps, kSteppedSeeds * 300);
}

TEST(JobProperties, TheSameSeedGivesTheSameFingerprintAndACopyGoesOnAlike) {
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    const Job job = random_job(seed, {});
    const JobSetup setup = *set_up(job);
    JobWorld world = start_job(setup);
    run_job_until(setup, world, kSecond);
    JobWorld copy = world;
    run_job_until(setup, world, 3 * kSecond);
    run_job_until(setup, copy, 3 * kSecond);
    ASSERT_EQ(fingerprint(copy), fingerprint(world)) << "seed " << seed;
  }
}

// At every instant, by the names that readers see.
TEST(JobProperties, SinkLedgersAgreeWithTheNamesThatReadersSee) {
  uint64_t repeated = 0;
  for (uint64_t seed = 1; seed <= kSteppedSeeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomJobs wanted;
    wanted.named = true;
    wanted.at_least_once = seed % 4 == 0;
    wanted.restarts = seed % 2 == 0;
    const Job job = random_job(seed, wanted);
    const Ran plain = run_to_the_end(without_failures(job));
    Ran run;
    run.setup = *set_up(job);
    run.world = start_job(run.setup);
    const auto sink = static_cast<uint32_t>(job.vertices.size() - 1);
    const Tally all = visible(plain.setup, plain.world, {sink});
    while (next_event_time(run.world) && *next_event_time(run.world) <= job.until) {
      run_job_events(run.setup, run.world, run.world.events + 97, job.until);
      const SinkLedger now = sink_ledger(run.setup, run.world, {sink});
      const Tally seen = visible(run.setup, run.world, {sink});
      ASSERT_EQ(now.repeated_names, repeated_of(seen.names, all.names));
      for (OriginTag tag : now.lost_names)
        ASSERT_LT(times(seen.names, tag), times(all.names, tag)) << "lost, and not there";
    }
    if (!run.world.finished || run.world.stopped_with != kNoCheckpoint) continue;
    expect_sink_ledgers(run, plain);
    repeated += sink_ledger(run.setup, run.world, {sink}).repeated > 0;
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(repeated, kSteppedSeeds / 20);
}

TEST(JobProperties, BothScalesEndInTheSameState) {
  for (uint64_t seed = 1; seed <= kSteppedSeeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    RandomJobs wanted;
    const Ran counted = run_to_the_end(random_job(seed, wanted));
    wanted.named = true;
    const Ran named = run_to_the_end(random_job(seed, wanted));
    ASSERT_EQ(counted.world.finished, named.world.finished);
    if (!named.world.finished) continue;
    for (uint32_t index = 0; index < named.setup.job.vertices.size(); ++index) {
      const Tally by_count = applied(counted.setup, counted.world, {index});
      const Tally by_name = applied(named.setup, named.world, {index});
      ASSERT_EQ(by_count.count, by_name.count);
      ASSERT_EQ(by_count.digest, by_name.digest);
    }
  }
}

TEST(JobProperties, ThePinnedFingerprintsAreThoseOfEveryCompiler) {
  const std::pair<uint64_t, uint64_t> pinned[] = {{1, 6617077262773004849u},
                                                {7, 14927132020404510708u},
                                                {42, 15949303602300627928u}};
  for (const auto& [seed, expected] : pinned) {
    const Ran run = run_to_the_end(random_job(seed, {}));
    EXPECT_EQ(fingerprint(run.world), expected) << "seed " << seed;
  }
}

}  // namespace
}  // namespace cutline::test
