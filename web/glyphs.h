// The shapes that carry meaning, the same in the graph, the diagram and the ledger, so that nothing
// depends on colour:
//
//     (10)  transfer: disc with its amount       ━┃━  marker: bar across its channel
//     ■     recorded state: filled square        ◇    in flight in the snapshot: diamond around it
//     ✕     lost: cross                          ◎    repeated: one disc behind the other
//     ‖     held: closed gate               ◁|    orphan at a cut: triangle against the time
//     ‖     held: closed gate                    ( )  transfer that waits to be sent again
//
// Also the icons of the transport.
#pragma once
#include <string_view>

#include "web/paint.h"

namespace cutline {

void draw_transfer(const Pen& pen, Point at, std::string_view amount, float alpha);
// One whose copies were lost, or that waits behind one: hollow.
void draw_waiting_transfer(const Pen& pen, Point at, std::string_view amount, float alpha);
void draw_marker(const Pen& pen, Point at, Point along, float alpha);  // a bar across `along`
void draw_recorded(const Pen& pen, Point at, float half, float alpha = 1);
void draw_gate(const Pen& pen, Point at, Point along, float half_width);

// The sign of a record's state in the selected snapshot: "in flight", "lost", "repeated"; at
// the learner's cut "in flight", "orphan"; "" draws nothing. As a badge it stands alone;
// around a transfer it encloses it.
void draw_state_badge(const Pen& pen, Point at, std::string_view state, float alpha = 1);
void draw_state_around(const Pen& pen, Point at, std::string_view state, float alpha);
// Across an orphan's line, so that it differs from others without its colour.
void draw_orphan_ticks(const Pen& pen, Point from, Point to, Colour colour);
Colour state_colour(const Palette& palette, std::string_view state);

// The sign before a verdict.
void draw_verdict(const Pen& pen, Point at, std::string_view verdict);
Colour verdict_colour(const Palette& palette, std::string_view verdict);

enum class Icon : uint8_t { reset, back, step, play, pause, plus, minus };
void draw_icon(const Pen& pen, Point at, Icon icon, Colour colour);

}  // namespace cutline
