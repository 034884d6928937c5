// The screen of streaming jobs: the run's controls, the graph, and the time line of a checkpoint.
#include "web/view_job.h"

#include <algorithm>

#include "web/widgets.h"

namespace cutline {
namespace {

constexpr float kLine = 36;
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

}  // namespace

void draw_jobs(View& view, Box canvas) {
  Box area = canvas.inset(kMargin);
  draw_job_controls(view, area.cut_top(kLine));
  area.cut_top(10);
  Box checkpoint = area.cut_bottom(std::min(area.height() * 0.42f, 300.0f));
  area.cut_bottom(12);
  draw_job_graph(view, area);
  draw_job_checkpoint(view, checkpoint);
}

}  // namespace cutline
