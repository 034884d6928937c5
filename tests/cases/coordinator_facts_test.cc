// Facts about the request queue and the failure counter of Flink's coordinator, one test for each,
// named after its id in the list of facts (K-01 … K-12).
#include <gtest/gtest.h>

#include "tests/system/coordinator_hand.h"

namespace cutline::test {
namespace {

CheckpointRequest request_of(CheckpointKind kind, bool periodic, bool forced, Tick at = 0) {
  CheckpointRequest request;
  request.kind = kind;
  request.periodic = periodic;
  request.forced = forced;
  request.at = at;
  return request;
}
constexpr auto kCheckpoint = CheckpointKind::checkpoint;
constexpr auto kSavepoint = CheckpointKind::savepoint;

// The kinds of the queue's requests in the order in which they would run, as words.
std::vector<std::string> execution_order(RequestQueue queue) {
  std::vector<std::string> order;
  while (const auto next = choose_request(queue, {}).execute)
    order.push_back(std::string(next->periodic ? "periodic" : "user") +
                    (is_savepoint(next->kind) ? " savepoint" : " checkpoint"));
  return order;
}

TEST(CoordinatorFacts, K_01_AForcedSavepointRunsAlthoughAsManyArePendingAsMay) {
  RequestQueue queue;
  RequestSituation situation;
  situation.pending = 1;
  const auto decision = submit_request(queue, request_of(kSavepoint, false, true), situation);
  ASSERT_TRUE(decision.execute);
  EXPECT_TRUE(decision.execute->forced);
  EXPECT_TRUE(queue.waiting.empty());
}

TEST(CoordinatorFacts, K_02_AnUnforcedRequestWaitsUntilAPlaceIsFree) {
  for (CheckpointKind kind : {kCheckpoint, kSavepoint}) {
    RequestQueue queue;
    RequestSituation situation;
    situation.pending = 1;
    const auto first = submit_request(queue, request_of(kind, false, false), situation);
    EXPECT_FALSE(first.execute);
    EXPECT_TRUE(first.failed.empty());
    ASSERT_EQ(queue.waiting.size(), 1u);
    situation.pending = 0;
    const auto then = choose_request(queue, situation);
    ASSERT_TRUE(then.execute);
    EXPECT_EQ(then.execute->kind, kind);
    EXPECT_TRUE(queue.waiting.empty());
  }
}

TEST(CoordinatorFacts, K_03_TooManyDeletionsUnderWayQueueARequest) {
  RequestQueue queue;
  RequestSituation situation;
  situation.max_concurrent = 10;
  situation.deleting = 11;
  EXPECT_FALSE(submit_request(queue, request_of(kCheckpoint, true, false), situation).execute);
  EXPECT_EQ(queue.waiting.size(), 1u);
  situation.deleting = 10;  // strictly more than max-concurrent is too many
  EXPECT_TRUE(choose_request(queue, situation).execute);
}

TEST(CoordinatorFacts, K_04_SavepointsAndWhatAUserAskedForComeFirst) {
  RequestSituation triggering;
  triggering.triggering = true;
  const auto both = [&](CheckpointRequest first, CheckpointRequest second) {
    RequestQueue queue;
    EXPECT_FALSE(submit_request(queue, first, triggering).execute);
    EXPECT_FALSE(submit_request(queue, second, triggering).execute);
    return execution_order(queue);
  };
  using Words = std::vector<std::string>;
  for (bool forced : {true, false}) {
    const CheckpointRequest user = request_of(kSavepoint, false, forced, 1);
    EXPECT_EQ(both(request_of(kSavepoint, true, forced, 0), user),
              (Words{"user savepoint", "periodic savepoint"}));
    EXPECT_EQ(both(request_of(kCheckpoint, true, false, 0), user),
              (Words{"user savepoint", "periodic checkpoint"}));
  }
}

TEST(CoordinatorFacts, K_05_TheEleventhRequestForAQueueOfTenFails) {
  RequestQueue queue;
  queue.capacity = 10;
  RequestSituation situation;
  situation.triggering = true;
  for (Tick at = 0; at < 10; ++at)
    EXPECT_TRUE(
        submit_request(queue, request_of(kCheckpoint, true, false, at), situation).failed.empty());
  const auto last = submit_request(queue, request_of(kCheckpoint, true, false, 10), situation);
  ASSERT_EQ(last.failed.size(), 1u);
  EXPECT_EQ(last.failed[0].failure, CheckpointFailure::too_many_checkpoint_requests);
  EXPECT_EQ(queue.waiting.size(), 10u);
  EXPECT_EQ(RequestQueue{}.capacity, 1000u);
}

TEST(CoordinatorFacts, K_06_AFullQueueGivesUpAPeriodicCheckpointForASavepoint) {
  RequestQueue queue;
  queue.capacity = 1;
  RequestSituation situation;
  situation.triggering = true;
  submit_request(queue, request_of(kCheckpoint, true, false), situation);
  const auto decision = submit_request(queue, request_of(kSavepoint, false, true, 1), situation);
  ASSERT_EQ(decision.failed.size(), 1u);
  EXPECT_EQ(decision.failed[0].request.kind, kCheckpoint);
  EXPECT_EQ(decision.failed[0].failure, CheckpointFailure::too_many_checkpoint_requests);
  ASSERT_EQ(queue.waiting.size(), 1u);
  EXPECT_EQ(queue.waiting[0].kind, kSavepoint);
}

TEST(CoordinatorFacts, K_07_TheMinimumPauseDropsPeriodicCheckpointsAndNothingElse) {
  RequestSituation situation;
  situation.now = 1000 * kMillisecond;
  situation.min_pause = 10 * kMillisecond;
  situation.last_completion = situation.now;
  const auto decide = [&](CheckpointRequest request) {
    RequestQueue queue;
    return submit_request(queue, request, situation);
  };
  const auto periodic = decide(request_of(kCheckpoint, true, false));
  EXPECT_FALSE(periodic.execute);
  ASSERT_EQ(periodic.failed.size(), 1u);
  EXPECT_EQ(periodic.failed[0].failure, CheckpointFailure::minimum_time_between_checkpoints);
  EXPECT_EQ(periodic.timer_at, 1010 * kMillisecond);
  EXPECT_TRUE(decide(request_of(kCheckpoint, false, false)).execute);
  EXPECT_TRUE(decide(request_of(kSavepoint, false, true)).execute);
  EXPECT_TRUE(decide(request_of(kSavepoint, true, true)).execute);
  EXPECT_TRUE(decide(request_of(kSavepoint, false, false)).execute);
}

constexpr auto kExpired = CheckpointFailure::checkpoint_expired;
constexpr auto kDeclined = CheckpointFailure::checkpoint_declined;
constexpr auto kFailover = CheckpointFailure::job_failover_region;

TEST(CoordinatorFacts, K_08_FailuresOfCheckpointsUpToTheLastSuccessDoNotCount) {
  FailureCounter counter;
  counter.tolerable = 2;
  EXPECT_FALSE(count_failure(counter, kExpired, {1}));
  EXPECT_FALSE(count_failure(counter, kExpired, {2}));
  count_success(counter, {2});
  EXPECT_FALSE(count_failure(counter, kExpired, {1}));
  EXPECT_FALSE(count_failure(counter, kExpired, {3}));
  EXPECT_FALSE(count_failure(counter, kExpired, {4}));
  EXPECT_EQ(counter.in_a_row, 2);
}

TEST(CoordinatorFacts, K_09_OneFailureTooManyInARowFailsTheJob) {
  FailureCounter counter;
  counter.tolerable = 2;
  EXPECT_FALSE(count_failure(counter, kDeclined, {1}));
  EXPECT_FALSE(count_failure(counter, kDeclined, {2}));
  EXPECT_FALSE(count_failure(counter, kFailover, {3}));  // does not count
  EXPECT_TRUE(count_failure(counter, kDeclined, {4}));
  EXPECT_EQ(counter.in_a_row, 0);
}

TEST(CoordinatorFacts, K_10_ASuccessBreaksTheRowOfFailures) {
  FailureCounter counter;
  counter.tolerable = 2;
  EXPECT_FALSE(count_failure(counter, CheckpointFailure::io_exception, {1}));
  EXPECT_FALSE(count_failure(counter, kDeclined, {2}));
  EXPECT_FALSE(count_failure(counter, kFailover, {3}));
  count_success(counter, {4});
  EXPECT_FALSE(count_failure(counter, kExpired, {5}));
  EXPECT_EQ(counter.in_a_row, 1);
}

TEST(CoordinatorFacts, K_11_FiveReasonsCountAndNoOther) {
  FailureCounter counter;
  std::vector<std::string> counted;
  for (size_t place = 0; place < kCheckpointFailures; ++place) {
    const auto failure = static_cast<CheckpointFailure>(place);
    if (count_failure(counter, failure, {static_cast<int64_t>(place) + 1}))
      counted.emplace_back(facts_of(failure).name);
  }
  std::sort(counted.begin(), counted.end());
  EXPECT_EQ(counted, (std::vector<std::string>{
                         "CHECKPOINT_ASYNC_EXCEPTION", "CHECKPOINT_DECLINED", "CHECKPOINT_EXPIRED",
                         "FINALIZE_CHECKPOINT_FAILURE", "IO_EXCEPTION"}));
}

TEST(CoordinatorFacts, K_12_OneCheckpointCountsOnceHoweverManySubtasksDeclineIt) {
  FailureCounter counter;
  counter.tolerable = 2;
  EXPECT_FALSE(count_failure(counter, kDeclined, {1}));
  EXPECT_FALSE(count_failure(counter, kDeclined, {2}));
  EXPECT_FALSE(count_failure(counter, kFailover, {3}));
  EXPECT_FALSE(count_failure(counter, kDeclined, {2}));
  EXPECT_EQ(counter.in_a_row, 2);
}

}  // namespace
}  // namespace cutline::test
