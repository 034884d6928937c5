// A file sink that commits in parts (case T11): what a checkpoint completes is visible once its
// part is closed, and a failure in between neither loses nor repeats it.
#include "core/system/two_phase_sink.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/system/sink_support.h"

namespace cutline::test {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct RollingHarness : SinkHarness {
  RollingHarness() : SinkHarness(rolling()) { open(); }
  static TwoPhaseOptions rolling() {
    TwoPhaseOptions options;
    options.roll_after = kMinute;
    return options;
  }
  void roll() { sink.roll(system, now, effects); }
};

TEST(RollingSink, T11_a_part_is_committed_by_the_first_checkpoint_after_it_is_closed) {
  RollingHarness sink;
  sink.now = kSecond / 10;
  sink.write(1);
  sink.snapshot(1);
  sink.complete(1);
  sink.write(2);
  sink.now = kMinute;
  sink.roll();  // 59.9 s old
  sink.snapshot(2);
  sink.complete(2);
  EXPECT_THAT(sink.committed(), IsEmpty());
  sink.write(3);
  sink.now = 2 * kMinute;
  sink.roll();
  sink.write(4);  // into the next part
  sink.complete(2);
  EXPECT_THAT(sink.committed(), IsEmpty()) << "2 did not know that the part is closed";
  sink.snapshot(3);
  sink.complete(3);
  EXPECT_THAT(sink.committed(), ElementsAre(1, 2, 3));
  sink.now = 3 * kMinute;
  sink.roll();
  sink.snapshot(4);
  sink.complete(4);
  EXPECT_THAT(sink.committed(), ElementsAre(1, 2, 3, 4));
}

TEST(RollingSink, T11_a_restore_goes_on_with_the_part_as_the_checkpoint_knew_it) {
  RollingHarness sink;
  sink.write(1);
  const TwoPhaseState kept = sink.snapshot(1);
  sink.write(2);  // is not in 1: it comes again
  sink.restart({kept});
  EXPECT_THAT(sink.committed(), IsEmpty());
  sink.write(2);
  sink.now = kMinute;
  sink.roll();
  sink.snapshot(2);
  sink.complete(2);
  EXPECT_THAT(sink.committed(), ElementsAre(1, 2));
  EXPECT_EQ(sink.system.repeated_records(), 0);
}

TEST(RollingSink, T11_the_end_of_input_closes_the_part) {
  RollingHarness sink;
  sink.write(1);
  sink.snapshot(1);
  sink.write(2);
  sink.sink.end_of_input();
  sink.snapshot(2);
  sink.complete(2);
  EXPECT_THAT(sink.committed(), ElementsAre(1, 2));
  EXPECT_FALSE(sink.sink.has_part());
}

}  // namespace
}  // namespace cutline::test
