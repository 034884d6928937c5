// Everything the front end holds: the lab with its course, the one struct of UI state, and what the
// user asked for.
#pragma once
#include <string>
#include <vector>

#include "core/lesson/course.h"
#include "web/diagram_order.h"
#include "web/layout.h"
#include "web/motion.h"
#include "web/story.h"
#include "web/theme.h"

namespace cutline {

// A part of it belongs to one view each; the lab knows nothing of it.
struct SystemUi {
  TokenMotion tokens;
  uint64_t seen_revision = 0;
  uint32_t seen_step = 0;  // the cursor before the last change
  std::string seen_scenario;
};

struct DiagramUi {
  Follower scroll;  // CSS pixels from the start of the run to the left edge
  Follower now;     // the cursor line, in steps
  uint32_t seen_step = ~0u;
  std::string seen_scenario;
  float press_scroll = 0;  // where the scroll was when a drag began
  bool scrubbing = false;  // the drag began on the axis: it moves the cursor, not the paper
  uint32_t scrub_step = 0;
  float rows_scroll = 0;  // CSS pixels, where there are more rows than fit
  OrderMotion order;      // the events on their way into another order
  uint32_t seen_swaps = 0;
  std::vector<uint32_t> seen_cut;  // the learner's, as it was drawn last
};

// Of a job's charts: the moment under the pointer is marked in all of them.
struct ChartsUi {
  double hover_s = -1;  // as it was found in the frame before
};

struct Ui {
  Theme theme = Theme::light;
  bool reduced_motion = false;
  bool active = false;  // the canvas has the keyboard and the wheel
  Pane pane = Pane::diagram;
  SystemUi system;
  DiagramUi diagram;
  ChartsUi charts;
  Story hover;          // of what is under the pointer, in this frame
  bool moving = false;  // something glides: another frame is wanted
};

struct App {
  explicit App(std::string_view scenario) : course(scenario) {}

  Course course;
  Ui ui;
  std::vector<std::string> wants;  // command lines, applied after drawing
};

}  // namespace cutline
