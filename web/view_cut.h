// What can be pressed and dragged about the learner's cut in the diagram.
#pragma once
#include <optional>

#include "web/diagram_plan.h"
#include "web/view.h"

namespace cutline {

// The buttons of the cut from the left end of the line; takes them off it.
void draw_cut_buttons(View& view, Box& line);

// The handles, one in each row: dragging one moves the cut there. Before the paper below them.
void answer_cut(View& view, const DiagramPlan& plan);

// Where the learner's cut lies in the middle of its rows, if it has just been moved otherwise than
// by a handle: there the paper should be.
std::optional<float> moved_cut(View& view, const DiagramPlan& plan);

// "Vector clock: A 3, B 1." of the event there; empty where there is none.
std::string clock_story(const DiagramModel& diagram, uint32_t row, uint32_t step);

}  // namespace cutline
