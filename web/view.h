// What every view gets: the model to read, its palette and type, the UI state, and the list of
// wishes. A view decides nothing and changes no lab: it draws, and it pushes command lines.
#pragma once
#include <string>
#include <vector>

#include "core/lesson/read_models.h"
#include "web/app.h"
#include "web/geometry.h"
#include "web/theme.h"
#include "web/type.h"

namespace cutline {

struct View {
  const LabModel& model;
  const Palette& palette;
  const Fonts& fonts;
  Ui& ui;
  std::vector<std::string>& wants;
  double now_ms = 0;
  float pixel_ratio = 1;
  bool diagram_tabbed = false;  // a tab names it; no heading then
  bool system_tabbed = false;

  void want(std::string command) { wants.push_back(std::move(command)); }
};

void draw_controls(View& view, const Layout& layout);
void draw_tabs(View& view, const Layout& layout);
void draw_system(View& view, Box area);
void draw_caption(View& view, Box line);  // under the graph
void draw_diagram(View& view, Box area);
void draw_ledger(View& view, Box area);
void draw_explore(View& view, Box area);
void draw_queue(View& view, Box canvas);
void draw_hover(View& view, Box canvas);  // the card beside the pointer
void take_shortcuts(View& view);

// The whole canvas: chooses the screen and lays it out.
void draw_screen(View& view, Box canvas);

}  // namespace cutline
