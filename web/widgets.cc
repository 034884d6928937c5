#include "web/widgets.h"

#include <imgui.h>

namespace cutline {
namespace {

constexpr float kRound = 6;

struct Face {
  Colour ground;
  Colour edge;
  Colour ink;
};

Face face_of(const Palette& palette, const ButtonLook& look, const Press& press) {
  Face face{palette.panel, palette.outline, palette.ink};
  if (look.weight == Weight::quiet)
    face = {faded(palette.panel, 0), faded(palette.panel, 0), palette.ink};
  if (look.weight == Weight::primary || look.weight == Weight::chosen)
    face = {palette.ink, palette.ink, palette.paper};
  if (!look.enabled) {
    // Still told apart from a button that works by its missing edge, not by faintness alone.
    return {faded(palette.panel, 0), palette.grid, palette.muted};
  }
  if (press.hovered && look.weight != Weight::primary && look.weight != Weight::chosen)
    face.ground = palette.wash;
  if (press.hovered) face.edge = palette.ink;
  if (press.held) face.ground = look.weight == Weight::primary ? palette.muted : palette.wash;
  return face;
}

}  // namespace

Point pointer() {
  const ImVec2 at = ImGui::GetMousePos();
  return {at.x, at.y};
}

bool pointer_dragged() {
  const ImGuiIO& io = ImGui::GetIO();
  return (io.MouseDown[0] || io.MouseReleased[0]) && io.MouseDragMaxDistanceSqr[0] > 25;
}

Press press_area(const std::string& id, Box box) {
  const float grow_x = std::max(0.0f, kTouch - box.width()) / 2;
  const float grow_y = std::max(0.0f, kTouch - box.height()) / 2;
  const Box area = box.inset(-grow_x, -grow_y);
  ImGui::SetCursorScreenPos(ImVec2(area.left, area.top));
  Press press;
  press.clicked = ImGui::InvisibleButton(id.c_str(), ImVec2(area.width(), area.height()));
  press.hovered = ImGui::IsItemHovered();
  press.held = ImGui::IsItemActive();
  return press;
}

float button_width(const Pen& pen, std::string_view label) {
  return std::max(36.0f, std::ceil(pen.width(label, Type::strong)) + 24);
}

bool draw_button(const Pen& pen, const std::string& id, Box box, const ButtonLook& look) {
  const Press press = press_area(id, box);
  const Face face = face_of(pen.palette, look, press);
  pen.fill(box, face.ground, kRound);
  pen.outline(box.inset(0.5f), face.edge, 1, kRound);
  if (look.icon) draw_icon(pen, box.centre(), *look.icon, face.ink);
  pen.text_within(box.centre(), box.width() - 8, look.label,
                  {Type::strong, face.ink, Align::centre});
  if (press.hovered && look.enabled) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  return press.clicked && look.enabled;
}

Box begin_scroll(const View& view, const char* id, Box area) {
  constexpr float kSide = 8;  // for the scroll bar, and so that nothing is cut off at the left
  ImGui::SetCursorScreenPos(ImVec2(area.left - kSide, area.top));
  ImGui::BeginChild(id, ImVec2(area.width() + 2 * kSide, area.height()), 0,
                    view.ui.active ? 0 : ImGuiWindowFlags_NoScrollWithMouse);
  if (pointer_dragged() && ImGui::IsMouseDown(0) &&
      ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem))
    ImGui::SetScrollY(ImGui::GetScrollY() - ImGui::GetIO().MouseDelta.y);  // fingers have no wheel
  const float top = ImGui::GetCursorScreenPos().y;
  return {area.left, top, area.right - kSide, top + 100'000};
}

void end_scroll(float content_bottom) {
  ImGui::SetCursorScreenPos(ImVec2(ImGui::GetWindowPos().x, content_bottom - 1));
  ImGui::Dummy(ImVec2(1, 1));
  ImGui::EndChild();
}

const ActionModel* find_action(const std::vector<ActionModel>& actions, std::string_view command) {
  for (const ActionModel& action : actions)
    if (action.command == command) return &action;
  return nullptr;
}

void action_button(View& view, const ActionModel& action, Box box, const ButtonLook& look) {
  ButtonLook shown = look;
  shown.enabled = action.why_not.empty();
  // The same action may be offered in two places: the label tells the two apart.
  const std::string id = std::string(look.label) + " " + action.command;
  if (draw_button(Pen(view), id, box, shown)) view.want(action.command);
  // A button that cannot be pressed is hovered all the same: it says why.
  if (!ImGui::IsItemHovered()) return;
  const std::string key = action.key.empty() ? "" : "   " + action.key;
  view.ui.hover = {action.label + key, action.why_not};
}

float draw_heading(const Pen& pen, Box line, std::string_view words) {
  return pen.text({line.left, line.centre().y}, words, {Type::strong, pen.palette.ink});
}

}  // namespace cutline
