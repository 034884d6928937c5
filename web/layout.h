// Where the panels go, by the size of the canvas. Pure: boxes in, boxes out.
//
//   wide                                narrow (up to 700 CSS pixels)     short (wide but low)
//   ┌ controls ───────────────────┐     ┌ controls ──┐                    ┌ controls ────────────┐
//   ├ system ────────┬ tabs ──────┤     ├ system ────┤                    ├ system ──┬ tabs ─────┤
//   │                ├ ledger, ex │     ├ tabs ──────┤                    │          ├ diagram,  │
//   ├ diagram ───────┴────────────┤     ├ diagram, … │                    │          │ …         │
//   └─────────────────────────────┘     └────────────┘                    └──────────┴───────────┘
//
// Ledger and explorer are never there at once. Narrow and low, the system too is one of the tabs.
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "web/geometry.h"

namespace cutline {

inline constexpr float kNarrowWidth = 700;    // CSS pixels; up to here the panels are stacked
inline constexpr float kStackedHeight = 600;  // below it a narrow canvas shows one panel at a time
inline constexpr float kShortHeight = 440;    // below it a wide canvas puts them side by side
inline constexpr float kTouch = 24;           // no smaller target than this
inline constexpr float kGap = 16;

enum class Pane : uint8_t { system, diagram, ledger, explore };

// A panel that is not shown has an empty box.
struct Layout {
  bool narrow = false;
  Box controls;
  Box system;
  Box ledger;
  Box explore;
  Box diagram;
  Box tabs;
  std::vector<Pane> tab_panes;  // what the tabs offer, in order
};
Layout lay_out(Box canvas, Pane chosen);

struct QueueLayout {
  bool narrow = false;
  Box chart;
  Box side;  // rates, transport, the sentence of the last step; below them M/M/1, apart
};
QueueLayout lay_out_queue(Box canvas);

inline bool shown(Box box) { return box.width() > 0 && box.height() > 0; }

// The graph's own parts. Where the panel is low the caption stands beside the heading, and the
// recorded states stand beside the processes instead of above and below them.
struct GraphLayout {
  Box heading;
  Box caption;  // flat: the right part of the heading, from where its words end
  Box graph;
  bool flat = false;
};
inline constexpr float kFlatHeight = 300;
GraphLayout lay_out_graph(Box panel);
// Two processes have room below anyway, and many none beside.
inline bool badges_beside(size_t count, bool flat) { return flat && count > 2 && count <= 6; }

// Places on an ellipse inside the area: two side by side, three with one on top, and so on.
std::vector<Point> place_processes(size_t count, Box area, float radius, bool flat);

// The radius a process can have so that its neighbours leave room for the channels between them.
float process_radius(size_t count, Box area);

}  // namespace cutline
