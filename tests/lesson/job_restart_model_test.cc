// What is told of a job that was restarted at another parallelism: each event and each part of a
// checkpoint by the tasks of its own time.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/base/check.h"
#include "core/lesson/embedded_scenarios.h"
#include "core/lesson/job_file.h"
#include "core/lesson/job_model.h"
#include "core/run/job_replay.h"
#include "core/run/job_timeline.h"
#include "tests/run/job_support.h"

namespace cutline::test {
namespace {

using testing::ElementsAre;
using testing::Not;

// rescale-unaligned, with so many readers and counters behind its restart.
JobHistory rescaled_to(const std::string& parallelism) {
  for (const EmbeddedText& each : embedded_jobs()) {
    if (each.name != "rescale-unaligned") continue;
    std::string text(each.text);
    const std::string authored = "{ source = 3, count = 3 }";
    const size_t place = text.find(authored);
    CUTLINE_CHECK(place != std::string::npos, "the job's file says how it is restarted");
    text.replace(place, authored.size(), "{ source = " + parallelism + ", count = " + parallelism +
                                             " }");
    const Result<Job> job = read_job(each.name, text);
    CUTLINE_CHECK(job, "the job can be read");
    const Result<JobSetup> setup = set_up(*job);
    CUTLINE_CHECK(setup, "the job can be set up");
    return JobHistory(*setup);
  }
  check_failed(__FILE__, __LINE__, "the job is embedded");
}

// To the event behind which there are other tasks.
void go_to_new_tasks(JobHistory& history) {
  ASSERT_TRUE(history.next(JobMoment::restored));
  const uint64_t restored = history.cursor();
  ASSERT_GT(history.world().layout, 0u);
  uint64_t first = restored;
  for (uint64_t back = 1; back <= 5000 && history.world().layout > 0; ++back) {
    first = restored - back + 1;
    ASSERT_TRUE(history.seek(restored - back));
  }
  ASSERT_TRUE(history.seek(first));
}

class RestartedAt : public testing::TestWithParam<std::string> {};

TEST_P(RestartedAt, TheLogNamesTheTasksOfItsTime) {
  JobHistory history = rescaled_to(GetParam());
  go_to_new_tasks(history);
  const uint64_t first = history.cursor();
  ASSERT_TRUE(history.seek(first - 1));
  const std::vector<LogLine> before = build_job_log(history);
  ASSERT_TRUE(history.seek(first + 20));
  const std::vector<LogLine> behind = build_job_log(history);
  size_t compared = 0;
  for (const LogLine& line : behind)
    for (const LogLine& old : before)
      if (line.step == old.step) {
        EXPECT_EQ(line.sentence, old.sentence);
        ++compared;
      }
  EXPECT_EQ(compared, kJobLogEvents - 21);
}

TEST_P(RestartedAt, PartsOfCheckpointsKeepTheNamesOfTheirTasks) {
  JobHistory history = rescaled_to(GetParam());
  const auto names_of_first = [&] {
    std::vector<std::string> names;
    for (const JobCheckpointModel& each : build_job_checkpoints(
             history.setup(), history.world(), shown_checkpoint(history, "chk-1")))
      for (const JobPartModel& part : each.parts) {
        names.push_back(part.subtask);
        EXPECT_EQ(part.missing, "");
      }
    return names;
  };
  ASSERT_TRUE(history.seek_time(12 * kSecond));
  const std::vector<std::string> names = names_of_first();
  EXPECT_THAT(names, ElementsAre("source-0", "source-1", "count-0", "count-1", "sink"));
  go_to_new_tasks(history);
  ASSERT_TRUE(history.step_forward(2000));
  EXPECT_EQ(names_of_first(), names);
}

INSTANTIATE_TEST_SUITE_P(JobRestartModel, RestartedAt, testing::Values("3", "1"));

TEST(JobReplay, EndsInTheWorldOfTheHistory) {
  for (const char* name : {"t15-two-regions", "rescale-unaligned", "stop-with-savepoint"}) {
    JobHistory history(embedded_setup(name));
    Dice dice(3);
    for (int turn = 0; turn < 12; ++turn) {
      random_turn(history, dice);
      JobReplay replay(history);
      while (replay.next_time()) replay.step();
      JobWorld world = history.world();
      world.now = replay.world().now;  // it may stand between two events
      EXPECT_EQ(replay.world(), world) << name << ", turn " << turn;
    }
  }
}

TEST(JobTimeline, StatesFollowEachOtherAndPressureLiesWithinThem) {
  JobHistory history(embedded_setup("t15-two-regions"));
  ASSERT_TRUE(history.seek_time(history.setup().job.until));
  const JobTimeline timeline = job_timeline(history);
  std::vector<Tick> ends(timeline.tasks.size(), 0);
  for (const JobSpan& each : timeline.states) {
    EXPECT_EQ(each.from, ends[each.task]) << timeline.tasks[each.task];
    EXPECT_LT(each.from, each.to);
    ends[each.task] = each.to;
  }
  for (Tick end : ends) EXPECT_EQ(end, history.world().now);
  for (const JobSpan& pressed : timeline.pressed) {
    bool within = false;
    for (const JobSpan& state : timeline.states)
      within = within || (state.task == pressed.task && state.from <= pressed.from &&
                          pressed.to <= state.to);
    EXPECT_TRUE(within) << timeline.tasks[pressed.task];
  }
  EXPECT_THAT(timeline.samples, Not(testing::IsEmpty()));
  for (size_t at = 0; at < timeline.samples.size(); ++at)
    EXPECT_EQ(timeline.samples[at].figures, history.series().samples()[at]);
}

}  // namespace
}  // namespace cutline::test
