// How charts look, all of them: ImPlot in the colours of the theme.
#pragma once
#include <imgui.h>

#include "web/geometry.h"
#include "web/theme.h"

namespace cutline {

// The first chart makes ImPlot's context: a picture without charts does without.
void set_chart_style(const Palette& palette);
ImVec4 tint(Colour colour);

// Where a moment and a value stand on the screen, in the chart that is being drawn.
Point chart_place(double time, double value);

}  // namespace cutline
