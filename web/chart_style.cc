#include "web/chart_style.h"

#include <implot.h>

namespace cutline {

ImVec4 tint(Colour colour) {
  return {static_cast<float>(colour.red) / 255, static_cast<float>(colour.green) / 255,
          static_cast<float>(colour.blue) / 255, static_cast<float>(colour.alpha) / 255};
}

Point chart_place(double time, double backlog) {
  const ImVec2 at = ImPlot::PlotToPixels(time, backlog);
  return {at.x, at.y};
}

void set_chart_style(const Palette& palette) {
  if (!ImPlot::GetCurrentContext()) ImPlot::CreateContext();
  ImPlotStyle& style = ImPlot::GetStyle();
  style.PlotPadding = ImVec2(4, 6);
  style.PlotMinSize = ImVec2(60, 40);
  style.PlotBorderSize = 0;
  style.MajorTickLen = ImVec2(5, 5);
  style.MinorTickLen = ImVec2(0, 0);
  style.LabelPadding = ImVec2(6, 6);
  style.MinorAlpha = 1;
  style.Colors[ImPlotCol_FrameBg] = tint(faded(palette.paper, 0));
  style.Colors[ImPlotCol_PlotBg] = tint(faded(palette.paper, 0));
  style.Colors[ImPlotCol_PlotBorder] = tint(palette.grid);
  style.Colors[ImPlotCol_AxisGrid] = tint(faded(palette.grid, 0.7f));
  style.Colors[ImPlotCol_AxisTick] = tint(palette.outline);
  style.Colors[ImPlotCol_AxisText] = tint(palette.muted);
  style.Colors[ImPlotCol_AxisBg] = style.Colors[ImPlotCol_AxisBgHovered] =
      style.Colors[ImPlotCol_AxisBgActive] = tint(faded(palette.paper, 0));
  style.Colors[ImPlotCol_InlayText] = tint(palette.ink);
}

}  // namespace cutline
