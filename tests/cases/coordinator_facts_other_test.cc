// Facts about statistics, splits and timelines of two checkpoints, one test for each, named after
// its id (S-01 … S-05, W-13, D-05 … D-07 as far as the coordinator goes).
#include <gtest/gtest.h>

#include <cmath>

#include "core/report/stats_summary.h"
#include "core/system/split_assignment.h"
#include "tests/system/coordinator_hand.h"

namespace cutline::test {
namespace {

using Ids = std::vector<int64_t>;
using Effects = CoordinatorEffectKind;

TEST(StatisticsFacts, S_01_UnknownValuesArePassedOverAndZeroIsAValue) {
  StatsSummary summary;
  EXPECT_EQ(summary.min(), 0);
  EXPECT_EQ(summary.max(), 0);
  EXPECT_EQ(summary.sum(), 0);
  EXPECT_EQ(summary.count(), 0);
  EXPECT_EQ(summary.average(), 0);
  summary.add(-1);
  EXPECT_EQ(summary.count(), 0);
  summary.add(0);
  EXPECT_EQ(summary.count(), 1);
  EXPECT_EQ(summary.min(), 0);
  EXPECT_EQ(summary.max(), 0);
  EXPECT_EQ(summary.average(), 0);
}

TEST(StatisticsFacts, S_02_TheAverageIsTheWholePartOfSumByCount) {
  StatsSummary summary;
  Dice dice(13);
  int64_t sum = 0;
  int64_t least = INT64_MAX;
  int64_t most = 0;
  for (int each = 0; each < 13; ++each) {
    const int64_t value = dice.between(1, 2'000'000'000);
    summary.add(value);
    sum += value;
    least = std::min(least, value);
    most = std::max(most, value);
  }
  EXPECT_EQ(summary.count(), 13);
  EXPECT_EQ(summary.sum(), sum);
  EXPECT_EQ(summary.average(), sum / 13);
  EXPECT_EQ(summary.min(), least);
  EXPECT_EQ(summary.max(), most);
}

TEST(StatisticsFacts, S_03_PercentilesSeeTheWindowOnly) {
  StatsSummary summary(100);
  for (int each = 0; each < 123; ++each) summary.add(100'000);
  for (int64_t value = 1; value <= 100; ++value) summary.add(value);
  for (int64_t percent = 1; percent <= 100; ++percent)
    EXPECT_NEAR(summary.percentile(10 * percent), static_cast<double>(percent), 1.0);
  EXPECT_EQ(summary.percentile(500), 50.5);  // at position p (n + 1)
  EXPECT_EQ(summary.max(), 100'000);
  EXPECT_EQ(summary.count(), 223);
  EXPECT_EQ(summary.average(), (123 * 100'000 + 5050) / 223);
  EXPECT_TRUE(std::isnan(StatsSummary(0).percentile(500)));  // M4
  EXPECT_TRUE(std::isnan(StatsSummary().percentile(500)));
}

TEST(StatisticsFacts, S_04_EachAcknowledgementMovesTheEndToEndTime) {
  CoordinatorEffect started;
  started.id = {1};
  started.triggered_at = 1000;
  started.plan.vertices = {{0}, {1}};
  const TaskGraph graph = graph_of({3, 4});
  CheckpointRecord record = start_record(started, graph, 1000);
  EXPECT_EQ(subtask_count(record), 7u);
  EXPECT_EQ(record.sums.acknowledged, 0u);
  EXPECT_FALSE(record.sums.latest_acknowledgement);
  EXPECT_FALSE(end_to_end(record));
  int64_t size = 0;
  for (uint32_t subtask = 0; subtask < 7; ++subtask) {
    SubtaskStatistics what;
    what.reported = true;
    what.at = 1000 + (subtask % 2 == 0 ? 500 : 300);  // the most recent, not the latest
    what.metrics.full_bytes = 10 + subtask;
    what.metrics.persisted_bytes = subtask == 4 ? 1 : 0;
    size += what.metrics.full_bytes;
    EXPECT_TRUE(report_subtask(record, {subtask}, what));
    EXPECT_EQ(record.sums.acknowledged, subtask + 1);
    EXPECT_EQ(end_to_end(record), what.at - 1000);
    EXPECT_EQ(record.sums.full_bytes, size);
    EXPECT_EQ(record.sums.unaligned, subtask >= 4);
    EXPECT_FALSE(report_subtask(record, {subtask}, what));  // twice
  }
  EXPECT_FALSE(report_subtask(record, {7}, {true, false, 0, {}}));  // of no vertex
  EXPECT_EQ(record.vertices[0].sums.acknowledged, 3u);
  EXPECT_EQ(record.vertices[1].sums.acknowledged, 4u);
  EXPECT_FALSE(record.vertices[0].sums.unaligned);
  EXPECT_TRUE(record.vertices[1].sums.unaligned);
}

TEST(StatisticsFacts, S_05_AFailedCheckpointTookUntilItsFailure) {
  CheckpointRecord record;
  record.status = CheckpointStatus::failed;
  record.triggered_at = 123123;
  record.ended_at = 112211137;
  EXPECT_EQ(end_to_end(record), 112088014);
  record.sums.latest_acknowledgement = 200000;  // regardless of acknowledgements
  EXPECT_EQ(end_to_end(record), 112088014);
}

TEST(SourceFacts, W_13_SplitsGivenAfterTheRestoredCheckpointGoBack) {
  SplitTracker tracker;
  assign_split(tracker, 0, {0});
  assign_split(tracker, 1, {1});
  assign_split(tracker, 1, {2});
  enumerator_snapshotted(tracker, {100});
  assign_split(tracker, 0, {3});
  assign_split(tracker, 1, {4});
  assign_split(tracker, 1, {5});
  enumerator_snapshotted(tracker, {101});
  SplitTracker to_99 = tracker;
  EXPECT_EQ(take_back_splits(to_99, 0, {99}), (std::vector<SplitId>{{0}, {3}}));
  EXPECT_EQ(take_back_splits(to_99, 0, {99}), std::vector<SplitId>{});  // once
  EXPECT_EQ(take_back_splits(to_99, 1, {99}), (std::vector<SplitId>{{1}, {2}, {4}, {5}}));
  SplitTracker to_100 = tracker;
  EXPECT_EQ(take_back_splits(to_100, 0, {100}), (std::vector<SplitId>{{3}}));
  checkpoint_completed(tracker, {100});
  ASSERT_EQ(tracker.checkpoints.size(), 1u);
  EXPECT_EQ(tracker.checkpoints[0].id, CheckpointId{101});
  assign_split(tracker, 0, {6});  // in no checkpoint yet
  EXPECT_EQ(take_back_splits(tracker, 0, {100}), (std::vector<SplitId>{{3}, {6}}));
}

TEST(DerivedFacts, D_05_AFiringWithinThePauseIsPutOffAndTheRateGoesOnFromThere) {
  CheckpointOptions options;
  options.interval = 10 * kSecond;
  options.min_pause = 5 * kSecond;
  auto hand = CoordinatorHand::of_tasks(1, options);
  hand.send(EventKind::job_running);
  const Tick start = hand.timers.front().at;  // after the random first delay
  EXPECT_GE(start, 5 * kSecond);
  EXPECT_LE(start, 10 * kSecond);
  hand.advance_to(start);
  ASSERT_EQ(hand.pending(), Ids{1});
  hand.advance_to(start + 8 * kSecond);
  hand.acknowledge(1, 0);
  for (int64_t id = 2; id <= 4; ++id) {
    hand.advance_to(start + (3 + 10 * (id - 1)) * kSecond);
    ASSERT_EQ(hand.pending(), Ids{id});
    hand.acknowledge(id, 0);
  }
  std::vector<Tick> triggered;
  for (const SeenEffect& each : hand.all(Effects::statistics_started))
    triggered.push_back((each.effect.triggered_at - start) / kSecond);
  EXPECT_EQ(triggered, (std::vector<Tick>{0, 13, 23, 33}));
  EXPECT_EQ(hand.count(Effects::request_failed), 1u);
  EXPECT_EQ(hand.last(Effects::request_failed).failure,
            CheckpointFailure::minimum_time_between_checkpoints);
  EXPECT_EQ(hand.statistics.counts.total, 4);  // what was dropped does not count
}

// The sink's side of both is the sink's to test; the coordinator decides what is restored.
CoordinatorHand with_six_completed(uint32_t tasks) {
  CheckpointOptions options;
  options.tolerable_failed_checkpoints = 5;
  auto hand = CoordinatorHand::of_tasks(tasks, options);
  for (int64_t id = 1; id <= 6; ++id) {
    hand.request();
    hand.acknowledge_all(id);
  }
  return hand;
}

TEST(DerivedFacts, D_06_CompleteButNotNotifiedIsWhatAFailureRestores) {
  auto hand = with_six_completed(2);
  hand.request();
  hand.acknowledge_all(7);  // complete; that the message is lost is nothing the coordinator sees
  hand.send(EventKind::failover_started);
  hand.send(EventKind::restoring);
  EXPECT_EQ(hand.last(Effects::statistics_restored).id, CheckpointId{7});
  EXPECT_EQ(latest_completed(hand.coordinator.completed)->id, CheckpointId{7});
  const size_t notified = hand.count(Effects::notify_complete);
  hand.send(EventKind::job_running);
  EXPECT_EQ(hand.count(Effects::notify_complete), notified);  // never repeated (C19)
}

TEST(DerivedFacts, D_07_WhatOneTaskNeverAcknowledgedIsNotRestored) {
  auto hand = with_six_completed(2);
  hand.request();
  hand.acknowledge(7, 0);  // the sink's part is done
  hand.advance_to(10 * kMinute);
  EXPECT_EQ(hand.last(Effects::statistics_failed).failure, CheckpointFailure::checkpoint_expired);
  EXPECT_EQ(hand.last(Effects::notify_aborted).other, CheckpointId{6});
  hand.send(EventKind::failover_started);
  hand.send(EventKind::restoring);
  EXPECT_EQ(hand.last(Effects::statistics_restored).id, CheckpointId{6});
  EXPECT_EQ(hand.count(Effects::fail_job), 0u);
}

}  // namespace
}  // namespace cutline::test
