// Cuts, labels, axis and legend of the space-time diagram.
#include "web/diagram_draw.h"

namespace cutline {
namespace {

constexpr float kOver = 18;  // a cut starts above the first row and ends below the last

void draw_cut(const DiagramDrawing& at, const CutModel& cut) {
  std::vector<CutPoint> points = cut_points(at.plan, cut, at.diagram().cursor);
  if (points.empty()) return;
  const bool front = cut.selected && !at.model.cut.on;  // the learner's own comes before it
  const Colour colour = front ? at.pen.palette.cut : at.pen.palette.muted;
  const float width = front ? 2.5f : 1.25f;
  const CutPoint first = points.front();
  const CutPoint last = points.back();
  points.insert(points.begin(), {{first.at.x, first.at.y - kOver}, first.settled});
  points.push_back({{last.at.x, last.at.y + kOver}, last.settled});
  for (size_t i = 0; i + 1 < points.size(); ++i) {
    if (points[i].settled && points[i + 1].settled)
      at.pen.curve(points[i].at, points[i + 1].at, colour, width);
    else
      at.pen.dashed_curve(points[i].at, points[i + 1].at, colour, width);
  }
  // At the upper end; where that is out of sight, at the lower one.
  const auto in_sight = [&at](float x) {
    return x > at.plan.paper.left && x < at.plan.paper.right;
  };
  const Point name =
      in_sight(first.at.x) || !in_sight(last.at.x)
          ? Point{first.at.x - (first.settled ? 0.0f : 14.0f), first.at.y - kOver - 7}
          : Point{last.at.x + 14, last.at.y + kOver - 6};
  at.pen.label(name, cut.name, {Type::small_strong, colour});
}

Box name_place(const DiagramDrawing& at, const ArrowModel& arrow, std::string_view words) {
  // Beside its sending, on the side away from the arrow: there its own line does not cross it.
  const Point from = at.plan.at(arrow.from_row, static_cast<float>(arrow.from_step));
  const float side = arrow.to_row > arrow.from_row ? -11.0f : 11.0f;
  return at.pen.label_box({from.x, from.y + side}, words, Type::small);
}

// The state's sign on the arrow, with its words beside it: the first place along it that is free.
void draw_state_label(const DiagramDrawing& at, const ArrowModel& arrow, std::vector<Box>& taken) {
  const ArrowLine line = arrow_line(at.plan, arrow);
  const std::string state(at.state_of(arrow));
  const std::string words = arrow.name + " " + (state == "repeated" ? "counted twice" : state);
  const float half = at.pen.width(words, Type::small_strong) / 2;
  for (float part : {0.5f, 0.35f, 0.65f, 0.22f, 0.8f}) {
    const Point badge = mix(line.from, line.to, part);
    if (badge.x > at.now_x() - 4 && !at.model.cut.on) continue;
    if (!free_of(taken, box_around(badge, 9))) continue;
    for (float side : {1.0f, -1.0f}) {
      const Point middle{badge.x + side * (half + 13), badge.y};
      const Box box = at.pen.label_box(middle, words, Type::small_strong);
      if (!free_of(taken, box) || box.right > at.plan.paper.right || box.left < at.plan.paper.left)
        continue;
      taken.push_back(box);
      taken.push_back(box_around(badge, 9));
      at.pen.label(middle, words, {Type::small_strong, state_colour(at.pen.palette, state)});
      draw_state_badge(at.pen, badge, state);
      return;
    }
  }
  draw_state_badge(at.pen, mix(line.from, line.to, 0.5f), state);
}

size_t label_stride(const DiagramDrawing& at) {
  float widest = 30;
  for (const std::string& time : at.diagram().times)
    widest = std::max(widest, at.pen.width(time, Type::small));
  return static_cast<size_t>(std::ceil((widest + 14) / at.plan.column));
}

}  // namespace

// The ground left of the selected cut is what it has seen.
void draw_seen(const DiagramDrawing& at, const std::vector<CutPoint>& points) {
  constexpr int kParts = 12;
  const float left = std::max(at.plan.paper.left, at.plan.x(0));
  const Colour wash = at.pen.palette.wash;
  for (size_t i = 0; i + 1 < points.size(); ++i)
    for (int part = 0; part < kParts; ++part) {
      const Point top =
          curve_point(points[i].at, points[i + 1].at, static_cast<float>(part) / kParts);
      const Point low =
          curve_point(points[i].at, points[i + 1].at, static_cast<float>(part + 1) / kParts);
      if (top.x <= left && low.x <= left) continue;
      at.pen.patch({left, top.y}, {std::max(left, top.x), top.y}, {std::max(left, low.x), low.y},
                   {left, low.y}, wash);
    }
  const CutPoint& first = points.front();
  const CutPoint& last = points.back();
  at.pen.fill({left, first.at.y - kOver, std::max(left, first.at.x), first.at.y}, wash);
  at.pen.fill({left, last.at.y, std::max(left, last.at.x), last.at.y + kOver}, wash);
}

bool free_of(const std::vector<Box>& taken, Box box) {
  for (const Box& other : taken)
    if (overlap(box, other)) return false;
  return true;
}

void draw_diagram_cuts(const DiagramDrawing& at) {
  at.pen.clip(at.plan.paper);
  for (const CutModel& cut : at.diagram().cuts)
    if (!cut.selected) draw_cut(at, cut);
  for (const CutModel& cut : at.diagram().cuts)
    if (cut.selected) draw_cut(at, cut);
  at.pen.unclip();
}

void draw_diagram_ground(const DiagramDrawing& at) {
  at.pen.clip(at.plan.paper);
  if (at.model.cut.on) draw_seen(at, learners_cut_points(at));
  for (const CutModel& cut : at.diagram().cuts)
    if (cut.selected && !at.model.cut.on)
      draw_seen(at, cut_points(at.plan, cut, at.diagram().cursor));
  at.pen.unclip();
}

void draw_diagram_labels(const DiagramDrawing& at) {
  at.pen.clip(at.plan.paper);
  std::vector<Box> taken;
  for (const ArrowModel& arrow : at.diagram().arrows)
    if (!at.state_of(arrow).empty() && (!arrow.future || at.model.cut.on) && !arrow.discarded &&
        at.plan.in_sight(arrow))
      draw_state_label(at, arrow, taken);
  draw_clocks(at, taken);
  for (const ArrowModel& arrow : at.diagram().arrows) {
    if (arrow.marker || arrow.back || !at.state_of(arrow).empty() || !at.plan.in_sight(arrow))
      continue;
    const Box box = name_place(at, arrow, arrow.name);
    if (box.left < at.plan.paper.left || !free_of(taken, box)) continue;
    taken.push_back(box);
    const bool marked = at.model.selected == arrow.name || at.hover.arrow == &arrow;
    const Colour colour = marked ? at.pen.palette.ink : at.pen.palette.muted;
    at.pen.text(box.centre(), arrow.name,
                {marked ? Type::small_strong : Type::small, faded(colour, arrow.future ? 0.55f : 1),
                 Align::centre});
  }
  at.pen.unclip();
}

void draw_diagram_axis(const DiagramDrawing& at) {
  if (at.plan.order) {
    draw_order_axis(at);
    return;
  }
  const Palette& palette = at.pen.palette;
  const Box axis = at.plan.axis;
  const float line_y = crisp(axis.top, at.pixel_ratio);
  at.pen.line({axis.left, line_y}, {axis.right, line_y}, palette.grid, 1);
  at.pen.clip(axis);
  const float now_x = at.now_x();
  const std::string& now_words = at.model.time;
  const float pill = at.pen.width(now_words, Type::small_strong) / 2 + 9;
  const float pill_x = std::clamp(now_x, axis.left + pill, axis.right - pill);
  const size_t stride = label_stride(at);
  const uint32_t first = std::max(1u, at.plan.step_at(axis.left));
  for (uint32_t step = first; step <= at.plan.step_at(axis.right); ++step) {
    const float x = crisp(at.plan.x(static_cast<float>(step)), at.pixel_ratio);
    if (x < axis.left || x > axis.right) continue;
    const bool labelled = step % stride == 0;
    at.pen.line({x, line_y}, {x, line_y + (labelled ? 6.0f : 3.0f)}, palette.outline, 1);
    const float half = at.pen.width(at.diagram().times[step - 1], Type::small) / 2;
    if (!labelled || x - half < axis.left || std::abs(x - pill_x) < half + pill + 4) continue;
    at.pen.text({x, axis.top + 17}, at.diagram().times[step - 1],
                {Type::small, palette.muted, Align::centre});
  }
  at.pen.unclip();
  if (now_x >= at.plan.paper.left - 1 && now_x <= at.plan.paper.right + 1) {
    const float x = crisp(now_x, at.pixel_ratio);
    at.pen.line({x, at.plan.paper.top + 4}, {x, axis.top + 10}, palette.cursor, 1.5f);
  }
  const Box handle = box_around({pill_x, axis.top + 17}, pill, 10);
  at.pen.fill(handle, palette.cursor, 10);
  at.pen.text(handle.centre(), now_words, {Type::small_strong, palette.paper, Align::centre});
}

}  // namespace cutline
