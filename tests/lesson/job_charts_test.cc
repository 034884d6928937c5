// The charts of a job: what is drawn, and the same in rows.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/lesson/job_model.h"
#include "core/lesson/lab.h"
#include "core/lesson/page_json.h"
#include "core/system/job_run.h"
#include "tests/run/job_support.h"

namespace cutline::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

ChartsModel charts_of(const JobHistory& history) {
  return build_job_charts(history, shown_checkpoint(history, ""));
}

const ChartModel& chart(const ChartsModel& charts, std::string_view name) {
  for (const ChartModel& each : charts.charts)
    if (each.name == name) return each;
  ADD_FAILURE() << "there is no chart " << name;
  return charts.charts[0];
}

TEST(JobCharts, ThereAreEightOfThemOnOneAxis) {
  JobHistory history(embedded_setup("t1-aligned"));
  ASSERT_TRUE(history.seek_time(20 * kSecond));
  const ChartsModel charts = charts_of(history);
  std::vector<std::string> names;
  for (const ChartModel& each : charts.charts) names.push_back(each.name);
  EXPECT_THAT(names, ElementsAre("backlog", "throughput", "queues", "pressed", "durations", "bytes",
                                 "transfers", "stored"));
  EXPECT_EQ(charts.now_s, 20);
  EXPECT_EQ(charts.until_s, 60);
}

// Each figure against the world at that instant.
TEST(JobCharts, AFigureIsThatOfTheWorldAtItsInstant) {
  const JobSetup setup = embedded_setup("t1-aligned");
  JobHistory history(setup);
  ASSERT_TRUE(history.seek_time(kMinute));
  const ChartsModel charts = charts_of(history);
  JobWorld world = start_job(setup);
  run_job_until(setup, world, 25 * kSecond);
  const auto at_25 = [&](std::string_view name) {
    const ChartPoint& point = chart(charts, name).lines[0].points[100];
    EXPECT_EQ(point.time, 25);
    return point.value;
  };
  EXPECT_EQ(at_25("backlog"),
            source_backlog(setup, world, {0}) + source_backlog(setup, world, {1}));
  EXPECT_EQ(at_25("pressed"), 2.0);  // both sources
  int64_t queued = 0;
  for (const Link& each : world.links) queued += waiting_bytes(each);
  EXPECT_GT(queued, 0);
  const ChartModel& queues = chart(charts, "queues");
  ASSERT_THAT(queues.lines, SizeIs(1));
  EXPECT_EQ(queues.lines[0].name, "in front of count");
  const double unit = queues.unit == "MB" ? 1e6 : queues.unit == "kB" ? 1e3 : 1;
  EXPECT_DOUBLE_EQ(at_25("queues") * unit, static_cast<double>(queued));
  EXPECT_DOUBLE_EQ(at_25("transfers"), static_cast<double>(world.uploads.under_way() +
                                                            world.downloads.under_way()));
}

TEST(JobCharts, StorageHoldsWhatTheKeptCheckpointsAre) {
  JobHistory history(embedded_setup("t2-unaligned"));
  ASSERT_TRUE(history.seek_time(kMinute));
  const JobSample& last = history.series().samples().back();
  JobHistory then(embedded_setup("t2-unaligned"));
  ASSERT_TRUE(then.seek_time(last.at));
  int64_t stored = 0;
  for (const CheckpointImage& image : then.world().images)
    for (size_t index = 0; index < image.subtasks.size(); ++index)
      if (image.present[index])
        stored += image.subtasks[index].full_bytes + image.subtasks[index].channel_bytes;
  EXPECT_GT(stored, 0);
  EXPECT_EQ(last.stored_bytes, stored);
  EXPECT_EQ(chart(charts_of(history), "stored").rows.back().ahead, false);
}

TEST(JobCharts, ACheckpointIsADotWithItsDurationAndItsLongestAlignment) {
  JobHistory history(embedded_setup("t1-aligned"));
  ASSERT_TRUE(history.seek_time(kMinute));
  const ChartModel durations = chart(charts_of(history), "durations");
  const CheckpointRecord& first = history.world().statistics.history[0];
  ASSERT_THAT(durations.lines, SizeIs(2));
  EXPECT_EQ(durations.dots.size(), durations.lines[0].points.size());
  EXPECT_EQ(durations.dots[0].name, "chk-1");
  const ChartsModel second = build_job_charts(history, shown_checkpoint(history, "chk-2"));
  EXPECT_TRUE(chart(second, "durations").dots[1].selected);
  EXPECT_FALSE(chart(second, "durations").dots[0].selected);
  EXPECT_EQ(durations.lines[0].points[0].time, in_seconds(first.triggered_at));
  EXPECT_EQ(durations.lines[0].points[0].value, in_seconds(*end_to_end(first)));
  Tick longest = 0;
  for (const SubtaskStatistics& each : first.vertices[1].subtasks)
    longest = std::max(longest, each.metrics.alignment);
  EXPECT_EQ(durations.lines[1].points[0].value, in_seconds(longest));
  EXPECT_EQ(durations.rows[0].name, "chk-1");
  EXPECT_EQ(durations.rows[0].command, "select chk-1");
}

TEST(JobCharts, UnalignedOnesHaveChannelState) {
  JobHistory history(embedded_setup("t2-unaligned"));
  ASSERT_TRUE(history.seek_time(12 * kSecond));
  const ChartModel bytes = chart(charts_of(history), "bytes");
  ASSERT_THAT(bytes.dots, SizeIs(testing::Ge(1u)));
  EXPECT_EQ(bytes.lines[1].name, "of it channel state");
  EXPECT_GT(bytes.lines[1].points[0].value, 0);
  EXPECT_LE(bytes.lines[1].points[0].value, bytes.lines[0].points[0].value);
}

