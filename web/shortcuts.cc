// Keys, while the canvas is active: each action of the model brings its own (VerbInfo::key).
#include <imgui.h>

#include "web/view.h"

namespace cutline {
namespace {

struct NamedKey {
  std::string_view name;
  ImGuiKey key;
};

constexpr NamedKey kKeys[] = {
    {"Space", ImGuiKey_Space},       {"Left", ImGuiKey_LeftArrow}, {"Right", ImGuiKey_RightArrow},
    {"Up", ImGuiKey_UpArrow},        {"Down", ImGuiKey_DownArrow}, {"Home", ImGuiKey_Home},
    {"End", ImGuiKey_End},           {"Enter", ImGuiKey_Enter},    {"PageUp", ImGuiKey_PageUp},
    {"PageDown", ImGuiKey_PageDown},
};

// "Shift+Left" wants the Shift key, "Left" wants it up.
bool take_shift(std::string_view& name) {
  constexpr std::string_view kShift = "Shift+";
  if (!name.starts_with(kShift)) return false;
  name.remove_prefix(kShift.size());
  return true;
}

ImGuiKey key_named(std::string_view name) {
  for (const NamedKey& each : kKeys)
    if (each.name == name) return each.key;
  if (name.size() == 1 && name[0] >= 'A' && name[0] <= 'Z')
    return static_cast<ImGuiKey>(ImGuiKey_A + (name[0] - 'A'));
  return ImGuiKey_None;
}

void take_keys_of(View& view, const std::vector<ActionModel>& actions) {
  for (const ActionModel& action : actions) {
    std::string_view name = action.key;
    const bool shift = take_shift(name);
    const ImGuiKey key = key_named(name);
    if (key == ImGuiKey_None || !action.why_not.empty() || shift != ImGui::GetIO().KeyShift)
      continue;
    // A key held down goes on stepping, but does not start and stop playing again and again.
    const bool repeats = key == ImGuiKey_LeftArrow || key == ImGuiKey_RightArrow;
    if (ImGui::IsKeyPressed(key, repeats)) view.want(action.command);
  }
}

}  // namespace

void take_shortcuts(View& view) {
  const ImGuiIO& io = ImGui::GetIO();
  if (!view.ui.active || io.KeyCtrl || io.KeyAlt || io.KeySuper) return;
  const bool queue = view.model.show == "queue";
  take_keys_of(view, queue ? view.model.queue.actions : view.model.actions);
  if (!queue) take_keys_of(view, view.model.cut.actions);
}

}  // namespace cutline
