// The queue lab: the fluid backlog over time with its controls, and M/M/1 in a panel of its own.
#include "core/base/text.h"
#include "web/queue_chart.h"
#include "web/view.h"
#include "web/widgets.h"

namespace cutline {
namespace {

constexpr float kLine = 36;
constexpr float kStepper = 340;
constexpr double kRateStep = 0.5;  // 1/s; finer rates are typed on the page

struct Rate {
  std::string_view sign;
  std::string_view words;
  std::string_view command;
  double value = 0;
  const std::string& text;
};

// The next multiple of kRateStep in that direction, never below 0.
std::string stepped(double value, double direction) {
  const double steps = value / kRateStep;
  const double next = direction > 0 ? std::floor(steps) + 1 : std::ceil(steps) - 1;
  return print_decimal(std::max(0.0, next * kRateStep));
}

void draw_stepper(View& view, Box line, const Rate& rate) {
  const Pen pen(view);
  line.right = std::min(line.right, line.left + kStepper);
  const float y = line.centre().y;
  pen.text({line.left, y}, rate.sign, {Type::title, pen.palette.ink});
  pen.text_within({line.left + 24, y}, line.width() - 24 - 150, rate.words,
                  {Type::body, pen.palette.muted});
  const Icon plus = Icon::plus;
  const Icon minus = Icon::minus;
  const std::string command = std::string(rate.command) + " ";
  if (draw_button(pen, command + "more", line.cut_right(kLine), {"", &plus}))
    view.want(command + stepped(rate.value, 1));
  const Box value = line.cut_right(64);
  pen.text_within({value.centre().x, y}, value.width(), rate.text,
                  {Type::title, pen.palette.ink, Align::centre});
  const ButtonLook less{"", &minus, Weight::normal, rate.value > 0};
  if (draw_button(pen, command + "less", line.cut_right(kLine), less))
    view.want(command + stepped(rate.value, -1));
}

void draw_steps(View& view, Box line) {
  const Icon icons[] = {Icon::reset, Icon::back, Icon::step};
  const std::string_view commands[] = {"queue reset", "queue back", "queue step"};
  for (size_t i = 0; i < 3; ++i) {
    const ActionModel* action = find_action(view.model.queue.actions, commands[i]);
    if (!action) continue;
    ButtonLook look;
    look.icon = &icons[i];
    if (i == 2) look.weight = Weight::primary;
    action_button(view, *action, line.cut_left(kLine), look);
    line.cut_left(6);
  }
  const Pen pen(view);
  pen.text({line.left + 8, line.centre().y}, "half a second each",
           {Type::small, pen.palette.muted});
}

// Returns its height, which is that of two lines at least: what follows does not jump.
float draw_guess(const Pen& pen, Box area, const QueueModel& queue) {
  constexpr float kLeast = 40;
  if (!queue.judgement.empty()) {
    const Point sign{area.left + 8, area.top + 10};
    if (queue.judged_right)
      draw_verdict(pen, sign, "consistent");
    else
      draw_state_badge(pen, sign, "lost");
    const Print print{Type::body, queue.judged_right ? pen.palette.recorded : pen.palette.lost};
    return std::max(kLeast, pen.paragraph({area.left + 24, area.top + 2}, area.width() - 24,
                                          queue.judgement, print));
  }
  const std::string words =
      queue.prediction_text.empty()
          ? "Predict the backlog at t = " + queue.next_time_text + " beside the picture, then step."
          : "You predict " + queue.prediction_text + " at t = " + queue.next_time_text +
                ". Step to see.";
  return std::max(kLeast, pen.paragraph({area.left, area.top + 2}, area.width(), words,
                                        {Type::body, pen.palette.muted}));
}

// Both take what they need off the top of the area.
void draw_rates(View& view, Box& area) {
  const Pen pen(view);
  const QueueModel& queue = view.model.queue;
  const Box now = area.cut_top(48);
  const float width = pen.text({now.left, now.centre().y}, queue.backlog_text,
                               {Type::figure, pen.palette.transfer});
  pen.text({now.left + width + 10, now.centre().y - 8}, "backlog at t = " + queue.time_text,
           {Type::strong, pen.palette.ink});
  pen.text_within({now.left + width + 10, now.centre().y + 9}, now.width() - width - 10,
                  queue.empties, {Type::small, pen.palette.muted});
  area.cut_top(6);
  draw_stepper(view, area.cut_top(kLine),
               {"λ", "arrivals per second", "queue lambda", queue.lambda, queue.lambda_text});
  area.cut_top(8);
  draw_stepper(view, area.cut_top(kLine),
               {"μ", "served per second", "queue mu", queue.mu, queue.mu_text});
  area.cut_top(12);
  draw_steps(view, area.cut_top(kLine));
  area.cut_top(10);
  area.cut_top(draw_guess(pen, area, queue) + kGap);
}

void draw_steady(View& view, Box& area) {
  const Pen pen(view);
  const QueueModel& queue = view.model.queue;
  pen.line({area.left, area.top + 0.5f}, {area.right, area.top + 0.5f}, pen.palette.grid, 1);
  area.cut_top(8);
  draw_heading(pen, area.cut_top(22), "M/M/1 at these rates, apart");
  area.cut_top(pen.paragraph({area.left, area.top + 2}, area.width(), queue.steady_sentence,
                             {Type::body, queue.steady ? pen.palette.ink : pen.palette.held}) +
               10);
  if (queue.steady) {
    const std::string* values[] = {&queue.rho, &queue.l, &queue.lq, &queue.w, &queue.wq};
    const std::string_view names[] = {"ρ", "L", "Lq", "W", "Wq"};
    const float width = area.width() / 5;
    Box line = area.cut_top(40);
    for (size_t i = 0; i < 5; ++i) {
      const Box cell = line.cut_left(width);
      pen.text({cell.left, cell.top + 8}, names[i], {Type::small, pen.palette.muted});
      pen.text_within({cell.left, cell.top + 26}, width - 6, *values[i],
                      {Type::strong, pen.palette.ink});
    }
    area.cut_top(6);
  }
  area.cut_top(pen.paragraph(area.top_left(), area.width(), queue.apart_sentence,
                             {Type::small, pen.palette.muted}) +
               kGap);
}

}  // namespace

void draw_queue(View& view, Box canvas) {
  const QueueLayout layout = lay_out_queue(canvas);
  const Pen pen(view);
  Box chart = layout.chart;
  const Box heading = chart.cut_top(24);
  const float taken = draw_heading(pen, heading, "Fluid backlog");
  pen.text_within({heading.left + taken + 10, heading.centre().y}, heading.width() - taken - 10,
                  "starts at 4, grows at λ − μ, never below 0", {Type::small, pen.palette.muted});
  draw_queue_chart(view, chart);
  Box side = begin_scroll(view, "queue side", layout.side);
  draw_rates(view, side);
  draw_steady(view, side);
  end_scroll(side.top);
}

}  // namespace cutline
