// The comparison: a row of bars for each mode over one clock, and below it the figures side by
// side. A bar is a checkpoint from its trigger to its end, with a letter for what limited it.
#include <algorithm>

#include "web/paint.h"
#include "web/view_job.h"
#include "web/widgets.h"

namespace cutline {
namespace {

constexpr float kRow = 20;
constexpr float kNames = 120;
constexpr float kHeading = 24;
constexpr float kFigure = 22;

const CompareModel& model_of(const View& view) { return view.model.job.compare; }

// How far the clock goes: a cluster's own time may be longer than the job's.
double end_of(const CompareModel& compare) {
  double end = std::max(compare.until_s, 1e-9);
  for (const CompareColumnModel& column : compare.columns)
    for (const ComparedCheckpointModel& each : column.checkpoints)
      end = std::max({end, each.triggered_s, each.ended_s});
  return end;
}

void draw_bar(View& view, const CompareColumnModel& column, const ComparedCheckpointModel& each,
              Box lane, double end_s) {
  const Pen pen(view);
  const CompareModel& compare = model_of(view);
  const auto x_of = [&](double time_s) {
    return mix(lane.left, lane.right, static_cast<float>(std::clamp(time_s / end_s, 0.0, 1.0)));
  };
  const bool open = each.ended_s < 0;
  const double until_s = open ? std::max(each.triggered_s, compare.now_s) : each.ended_s;
  Box bar{x_of(each.triggered_s), lane.top + 3, x_of(until_s), lane.bottom - 3};
  bar.right = std::max(bar.right, bar.left + 3);
  const bool failed = each.status == "failed";
  if (failed) {
    pen.outline(bar, pen.palette.lost, 1.5f);
    pen.hatch(bar, pen.palette.lost, 5);
  } else if (open) {
    pen.dashed_outline(bar, pen.palette.muted, 1.5f);
  } else {
    pen.fill(bar, faded(pen.palette.transfer, 0.3f));
    pen.outline(bar, pen.palette.transfer, 1.5f);
  }
  if (!each.limit.empty() && bar.width() > 14)
    pen.text(bar.centre(), std::string(1, static_cast<char>(each.limit[0] - 'a' + 'A')),
             {Type::small, pen.palette.ink, Align::centre});
  const Press press = press_area("compared " + column.name + " " + each.name, bar);
  if (!press.hovered) return;
  std::string words = each.status;
  if (!each.duration.empty()) words += " after " + each.duration;
  if (!each.alignment.empty()) words += ", alignment " + each.alignment;
  words += ", in flight " + each.in_flight;
  if (!each.limited_by.empty()) words += ". " + each.limited_by;
  view.ui.hover = {each.name + ", " + column.name, words + "."};
}

// The names, and the bars over the clock with the cursor.
void draw_clock(View& view, Box& sheet) {
  const Pen pen(view);
  const CompareModel& compare = model_of(view);
  const double end_s = end_of(compare);
  const float names = std::min(kNames, sheet.width() * 0.35f);
  const Box lanes{sheet.left + names, sheet.top, sheet.right,
                  sheet.top + kRow * static_cast<float>(compare.columns.size())};
  for (const CompareColumnModel& column : compare.columns) {
    Box row = sheet.cut_top(kRow);
    const Box name = row.cut_left(names);
    pen.text_within({name.left, name.centre().y}, names - 8, column.name,
                    {Type::small, pen.palette.ink});
    pen.line({row.left, row.bottom}, {row.right, row.bottom}, pen.palette.grid, 1);
    if (!column.why_not.empty())
      pen.text_within({row.left, row.centre().y}, row.width(), "refused: " + column.why_not,
                      {Type::small, pen.palette.lost});
    for (const ComparedCheckpointModel& each : column.checkpoints)
      draw_bar(view, column, each, row, end_s);
  }
  const float now = crisp(
      mix(lanes.left, lanes.right, static_cast<float>(std::min(1.0, compare.now_s / end_s))),
      view.pixel_ratio);
  pen.line({now, lanes.top}, {now, lanes.bottom}, pen.palette.cursor, 1.5f);
  const Box legend = sheet.cut_top(kHeading);
  pen.text_within({legend.left, legend.centre().y}, legend.width(),
                  "Limited by Queue, Alignment, Sync, Storage, Coordinator; hatched: failed",
                  {Type::small, pen.palette.muted});
}

// A line of cells, and below each value a bar of its share.
void draw_figures(View& view, Box& sheet) {
  const Pen pen(view);
  const CompareModel& compare = model_of(view);
  const float names = std::min(190.0f, sheet.width() * 0.32f);
  const float cell =
      (sheet.width() - names) / static_cast<float>(std::max<size_t>(1, compare.columns.size()));
  Box head = sheet.cut_top(kHeading);
  head.cut_left(names);
  for (const CompareColumnModel& column : compare.columns) {
    const Box place = head.cut_left(cell);
    pen.text_within({place.left, place.centre().y}, cell - 6, column.name,
                    {Type::small_strong, pen.palette.ink});
  }
  for (const CompareRowModel& row : compare.rows) {
    Box line = sheet.cut_top(kFigure);
    const Box name = line.cut_left(names);
    pen.text_within({name.left, name.centre().y}, names - 8, row.name,
                    {Type::small, pen.palette.muted});
    for (size_t at = 0; at < row.values.size(); ++at) {
      const Box place = line.cut_left(cell);
      pen.text_within({place.left, place.top + 9}, cell - 6, row.values[at],
                      {Type::small, pen.palette.ink});
      if (row.shares[at] < 0) continue;
      const float width = (cell - 10) * static_cast<float>(row.shares[at]);
      pen.fill({place.left, place.bottom - 4, place.left + width, place.bottom - 2},
               pen.palette.transfer);
    }
  }
}

void draw_differences(View& view, Box& sheet) {
  const Pen pen(view);
  sheet.cut_top(8);
  draw_heading(pen, sheet.cut_top(kHeading), "What is different");
  const std::vector<std::string>& all = model_of(view).differences;
  for (const std::string& each : all)
    sheet.cut_top(pen.paragraph({sheet.left, sheet.top + 2}, sheet.width(), each,
                                {Type::small, pen.palette.ink}) +
                  5);
  if (all.empty())
    pen.text({sheet.left, sheet.cut_top(kRow).centre().y}, "Nothing so far.",
             {Type::small, pen.palette.muted});
}

// Nothing is compared yet: what can be.
void draw_choice(View& view, Box area) {
  const Pen pen(view);
  area.cut_top(pen.paragraph(area.top_left(), area.width(),
                             "The same job in several checkpoint modes on one clock. Choose here, "
                             "or mode by mode on the page.",
                             {Type::body, pen.palette.muted}) +
               12);
  for (const ActionModel& action : view.model.actions) {
    if (action.group != "compare" || !action.why_not.empty()) continue;
    ButtonLook look;
    look.label = action.label;
    Box line = area.cut_top(36);
    action_button(view, action, line.cut_left(button_width(pen, action.label)), look);
    area.cut_top(8);
  }
}

}  // namespace

void draw_job_compare(View& view, Box area) {
  if (model_of(view).columns.empty()) {
    draw_choice(view, area);
    return;
  }
  Box sheet = begin_scroll(view, "comparison", area);
  draw_clock(view, sheet);
  sheet.cut_top(6);
  draw_figures(view, sheet);
  draw_differences(view, sheet);
  end_scroll(sheet.top);
}

}  // namespace cutline
