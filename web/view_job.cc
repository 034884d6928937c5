// The screen of streaming jobs: the run's controls, the graph, and the time line of a checkpoint.
#include "web/view_job.h"

#include <algorithm>

#include "web/paint.h"
#include "web/widgets.h"

namespace cutline {
namespace {

constexpr float kLine = 36;
constexpr float kTabs = 32;
constexpr float kMargin = 14;

struct Control {
  std::string_view command;
  Icon icon;
};
constexpr Control kControls[] = {
    {"reset", Icon::reset}, {"back", Icon::back},   {"step", Icon::step},
    {"play", Icon::play},   {"pause", Icon::pause},
};
constexpr std::string_view kMoments[] = {"next phase", "next barrier", "next completed"};

void draw_job_controls(View& view, Box line) {
  for (const Control& control : kControls) {
    const ActionModel* action = find_action(view.model.actions, control.command);
    if (!action) continue;
    ButtonLook look;
    look.icon = &control.icon;
    if (control.command == "step") look.weight = Weight::primary;
    action_button(view, *action, line.cut_left(kLine), look);
    line.cut_left(6);
  }
  const Pen pen(view);
  for (std::string_view command : kMoments) {
    const ActionModel* action = find_action(view.model.actions, command);
    if (!action) continue;
    const float width = button_width(pen, action->label);
    if (width > line.width()) break;
    ButtonLook look;
    look.label = action->label;
    action_button(view, *action, line.cut_left(width), look);
    line.cut_left(6);
  }
  pen.text_within({line.left + 8, line.centre().y}, line.width() - 8, "t = " + view.model.time,
                  {Type::strong, view.palette.ink});
}

// One tab for each panel that the model offers.
void draw_job_tabs(View& view, Box line) {
  const Pen pen(view);
  const float bottom = crisp(line.bottom - 1, view.pixel_ratio);
  pen.line({line.left, bottom}, {line.right, bottom}, pen.palette.grid, 1);
  for (const ActionModel& action : view.model.actions) {
    if (action.group != "panel") continue;
    const bool here = action.command == "panel " + view.model.job.panel;
    const Box tab = line.cut_left(pen.width(action.label, Type::strong) + 24);
    const Press press = press_area(action.command, tab);
    if (press.hovered) pen.fill(tab.inset(2, 4), pen.palette.wash, 4);
    pen.text(tab.centre(), action.label,
             {here ? Type::strong : Type::body, here ? pen.palette.ink : pen.palette.muted,
              Align::centre});
    if (here) pen.line({tab.left + 8, bottom}, {tab.right - 8, bottom}, pen.palette.ink, 3);
    if (press.clicked && !here) view.want(action.command);
  }
}

}  // namespace

void draw_jobs(View& view, Box canvas) {
  Box area = canvas.inset(kMargin);
  draw_job_controls(view, area.cut_top(kLine));
  area.cut_top(4);
  draw_job_tabs(view, area.cut_top(kTabs));
  area.cut_top(8);
  if (view.model.job.panel == "charts") return draw_job_charts(view, area);
  if (view.model.job.panel == "compare") return draw_job_compare(view, area);
  Box checkpoint = area.cut_bottom(std::min(area.height() * 0.42f, 300.0f));
  area.cut_bottom(12);
  draw_job_graph(view, area);
  draw_job_checkpoint(view, checkpoint);
}

}  // namespace cutline