// A row is the highest moment of its share: the highest of all is among them, and each value is one
// that was.
TEST(JobCharts, RowsAreBoundedAndLeaveNoPeakOut) {
  JobHistory history(embedded_setup("t1-aligned"));
  ASSERT_TRUE(history.seek_time(kMinute));
  for (const ChartModel& each : charts_of(history).charts) {
    SCOPED_TRACE(each.name);
    EXPECT_LE(each.rows.size(), kChartRows);
    ASSERT_THAT(each.rows, Not(IsEmpty()));
    for (const ChartLineModel& line : each.lines) EXPECT_LE(line.points.size(), kChartPoints);
    size_t found = 0;
    for (const ChartRowModel& row : each.rows) {
      EXPECT_EQ(row.cells.size(), each.lines.size());
      for (const std::string& cell : row.cells)
        if (each.highest == cell + " at " + row.time) ++found;
    }
    EXPECT_EQ(found, 1u) << each.highest;
  }
}

TEST(JobCharts, WhatIsAheadOfTheCursorIsMarked) {
  JobHistory history(embedded_setup("t1-aligned"));
  ASSERT_TRUE(history.seek_time(kMinute));
  ASSERT_TRUE(history.seek_time(30 * kSecond));
  const ChartModel backlog = chart(charts_of(history), "backlog");
  ASSERT_THAT(backlog.rows, SizeIs(kChartRows));
  EXPECT_EQ(backlog.lines[0].points.size(), kJobSamples);
  EXPECT_FALSE(backlog.rows.front().ahead);
  EXPECT_TRUE(backlog.rows.back().ahead);
  for (const ChartRowModel& row : backlog.rows)
    EXPECT_EQ(row.ahead, std::stod(row.time) > 30) << row.time;
  const ChartModel durations = chart(charts_of(history), "durations");
  ASSERT_EQ(durations.dots.size(), durations.rows.size());
  const std::vector<CheckpointRecord>& records = history.world().statistics.history;
  size_t ended = 0;
  for (const CheckpointRecord& each : records)
    ended += each.status != CheckpointStatus::in_progress ? 1 : 0;
  EXPECT_EQ(durations.dots.size(), ended);
  EXPECT_GT(ended, 2u);
  for (const ChartRowModel& row : durations.rows) EXPECT_FALSE(row.ahead);
}

TEST(JobCharts, FailuresAndRestoresAreMarkedInAll) {
  JobHistory history(embedded_setup("t1-aligned"));
  ASSERT_TRUE(history.seek_time(12 * kSecond));
  ASSERT_TRUE(history.act(JobAct::fail, *find_subtask(history.setup(), "count-0")));
  ASSERT_TRUE(history.next(JobMoment::restored));
  const ChartsModel charts = charts_of(history);
  ASSERT_THAT(charts.marks, SizeIs(2));
  EXPECT_EQ(charts.marks[0].words, "failure at 12 s");
  EXPECT_EQ(charts.marks[0].time, 12);
  EXPECT_TRUE(charts.marks[0].failure);
  EXPECT_THAT(charts.marks[1].words, testing::ContainsRegex("chk-[0-9] restored at "));
}

TEST(JobCharts, ManyVerticesAreTheFullestAndOneLineTogether) {
  JobHistory history(embedded_setup("pipeline"));
  ASSERT_TRUE(history.seek_time(kSecond));
  const ChartModel queues = chart(charts_of(history), "queues");
  EXPECT_LE(queues.lines.size(), kChartLines);
  const JobSample& last = history.series().samples().back();
  int64_t sum = 0;
  for (int64_t each : last.vertex_bytes) sum += each;
  EXPECT_EQ(sum, last.queued_bytes);
}

TEST(JobCharts, AtTheStartThereIsNothingToTell) {
  const ChartsModel charts = charts_of(JobHistory(embedded_setup("t1-aligned")));
  for (const ChartModel& each : charts.charts) {
    EXPECT_THAT(each.rows, IsEmpty()) << each.name;
    EXPECT_EQ(each.now, "");
    EXPECT_EQ(each.highest, "");
  }
}

TEST(JobCharts, ThePictureShowsThemOnTheBusAndGoesOnDoingSo) {
  Lab lab("transfers");
  EXPECT_FALSE(lab.apply_line("panel charts"));  // of transfers there are none
  ASSERT_TRUE(lab.apply_line("show jobs"));
  EXPECT_EQ(lab.model().job.panel, "graph");
  const auto key_of = [&](std::string_view command) {
    for (const ActionModel& each : lab.model().actions)
      if (each.command == command) return each.key + "/" + each.why_not;
    return std::string("none");
  };
  EXPECT_EQ(key_of("panel charts"), "V/");
  EXPECT_EQ(key_of("panel graph"), "/the picture shows it already");
  ASSERT_TRUE(lab.apply_line("panel charts"));
  EXPECT_EQ(key_of("panel compare"), "V/");
  EXPECT_EQ(key_of("panel graph"), "/");
  ASSERT_TRUE(lab.apply_line("scenario t2-unaligned"));
  EXPECT_EQ(lab.model().job.panel, "charts");
  EXPECT_FALSE(lab.apply_line("panel map"));
  EXPECT_EQ(lab.notices().back().sentence,
            "there is no panel \"map\"; there are graph, charts and compare");
  EXPECT_EQ(lab.model().job.panel, "charts");
  EXPECT_THAT(page_json(lab.model()), HasSubstr("\"panel\":\"charts\""));
}

}  // namespace
}  // namespace cutline::test
