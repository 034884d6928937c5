#include "web/queue_chart.h"

#include <imgui.h>
#include <implot.h>

#include <cstdlib>

#include "web/chart_style.h"
#include "web/glyphs.h"

namespace cutline {
namespace {

constexpr double kSpan = 8;  // s shown at least

double highest(const QueueModel& queue, double end) {
  double most = 4;
  for (const QueuePoint& point : queue.points) most = std::max(most, point.backlog);
  for (const QueuePoint& point : queue.ahead)
    if (point.time <= end) most = std::max(most, point.backlog);
  return most;
}

void draw_past(const Pen& pen, const QueueModel& queue) {
  ImPlot::SetNextLineStyle(tint(pen.palette.transfer), 2.5f);
  ImPlot::PlotLine("backlog", &queue.points[0].time, &queue.points[0].backlog,
                   static_cast<int>(queue.points.size()), 0, 0, sizeof(QueuePoint));
  if (queue.points.size() > 60) return;  // a dot for each half second while they can be told apart
  for (const QueuePoint& point : queue.points)
    pen.disc(chart_place(point.time, point.backlog), 3, pen.palette.transfer);
}

void draw_ahead(const Pen& pen, const QueueModel& queue) {
  for (size_t i = 0; i + 1 < queue.ahead.size(); ++i)
    pen.dashed(chart_place(queue.ahead[i].time, queue.ahead[i].backlog),
               chart_place(queue.ahead[i + 1].time, queue.ahead[i + 1].backlog),
               faded(pen.palette.transfer, 0.6f), 1.5f);
}

void draw_empties(const Pen& pen, const QueueModel& queue, double end) {
  if (queue.empties_at < 0 || queue.empties_at > end) return;
  const Point at = chart_place(queue.empties_at, 0);
  pen.triangle({at.x, at.y - 1}, {at.x - 6, at.y - 12}, {at.x + 6, at.y - 12}, pen.palette.held);
  pen.label({at.x, at.y - 22}, "empty", {Type::small_strong, pen.palette.held});
}

void draw_prediction(const Pen& pen, const QueueModel& queue) {
  if (queue.prediction_text.empty()) return;
  const double value = std::strtod(queue.prediction_text.c_str(), nullptr);
  const double when = std::strtod(queue.next_time_text.c_str(), nullptr);
  const Point at = chart_place(when, value);
  draw_state_badge(pen, at, "in flight");
  pen.label({at.x + 44, at.y}, "you: " + queue.prediction_text,
            {Type::small_strong, pen.palette.in_flight});
}

void draw_now(const Pen& pen, const QueueModel& queue) {
  const Point at = chart_place(queue.time, queue.backlog);
  const Point foot = chart_place(queue.time, 0);
  pen.line(at, foot, pen.palette.cursor, 1);
  pen.disc(at, 7, pen.palette.paper);
  pen.disc(at, 5, pen.palette.transfer);
  pen.ring(at, 7, pen.palette.ink, 1.5f);
  const float half = pen.width(queue.backlog_text, Type::strong) / 2;
  pen.text({std::max(at.x, chart_place(0, 0).x + half + 6), at.y - 19}, queue.backlog_text,
           {Type::strong, pen.palette.ink, Align::centre});
}

}  // namespace

void draw_queue_chart(View& view, Box area) {
  const Pen pen(view);
  const QueueModel& queue = view.model.queue;
  set_chart_style(pen.palette);
  const double end = std::max(kSpan, queue.time + kSpan / 4);
  const double top = highest(queue, end) * 1.15;
  ImGui::SetCursorScreenPos(ImVec2(area.left, area.top));
  const ImPlotFlags flags = ImPlotFlags_CanvasOnly | ImPlotFlags_NoInputs | ImPlotFlags_NoFrame;
  if (!ImPlot::BeginPlot("##backlog", ImVec2(area.width(), area.height()), flags)) return;
  constexpr ImPlotAxisFlags kAxis = ImPlotAxisFlags_NoHighlight | ImPlotAxisFlags_NoSideSwitch;
  ImPlot::SetupAxes("t in s", "backlog", kAxis | ImPlotAxisFlags_NoGridLines, kAxis);
  ImPlot::SetupAxesLimits(0, end, 0, top, ImPlotCond_Always);
  ImPlot::SetupFinish();
  ImPlot::PushPlotClipRect(10);
  draw_ahead(pen, queue);
  ImPlot::PopPlotClipRect();
  draw_past(pen, queue);
  ImPlot::PushPlotClipRect(10);
  draw_empties(pen, queue, end);
  draw_prediction(pen, queue);
  draw_now(pen, queue);
  ImPlot::PopPlotClipRect();
  ImPlot::EndPlot();
}

}  // namespace cutline
