// The whole canvas: one window without any decoration, and in it the panels of the screen shown.
#include <imgui.h>

#include "web/view.h"
#include "web/view_job.h"

namespace cutline {
namespace {

ImVec4 tint(Colour colour) {
  return {static_cast<float>(colour.red) / 255, static_cast<float>(colour.green) / 255,
          static_cast<float>(colour.blue) / 255, static_cast<float>(colour.alpha) / 255};
}

// All that is left of Dear ImGui's own look: the thin scroll bar of a panel.
void set_colours(const Palette& palette) {
  ImVec4* colours = ImGui::GetStyle().Colors;
  colours[ImGuiCol_ChildBg] = colours[ImGuiCol_ScrollbarBg] = tint(faded(palette.paper, 0));
  colours[ImGuiCol_ScrollbarGrab] = tint(palette.grid);
  colours[ImGuiCol_ScrollbarGrabHovered] = tint(palette.outline);
  colours[ImGuiCol_ScrollbarGrabActive] = tint(palette.muted);
}

}  // namespace

void draw_screen(View& view, Box canvas) {
  set_colours(view.palette);
  view.ui.hover = {};
  view.ui.moving = false;
  ImGui::SetNextWindowPos(ImVec2(canvas.left, canvas.top));
  ImGui::SetNextWindowSize(ImVec2(canvas.width(), canvas.height()));
  constexpr ImGuiWindowFlags kBare =
      ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
      ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollWithMouse | ImGuiWindowFlags_NoNav |
      ImGuiWindowFlags_NoBringToFrontOnFocus;
  ImGui::Begin("canvas", nullptr, kBare);
  if (view.model.show == "queue") {
    draw_queue(view, canvas);
  } else if (view.model.show == "jobs") {
    draw_jobs(view, canvas);
  } else {
    const Layout layout = lay_out(canvas, view.ui.pane);
    view.system_tabbed = layout.tab_panes.front() == Pane::system;
    view.diagram_tabbed = layout.tab_panes.front() != Pane::ledger;
    draw_controls(view, layout);
    if (shown(layout.system)) draw_system(view, layout.system);
    if (shown(layout.ledger)) draw_ledger(view, layout.ledger);
    if (shown(layout.explore)) draw_explore(view, layout.explore);
    draw_tabs(view, layout);
    if (shown(layout.diagram)) draw_diagram(view, layout.diagram);
  }
  ImGui::End();
  draw_hover(view, canvas);
  take_shortcuts(view);
}

}  // namespace cutline
