#include "web/view_cut.h"

#include <imgui.h>

#include <algorithm>

#include "web/story.h"
#include "web/widgets.h"

namespace cutline {
namespace {

struct CutButton {
  std::string command;
  std::string label;
};

const CutButton kCutButtons[] = {
    {"cut-shrink", "Inside"}, {"cut-grow", "Around"}, {"straighten", "Straighten"}};
// The cut of the snapshot that the views mark has a button of its own, by that snapshot's name.
const CutButton kOrderButtons[] = {{"straighten 0", "First"},
                                       {"unswap", "Back"},
                                       {"swap", "Next"},
                                       {"straighten all", "All"},
                                       {"straighten off", "Close"}};

constexpr float kBetween = 4;

void draw_one(View& view, Box& line, const CutButton& button, Weight weight) {
  const ActionModel* action = find_action(view.model.cut.actions, button.command);
  const Pen pen(view);
  const float width = std::ceil(pen.width(button.label, Type::strong)) + 14;
  if (!action || line.width() < width) return;
  action_button(view, *action, line.cut_left(width), {button.label, nullptr, weight});
  line.cut_left(kBetween);
}

}  // namespace

void draw_cut_buttons(View& view, Box& line) {
  const LabCutModel& cut = view.model.cut;
  if (cut.straightening.open) {
    for (const CutButton& button : kOrderButtons) draw_one(view, line, button, Weight::normal);
    return;
  }
  if (cut.on) {
    draw_one(view, line, {"cut off", "Cut"}, Weight::chosen);
    for (const CutButton& button : kCutButtons) draw_one(view, line, button, Weight::normal);
  } else {
    draw_one(view, line, {"cut now", "Cut"}, Weight::normal);
  }
  if (const SnapshotModel* snapshot = selected_snapshot(view.model))
    draw_one(view, line, {"cut-load " + snapshot->name, "As " + snapshot->name}, Weight::normal);
  draw_one(view, line, {cut.clocks ? "clocks off" : "clocks on", "Clocks"},
           cut.clocks ? Weight::chosen : Weight::normal);
}

void answer_cut(View& view, const DiagramPlan& plan) {
  const LabCutModel& cut = view.model.cut;
  if (!cut.on || plan.order) return;
  const DiagramModel& diagram = view.model.diagram;
  const std::vector<float> line =
      cut_line(cut.places, nullptr, static_cast<float>(plan.length) + 0.5f);
  for (size_t row = 0; row < line.size(); ++row) {
    const Point at{plan.x(line[row]), plan.y(row)};
    const bool in_sight = at.x > plan.paper.left - 6 && at.x < plan.paper.right + 6 &&
                          at.y > plan.paper.top && at.y < plan.paper.bottom;
    if (!in_sight) continue;
    const CutPlaceModel& place = cut.places[row];
    const Press press = press_area("cut at " + place.process, box_around(at, kTouch / 2));
    if (press.hovered || press.held) {
      ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
      view.ui.hover = {"Cut at " + place.process + ": " + std::to_string(place.inside) + " of " +
                           std::to_string(place.events) + " events inside",
                       cut.ledger.sentence};
    }
    if (!press.held || !pointer_dragged()) continue;
    const float step =
        (pointer().x - plan.paper.left + plan.scroll - DiagramPlan::kLead) / plan.column;
    const uint32_t inside = events_before(diagram, nullptr, row, step);
    if (inside != place.inside)
      view.want("cut " + place.process + " " + std::to_string(inside));
  }
}

std::optional<float> moved_cut(View& view, const DiagramPlan& plan) {
  const LabCutModel& cut = view.model.cut;
  std::vector<uint32_t> inside;
  for (const CutPlaceModel& place : cut.places) inside.push_back(place.inside);
  if (inside == view.ui.diagram.seen_cut) return std::nullopt;
  view.ui.diagram.seen_cut = inside;
  if (inside.empty() || plan.order || ImGui::IsMouseDown(0)) return std::nullopt;
  const std::vector<float> line =
      cut_line(cut.places, nullptr, static_cast<float>(plan.length) + 0.5f);
  const auto [left, right] = std::minmax_element(line.begin(), line.end());
  return (*left + *right) / 2;
}

std::string clock_story(const DiagramModel& diagram, uint32_t row, uint32_t step) {
  for (const EventModel& event : diagram.events) {
    if (event.row != row || event.step != step) continue;
    std::string out;
    for (size_t index = 0; index < event.clock.size(); ++index)
      out += (index == 0 ? "Vector clock: " : ", ") + diagram.rows[index] + " " +
             std::to_string(event.clock[index]);
    return out + ".";
  }
  return "";
}

}  // namespace cutline
