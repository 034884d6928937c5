// How the space-time diagram is drawn, part by part; view_diagram.cc puts them together and answers
// the pointer.
#pragma once
#include "web/diagram_plan.h"
#include "web/glyphs.h"

namespace cutline {

struct DiagramDrawing {
  const LabModel& model;
  const Pen& pen;
  const DiagramPlan& plan;
  const DiagramHit& hover;
  float now = 0;  // the cursor line, in steps; on its way while it moves
  float pixel_ratio = 1;
  bool handles = false;  // the canvas has the keyboard: the chosen handle is marked

  const DiagramModel& diagram() const { return model.diagram; }
  float now_x() const { return plan.x(now + 0.5f); }
  // Of a message in the cut that is in the foreground: the learner's, else the selected snapshot's.
  std::string_view state_of(const ArrowModel& arrow) const {
    return model.cut.on ? arrow.cut_state : arrow.state;
  }
};

void draw_diagram_ground(const DiagramDrawing& at);  // what the selected cut has seen
void draw_diagram_rows(const DiagramDrawing& at);    // the names and their lines
void draw_diagram_run(const DiagramDrawing& at);     // arrows and marks, past and future
void draw_diagram_cuts(const DiagramDrawing& at);
void draw_diagram_labels(const DiagramDrawing& at);  // names of transfers, without overlaps
void draw_diagram_axis(const DiagramDrawing& at);    // ticks, times, the cursor line
void draw_learners_cut(const DiagramDrawing& at);    // its line
void draw_cut_handles(const DiagramDrawing& at);     // one in each row, and the verdict
void draw_order_axis(const DiagramDrawing& at);      // the other order: which step stands where
void draw_clocks(const DiagramDrawing& at, std::vector<Box>& taken);  // beside the events

// The ground to the left of a line through the rows.
void draw_seen(const DiagramDrawing& at, const std::vector<CutPoint>& points);
std::vector<CutPoint> learners_cut_points(const DiagramDrawing& at);

// The next place along an arrow that is free takes a label; nothing where there is none.
bool free_of(const std::vector<Box>& taken, Box box);

// The signs that occur in the diagram, with their words.
void draw_legend(const Pen& pen, Box line, const LabModel& model);

}  // namespace cutline
