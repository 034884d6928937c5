#include "web/layout.h"

#include <numbers>

namespace cutline {
namespace {

constexpr float kRadiusMax = 38;
constexpr float kRadiusMin = 18;
constexpr float kBadge = 26;      // room above and below a process for its recorded state
constexpr float kSideBadge = 78;  // room beside it
constexpr float kSide = 8;

void stack(Layout& layout, Box rest, Pane chosen) {
  layout.tab_panes = {Pane::diagram, Pane::ledger, Pane::explore};
  if (rest.height() < kStackedHeight - 140) {
    layout.tab_panes.insert(layout.tab_panes.begin(), Pane::system);
  } else {
    layout.system = rest.cut_top(std::floor(rest.height() * 0.5f));
    rest.cut_top(kGap / 2);
  }
  layout.tabs = rest.cut_top(36);
  rest.cut_top(kGap / 2);
  const bool offered = chosen != Pane::system || layout.tab_panes.front() == Pane::system;
  const Pane pane = offered ? chosen : Pane::diagram;
  if (pane == Pane::system) layout.system = rest;
  if (pane == Pane::diagram) layout.diagram = rest;
  if (pane == Pane::ledger) layout.ledger = rest;
  if (pane == Pane::explore) layout.explore = rest;
}

void side_by_side(Layout& layout, Box rest, Pane chosen) {
  layout.tab_panes = {Pane::diagram, Pane::ledger, Pane::explore};
  layout.system = rest.cut_left(std::floor(rest.width() * 0.5f));
  rest.cut_left(kGap * 1.5f);
  layout.tabs = rest.cut_top(36);
  rest.cut_top(kGap / 2);
  (chosen == Pane::explore ? layout.explore
   : chosen == Pane::ledger ? layout.ledger
                            : layout.diagram) = rest;
}

}  // namespace

Layout lay_out(Box canvas, Pane chosen) {
  Layout layout;
  layout.narrow = canvas.width() <= kNarrowWidth;
  Box rest = canvas.inset(layout.narrow ? 12 : 20, layout.narrow ? 10 : 16);
  layout.controls = rest.cut_top(layout.narrow ? 88 : 44);
  rest.cut_top(layout.narrow ? 8 : kGap);
  if (layout.narrow) {
    stack(layout, rest, chosen);
  } else if (canvas.height() < kShortHeight) {
    side_by_side(layout, rest, chosen);
  } else {
    layout.diagram = rest.cut_bottom(std::floor(std::clamp(rest.height() * 0.39f, 186.0f, 420.0f)));
    rest.cut_bottom(kGap);
    Box side = rest.cut_right(std::floor(std::clamp(rest.width() * 0.38f, 280.0f, 500.0f)));
    layout.tab_panes = {Pane::ledger, Pane::explore};
    layout.tabs = side.cut_top(36);
    side.cut_top(kGap / 2);
    (chosen == Pane::explore ? layout.explore : layout.ledger) = side;
    rest.cut_right(kGap * 1.5f);
    layout.system = rest;
  }
  return layout;
}

QueueLayout lay_out_queue(Box canvas) {
  QueueLayout layout;
  layout.narrow = canvas.width() <= kNarrowWidth;
  Box rest = canvas.inset(layout.narrow ? 12 : 20, layout.narrow ? 10 : 16);
  if (layout.narrow) {
    layout.chart = rest.cut_top(std::clamp(rest.height() * 0.4f, 180.0f, 320.0f));
    rest.cut_top(kGap / 2);
    layout.side = rest;
    return layout;
  }
  layout.side = rest.cut_right(std::floor(std::clamp(rest.width() * 0.34f, 300.0f, 420.0f)));
  rest.cut_right(kGap * 1.5f);
  layout.chart = rest;
  return layout;
}

float process_radius(size_t count, Box area) {
  const float across = std::min(area.width(), area.height() * 1.3f);
  const float crowd = static_cast<float>(std::max<size_t>(count, 3));
  return std::clamp(across * 0.34f / std::sqrt(crowd) * 0.62f, kRadiusMin, kRadiusMax);
}

GraphLayout lay_out_graph(Box panel) {
  GraphLayout layout;
  layout.flat = panel.height() < kFlatHeight;
  layout.heading = panel.cut_top(layout.flat ? 30 : 24);
  layout.caption = layout.flat ? layout.heading : panel.cut_bottom(38);
  layout.graph = panel.inset(0, 4);
  return layout;
}

std::vector<Point> place_processes(size_t count, Box area, float radius, bool flat) {
  const Point centre = area.centre();
  if (count == 1) return {centre};
  const bool beside = badges_beside(count, flat);
  const float half_width =
      std::max(0.0f, area.width() / 2 - radius - (beside ? kSideBadge : kSide));
  const float half_height = std::max(0.0f, area.height() / 2 - radius - (beside ? 6 : kBadge));
  std::vector<Point> places;
  if (count == 2) return {{centre.x - half_width, centre.y}, {centre.x + half_width, centre.y}};
  // An ellipse much wider than high makes for long flat channels, which read best; but not
  // endlessly.
  const float reach = std::min(half_width, half_height * 2.5f);
  // Three on an ellipse leave the bottom quarter empty: hang them on a taller one.
  const float drop = count == 3 ? half_height / 3 : 0;
  const float rise = count == 3 ? half_height * 4 / 3 : half_height;
  for (size_t i = 0; i < count; ++i) {
    const float angle =
        2 * std::numbers::pi_v<float> * static_cast<float>(i) / static_cast<float>(count) -
        std::numbers::pi_v<float> / 2;
    places.push_back(
        {centre.x + reach * std::cos(angle), centre.y + drop + rise * std::sin(angle)});
  }
  return places;
}

}  // namespace cutline
