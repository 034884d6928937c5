#include "core/lesson/job_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/lesson/explain_job.h"
#include "core/lesson/job_settings.h"
#include "tests/run/job_support.h"

namespace cutline::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

const JobChannelModel& channel(const JobGraphModel& graph, std::string_view name) {
  for (const JobChannelModel& each : graph.channels)
    if (each.name == name) return each;
  ADD_FAILURE() << "there is no channel " << name;
  return graph.channels[0];
}

const JobSubtaskModel& subtask(const JobGraphModel& graph, std::string_view name) {
  for (const JobSubtaskModel& each : graph.subtasks)
    if (each.name == name) return each;
  ADD_FAILURE() << "there is no subtask " << name;
  return graph.subtasks[0];
}

JobGraphModel graph_of(const JobHistory& history) {
  return build_job_graph(history.setup(), history.world(), shown_checkpoint(history, ""));
}

TEST(JobModel, BytesAreWrittenInTheLargestUnit) {
  EXPECT_EQ(bytes_text(0), "0 B");
  EXPECT_EQ(bytes_text(999), "999 B");
  EXPECT_EQ(bytes_text(1'000), "1 kB");
  EXPECT_EQ(bytes_text(31'250), "31.3 kB");
  EXPECT_EQ(bytes_text(2'000'000'000), "2 GB");
}

TEST(JobModel, TheGraphHasLayersSubtasksAndChannels) {
  JobHistory history(uneven_setup());
  const JobGraphModel graph = graph_of(history);
  ASSERT_EQ(graph.vertices.size(), 4u);
  EXPECT_EQ(graph.vertices[0].layer, 0u);
  EXPECT_EQ(graph.vertices[2].layer, 1u);  // slow
  EXPECT_EQ(graph.vertices[3].layer, 2u);  // J, behind slow
  EXPECT_EQ(graph.vertices[3].kind, "aggregate");
  EXPECT_EQ(graph.subtasks[0].state, "DEPLOYING");
  EXPECT_EQ(graph.channels[0].name, "A>J");
  EXPECT_EQ(graph.channels[0].to, 3u);
}

TEST(JobModel, AHeldInputIsHeldUntilTheOtherBarrierIsIn) {
  JobHistory history(uneven_setup());
  ASSERT_TRUE(history.next(JobMoment::blocked));
  const JobGraphModel graph = graph_of(history);
  EXPECT_TRUE(channel(graph, "A>J").held);
  EXPECT_TRUE(channel(graph, "A>J").stopped);
  EXPECT_EQ(channel(graph, "A>J").delivered, "chk-1");
  EXPECT_FALSE(channel(graph, "slow>J").held);
  EXPECT_EQ(subtask(graph, "J").part, "aligning");
  EXPECT_EQ(subtask(graph, "slow").part, "waiting");
  EXPECT_EQ(subtask(graph, "A").part, "stored");
  EXPECT_THAT(graph.summary, HasSubstr("A>J is held until the other barriers are in."));
  EXPECT_EQ(build_job_log(history).back().sentence,
            "J takes chk-1's barrier from A; J holds A>J until the barrier on slow>J is in.");
}

TEST(JobModel, BarriersStandInTheQueueWhereTheyAre) {
  JobHistory history(uneven_setup());
  ASSERT_TRUE(history.next(JobMoment::blocked));
  const JobChannelModel waiting = channel(graph_of(history), "B>slow");
  EXPECT_EQ(waiting.barriers, 1);
  std::vector<std::string> kinds;
  for (const auto* part : {&waiting.arrived, &waiting.on_the_way, &waiting.queued})
    for (const JobItemModel& item : *part) kinds.push_back(item.kind);
  EXPECT_THAT(kinds, Contains("barrier"));
  EXPECT_EQ(kinds.front(), "data");  // what the barrier waits behind
  EXPECT_THAT(waiting.queued.front().name, HasSubstr("B:"));  // named: its records
  EXPECT_GT(waiting.buffers, 0);
}

TEST(JobModel, TheInspectorSaysWhatACheckpointWaitsForAndWhatLimitsIt) {
  JobHistory history(uneven_setup());
  ASSERT_TRUE(history.next(JobMoment::blocked));
  const auto checkpoints = [&] {
    return build_job_checkpoints(history.setup(), history.world(),
                                 shown_checkpoint(history, ""));
  };
  JobCheckpointModel first = checkpoints()[0];
  EXPECT_EQ(first.status, "in progress");
  EXPECT_THAT(first.missing, HasSubstr("slow has no barrier yet: it waits behind queued data"));
  EXPECT_THAT(first.missing,
              HasSubstr("J holds A>J until the barrier on slow>J is in"));
  EXPECT_EQ(first.limit, "queue");
  ASSERT_THAT(first.parts, SizeIs(4));
  EXPECT_EQ(first.parts[0].missing, "");
  EXPECT_THAT(first.parts[3].missing, HasSubstr("holds A>J"));

  ASSERT_TRUE(history.next(JobMoment::completed));
  first = checkpoints()[0];
  EXPECT_EQ(first.status, "completed");
  EXPECT_EQ(first.missing, "");
  EXPECT_EQ(first.verdict, "balanced");
  EXPECT_EQ(first.limit, "alignment");
  EXPECT_THAT(first.limited_by, HasSubstr("J waited "));
  EXPECT_THAT(first.limited_by, HasSubstr("from its first barrier to its last"));
  const JobPartModel& part = first.parts[3];
  EXPECT_LE(first.triggered_s, part.begins);
  EXPECT_LT(part.begins, part.aligned);
  EXPECT_LE(part.aligned, part.snapshotted);
  EXPECT_LE(part.snapshotted, part.stored);
  EXPECT_LE(part.stored, first.ended_s);
}

TEST(JobModel, AFailedCheckpointSaysWhy) {
  JobHistory history(embedded_setup("t4-expiry"));
  ASSERT_TRUE(history.next(JobMoment::failed));
  const auto checkpoints = build_job_checkpoints(history.setup(), history.world(),
                                                 shown_checkpoint(history, ""));
  EXPECT_EQ(checkpoints[0].status, "failed");
  EXPECT_THAT(checkpoints[0].missing, HasSubstr("failed: Checkpoint expired"));
}

TEST(JobModel, AnUnalignedCheckpointHasChannelState) {
  JobHistory history(embedded_setup("t2-unaligned"));
  ASSERT_TRUE(history.next(JobMoment::completed));
  const JobGraphModel graph = graph_of(history);
  int64_t captured = 0;
  for (const JobChannelModel& each : graph.channels) captured += each.captured_buffers;
  EXPECT_GT(captured, 0);
  const auto ledgers =
      build_job_ledgers(history.setup(), history.world(), shown_checkpoint(history, ""));
  ASSERT_THAT(ledgers, SizeIs(2));
  EXPECT_EQ(ledgers[1].title, "In chk-1");
  EXPECT_EQ(ledgers[1].verdict, "balanced");
  int64_t in_flight = 0;
  for (const JobLedgerLine& line : ledgers[1].lines) {
    EXPECT_EQ(line.sent, line.in_flight + line.received) << line.where;
    EXPECT_EQ(line.note, "each once");
    in_flight += line.in_flight;
  }
  EXPECT_GT(in_flight, 0);
}

// At least once: what was handled between the first barrier and the last is in the state already,
// and comes again after the restore.
TEST(JobModel, TheLedgerNamesWhatARestoreRepeats) {
  const Result<Job> job =
      with_job_setting(uneven_setup().job, "execution.checkpointing.mode", "AT_LEAST_ONCE");
  ASSERT_TRUE(job);
  JobHistory history(*set_up(*job));
  ASSERT_TRUE(history.next(JobMoment::completed));
  ASSERT_TRUE(history.act(JobAct::fail, *find_subtask(history.setup(), "J")));
  EXPECT_THAT(build_job_log(history).back().sentence, HasSubstr("J fails: 4 tasks restart"));
  EXPECT_FALSE(build_job_log(history).back().by_clock);
  ASSERT_TRUE(history.next(JobMoment::restored));
  ASSERT_TRUE(history.run_until(history.world().now + 5 * kSecond));
  const JobLedgerModel now =
      build_job_ledgers(history.setup(), history.world(), kNoCheckpoint)[0];
  EXPECT_EQ(now.verdict, "repeats");
  EXPECT_THAT(now.title, HasSubstr("after the restore of chk-1"));
  EXPECT_THAT(now.lines[0].where, "A>J");
  EXPECT_THAT(now.lines[0].note, HasSubstr("repeated: A:"));
  EXPECT_EQ(now.lines[0].sent + std::stoll(now.lines[0].note),
            now.lines[0].in_flight + now.lines[0].received);
}

TEST(JobModel, SinksSayWhatIsVisibleAndWhatIsPreCommitted) {
  JobHistory history(embedded_setup("t11-two-phase"));
  ASSERT_TRUE(history.seek_time(10 * kSecond));
  const JobGraphModel graph = graph_of(history);
  EXPECT_THAT(graph.subtasks.back().sink, HasSubstr(" visible, "));
  EXPECT_THAT(graph.subtasks.back().sink, HasSubstr("in the open transaction"));
  EXPECT_THAT(graph.subtasks.front().position, HasSubstr(" read"));
}

TEST(JobModel, WhatCanBeDoneIsWhatWouldNotBeRefused) {
  JobHistory history(embedded_setup("t1-aligned"));
  const auto why_not = [&](std::string_view command) {
    for (const ActionModel& each : build_job_actions(history, false))
      if (each.command == command) return each.why_not;
    return std::string("no such action");
  };
  EXPECT_EQ(why_not("back"), "this is the start of the run");
  EXPECT_THAT(why_not("fail count-0"), HasSubstr("not running now"));
  EXPECT_THAT(why_not("checkpoint"), HasSubstr("not all tasks"));
  EXPECT_EQ(why_not("next barrier"), "");
  ASSERT_TRUE(history.seek_time(kSecond));
  EXPECT_EQ(why_not("fail count-0"), "");
  EXPECT_EQ(why_not("checkpoint"), "");
  ASSERT_TRUE(history.seek_time(kMinute));
  EXPECT_THAT(why_not("step"), HasSubstr("the run ends at 60s"));
}

// Every event of every job that comes with the build has a sentence, and every part a reason.
TEST(JobModel, EveryEventOfEveryJobIsExplained) {
  for (const std::string_view name :
       {"t1-aligned", "t2-unaligned", "t3-timeout", "t4-expiry", "t11-two-phase",
        "t11-rolling", "t15-one-region", "t6-debloating"}) {
    SCOPED_TRACE(name);
    JobHistory history(embedded_setup(name));
    for (int turn = 0; turn < 40 && history.next(JobMoment::phase); ++turn) {
      for (const LogLine& line : build_job_log(history)) {
        EXPECT_THAT(line.sentence, testing::EndsWith("."));
        EXPECT_GT(line.sentence.size(), 10u);
      }
      const JobModel model = build_job_model(history, "");
      EXPECT_EQ(model.graph.subtasks.size(), history.world().tasks.size());
    }
  }
}

}  // namespace
}  // namespace cutline::test
