#include "core/lesson/diagram_svg.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/text.h"
#include "core/lesson/svg.h"

namespace cutline {
namespace {

// Those of web/theme.cc.
struct Colours {
  std::string_view paper, ink, muted, outline, grid;
  std::string_view transfer, marker, recorded, in_flight, lost, repeated;
};
constexpr Colours kLight{"#ffffff", "#1b2029", "#565e6c", "#82868e", "#d8d4ca", "#1d4e89",
                         "#a34400", "#1d6a3c", "#6a3da3", "#a3271f", "#9c1878"};
constexpr Colours kDark{"#1a1e25", "#e9e7e1", "#a9b0bc", "#7b8493", "#343a45", "#8fbaf2",
                        "#f5a463", "#84d19e", "#c9abf7", "#f49a92", "#f29ad8"};

constexpr double kTop = 76;     // of the first row
constexpr double kRow = 64;     // between two rows
constexpr double kColumn = 30;  // between two steps
constexpr double kBelow = 84;   // the last row: axis and legend
constexpr double kLetter = 7.2;  // width of a letter at 12 px, near enough
constexpr double kLegendWidth = 640;

SvgPoint operator+(SvgPoint left, SvgPoint right) { return {left.x + right.x, left.y + right.y}; }
SvgPoint operator-(SvgPoint left, SvgPoint right) { return {left.x - right.x, left.y - right.y}; }
SvgPoint operator*(SvgPoint point, double by) { return {point.x * by, point.y * by}; }

class Picture {
 public:
  Picture(const LabModel& model, bool dark)
      : diagram_(model.diagram),
        colours_(dark ? kDark : kLight),
        first_(model.step > kDiagramStepsMax ? model.step - kDiagramStepsMax + 1 : 1),
        last_(model.step),
        left_(left_of(model.diagram)),
        width_(std::max(left_ + (last_ - first_ + 2) * kColumn + 30, kLegendWidth)),
        bottom_(kTop + static_cast<double>(model.diagram.rows.size() - 1) * kRow),
        svg_(width_, bottom_ + kBelow, "Space-time diagram: " + model.title,
             model.diagram.summary) {
    svg_.box({0, 0}, width_, bottom_ + kBelow, colours_.paper);
    const std::string steps = first_ > 1 ? "steps " + std::to_string(first_) + " to " +
                                               std::to_string(last_)
                                         : count_of(last_, "step");
    svg_.text({16, 28}, model.title, {colours_.ink, 16, true});
    svg_.text({16, 46}, steps + " up to t = " + model.time, {colours_.muted, 12});
  }

  std::string draw() {
    draw_rows();
    draw_axis();
    for (const CutModel& cut : diagram_.cuts) draw_cut(cut);
    for (const ArrowModel& arrow : diagram_.arrows) draw_arrow(arrow);
    for (bool squares : {false, true})  // what is recorded lies on top
      for (const MarkModel& mark : diagram_.marks)
        if (in_sight(mark.step) && is_square(mark.kind) == squares) draw_mark(mark);
    draw_legend();
    return svg_.take();
  }

 private:
  static double left_of(const DiagramModel& diagram) {
    size_t longest = 0;
    for (const std::string& name : diagram.rows) longest = std::max(longest, name.size());
    return 32 + static_cast<double>(longest) * kLetter * 1.1;
  }
  static bool is_square(MarkKind kind) {
    return kind == MarkKind::record_state || kind == MarkKind::read;
  }
  bool in_sight(uint32_t step) const { return step >= first_ && step <= last_; }
  double x(double step) const { return left_ + (step - first_ + 1) * kColumn; }
  SvgPoint at(uint32_t row, double step) const { return {x(step), kTop + row * kRow}; }
  SvgStroke thin(std::string_view colour) const { return {colour, 1.5, ""}; }

  void draw_rows();
  void draw_axis();
  void draw_cut(const CutModel& cut);
  void draw_arrow(const ArrowModel& arrow);
  void draw_transfer(const ArrowModel& arrow, SvgPoint from, SvgPoint to, bool open);
  void draw_state(const ArrowModel& arrow, SvgPoint middle);
  void draw_cross(SvgPoint middle, std::string_view colour);
  void draw_diamond(SvgPoint middle, std::string_view colour);
  void draw_square(SvgPoint middle, bool filled);
  void draw_mark(const MarkModel& mark);
  void draw_legend();

