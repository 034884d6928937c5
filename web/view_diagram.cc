// The space-time diagram: who did what in which step, the messages between them, and the cuts. The
// past is drawn to the left of the cursor line, the recorded future faintly to its right.
#include <imgui.h>

#include "web/diagram_draw.h"
#include "web/view.h"
#include "web/view_cut.h"
#include "web/widgets.h"

namespace cutline {
namespace {

constexpr float kWheel = 60;  // CSS pixels a notch

float names_width(const Pen& pen, const DiagramModel& diagram) {
  float width = 16;
  for (const std::string& name : diagram.rows)
    width = std::max(width, pen.width(name, Type::strong));
  return std::min(width + 14, 110.0f);
}

const LogLine* log_line(const LabModel& model, uint32_t step) {
  for (const LogLine& line : model.log)
    if (line.step == step) return &line;
  return nullptr;
}

Story step_story(const LabModel& model, uint32_t step) {
  if (step == 0) return {"The start", ""};
  const LogLine* line = log_line(model, step);
  std::string title = "Step " + std::to_string(step);
  if (line) title += ", " + line->time;
  return {title, line ? line->sentence : ""};
}

void follow_cursor(View& view, DiagramPlan& plan) {
  DiagramUi& ui = view.ui.diagram;
  const DiagramModel& diagram = view.model.diagram;
  const bool jump = view.ui.reduced_motion || ui.seen_scenario != view.model.scenario;
  if (ui.seen_step != diagram.cursor || jump) {
    const float present = jump && ui.seen_step == ~0u ? 0 : ui.scroll.target();
    if (ui.seen_step != diagram.cursor)
      ui.scroll.aim(scroll_to_show(plan, present, diagram.cursor), view.now_ms, jump);
    ui.now.aim(static_cast<float>(diagram.cursor), view.now_ms, jump);
    ui.seen_step = diagram.cursor;
    ui.seen_scenario = view.model.scenario;
  }
  plan.scroll = std::clamp(ui.scroll.at(view.now_ms), 0.0f, plan.scroll_max());
  ui.rows_scroll = std::clamp(ui.rows_scroll, 0.0f, plan.rows_scroll_max(diagram.rows.size()));
  plan.rows_scroll = ui.rows_scroll;
  if (ui.scroll.moving(view.now_ms) || ui.now.moving(view.now_ms)) view.ui.moving = true;
}

void scroll_to(View& view, const DiagramPlan& plan, float x, float y) {
  DiagramUi& ui = view.ui.diagram;
  ui.scroll.aim(std::clamp(x, 0.0f, plan.scroll_max()), view.now_ms, true);
  ui.rows_scroll = std::clamp(y, 0.0f, plan.rows_scroll_max(view.model.diagram.rows.size()));
}

void take_wheel(View& view, const DiagramPlan& plan) {
  if (!view.ui.active) return;
  const ImGuiIO& io = ImGui::GetIO();
  if (io.MouseWheel == 0 && io.MouseWheelH == 0) return;
  const bool rows = plan.rows_scroll_max(view.model.diagram.rows.size()) > 0;
  const float along = io.MouseWheelH + (rows ? 0 : io.MouseWheel);
  scroll_to(view, plan, plan.scroll - along * kWheel,
            plan.rows_scroll - (rows ? io.MouseWheel * kWheel : 0));
}

// A cut that was moved by a command comes into sight.
void follow_cut(View& view, DiagramPlan& plan) {
  const auto place = moved_cut(view, plan);
  if (!place) return;
  DiagramUi& ui = view.ui.diagram;
  const bool jump = view.ui.reduced_motion;
  const auto step = static_cast<uint32_t>(std::max(0.0f, *place));
  ui.scroll.aim(scroll_to_show(plan, ui.scroll.target(), step), view.now_ms, jump);
  plan.scroll = std::clamp(ui.scroll.at(view.now_ms), 0.0f, plan.scroll_max());
  if (ui.scroll.moving(view.now_ms)) view.ui.moving = true;
}

// In another order of the events the swap that was done is kept in sight.
void follow_order(View& view, DiagramPlan& plan, DiagramOrder& order) {
  DiagramUi& ui = view.ui.diagram;
  const StraighteningModel& straightening = view.model.cut.straightening;
  const bool jump = view.ui.reduced_motion || ui.seen_scenario != view.model.scenario;
  ui.order.aim(view.model.diagram, straightening, view.now_ms, jump);
  if (!ui.order.other(view.now_ms)) return;
  order = ui.order.at(view.model.diagram, view.now_ms);
  plan.order = &order;
  plan.length = std::max(plan.length, static_cast<uint32_t>(straightening.order.size()));
  if (ui.order.moving(view.now_ms)) view.ui.moving = true;
  if (!straightening.open || straightening.swaps.empty()) return;
  if (ui.seen_swaps == straightening.done + 1) return;
  const uint32_t last = straightening.done > 0 ? straightening.done - 1 : 0;
  const uint32_t place = straightening.swaps[last].place + 1;
  ui.scroll.aim(scroll_to_show(plan, ui.scroll.target(), place), view.now_ms, jump);
  ui.seen_swaps = straightening.done + 1;  // 0: none seen yet
}

// On the axis a press moves the cursor line, and dragging takes it along.
void answer_axis(View& view, const DiagramPlan& plan) {
  if (plan.order) return;  // there is no time in another order
  const Press press = press_area("diagram axis", plan.axis);
  DiagramUi& ui = view.ui.diagram;
  if (press.hovered || press.held) {
    ImGui::SetMouseCursor(ImGuiMouseCursor_ResizeEW);
    if (!press.held) view.ui.hover = step_story(view.model, plan.step_at(pointer().x));
  }
  if (!press.held) {
    ui.scrubbing = false;
    return;
  }
  const uint32_t step = plan.step_at(pointer().x);
  if (ui.scrubbing && step == ui.scrub_step) return;
  ui.scrubbing = true;
  ui.scrub_step = step;
  if (step != view.model.diagram.cursor) view.want("seek " + std::to_string(step));
}

void tell(View& view, const DiagramHit& hit) {
  const LabModel& model = view.model;
  if (hit.mark) {
    view.ui.hover = step_story(model, hit.mark->step);
    const std::string clock = clock_story(model.diagram, hit.mark->row, hit.mark->step);
    if (!clock.empty()) view.ui.hover.text += (view.ui.hover.text.empty() ? "" : " ") + clock;
  } else if (hit.arrow && hit.arrow->back) {
    view.ui.hover = acknowledgement_story(*hit.arrow, model.diagram);
  } else if (hit.arrow && hit.arrow->marker) {
    view.ui.hover = marker_story(
        model, hit.arrow->name,
        model.diagram.rows[hit.arrow->from_row] + ">" + model.diagram.rows[hit.arrow->to_row]);
  } else if (hit.arrow) {
    view.ui.hover = story_of(model, hit.arrow->name);
  } else if (hit.cut) {
    view.ui.hover = story_of(model, hit.cut->name);
  }
}

// On the paper a press selects what is there, or moves the cursor line; dragging moves the paper.
DiagramHit answer_paper(View& view, const DiagramPlan& plan) {
  const Press press = press_area("diagram paper", plan.paper);
  DiagramUi& ui = view.ui.diagram;
  const bool dragged = pointer_dragged();
  if (ImGui::IsItemActivated()) ui.press_scroll = plan.scroll;
  if (press.held && dragged) {
    scroll_to(view, plan, ui.press_scroll - ImGui::GetMouseDragDelta(0, 5).x, plan.rows_scroll);
    return {};
  }
  if (!press.hovered) return {};
  take_wheel(view, plan);
  const DiagramHit hit = hit_diagram(plan, view.model.diagram, pointer());
  tell(view, hit);
  if (hit.mark || hit.arrow || hit.cut) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
  if (!press.clicked || dragged) return hit;
  std::string name;
  if (hit.mark) name = hit.mark->name;
  if (hit.arrow) name = hit.arrow->back ? hit.arrow->channel : hit.arrow->name;
  if (hit.cut) name = hit.cut->name;
  if (name.empty() && plan.order) return hit;
  if (name.empty())
    view.want("seek " + std::to_string(plan.step_at(pointer().x)));
  else
    view.want("select " + (name == view.model.selected ? "none" : name));
  return hit;
}

// So that a clock has room beside its neighbours.
void widen_for_clocks(const Pen& pen, const LabModel& model, DiagramPlan& plan) {
  if (!model.cut.clocks || model.diagram.events.empty()) return;
  std::string widest;
  for (uint32_t count : model.diagram.events.back().clock)
    widest += (widest.empty() ? "" : " ") + std::to_string(count);
  plan.column = std::clamp(pen.width(widest, Type::small) + 12, plan.column, 120.0f);
}

}  // namespace

void draw_diagram(View& view, Box area) {
  const Pen pen(view);
  Box heading = area.cut_top(24);
  const bool open = view.model.cut.straightening.open;
  const std::string title = open ? "Another order of the same events, " +
                                       std::to_string(view.model.cut.straightening.done) + " of " +
                                       std::to_string(view.model.cut.straightening.swaps.size()) +
                                       " swaps done"
                                 : "Space-time diagram";
  if (!view.diagram_tabbed) heading.cut_left(draw_heading(pen, heading, title) + 16);
  draw_cut_buttons(view, heading);
  heading.cut_left(12);
  // Where there is little room the signs have a line of their own, if there is anything to say.
  const bool narrow = heading.width() < 200 && view.model.cut.on;
  draw_legend(pen, narrow ? area.cut_top(20) : heading, view.model);
  DiagramPlan plan = plan_diagram(view.model.diagram, area, names_width(pen, view.model.diagram));
  widen_for_clocks(pen, view.model, plan);
  DiagramOrder order;
  follow_cursor(view, plan);
  follow_order(view, plan, order);
  follow_cut(view, plan);
  answer_axis(view, plan);
  answer_cut(view, plan);
  const DiagramHit hover = answer_paper(view, plan);
  // In another order nothing is ahead.
  const float now = plan.order ? static_cast<float>(plan.length)
                               : view.ui.diagram.now.at(view.now_ms);
  const DiagramDrawing drawing{view.model, pen, plan, hover, now, view.pixel_ratio, view.ui.active};
  draw_diagram_ground(drawing);
  draw_diagram_rows(drawing);
  draw_diagram_run(drawing);
  draw_diagram_cuts(drawing);
  draw_learners_cut(drawing);
  draw_diagram_labels(drawing);
  draw_cut_handles(drawing);
  draw_diagram_axis(drawing);
}

}  // namespace cutline
