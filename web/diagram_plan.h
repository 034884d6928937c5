// Where the space-time diagram's parts lie: a row per process, a column per step, both scrolled.
// Pure.
//
//              S1                     x(step) ─▶
//      A ──●──■───────●────────────
//           ╲  ╲       ╲          │   names │ paper (scrolls) ; below it the axis
//      B ────●──╳──■────●─────────│
//      ─────┴──┴──┴──┴──┴──┴──────┴   axis: one tick a step, the times, the cursor
#pragma once
#include <vector>

#include "core/lesson/read_models.h"
#include "web/diagram_order.h"
#include "web/geometry.h"

namespace cutline {

struct DiagramPlan {
  Box names;
  Box paper;
  Box axis;
  float column = 40;  // from one step to the next
  float row = 48;     // from one process to the next
  float scroll = 0;
  float rows_scroll = 0;
  float first_row = 0;  // from the paper's top to the first row
  uint32_t length = 0;  // steps; where the order is another one, events
  const DiagramOrder* order = nullptr;  // another order than the run's

  float content_x(float step) const { return kLead + step * column; }  // before scrolling
  float x(float step) const { return paper.left + content_x(step) - scroll; }
  float y(size_t at) const {
    return paper.top + first_row + static_cast<float>(at) * row - rows_scroll;
  }
  float place(size_t row_index, float step) const {  // the step, or its place in the other order
    return order ? order->place(row_index, step) : step;
  }
  Point at(size_t row_index, float step) const {
    return {x(place(row_index, step)), y(row_index)};
  }
  uint32_t step_at(float x_at) const;  // the step whose column is there, at most `length`
  float scroll_max() const;
  float rows_scroll_max(size_t rows) const;
  bool in_sight(float from_step, float to_step) const {
    return x(to_step) > paper.left - column && x(from_step) < paper.right + column;
  }

  bool in_sight(const ArrowModel& arrow) const {
    const float last = arrow.to_step != 0
                           ? place(arrow.to_row, static_cast<float>(arrow.to_step))
                           : static_cast<float>(length + 1);
    return in_sight(place(arrow.from_row, static_cast<float>(arrow.from_step)), last);
  }

  static constexpr float kLead = 14;  // before step 0
  static constexpr float kTail = 56;  // after the last step
};

DiagramPlan plan_diagram(const DiagramModel& diagram, Box area, float names_width);

// The scroll that shows the cursor: the present one where it does already.
float scroll_to_show(const DiagramPlan& plan, float present, uint32_t step);

// A message's line. One that has not arrived ends open, on its way.
struct ArrowLine {
  Point from;
  Point to;
  bool open = false;
};
ArrowLine arrow_line(const DiagramPlan& plan, const ArrowModel& arrow);

// A cut's way down through the rows. A process that has not recorded yet has its point at the
// cursor, and is not settled.
struct CutPoint {
  Point at;
  bool settled = false;
};
std::vector<CutPoint> cut_points(const DiagramPlan& plan, const CutModel& cut, uint32_t cursor);

struct DiagramHit {
  const MarkModel* mark = nullptr;
  const ArrowModel* arrow = nullptr;
  const CutModel* cut = nullptr;
};
DiagramHit hit_diagram(const DiagramPlan& plan, const DiagramModel& diagram, Point at);

}  // namespace cutline
