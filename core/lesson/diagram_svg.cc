#include "core/lesson/diagram_svg.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "core/base/text.h"
#include "core/lesson/cut_line.h"
#include "core/lesson/svg.h"
#include "core/lesson/svg_colours.h"

namespace cutline {
namespace {

constexpr double kTop = 76;     // of the first row
constexpr double kRow = 64;     // between two rows
constexpr double kColumn = 30;  // between two steps
constexpr double kAxis = 30;    // below the last row; with a cut's verdict between them:
constexpr double kAxisBehindVerdict = 52;
constexpr double kLegend = 38;  // below the axis
constexpr double kLegendRow = 20;
constexpr double kLetter = 7.2;  // width of a letter at 12 px, near enough
constexpr double kLegendWidth = 640;   // at least
constexpr double kLegendWhole = 930;   // of all signs on one row

SvgPoint operator+(SvgPoint left, SvgPoint right) { return {left.x + right.x, left.y + right.y}; }
SvgPoint operator-(SvgPoint left, SvgPoint right) { return {left.x - right.x, left.y - right.y}; }
SvgPoint operator*(SvgPoint point, double by) { return {point.x * by, point.y * by}; }

class Picture {
 public:
  Picture(const LabModel& model, bool dark)
      : diagram_(model.diagram),
        learners_(model.cut),
        colours_(dark ? kSvgDark : kSvgLight),
        first_(model.step > kDiagramStepsMax ? model.step - kDiagramStepsMax + 1 : 1),
        last_(model.step),
        left_(left_of(model.diagram)),
        width_(std::max(left_ + (last_ - first_ + 2) * kColumn + 30, kLegendWidth)),
        bottom_(kTop + static_cast<double>(model.diagram.rows.size() - 1) * kRow),
        axis_(bottom_ + (model.cut.on ? kAxisBehindVerdict : kAxis)),
        height_(axis_ + kLegend + 16 + (width_ < kLegendWhole ? kLegendRow : 0)),
        svg_(width_, height_, "Space-time diagram: " + model.title, model.diagram.summary) {
    svg_.box({0, 0}, width_, height_, colours_.paper);
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
    if (learners_.on) draw_learners_cut();
    for (const ArrowModel& arrow : diagram_.arrows) draw_arrow(arrow);
    for (bool squares : {false, true})  // what is recorded lies on top
      for (const MarkModel& mark : diagram_.marks)
        if (in_sight(mark.step) && is_square(mark.kind) == squares) draw_mark(mark);
    if (learners_.clocks) draw_clocks();
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
  // At the learner's cut while there is one, else in the selected snapshot.
  const std::string& state_of(const ArrowModel& arrow) const {
    return learners_.on ? arrow.cut_state : arrow.state;
  }

  void draw_cut(const CutModel& cut);
  void draw_learners_cut();
  void draw_clocks();
  void draw_arrow(const ArrowModel& arrow);
  void draw_transfer(const ArrowModel& arrow, SvgPoint from, SvgPoint to, bool open);
  void draw_state(const ArrowModel& arrow, SvgPoint middle);
  void draw_orphan_ticks(SvgPoint from, SvgPoint to);
  void draw_cross(SvgPoint middle, std::string_view colour);
  void draw_diamond(SvgPoint middle, std::string_view colour);
  void draw_square(SvgPoint middle, bool filled);
  void draw_mark(const MarkModel& mark);
  void draw_legend();

  const DiagramModel& diagram_;
  const LabCutModel& learners_;
  const SvgColours& colours_;
  uint32_t first_;  // steps shown
  uint32_t last_;
  double left_;
  double width_;
  double bottom_;  // of the last row
  double axis_;
  double height_;
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
  const double y = axis_;
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

// As straight as its events allow. What it has beyond the cursor lies at the right end.
void Picture::draw_learners_cut() {
  const float end = static_cast<float>(last_) + 0.5f;
  std::vector<CutRoom> rooms;
  for (const CutPlaceModel& place : learners_.places)
    rooms.push_back({static_cast<float>(std::min(place.after_step, last_)),
                     place.before_step > last_ ? end + 0.5f
                                               : static_cast<float>(place.before_step)});
  const std::vector<float> line = straightest_line(rooms, end);
  std::vector<SvgPoint> points;
  for (uint32_t row = 0; row < line.size(); ++row)
    points.push_back(at(row, std::max(line[row], static_cast<float>(first_) - 0.5f)));
  points.insert(points.begin(), points.front() - SvgPoint{0, 18});
  points.push_back(points.back() + SvgPoint{0, 18});
  svg_.path(points, {colours_.recorded, 3, ""});
  const std::string words = "cut: " + learners_.ledger.verdict;
  const double half = static_cast<double>(words.size()) * kLetter / 2;
  svg_.text({std::clamp(points.back().x, half, width_ - half), bottom_ + 43}, words,
            {learners_.consistent ? colours_.recorded : colours_.repeated, 12, true, "middle"});
  signs_.insert("cut");
}

// Under each event, in the order of the rows; where two would touch, the later one is left out.
void Picture::draw_clocks() {
  std::vector<double> free_from(diagram_.rows.size(), 0);
  for (const EventModel& event : diagram_.events) {
    if (!in_sight(event.step)) continue;
    std::string numbers;
    for (uint32_t count : event.clock)
      numbers += (numbers.empty() ? "" : " ") + std::to_string(count);
    const double half = static_cast<double>(numbers.size()) * kLetter * 0.42;
    const SvgPoint place = at(event.row, event.step) + SvgPoint{0, 28};
    if (place.x - half < free_from[event.row]) continue;
    free_from[event.row] = place.x + half + 4;
    svg_.box(place - SvgPoint{half, 9}, 2 * half, 12, colours_.paper);
    svg_.text(place, numbers, {colours_.ink, 10, false, "middle"});
  }
}

// Against the time: it was received before the cut and sent behind it.
void Picture::draw_orphan_ticks(SvgPoint from, SvgPoint to) {
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  const SvgPoint along = (to - from) * (1 / length);
  const SvgPoint across{-along.y * 4, along.x * 4};
  for (double at = 9; at < length - 9; at += 9)
    svg_.line(from + along * at - across, from + along * at + across, {colours_.repeated, 1.3, ""});
  signs_.insert("orphan");
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
  const bool orphan = state_of(arrow) == "orphan";
  const std::string_view colour = orphan ? colours_.repeated : colours_.marker;
  svg_.line(from, to, {colour, 1.3, "5 4"});
  svg_.line(to - across, to + across, {colour, 3, ""});
  if (orphan) draw_orphan_ticks(from, to);
  if (arrow.lost_by_fault) draw_cross(to, colours_.lost);
  signs_.insert("marker");
}

void Picture::draw_transfer(const ArrowModel& arrow, SvgPoint from, SvgPoint to, bool open) {
  const std::string& state = state_of(arrow);
  const bool wrong = state == "repeated" || state == "orphan";
  const std::string_view colour = state == "in flight" ? colours_.in_flight
                                  : state == "lost"    ? colours_.lost
                                  : wrong              ? colours_.repeated
                                                       : colours_.transfer;
  const SvgPoint along = (to - from) * (1 / std::hypot(to.x - from.x, to.y - from.y));
  const SvgPoint across{-along.y * 2.5, along.x * 2.5};
  const bool dashed = state == "lost" || arrow.lost_by_fault;
  const SvgStroke stroke{arrow.lost_by_fault ? colours_.muted : colour,
                         state.empty() ? 1.3 : 2.2, dashed ? "6 4" : ""};
  if (state == "repeated") {
    svg_.line(from + across, to + across - along * 6, {colour, 1.3, ""});
    svg_.line(from - across, to - across - along * 6, {colour, 1.3, ""});
  } else {
    svg_.line(from, to - along * (open ? 0 : 5), stroke);
    if (state == "orphan") draw_orphan_ticks(from, to);
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
  if (!state.empty()) draw_state(arrow, from + (to - from) * part);
}

// The state's sign and words on the arrow.
void Picture::draw_state(const ArrowModel& arrow, SvgPoint middle) {
  const std::string& state = state_of(arrow);
  const bool twice = state == "repeated";
  const std::string words = arrow.name + " " + (twice ? "counted twice" : state);
  const std::string_view colour = state == "in flight" ? colours_.in_flight
                                  : state == "lost"    ? colours_.lost
                                                       : colours_.repeated;
  if (state == "in flight") draw_diamond(middle, colour);
  if (state == "lost") draw_cross(middle, colour);
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
  double y = axis_ + kLegend;
  const auto item = [&](std::string_view sign, std::string_view words, auto draw) {
    if (!occurring.contains(sign)) return;
    const double width = 40 + static_cast<double>(words.size()) * 6.2;
    if (left + width > width_) {
      left = 16;
      y += kLegendRow;
    }
    const SvgPoint place{left + 8, y};
    draw(place);
    svg_.text(place + SvgPoint{16, 4}, words, {colours_.muted, 11});
    left += width;
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
  item("orphan", "orphan", [&](SvgPoint at) {
    svg_.line(at - half, at + half, {colours_.repeated, 2.2, ""});
    for (double x : {-4.0, 0.0, 4.0})
      svg_.line(at + SvgPoint{x, -4}, at + SvgPoint{x, 4}, {colours_.repeated, 1.3, ""});
  });
  item("repeated", "counted twice", [&](SvgPoint at) {
    svg_.disc(at - SvgPoint{3, 0}, 4, "none", thin(colours_.repeated));
    svg_.disc(at + SvgPoint{3, 0}, 4, "none", thin(colours_.repeated));
  });
}

}  // namespace

std::string diagram_svg(const LabModel& model, bool dark) { return Picture(model, dark).draw(); }

}  // namespace cutline
