// What can be pressed: an area, a button, a stepper. Each is at least kTouch high and wide.
#pragma once
#include <string>
#include <string_view>

#include "web/glyphs.h"
#include "web/view.h"

namespace cutline {

struct Press {
  bool hovered = false;
  bool held = false;
  bool clicked = false;
};

Point pointer();  // the mouse, or the last touch

bool pointer_dragged();  // since the press that is going on or just ended, by more than a slip

// An invisible area. Smaller ones must be asked for before larger ones that they lie on.
Press press_area(const std::string& id, Box box);

enum class Weight : uint8_t { quiet, normal, primary, chosen };

struct ButtonLook {
  std::string_view label;      // either a label
  const Icon* icon = nullptr;  // or an icon
  Weight weight = Weight::normal;
  bool enabled = true;
};
bool draw_button(const Pen& pen, const std::string& id, Box box, const ButtonLook& look);
float button_width(const Pen& pen, std::string_view label);

// A part that scrolls where its content is longer than it. Draw into the box returned, which has no
// lower end, with a Pen made after begin_scroll(); then say where the content ends.
Box begin_scroll(const View& view, const char* id, Box area);
void end_scroll(float content_bottom);

// A button for a thing that the model offers: pushes its command when pressed, and tells on
// hovering what it does or why it cannot be done.
void action_button(View& view, const ActionModel& action, Box box, const ButtonLook& look);

// The model's action with that command line; null where there is none.
const ActionModel* find_action(const std::vector<ActionModel>& actions, std::string_view command);

// A panel's heading; returns the width it takes.
float draw_heading(const Pen& pen, Box line, std::string_view words);

}  // namespace cutline
