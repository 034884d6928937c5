// The learner's cut in the diagram, the other order of its events, and the vector clocks.
#include "web/diagram_draw.h"

namespace cutline {
namespace {

constexpr float kOver = 18;   // the line starts above the first row and ends below the last
constexpr float kHandle = 9;  // radius

void draw_handle(const DiagramDrawing& at, Point place, bool chosen) {
  const Palette& palette = at.pen.palette;
  at.pen.disc(place, kHandle, palette.paper);
  at.pen.ring(place, kHandle, palette.cut, 2.5f);
  for (float side : {-2.5f, 2.5f})  // a grip: it can be taken
    at.pen.line({place.x + side, place.y - 3.5f}, {place.x + side, place.y + 3.5f}, palette.cut,
                1.5f);
  if (chosen) at.pen.ring(place, kHandle + 4, palette.ink, 1.5f);
}

void draw_verdict_label(const DiagramDrawing& at, Point low) {
  const LabCutModel& cut = at.model.cut;
  const std::string words = "cut: " + cut.ledger.verdict;
  const Colour colour = verdict_colour(at.pen.palette, cut.ledger.verdict);
  const float half = at.pen.width(words, Type::small_strong) / 2;
  const Box paper = at.plan.paper;
  if (low.x < paper.left || low.x > paper.right) return;
  const float x = std::clamp(low.x + half + 12, paper.left + half + 20, paper.right - half - 4);
  at.pen.label({x, low.y + kOver - 5}, words, {Type::small_strong, colour});
}

// The events that the last swap exchanged.
bool is_swapped(const DiagramDrawing& at, size_t place) {
  const StraighteningModel& straightening = at.model.cut.straightening;
  if (!straightening.open || straightening.done == 0) return false;
  const uint32_t left = straightening.swaps[straightening.done - 1].place;
  return place == left || place == left + 1;
}

std::string numbers_of(const EventModel& event) {
  std::string out;
  for (uint32_t count : event.clock) out += (out.empty() ? "" : " ") + std::to_string(count);
  return out;
}

}  // namespace

std::vector<CutPoint> learners_cut_points(const DiagramDrawing& at) {
  std::vector<CutPoint> points;
  const std::vector<float> line = cut_line(at.model.cut.places, at.plan.order,
                                           static_cast<float>(at.plan.length) + 0.5f);
  for (size_t row = 0; row < line.size(); ++row)
    points.push_back({{at.plan.x(line[row]), at.plan.y(row)}, true});
  return points;
}

void draw_learners_cut(const DiagramDrawing& at) {
  if (!at.model.cut.on) return;
  const std::vector<CutPoint> points = learners_cut_points(at);
  if (points.empty()) return;
  at.pen.clip(at.plan.paper);
  const Colour colour = at.pen.palette.cut;
  const Point first = points.front().at;
  const Point last = points.back().at;
  at.pen.line({first.x, first.y - kOver}, first, colour, 3);
  for (size_t row = 0; row + 1 < points.size(); ++row)
    at.pen.curve(points[row].at, points[row + 1].at, colour, 3);
  at.pen.line(last, {last.x, last.y + kOver}, colour, 3);
  at.pen.unclip();
}

void draw_cut_handles(const DiagramDrawing& at) {
  if (!at.model.cut.on) return;
  const std::vector<CutPoint> points = learners_cut_points(at);
  if (points.empty()) return;
  at.pen.clip(at.plan.paper);
  if (!at.plan.order) {
    std::string chosen = at.diagram().rows.front();
    for (const std::string& row : at.diagram().rows)
      if (row == at.model.selected) chosen = row;
    for (size_t row = 0; row < points.size(); ++row)
      draw_handle(at, points[row].at, at.handles && at.diagram().rows[row] == chosen);
  }
  draw_verdict_label(at, points.back().at);
  at.pen.unclip();
}

void draw_order_axis(const DiagramDrawing& at) {
  const Palette& palette = at.pen.palette;
  const Box axis = at.plan.axis;
  const float line_y = crisp(axis.top, at.pixel_ratio);
  at.pen.line({axis.left, line_y}, {axis.right, line_y}, palette.grid, 1);
  at.pen.text({at.plan.names.left, axis.top + 17}, "step", {Type::small, palette.muted});
  at.pen.clip({axis.left, at.plan.paper.top, axis.right, axis.bottom});
  const std::vector<OrderedEventModel>& order = at.model.cut.straightening.order;
  for (size_t place = 0; place < order.size(); ++place) {
    const float step = static_cast<float>(order[place].step);
    const Point mark = at.plan.at(order[place].row, step);
    if (mark.x < axis.left || mark.x > axis.right) continue;
    const bool swapped = is_swapped(at, place);
    at.pen.line({mark.x, line_y}, {mark.x, line_y + 5}, palette.outline, 1);
    at.pen.text({mark.x, axis.top + 17}, std::to_string(order[place].step),
                {swapped ? Type::small_strong : Type::small,
                 swapped ? palette.ink : palette.muted, Align::centre});
    if (swapped) at.pen.ring(mark, 11, palette.ink, 1.5f);
  }
  at.pen.unclip();
}

void draw_clocks(const DiagramDrawing& at, std::vector<Box>& taken) {
  if (!at.model.cut.clocks) return;
  for (const EventModel& event : at.diagram().events) {
    const Point mark = at.plan.at(event.row, static_cast<float>(event.step));
    if (mark.x < at.plan.paper.left || mark.x > at.plan.paper.right) continue;
    const std::string numbers = numbers_of(event);
    for (float side : {15.0f, -15.0f, 27.0f}) {
      const Box box = at.pen.label_box({mark.x, mark.y + side}, numbers, Type::small);
      if (!free_of(taken, box)) continue;
      taken.push_back(box);
      at.pen.label({mark.x, mark.y + side}, numbers, {Type::small, at.pen.palette.ink});
      break;
    }
  }
}

}  // namespace cutline
