// Read model of a job's charts: figures over the run's time, all on one axis. See read_models.h.
//
//     points  what is drawn, at most kChartPoints of a line
//     rows    the same in words, at most kChartRows: of each share of the run the moment at which
//             the chart stood highest, so that no peak is left out
#pragma once
#include <cstddef>
#include <string>
#include <vector>

namespace cutline {

inline constexpr size_t kChartPoints = 240;  // of a line over a whole run
inline constexpr size_t kChartRows = 24;
inline constexpr size_t kChartLines = 4;  // what there is more of is one line together
inline constexpr size_t kChartMarks = 50;

struct ChartPoint {
  double time = 0;   // s of simulated time
  double value = 0;  // in the chart's unit
};

struct ChartLineModel {
  std::string name;  // "in front of count", "end to end"
  std::vector<ChartPoint> points;
};

// Of a checkpoint that is one point of a chart.
struct ChartDotModel {
  std::string name;  // "chk-3"
  bool failed = false;
  bool selected = false;
};

struct ChartRowModel {
  std::string name;                // "chk-3"; empty where the row is an instant
  std::string time;                // "12.5 s"
  std::string command;             // that leads there: "seek 12.5s", "select chk-3"
  std::vector<std::string> cells;  // by line: "1240 records", "1.5 MB"
  bool ahead = false;              // recorded, but later than the cursor
};

struct ChartModel {
  std::string name;   // "backlog"
  std::string title;  // "Backlog of the sources"
  std::string unit;   // of the points: "records", "records/s", "MB", "s"
  std::vector<ChartLineModel> lines;
  std::vector<ChartDotModel> dots;  // parallel to the points of each line; else lines are drawn
  std::vector<ChartRowModel> rows;
  std::string now;      // at the cursor, of the first line: "1240 records"
  std::string highest;  // of the whole run so far: "31200 records at 12.5 s"
  bool per_checkpoint = false;
};

// What happened to the whole job, across all charts.
struct ChartMarkModel {
  double time = 0;  // s
  bool failure = true;  // else a restore
  std::string words;    // "failure at 12 s", "chk-2 restored at 13.4 s"
};

struct ChartsModel {
  double now_s = 0;
  double until_s = 0;
  std::vector<ChartModel> charts;
  std::vector<ChartMarkModel> marks;
};

}  // namespace cutline
