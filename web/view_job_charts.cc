// A job's charts on one time axis, by ImPlot: lines over time, a sign for each checkpoint, the
// cursor and the moment under the pointer in all of them. Lines of one chart differ in dashes,
// signs in shape, what is ahead of the cursor is faint.
#include <imgui.h>
#include <implot.h>

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "web/chart_style.h"
#include "web/paint.h"
#include "web/view_job.h"
#include "web/widgets.h"

namespace cutline {
namespace {

constexpr float kWidthMin = 300;
constexpr float kHeightMin = 150;
constexpr float kHeading = 22;
constexpr float kLegend = 18;
constexpr float kBetween = 14;
constexpr float kNear = 14;  // pixels within which a sign is meant

struct LineLook {
  Colour colour;
  float dash = 0;  // 0: unbroken
  float width = 2;
};

LineLook look_of(const Palette& palette, size_t line) {
  const LineLook looks[] = {{palette.transfer, 0, 2},
                            {palette.marker, 7, 2},
                            {palette.in_flight, 3, 2},
                            {palette.held, 0, 1}};
  return looks[std::min(line, std::size(looks) - 1)];
}

// Dashes run along the whole line, not anew from point to point: samples stand close.
void draw_path(const Pen& pen, const std::vector<Point>& points, const LineLook& look) {
  float along = 0;
  for (size_t at = 0; at + 1 < points.size(); ++at) {
    if (look.dash <= 0) {
      pen.line(points[at], points[at + 1], look.colour, look.width);
      continue;
    }
    const float piece = length(points[at + 1] - points[at]);
    const Point forward = unit(points[at + 1] - points[at]);
    for (float done = 0; done < piece;) {
      const float phase = std::fmod(along, 2 * look.dash);
      const float left = (phase < look.dash ? look.dash : 2 * look.dash) - phase;
      const float step = std::max(0.01f, std::min(left, piece - done));
      if (phase < look.dash)
        pen.line(points[at] + forward * done, points[at] + forward * (done + step), look.colour,
                 look.width);
      done += step;
      along += step;
    }
  }
}

// The first line's sign is a disc, the second's a ring; a failed checkpoint has a cross.
void draw_dot(const Pen& pen, Point at, const ChartDotModel& dot, size_t line) {
  if (line > 0) {
    pen.ring(at, 3.5f, pen.palette.marker, 1.5f);
  } else if (dot.failed) {
    for (float side : {-1.0f, 1.0f})
      pen.line(at + Point{-4, -4 * side}, at + Point{4, 4 * side}, pen.palette.lost, 2);
  } else {
    pen.disc(at, 4, pen.palette.transfer);
  }
  if (dot.selected && line == 0) pen.ring(at, 8, pen.palette.ink, 1.5f);
}

class ChartDrawing {
 public:
  ChartDrawing(View& view, const ChartModel& chart)
      : view_(view), charts_(view.model.job.charts), chart_(chart), pen_(view) {}

  void draw(Box area);
  double hovered_s() const { return hovered_s_; }

 private:
  void draw_head(Box& area);
  void draw_lines();
  void draw_line(size_t line);
  void draw_across();
  void take_pointer(Box plot);
  std::string values_at(double time_s) const;

