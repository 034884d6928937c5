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

  const DiagramModel& diagram() const { return model.diagram; }
  float now_x() const { return plan.x(now + 0.5f); }
};

void draw_diagram_ground(const DiagramDrawing& at);  // what the selected cut has seen
void draw_diagram_rows(const DiagramDrawing& at);    // the names and their lines
void draw_diagram_run(const DiagramDrawing& at);     // arrows and marks, past and future
void draw_diagram_cuts(const DiagramDrawing& at);
void draw_diagram_labels(const DiagramDrawing& at);  // names of transfers, without overlaps
void draw_diagram_axis(const DiagramDrawing& at);    // ticks, times, the cursor line

// The signs that occur in the diagram, with their words.
void draw_legend(const Pen& pen, Box line, const LabModel& model);

}  // namespace cutline
