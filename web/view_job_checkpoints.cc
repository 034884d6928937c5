// The shown checkpoint over time, a row for each task: how long its first barrier was waited for,
// the alignment, the synchronous part and the upload. Each has a pattern of its own.
#include <algorithm>

#include "web/paint.h"
#include "web/view_job.h"
#include "web/widgets.h"

namespace cutline {
namespace {

constexpr float kRow = 20;
constexpr float kNames = 96;

const JobCheckpointModel* shown_of(const JobModel& job) {
  for (const JobCheckpointModel& each : job.checkpoints)
    if (each.selected) return &each;
  return nullptr;
}

// From one instant to another on a row.
class Scale {
 public:
  Scale(Box row, double from_s, double to_s) : row_(row), from_(from_s), to_(to_s) {}
  float x(double time_s) const {
    const double share = (time_s - from_) / std::max(1e-9, to_ - from_);
    return mix(row_.left, row_.right, static_cast<float>(std::clamp(share, 0.0, 1.0)));
  }
  Box span(double from_s, double to_s) const {
    return {x(from_s), row_.top + 4, x(to_s), row_.bottom - 4};
  }

 private:
  Box row_;
  double from_;
  double to_;
};

void draw_delay(const Pen& pen, Box span) {
  pen.dashed({span.left, span.centre().y}, {span.right, span.centre().y}, pen.palette.muted, 1.5f);
}
void draw_alignment(const Pen& pen, Box span) {
  pen.outline(span, pen.palette.held, 1.5f);
  pen.hatch(span, pen.palette.held, 5);
}
void draw_sync(const Pen& pen, Box span) { pen.fill(span, pen.palette.recorded); }
void draw_upload(const Pen& pen, Box span) {
  pen.fill(span, faded(pen.palette.in_flight, 0.25f));
  pen.outline(span, pen.palette.in_flight, 1.5f);
}

void draw_legend(const Pen& pen, Box line) {
  struct Entry {
    std::string_view words;
    void (*draw)(const Pen& pen, Box span);
  };
  constexpr Entry kEntries[] = {{"start delay", draw_delay},
                                {"alignment", draw_alignment},
                                {"synchronous", draw_sync},
                                {"upload", draw_upload}};
  for (const Entry& entry : kEntries) {
    const float width = pen.width(entry.words, Type::small);
    if (line.width() < width + 34) return;
    entry.draw(pen, box_around({line.left + 10, line.centre().y}, 10, 5));
    pen.text({line.left + 26, line.centre().y}, entry.words, {Type::small, pen.palette.muted});
    line.cut_left(width + 42);
  }
}

void draw_part(const Pen& pen, Box row, const JobCheckpointModel& shown, const JobPartModel& part,
               double now_s, double end_s) {
  const Box name = row.cut_left(kNames);
  pen.text_within({name.left, name.centre().y}, kNames - 8, part.subtask,
                  {Type::small, pen.palette.ink});
  const Scale scale(row, shown.triggered_s, end_s);
  if (part.stored < 0) {
    draw_delay(pen, scale.span(shown.triggered_s, std::min(now_s, end_s)));
    return;
  }
  draw_delay(pen, scale.span(shown.triggered_s, part.begins));
  if (part.aligned > part.begins) draw_alignment(pen, scale.span(part.begins, part.aligned));
  if (part.snapshotted > part.aligned) draw_sync(pen, scale.span(part.aligned, part.snapshotted));
  if (part.stored > part.snapshotted) draw_upload(pen, scale.span(part.snapshotted, part.stored));
  const float end = scale.x(part.stored);
  pen.line({end, row.top + 2}, {end, row.bottom - 2}, pen.palette.recorded, 2);
}

}  // namespace

void draw_job_checkpoint(View& view, Box area) {
  const JobCheckpointModel* shown = shown_of(view.model.job);
  const Pen pen(view);
  Box heading = area.cut_top(24);
  if (!shown) {
    draw_heading(pen, heading, "No checkpoint yet");
    return;
  }
  const float taken = draw_heading(pen, heading, shown->name + ", " + shown->status);
  const std::string words = !shown->limited_by.empty() ? shown->limited_by : shown->missing;
  pen.text_within({heading.left + taken + 10, heading.centre().y}, heading.width() - taken - 10,
                  words, {Type::small, view.palette.muted});
  draw_legend(pen, area.cut_top(22));
  const double now_s = view.model.job.now_s;
  double end_s = shown->ended_s >= 0 ? shown->ended_s : now_s;
  for (const JobPartModel& part : shown->parts) end_s = std::max(end_s, part.stored);
  Box rows = begin_scroll(view, "checkpoint parts", area);
  const Pen inner(view);
  for (const JobPartModel& part : shown->parts)
    draw_part(inner, rows.cut_top(kRow), *shown, part, now_s, end_s);
  end_scroll(rows.top);
}

}  // namespace cutline