  const DiagramModel& diagram_;
  const Colours& colours_;
  uint32_t first_;  // steps shown
  uint32_t last_;
  double left_;
  double width_;
  double bottom_;  // of the last row
  Svg svg_;
  std::set<std::string_view> signs_;  // that occur, for the legend
};

void Picture::draw_rows() {
  for (uint32_t row = 0; row < diagram_.rows.size(); ++row) {
    const double y = kTop + row * kRow;
    svg_.text({16, y + 4}, diagram_.rows[row], {colours_.ink, 13, true});
    svg_.line({left_, y}, {x(last_ + 1.0), y}, {colours_.ink, 1.2, ""});
  }
}

void Picture::draw_axis() {
  const double y = bottom_ + 30;
  svg_.line({left_, y}, {x(last_ + 1.0), y}, {colours_.grid, 1, ""});
  double free_from = 0;
  for (uint32_t step = first_; step <= last_; ++step) {
    const std::string& time = diagram_.times[step - 1];
    const double half = static_cast<double>(time.size()) * kLetter / 2;
    const bool labelled = x(step) - half > free_from;
    svg_.line({x(step), y}, {x(step), y + (labelled ? 6 : 3)}, {colours_.outline, 1, ""});
    if (!labelled) continue;
    free_from = x(step) + half + 12;
    svg_.text({x(step), y + 19}, time, {colours_.muted, 11, false, "middle"});
  }
}

// Through the steps at which the processes recorded; dashed to the end where one has not yet.
void Picture::draw_cut(const CutModel& cut) {
  std::vector<SvgPoint> points;
  bool settled = true;
  for (uint32_t row = 0; row < cut.steps.size(); ++row) {
    settled = settled && cut.steps[row] != 0;
    const double step = cut.steps[row] == 0 ? last_ + 0.7 : std::max(cut.steps[row], first_);
    points.push_back(at(row, step));
  }
  points.insert(points.begin(), points.front() - SvgPoint{0, 18});
  points.push_back(points.back() + SvgPoint{0, 18});
  const std::string_view colour = cut.selected ? colours_.recorded : colours_.muted;
  svg_.path(points, {colour, cut.selected ? 2.5 : 1.3, settled ? "" : "6 4"});
  svg_.text(points.front() - SvgPoint{0, 4}, cut.name, {colour, 12, true, "middle"});
  signs_.insert("cut");
}

void Picture::draw_arrow(const ArrowModel& arrow) {
  if (arrow.future || arrow.from_step > last_) return;
  const bool open = arrow.to_step == 0 || arrow.to_step > last_;
  const double to_step = open ? last_ + 0.6 : arrow.to_step;
  if (to_step < first_) return;
  const SvgPoint from = at(arrow.from_row, arrow.from_step);
  SvgPoint to = at(arrow.to_row, to_step);
  if (open) to = from + (to - from) * 0.85;  // nobody knows yet where it will end
  if (arrow.from_step < first_) {
    svg_.text({left_ - 6, from.y - 6}, "…", {colours_.muted, 11, false, "middle"});
  }
  if (arrow.back || arrow.discarded) {  // between the ends of a reliable channel
    svg_.line(from, to, {colours_.muted, 1, "3 3"});
    if (arrow.lost_by_fault) draw_cross(to, colours_.lost);
    return;
  }
  if (!arrow.marker) return draw_transfer(arrow, from, to, open);
  const SvgPoint along = to - from;
  const double length = std::hypot(along.x, along.y);
  const SvgPoint across = SvgPoint{-along.y, along.x} * (6 / length);
  svg_.line(from, to, {colours_.marker, 1.3, "5 4"});
  svg_.line(to - across, to + across, {colours_.marker, 3, ""});
  if (arrow.lost_by_fault) draw_cross(to, colours_.lost);
  signs_.insert("marker");
}

void Picture::draw_transfer(const ArrowModel& arrow, SvgPoint from, SvgPoint to, bool open) {
  const std::string_view colour = arrow.state == "in flight"  ? colours_.in_flight
                                  : arrow.state == "lost"     ? colours_.lost
                                  : arrow.state == "repeated" ? colours_.repeated
                                                              : colours_.transfer;
  const SvgPoint along = (to - from) * (1 / std::hypot(to.x - from.x, to.y - from.y));
  const SvgPoint across{-along.y * 2.5, along.x * 2.5};
  const bool dashed = arrow.state == "lost" || arrow.lost_by_fault;
  const SvgStroke stroke{arrow.lost_by_fault ? colours_.muted : colour,
                         arrow.state.empty() ? 1.3 : 2.2, dashed ? "6 4" : ""};
  if (arrow.state == "repeated") {
    svg_.line(from + across, to + across - along * 6, {colour, 1.3, ""});
    svg_.line(from - across, to - across - along * 6, {colour, 1.3, ""});
  } else {
    svg_.line(from, to - along * (open ? 0 : 5), stroke);
  }
  if (arrow.lost_by_fault) {
    draw_cross(to, colours_.lost);
  } else if (open) {
    svg_.disc(to, 4, colours_.paper, thin(colour));
    signs_.insert("waiting");
  } else {
    const SvgPoint base = to - along * 9;
    const SvgPoint side{-along.y * 4, along.x * 4};
    svg_.shape({to - along * 2, base + side, base - side}, colour, {colour, 0.5, ""});
    signs_.insert("transfer");
  }
  if (arrow.from_step >= first_)
    svg_.text(from + SvgPoint{0, arrow.to_row > arrow.from_row ? -8.0 : 16.0}, arrow.name,
              {colours_.muted, 11, false, "middle"});
  const double part = 0.35 + 0.13 * (arrow.from_step % 3);  // not all at the same height
  if (!arrow.state.empty()) draw_state(arrow, from + (to - from) * part);
}

// The state's sign and words on the arrow.
void Picture::draw_state(const ArrowModel& arrow, SvgPoint middle) {
  const bool twice = arrow.state == "repeated";
  const std::string words = arrow.name + " " + (twice ? "counted twice" : arrow.state);
  const std::string_view colour = arrow.state == "in flight" ? colours_.in_flight
                                  : twice                    ? colours_.repeated
                                                             : colours_.lost;
  if (arrow.state == "in flight") draw_diamond(middle, colour);
  if (arrow.state == "lost") draw_cross(middle, colour);
  if (twice) {
    svg_.disc(middle - SvgPoint{3, 0}, 4, colours_.paper, thin(colour));
    svg_.disc(middle + SvgPoint{3, 0}, 4, "none", thin(colour));
    signs_.insert("repeated");
  }
  svg_.text(middle + SvgPoint{11, 4}, words, {colour, 12, true});
}

void Picture::draw_cross(SvgPoint middle, std::string_view colour) {
  svg_.line(middle - SvgPoint{5, 5}, middle + SvgPoint{5, 5}, {colour, 2, ""});
  svg_.line(middle + SvgPoint{-5, 5}, middle + SvgPoint{5, -5}, {colour, 2, ""});
  signs_.insert("lost");
}

void Picture::draw_diamond(SvgPoint middle, std::string_view colour) {
  svg_.shape({middle - SvgPoint{0, 6}, middle + SvgPoint{6, 0}, middle + SvgPoint{0, 6},
              middle - SvgPoint{6, 0}},
             colours_.paper, {colour, 2, ""});
  signs_.insert("in flight");
}

void Picture::draw_square(SvgPoint middle, bool filled) {
  const double half = 5.5;
  svg_.shape({middle + SvgPoint{-half, -half}, middle + SvgPoint{half, -half},
              middle + SvgPoint{half, half}, middle + SvgPoint{-half, half}},
             filled ? colours_.recorded : colours_.paper, {colours_.recorded, 2, ""});
  signs_.insert(filled ? "recorded" : "read");
}

void Picture::draw_mark(const MarkModel& mark) {
  const SvgPoint place = at(mark.row, mark.step);
  switch (mark.kind) {
    case MarkKind::send:
    case MarkKind::receive: return svg_.disc(place, 3, colours_.ink, {colours_.ink, 0.5, ""});
    case MarkKind::record_state: return draw_square(place, true);
    case MarkKind::read: return draw_square(place, false);
    case MarkKind::local:
      return svg_.line(place - SvgPoint{0, 5}, place + SvgPoint{0, 5}, {colours_.ink, 2, ""});
    case MarkKind::snapshot_start: {
      const SvgPoint top = place - SvgPoint{0, 15};
      svg_.line(place, top, thin(colours_.recorded));
      return svg_.shape({top, top + SvgPoint{8, 4}, top + SvgPoint{0, 8}}, colours_.recorded,
                        {colours_.recorded, 0.5, ""});
    }
    case MarkKind::resend: return svg_.disc(place, 4, "none", {colours_.ink, 1.5, ""});
    case MarkKind::fault: return svg_.disc(place, 4, "none", thin(colours_.lost));
  }
}

void Picture::draw_legend() {
  const std::set<std::string_view> occurring = signs_;
  double left = 16;
  const auto item = [&](std::string_view sign, std::string_view words, auto draw) {
    if (!occurring.contains(sign)) return;
    const SvgPoint place{left + 8, bottom_ + 68};
    draw(place);
    svg_.text(place + SvgPoint{16, 4}, words, {colours_.muted, 11});
    left += 24 + static_cast<double>(words.size()) * 6.2 + 16;
  };
  const SvgPoint half{8, 0};
  item("transfer", "transfer", [&](SvgPoint at) {
    svg_.line(at - half, at + half, {colours_.transfer, 1.3, ""});
  });
  item("waiting", "still on its way", [&](SvgPoint at) {
    svg_.disc(at, 4, colours_.paper, thin(colours_.transfer));
  });
  item("marker", "marker", [&](SvgPoint at) {
    svg_.line(at - half, at + half, {colours_.marker, 1.3, "5 4"});
  });
  item("recorded", "recorded", [&](SvgPoint at) { draw_square(at, true); });
  item("read", "read", [&](SvgPoint at) { draw_square(at, false); });
  item("cut", "cut", [&](SvgPoint at) {
    svg_.line(at - SvgPoint{0, 7}, at + SvgPoint{0, 7}, {colours_.recorded, 2.5, ""});
  });
  item("in flight", "channel state", [&](SvgPoint at) { draw_diamond(at, colours_.in_flight); });
  item("lost", "lost", [&](SvgPoint at) { draw_cross(at, colours_.lost); });
  item("repeated", "counted twice", [&](SvgPoint at) {
    svg_.disc(at - SvgPoint{3, 0}, 4, "none", thin(colours_.repeated));
    svg_.disc(at + SvgPoint{3, 0}, 4, "none", thin(colours_.repeated));
  });
}

}  // namespace

std::string diagram_svg(const LabModel& model, bool dark) { return Picture(model, dark).draw(); }

}  // namespace cutline
