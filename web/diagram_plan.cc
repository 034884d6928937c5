#include "web/diagram_plan.h"

#include "web/layout.h"
#include "web/system_plan.h"

namespace cutline {
namespace {

constexpr float kAbove = 30;  // room for the cuts' names
constexpr float kBelow = 22;
constexpr float kAxis = 36;
constexpr float kRowMin = 34;
constexpr float kRowMax = 76;

}  // namespace

uint32_t DiagramPlan::step_at(float x_at) const {
  const float step = std::round((x_at - paper.left + scroll - kLead) / column);
  return static_cast<uint32_t>(std::clamp(step, 0.0f, static_cast<float>(length)));
}

float DiagramPlan::scroll_max() const {
  return std::max(0.0f, content_x(static_cast<float>(length)) + kTail - paper.width());
}

float DiagramPlan::rows_scroll_max(size_t rows) const {
  const float needed = first_row + static_cast<float>(rows - 1) * row + kBelow;
  return std::max(0.0f, needed - paper.height());
}

DiagramPlan plan_diagram(const DiagramModel& diagram, Box area, float names_width) {
  DiagramPlan plan;
  plan.length = diagram.length;
  plan.axis = area.cut_bottom(kAxis);
  plan.names = area.cut_left(names_width);
  plan.axis.cut_left(names_width);
  plan.paper = area;
  plan.column = area.width() < 500 ? 32.0f : 40.0f;
  const float between = std::max(1.0f, static_cast<float>(diagram.rows.size()) - 1);
  plan.row = std::clamp((area.height() - kAbove - kBelow) / between, kRowMin, kRowMax);
  plan.first_row = kAbove;
  const float needed = kAbove + plan.row * (between) + kBelow;
  if (diagram.rows.size() > 1 && needed < area.height())
    plan.first_row += (area.height() - needed) / 2;
  return plan;
}

float scroll_to_show(const DiagramPlan& plan, float present, uint32_t step) {
  const float place = plan.content_x(static_cast<float>(step) + 0.5f);
  const float width = plan.paper.width();
  if (place > present + width * 0.12f && place < present + width * 0.86f)
    return std::min(present, plan.scroll_max());
  return std::clamp(place - width * 0.6f, 0.0f, plan.scroll_max());
}

ArrowLine arrow_line(const DiagramPlan& plan, const ArrowModel& arrow) {
  const auto step = [](uint32_t whole) { return static_cast<float>(whole); };
  const Point from = plan.at(arrow.from_row, step(arrow.from_step));
  if (arrow.to_step != 0) {
    const Point to = plan.at(arrow.to_row, step(arrow.to_step));
    return {from, arrow.lost_by_fault ? mix(from, to, 0.8f) : to, false};
  }
  // Nobody knows yet when it arrives: it is drawn as far as the run is known, on a slope that leads
  // to the receiver soon after.
  constexpr float kSoon = 1.5f;
  const float end = step(plan.length) + 0.3f;  // clear of the cursor line
  const Point to{plan.x(end + kSoon), plan.y(arrow.to_row)};
  const float start = plan.place(arrow.from_row, step(arrow.from_step));
  const float part = (end - start) / (end + kSoon - start);
  return {from, mix(from, to, part), true};
}

std::vector<CutPoint> cut_points(const DiagramPlan& plan, const CutModel& cut, uint32_t cursor) {
  std::vector<CutPoint> points;
  for (size_t row = 0; row < cut.steps.size(); ++row) {
    const bool settled = cut.steps[row] != 0;
    const float step = static_cast<float>(settled ? cut.steps[row] : cursor) + (settled ? 0 : 0.5f);
    points.push_back({plan.at(row, step), settled});
  }
  return points;
}

DiagramHit hit_diagram(const DiagramPlan& plan, const DiagramModel& diagram, Point at) {
  DiagramHit hit;
  float nearest = kTouch / 2;
  for (const MarkModel& mark : diagram.marks) {
    const float distance = length(at - plan.at(mark.row, static_cast<float>(mark.step)));
    if (distance >= nearest) continue;
    nearest = distance;
    hit.mark = &mark;
  }
  if (hit.mark) return hit;
  nearest = 8;
  for (const ArrowModel& arrow : diagram.arrows) {
    const ArrowLine line = arrow_line(plan, arrow);
    const float distance = distance_to_segment(at, line.from, line.to);
    if (distance >= nearest) continue;
    nearest = distance;
    hit.arrow = &arrow;
  }
  if (hit.arrow) return hit;
  for (const CutModel& cut : diagram.cuts) {
    const std::vector<CutPoint> points = cut_points(plan, cut, diagram.cursor);
    for (size_t i = 0; i + 1 < points.size(); ++i)
      if (distance_to_segment(at, points[i].at, points[i + 1].at) < kTouch / 2) hit.cut = &cut;
  }
  return hit;
}

}  // namespace cutline