  View& view_;
  const ChartsModel& charts_;
  const ChartModel& chart_;
  const Pen pen_;
  double hovered_s_ = -1;
};

void ChartDrawing::draw_head(Box& area) {
  Box heading = area.cut_top(kHeading);
  const float taken =
      pen_.text_within({heading.left, heading.centre().y}, heading.width(), chart_.title,
                       {Type::small_strong, pen_.palette.ink});
  heading.cut_left(taken + 10);
  pen_.text_within({heading.left, heading.centre().y}, heading.width(),
                   chart_.now.empty() ? chart_.unit : chart_.now + " now",
                   {Type::small, pen_.palette.muted});
  if (chart_.lines.size() < 2) return;
  Box legend = area.cut_top(kLegend);
  for (size_t line = 0; line < chart_.lines.size(); ++line) {
    const float width = pen_.width(chart_.lines[line].name, Type::small) + 28;
    if (width > legend.width()) return;
    const Point at{legend.left + 8, legend.centre().y};
    if (chart_.per_checkpoint)
      draw_dot(pen_, at, {}, line);
    else
      draw_path(pen_, {at - Point{8, 0}, at + Point{8, 0}}, look_of(pen_.palette, line));
    pen_.text(at + Point{14, 0}, chart_.lines[line].name, {Type::small, pen_.palette.muted});
    legend.cut_left(width + 10);
  }
}

void ChartDrawing::draw_line(size_t line) {
  LineLook look = look_of(pen_.palette, line);
  std::vector<Point> past;
  std::vector<Point> ahead;
  for (const ChartPoint& each : chart_.lines[line].points) {
    const Point at = chart_place(each.time, each.value);
    if (each.time <= charts_.now_s) past.push_back(at);
    else ahead.push_back(at);
  }
  if (!past.empty() && !ahead.empty()) ahead.insert(ahead.begin(), past.back());
  draw_path(pen_, past, look);
  look.colour = faded(look.colour, 0.35f);
  draw_path(pen_, ahead, look);
}

void ChartDrawing::draw_lines() {
  for (size_t line = chart_.lines.size(); line-- > 0;) {
    if (!chart_.per_checkpoint) {
      draw_line(line);
      continue;
    }
    const std::vector<ChartPoint>& points = chart_.lines[line].points;
    for (size_t at = 0; at < points.size(); ++at)
      draw_dot(pen_, chart_place(points[at].time, points[at].value), chart_.dots[at], line);
  }
}

// What lies across all charts: failures and restores, the pointer's moment, the cursor.
void ChartDrawing::draw_across() {
  const ImVec2 corner = ImPlot::GetPlotPos();
  const ImVec2 size = ImPlot::GetPlotSize();
  const auto x_of = [](double time_s) { return chart_place(time_s, 0).x; };
  for (const ChartMarkModel& mark : charts_.marks) {
    const float x = x_of(mark.time);
    pen_.dashed({x, corner.y}, {x, corner.y + size.y},
                mark.failure ? pen_.palette.lost : pen_.palette.recorded, 1);
    if (!mark.failure) continue;
    for (float side : {-1.0f, 1.0f})
      pen_.line({x - 4, corner.y + 6 - 4 * side}, {x + 4, corner.y + 6 + 4 * side},
                pen_.palette.lost, 2);
  }
  if (view_.ui.charts.hover_s >= 0) {
    const float x = crisp(x_of(view_.ui.charts.hover_s), view_.pixel_ratio);
    pen_.line({x, corner.y}, {x, corner.y + size.y}, pen_.palette.muted, 1);
  }
  const float now = crisp(x_of(charts_.now_s), view_.pixel_ratio);
  pen_.line({now, corner.y}, {now, corner.y + size.y}, pen_.palette.cursor, 1.5f);
}

// "in front of count: 1.2 MB, …": of the last sample that is not later.
std::string ChartDrawing::values_at(double time_s) const {
  std::string out;
  for (const ChartLineModel& line : chart_.lines) {
    const auto after =
        std::partition_point(line.points.begin(), line.points.end(),
                             [&](const ChartPoint& each) { return each.time <= time_s; });
    if (after == line.points.begin()) continue;
    const double value = std::round((after - 1)->value * 100) / 100;
    out += (out.empty() ? "" : ", ") + line.name + ": " + print_decimal(value) + " " + chart_.unit;
  }
  return out;
}

void ChartDrawing::take_pointer(Box plot) {
  const Press press = press_area("chart " + chart_.name, plot);
  if (!press.hovered) return;
  const double share = (pointer().x - plot.left) / std::max(1.0f, plot.width());
  hovered_s_ = std::clamp(share, 0.0, 1.0) * charts_.until_s;
  const double shown_s = std::round(hovered_s_ * 1000) / 1000;
  if (!chart_.per_checkpoint) {
    view_.ui.hover = {"t = " + print_decimal(shown_s) + " s", values_at(shown_s)};
    if (press.clicked) view_.want("seek " + print_decimal(shown_s) + "s");
    return;
  }
  const float scale = plot.width() / static_cast<float>(std::max(1e-9, charts_.until_s));
  size_t nearest = chart_.dots.size();
  float gap = kNear;
  const std::vector<ChartPoint>& points = chart_.lines[0].points;
  for (size_t at = 0; at < points.size(); ++at) {
    const float here =
        std::abs(plot.left + static_cast<float>(points[at].time) * scale - pointer().x);
    if (here > gap) continue;
    gap = here;
    nearest = at;
  }
  if (nearest == chart_.dots.size()) return;
  const ChartDotModel& dot = chart_.dots[nearest];
  view_.ui.hover = {dot.name + (dot.failed ? ", failed" : ""), values_at(points[nearest].time)};
  if (press.clicked) view_.want("select " + dot.name);
}

void ChartDrawing::draw(Box area) {
  draw_head(area);
  double most = 0;
  for (const ChartLineModel& line : chart_.lines)
    for (const ChartPoint& each : line.points) most = std::max(most, each.value);
  ImGui::SetCursorScreenPos(ImVec2(area.left, area.top));
  const ImPlotFlags flags = ImPlotFlags_CanvasOnly | ImPlotFlags_NoInputs | ImPlotFlags_NoFrame;
  const std::string id = "##" + chart_.name;
  if (!ImPlot::BeginPlot(id.c_str(), ImVec2(area.width(), area.height()), flags)) return;
  constexpr ImPlotAxisFlags kAxis =
      ImPlotAxisFlags_NoHighlight | ImPlotAxisFlags_NoSideSwitch | ImPlotAxisFlags_NoLabel;
  ImPlot::SetupAxes(nullptr, nullptr, kAxis | ImPlotAxisFlags_NoGridLines, kAxis);
  ImPlot::SetupAxisFormat(ImAxis_X1, "%g s");
  ImPlot::SetupAxesLimits(0, charts_.until_s, 0, most > 0 ? most * 1.12 : 1, ImPlotCond_Always);
  ImPlot::SetupFinish();
  const ImVec2 corner = ImPlot::GetPlotPos();
  const ImVec2 size = ImPlot::GetPlotSize();
  ImPlot::PushPlotClipRect(6);
  draw_across();
  draw_lines();
  ImPlot::PopPlotClipRect();
  ImPlot::EndPlot();
  take_pointer({corner.x, corner.y, corner.x + size.x, corner.y + size.y});
}

}  // namespace

void draw_job_charts(View& view, Box area) {
  const std::vector<ChartModel>& charts = view.model.job.charts.charts;
  if (charts.empty() || area.width() < 80) return;
  set_chart_style(view.palette);
  const auto fitting = static_cast<size_t>(std::max(1.0f, area.width() / kWidthMin));
  const size_t columns = std::min<size_t>(fitting, 4);
  const size_t lines = (charts.size() + columns - 1) / columns;
  const float height =
      std::max(kHeightMin, area.height() / static_cast<float>(lines) - kBetween);
  Box sheet = begin_scroll(view, "charts", area);
  const float width =
      (sheet.width() - kBetween * static_cast<float>(columns - 1)) / static_cast<float>(columns);
  double hovered_s = -1;
  ImPlot::BeginAlignedPlots("charts");
  for (size_t at = 0; at < charts.size();) {
    Box line = sheet.cut_top(height);
    for (size_t column = 0; column < columns && at < charts.size(); ++column, ++at) {
      ChartDrawing drawing(view, charts[at]);
      drawing.draw(line.cut_left(width));
      hovered_s = std::max(hovered_s, drawing.hovered_s());
      line.cut_left(kBetween);
    }
    sheet.cut_top(kBetween);
  }
  ImPlot::EndAlignedPlots();
  end_scroll(sheet.top);
  if (hovered_s == view.ui.charts.hover_s) return;
  view.ui.charts.hover_s = hovered_s;  // the charts drawn before hear of it in the next frame
  view.ui.moving = true;
}

}  // namespace cutline
