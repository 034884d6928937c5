// Options by name and text, and what goes together (section 10 of the semantics).
#include <gtest/gtest.h>

#include "core/system/checkpoint_combinations.h"
#include "core/system/checkpoint_options.h"
#include "core/system/restart_strategy.h"

namespace cutline::test {
namespace {

CheckpointOptions with(std::vector<std::pair<std::string, std::string>> settings) {
  CheckpointOptions options;
  for (const auto& [key, text] : settings) {
    const Result<Done> done = set_checkpoint_option(options, key, text);
    EXPECT_TRUE(done) << key << ": " << done.error().sentence;
  }
  return options;
}

std::string refusal_of(std::string_view key, std::string_view text) {
  CheckpointOptions options;
  const Result<Done> done = set_checkpoint_option(options, key, text);
  EXPECT_EQ(options, CheckpointOptions{}) << "a refused option changes nothing";
  return done ? "" : done.error().sentence;
}

TEST(CheckpointOptions, DefaultsAreThoseOfTheEngine) {
  const CheckpointOptions options;
  EXPECT_EQ(options.mode, CheckpointingMode::exactly_once);
  EXPECT_FALSE(options.interval);
  EXPECT_EQ(options.timeout, 10 * kMinute);
  EXPECT_EQ(options.min_pause, 0);
  EXPECT_EQ(options.max_concurrent_checkpoints, 1);
  EXPECT_EQ(options.tolerable_failed_checkpoints, 0);
  EXPECT_EQ(options.num_retained, 1);
  EXPECT_FALSE(options.unaligned);
  EXPECT_EQ(options.aligned_checkpoint_timeout, 0);
  EXPECT_EQ(options.max_subtasks_per_channel_state_file, 5);
  EXPECT_TRUE(options.checkpoints_after_tasks_finish);
  EXPECT_FALSE(options.incremental);
  EXPECT_EQ(options.data_inline_threshold, 20 * 1024);
}

TEST(CheckpointOptions, AreSetByFullName) {
  const CheckpointOptions options =
      with({{"execution.checkpointing.interval", "5s"},
            {"execution.checkpointing.mode", "AT_LEAST_ONCE"},
            {"execution.checkpointing.timeout", "2 min"},
            {"execution.checkpointing.unaligned.enabled", "true"},
            {"execution.checkpointing.storage", "filesystem"},
            {"execution.checkpointing.data-inline-threshold", "1 kb"}});
  EXPECT_EQ(options.interval, 5 * kSecond);
  EXPECT_EQ(options.mode, CheckpointingMode::at_least_once);
  EXPECT_EQ(options.timeout, 2 * kMinute);
  EXPECT_TRUE(options.unaligned);
  EXPECT_EQ(options.storage, CheckpointStorageKind::filesystem);
  EXPECT_EQ(options.data_inline_threshold, 1024);
}

TEST(CheckpointOptions, AreSetByShortAndFormerNames) {
  const CheckpointOptions options = with({{"interval", "5s"},
                                          {"min-pause", "500ms"},
                                          {"max-concurrent", "2"},
                                          {"tolerable-failed", "3"},
                                          {"num-retained", "4"},
                                          {"unaligned", "TRUE"},
                                          {"unaligned.forced", "true"},
                                          {"alignment-timeout", "1s"},
                                          {"max-subtasks-per-channel-state-file", "1"},
                                          {"mode", "exactly-once"},
                                          {"interval-during-backlog", "0"},
                                          {"incremental", "true"}});
  EXPECT_EQ(options.interval, 5 * kSecond);
  EXPECT_EQ(options.min_pause, 500 * kMillisecond);
  EXPECT_EQ(options.max_concurrent_checkpoints, 2);
  EXPECT_EQ(options.tolerable_failed_checkpoints, 3);
  EXPECT_EQ(options.num_retained, 4);
  EXPECT_TRUE(options.unaligned);
  EXPECT_TRUE(options.unaligned_forced);
  EXPECT_EQ(options.aligned_checkpoint_timeout, kSecond);
  EXPECT_EQ(options.max_subtasks_per_channel_state_file, 1);
  EXPECT_EQ(options.interval_during_backlog, 0);
  EXPECT_TRUE(options.incremental);
}

TEST(CheckpointOptions, WhatCannotBeMeantIsRefusedWithASentence) {
  EXPECT_EQ(refusal_of("pause", "1s"),
            "there is no option \"pause\"; did you mean execution.checkpointing.min-pause?");
  EXPECT_EQ(refusal_of("frobnicate", "1s"), "there is no option \"frobnicate\"");
  EXPECT_EQ(refusal_of("", "1s"), "there is no option \"\"");
  EXPECT_EQ(refusal_of("max", "1"),
            "the option \"max\" could be execution.checkpointing.max-concurrent-checkpoints or "
            "execution.checkpointing.unaligned.max-subtasks-per-channel-state-file");
  EXPECT_EQ(refusal_of("interval", "5ms"),
            "execution.checkpointing.interval: at least 10ms, not 5ms");
  EXPECT_EQ(refusal_of("interval", "10"),
            "execution.checkpointing.interval: a duration needs a unit (ns, us, ms, s, min or h): "
            "\"10\"");
  EXPECT_EQ(refusal_of("timeout", "10500us"),
            "execution.checkpointing.timeout: the engine counts in whole milliseconds, not in "
            "\"10500us\"");
  EXPECT_EQ(refusal_of("unaligned", "yes"),
            "execution.checkpointing.unaligned.enabled: true or false, not \"yes\"");
  EXPECT_EQ(refusal_of("mode", "exactly"),
            "execution.checkpointing.mode: EXACTLY_ONCE or AT_LEAST_ONCE, not \"exactly\"");
  EXPECT_NE(refusal_of("max-concurrent", "0"), "");
  EXPECT_NE(refusal_of("num-retained", "0"), "");
  EXPECT_NE(refusal_of("tolerable-failed", "-1"), "");
  EXPECT_NE(refusal_of("interval-during-backlog", "3ms"), "");
  EXPECT_NE(refusal_of("data-inline-threshold", "2 mb"), "");
  EXPECT_NE(refusal_of("data-inline-threshold", "20"), "");
}

TEST(CheckpointOptions, PrintAsWhatSetsThem) {
  CheckpointOptions options = with({{"interval", "90s"},
                                    {"mode", "AT_LEAST_ONCE"},
                                    {"min-pause", "1500ms"},
                                    {"data-inline-threshold", "3 kb"},
                                    {"unaligned", "true"}});
  CheckpointOptions again;
  size_t set = 0;
  for (const auto& row : checkpoint_option_table()) {
    const std::string text = row.print(options);
    if (text.empty()) continue;
    EXPECT_TRUE(set_checkpoint_option(again, row.names.name, text)) << row.names.name;
    ++set;
  }
  EXPECT_EQ(again, options);
  EXPECT_EQ(set, checkpoint_option_table().size() - 1);  // interval-during-backlog is not set
  EXPECT_EQ(*checkpoint_option_text(options, "min-pause"), "1.5s");
  EXPECT_EQ(*checkpoint_option_text(options, "interval-during-backlog"), "");
}

TEST(CheckpointOptions, T1_TheBarrierFollowsFromTheOptionsAndTheKind) {
  const auto barrier = [](const CheckpointOptions& options, CheckpointKind kind) {
    return barrier_of(options, kind, {5}, 77);
  };
  constexpr auto kCheckpoint = CheckpointKind::checkpoint;
  CheckpointOptions options;
  EXPECT_EQ(barrier(options, kCheckpoint).kind, BarrierKind::aligned);
  EXPECT_FALSE(is_timeoutable(barrier(options, kCheckpoint)));
  options.unaligned = true;
  EXPECT_EQ(barrier(options, kCheckpoint).kind, BarrierKind::unaligned);
  EXPECT_EQ(barrier(options, CheckpointKind::savepoint).kind, BarrierKind::aligned);
  options.aligned_checkpoint_timeout = kSecond;
  EXPECT_EQ(barrier(options, kCheckpoint).kind, BarrierKind::aligned);
  EXPECT_TRUE(is_timeoutable(barrier(options, kCheckpoint)));
  EXPECT_FALSE(is_timeoutable(barrier(options, CheckpointKind::stop_savepoint)));
  options.mode = CheckpointingMode::at_least_once;
  EXPECT_EQ(barrier(options, kCheckpoint).kind, BarrierKind::at_least_once);
  EXPECT_EQ(barrier(options, kCheckpoint).timestamp, 77);
}

TEST(Combinations, TheTableIsCompleteAndInOrder) {
  EXPECT_EQ(combination_table().size(), 27u);
  for (const CombinationFacts& row : combination_table()) {
    EXPECT_EQ(&facts_of(row.combination), &row);
    EXPECT_FALSE(row.what.empty() || row.reason.empty());
  }
}

TEST(Combinations, WhatTheEngineRefusesIsRefusedWithReasonAndSection) {
  JobTraits traits;
  const auto refused = [&](const CheckpointOptions& options) {
    const Result<UsableOptions> usable = usable_options(options, traits);
    return usable ? std::string() : usable.error().sentence;
  };
  EXPECT_EQ(refused(with({{"unaligned", "true"}, {"max-concurrent", "2"}})),
            "unaligned with more than one concurrent checkpoint is refused: only one checkpoint at "
            "a time can capture in-flight data (Flink 2.1, docs/ops/state/"
            "checkpointing_under_backpressure#concurrent-checkpoints)");
  EXPECT_EQ(refused(with({{"max-concurrent", "2"}})), "");
  const CheckpointOptions unaligned = with({{"interval", "1s"}, {"unaligned", "true"}});
  const CheckpointOptions forced =
      with({{"interval", "1s"}, {"unaligned", "true"}, {"unaligned.forced", "true"}});
  EXPECT_EQ(refused(unaligned), "");
  traits.custom_partitioner = true;
  EXPECT_NE(refused(unaligned).find("custom partitioner is refused"), std::string::npos);
  EXPECT_EQ(refused(forced), "");
  EXPECT_EQ(usable_options(forced, traits)->notes.size(), 1u);
  traits = {};
  traits.iterations = true;
  EXPECT_NE(refused(unaligned).find("iterations is refused"), std::string::npos);
  EXPECT_EQ(refused(forced), "");
  traits = {};
  traits.approximate_local_recovery = true;
  EXPECT_NE(refused(unaligned), "");
  EXPECT_EQ(refused(with({{"interval", "1s"}})), "");
  traits = {};
  traits.input_selectable = true;
  EXPECT_NE(refused(with({{"interval", "1s"}})), "");
  EXPECT_EQ(refused({}), "");  // no checkpoints, no objection
  traits = {};
  EXPECT_NE(refused(with({{"interval", "10s"}, {"interval-during-backlog", "5s"}})), "");
  EXPECT_EQ(refused(with({{"interval", "10s"}, {"interval-during-backlog", "0"}})), "");
}

TEST(Combinations, WhatTheEngineChangesIsChangedAndSaid) {
  const auto at_least_once = usable_options(
      with({{"unaligned", "true"}, {"mode", "at-least-once"}, {"max-concurrent", "2"}}), {});
  ASSERT_TRUE(at_least_once);
  EXPECT_FALSE(at_least_once->options.unaligned);
  ASSERT_EQ(at_least_once->notes.size(), 1u);
  EXPECT_EQ(at_least_once->notes[0].section,
            "deployment/config#execution-checkpointing-unaligned-enabled");

  JobTraits batch;
  batch.batch = true;
  const auto none = usable_options(with({{"interval", "1s"}}), batch);
  ASSERT_TRUE(none);
  EXPECT_FALSE(none->options.interval);
  EXPECT_EQ(none->notes.size(), 1u);

  const auto raised = usable_options(with({{"interval", "1s"}, {"min-pause", "3s"}}), {});
  ASSERT_TRUE(raised);
  EXPECT_EQ(effective_interval(raised->options), 3 * kSecond);  // C8
  ASSERT_EQ(raised->notes.size(), 1u);
  EXPECT_EQ(raised->notes[0].sentence, "the interval is raised to min-pause, 3s");

  const auto idle = usable_options(with({{"aligned-checkpoint-timeout", "1s"}}), {});
  EXPECT_EQ(idle->notes.size(), 1u);
  EXPECT_TRUE(usable_options(with({{"interval", "1s"}}), {})->notes.empty());
}

TEST(Combinations, EdgesThatUnalignedCheckpointsCannotCrossAreForcedAligned) {
  Job job;
  job.vertices.resize(5);
  job.edges = {{{0}, {2}, EdgeKind::forward, {}},   {{1}, {2}, EdgeKind::hash, {}},
               {{2}, {3}, EdgeKind::rebalance, {}}, {{1}, {3}, EdgeKind::broadcast, {}},
               {{3}, {4}, EdgeKind::hash, {}},      {{0}, {4}, EdgeKind::hash, {}}};
  using F = ForcedAligned;
  EXPECT_EQ(forced_aligned_edges(job),
            (std::vector<F>{F::pointwise, F::beside_one, F::beside_one, F::broadcast, F::no,
                            F::no}));
}

TEST(RestartOptions, TheStrategyFollowsFromTheOptionsAndFromCheckpoints) {
  EXPECT_EQ(start_restart_strategy({}, true).kind, RestartKind::exponential_delay);  // C27
  EXPECT_EQ(start_restart_strategy({}, false).kind, RestartKind::none);
  RestartOptions options;
  EXPECT_TRUE(set_restart_option(options, "restart-strategy.type", "fixed-delay"));
  EXPECT_TRUE(set_restart_option(options, "attempts", "2"));
  EXPECT_TRUE(set_restart_option(options, "fixed-delay.delay", "3s"));
  RestartStrategy fixed = start_restart_strategy(options, true);
  Dice dice(1);
  EXPECT_EQ(on_failure(fixed, 10 * kSecond, dice), (RestartDecision{true, 13 * kSecond, true}));
  EXPECT_TRUE(on_failure(fixed, 20 * kSecond, dice).restart);
  EXPECT_FALSE(on_failure(fixed, 30 * kSecond, dice).restart);
  EXPECT_TRUE(set_restart_option(options, "restart-strategy", "off"));
  RestartStrategy none = start_restart_strategy(options, true);
  EXPECT_FALSE(on_failure(none, 0, dice).restart);
  EXPECT_FALSE(set_restart_option(options, "restart-strategy.type", "failure-rate"));
}

TEST(RestartOptions, C27_DelaysGrowToTheMaximumAndStartAgainAfterAnHour) {
  RestartOptions options;
  ASSERT_TRUE(set_restart_option(options, "jitter-factor", "0"));
  RestartStrategy strategy = start_restart_strategy(options, true);
  Dice dice(1);
  Tick now = kSecond;
  std::vector<Tick> delays;
  for (int failure = 0; failure < 13; ++failure) {
    const RestartDecision decision = on_failure(strategy, now, dice);
    delays.push_back((decision.at - now) / kMillisecond);
    now = decision.at + 1;
  }
  EXPECT_EQ(delays, (std::vector<Tick>{1000, 1500, 2250, 3375, 5062, 7593, 11390, 17085, 25628,
                                       38443, 57665, 60000, 60000}));
  now += kHour;  // since the restart, without a failure
  EXPECT_EQ(on_failure(strategy, now, dice).at - now, kSecond);
}

TEST(RestartOptions, C27_AFailureWhileARestartWaitsJoinsIt) {
  RestartStrategy strategy = start_restart_strategy({}, true);
  Dice dice(3);
  const RestartDecision first = on_failure(strategy, kSecond, dice);
  const RestartDecision second = on_failure(strategy, kSecond + 300 * kMillisecond, dice);
  EXPECT_TRUE(first.new_attempt);
  EXPECT_EQ(second, (RestartDecision{true, first.at, false}));
  EXPECT_EQ(strategy.attempts, 1);
}

TEST(RestartOptions, AreRefusedWhereTheEngineWouldNotStart) {
  RestartOptions options;
  EXPECT_TRUE(set_restart_option(options, "initial-backoff", "2min"));
  EXPECT_FALSE(check_restart_options(options));
  EXPECT_FALSE(set_restart_option(options, "backoff-multiplier", "1"));
  EXPECT_FALSE(set_restart_option(options, "jitter-factor", "1.5"));
  EXPECT_FALSE(set_restart_option(options, "jitter-factor", "1e-3"));
  EXPECT_TRUE(set_restart_option(options, "backoff-multiplier", "2.25"));
  EXPECT_EQ(options.multiplier_millionths, 2'250'000);
  EXPECT_EQ(restart_option_table()[5].print(options), "2.25");
}

}  // namespace
}  // namespace cutline::test
