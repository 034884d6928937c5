// The input queue where the facts leave gaps: obsolete barriers, notices, capture on arrival.
#include "core/system/input_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/system/queue_support.h"

namespace cutline::test {
namespace {

using ::testing::ElementsAre;

TEST(InputQueue, ABarrierOfAnOlderCheckpointDelimitsNothing) {
  InputQueue queue;
  Arrivals arrivals;
  arrivals.data(queue, 1);
  arrivals.barrier(queue, aligned_barrier(1));
  arrivals.data(queue, 2);
  ASSERT_TRUE(queue.start_capture({2}, arrivals.captured));
  EXPECT_THAT(sizes(arrivals.captured), ElementsAre(1, 2));
  EXPECT_TRUE(arrivals.data(queue, 3).captured);
  arrivals.barrier(queue, unaligned_barrier(2));
  EXPECT_FALSE(arrivals.data(queue, 4).captured);
  EXPECT_THAT(sizes(arrivals.captured), ElementsAre(1, 2, 3));
}

TEST(InputQueue, TellsTheGateWhenItBecomesNonEmptyAndWhenItsHeadBecomesUrgent) {
  InputQueue queue;
  Arrivals arrivals;
  EXPECT_EQ(arrivals.data(queue, 1), (ArrivalNotice{true, false, false}));
  EXPECT_EQ(arrivals.data(queue, 2), (ArrivalNotice{false, false, false}));
  EXPECT_EQ(arrivals.barrier(queue, timeoutable_barrier(1)), (ArrivalNotice{false, true, false}));
  EXPECT_EQ(arrivals.barrier(queue, unaligned_barrier(2)), (ArrivalNotice{false, false, false}));
  const InputPolled announcement = queue.poll();
  EXPECT_EQ(describe(announcement.item), "announcement 1");
  EXPECT_TRUE(announcement.more_priority);
  EXPECT_EQ(describe(queue.poll().item), "barrier 2");
}

TEST(InputQueue, AStoppedCaptureCapturesNothingThatArrives) {
  InputQueue queue;
  Arrivals arrivals;
  ASSERT_TRUE(queue.start_capture({1}, arrivals.captured));
  EXPECT_TRUE(arrivals.data(queue, 1).captured);
  queue.stop_capture({1});
  EXPECT_FALSE(arrivals.data(queue, 2).captured);
  EXPECT_THAT(sizes(arrivals.captured), ElementsAre(1));
}

TEST(InputQueue, EventsInTheQueueAreNeverCaptured) {
  InputQueue queue;
  Arrivals arrivals;
  arrivals.arrive(queue, event_item(QueueItemKind::cancel_marker, aligned_barrier(1), 9));
  arrivals.data(queue, 1);
  arrivals.arrive(queue, event_item(QueueItemKind::end_of_partition));
  ASSERT_TRUE(queue.start_capture({2}, arrivals.captured));
  EXPECT_THAT(sizes(arrivals.captured), ElementsAre(1));
}

TEST(InputQueue, EqualQueuesHoldEqualItems) {
  InputQueue left;
  InputQueue right;
  for (InputQueue* queue : {&left, &right}) {
    Arrivals arrivals;
    arrivals.data(*queue, 1);
    arrivals.barrier(*queue, timeoutable_barrier(1));
  }
  EXPECT_EQ(left, right);
  const InputQueue copy = left;
  left.poll();
  EXPECT_FALSE(left == right);
  EXPECT_EQ(copy, right);
}

}  // namespace
}  // namespace cutline::test
