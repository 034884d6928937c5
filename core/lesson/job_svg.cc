#include "core/lesson/job_svg.h"

#include <algorithm>
#include <cmath>

#include "core/base/text.h"
#include "core/lesson/svg.h"
#include "core/lesson/svg_colours.h"

namespace cutline {
namespace {

constexpr double kWidth = 860;
constexpr double kLeft = 16;
constexpr double kRight = 190;  // for words behind the bars
constexpr double kRow = 20;
constexpr double kBar = 12;     // a bar's height
constexpr double kLetter = 7.2;  // width of a letter at 12 px, near enough
constexpr double kHeadings = 66;  // title, and the first heading
constexpr double kAxis = 52;      // an axis, and room below it

std::string seconds_text(double time_s) {
  return print_decimal(std::round(time_s * 1e6) / 1e6) + " s";
}

const JobCheckpointModel* shown_of(const JobModel& job) {
  for (const JobCheckpointModel& each : job.checkpoints)
    if (each.selected) return &each;
  return nullptr;
}

class Picture {
 public:
  Picture(const LabModel& model, bool dark)
      : job_(model.job),
        shown_(shown_of(model.job)),
        colours_(dark ? kSvgDark : kSvgLight),
        names_(names_width(model.job)),
        height_(height_of(model.job, shown_)),
        svg_(kWidth, height_, "Checkpoints: " + model.title, description(model)) {
    svg_.box({0, 0}, kWidth, height_, colours_.paper);
    svg_.text({kLeft, 28}, model.title, {colours_.ink, 16, true});
    const size_t count = job_.checkpoints.size();
    svg_.text({kLeft, 46},
              (job_.checkpoints_before > 0 ? "the last " : "") +
                  count_of(static_cast<int64_t>(count), "checkpoint") + " up to t = " + model.time,
              {colours_.muted, 12});
  }

  std::string draw() {
    double top = kHeadings;
    set_scale(0, job_.now_s);
    for (size_t at = job_.checkpoints.size(); at-- > 0; top += kRow)
      draw_checkpoint(job_.checkpoints[at], top);
    draw_axis(top);
    top += kAxis;
    if (shown_) {
      const std::string heading = shown_->name + ", " + shown_->status;
      svg_.text({kLeft, top}, heading, {colours_.ink, 13, true});
      svg_.text({kLeft + static_cast<double>(heading.size()) * 8 + 12, top},
                shown_->limited_by.empty() ? shown_->missing : shown_->limited_by,
                {colours_.muted, 12});
      top += 14;
      double end = shown_->ended_s >= 0 ? shown_->ended_s : job_.now_s;
      for (const JobPartModel& part : shown_->parts) end = std::max(end, part.stored);
      set_scale(shown_->triggered_s, end);
      for (const JobPartModel& part : shown_->parts) {
        draw_part(part, top);
        top += kRow;
      }
      draw_axis(top);
      draw_legend(top + kAxis);
    }
    return svg_.take();
  }

 private:
  static double names_width(const JobModel& job) {
    size_t longest = 6;
    for (const JobSubtaskModel& each : job.graph.subtasks)
      longest = std::max(longest, each.name.size());
    for (const JobCheckpointModel& each : job.checkpoints)
      for (const JobPartModel& part : each.parts) longest = std::max(longest, part.subtask.size());
    return static_cast<double>(longest) * kLetter + 10;
  }
  static double height_of(const JobModel& job, const JobCheckpointModel* shown) {
    const auto rows = static_cast<double>(job.checkpoints.size());
    const double parts = shown ? static_cast<double>(shown->parts.size()) : 0;
    return kHeadings + rows * kRow + kAxis + (shown ? 14 + parts * kRow + kAxis + 24 : 0);
  }
  static std::string description(const LabModel& model) {
    std::string out;
    for (size_t at = model.job.checkpoints.size(); at-- > 0;) {
      const JobCheckpointModel& each = model.job.checkpoints[at];
      out += each.kind + " " + each.name + " is " + each.status + ", triggered at " +
             each.triggered + (each.duration.empty() ? "" : ", took " + each.duration) + ". ";
    }
    return out;
  }

  void set_scale(double from_s, double to_s) {
    from_ = from_s;
    to_ = std::max(to_s, from_s + 1e-9);
  }
  double x(double time_s) const {
    const double left = kLeft + names_;
    const double share = std::clamp((time_s - from_) / (to_ - from_), 0.0, 1.0);
    return left + share * (kWidth - kRight - left);
  }
  void bar(double from_s, double to_s, double top, std::string_view fill,
           const SvgStroke& stroke) {
    const double above = top + (kRow - kBar) / 2;
    const double right = std::max(x(to_s), x(from_s) + 1);  // never invisible
    const double left = x(from_s);
    svg_.shape({{left, above}, {right, above}, {right, above + kBar}, {left, above + kBar}}, fill,
               stroke);
  }

  void draw_checkpoint(const JobCheckpointModel& each, double top);
  void draw_part(const JobPartModel& part, double top);
  void draw_delay(double from_s, double to_s, double top);
  void draw_alignment(double from_s, double to_s, double top);
  void draw_axis(double top);
  void draw_legend(double y);

  const JobModel& job_;
  const JobCheckpointModel* shown_;
  const SvgColours& colours_;
  double names_;  // width
  double height_;
  double from_ = 0;  // of the present scale, in seconds
  double to_ = 1;
  Svg svg_;
};

void Picture::draw_checkpoint(const JobCheckpointModel& each, double top) {
  const double base = top + kRow / 2 + 4;
  svg_.text({kLeft, base}, each.name, {colours_.ink, 12, each.selected});
  const double end = each.ended_s >= 0 ? each.ended_s : job_.now_s;
  std::string words = each.duration;
  if (each.status == "completed") {
    bar(each.triggered_s, end, top, colours_.recorded, {colours_.recorded, 1, ""});
    if (!each.verdict.empty()) words += ", " + each.verdict;
  } else if (each.status == "failed") {
    bar(each.triggered_s, end, top, colours_.paper, {colours_.lost, 1.5, ""});
    const SvgPoint middle{x(end), top + kRow / 2};
    svg_.line({middle.x - 5, middle.y - 5}, {middle.x + 5, middle.y + 5}, {colours_.lost, 2, ""});
    svg_.line({middle.x - 5, middle.y + 5}, {middle.x + 5, middle.y - 5}, {colours_.lost, 2, ""});
    words = "failed";
  } else {
    bar(each.triggered_s, end, top, colours_.paper, {colours_.muted, 1.5, "4 3"});
    words = "in progress";
  }
  if (each.kind == "savepoint") words = "savepoint, " + words;
  svg_.text({x(end) + 10, base}, words, {colours_.muted, 11});
}

void Picture::draw_delay(double from_s, double to_s, double top) {
  svg_.line({x(from_s), top + kRow / 2}, {x(to_s), top + kRow / 2}, {colours_.muted, 1.5, "4 3"});
}

void Picture::draw_alignment(double from_s, double to_s, double top) {
  bar(from_s, to_s, top, colours_.paper, {colours_.held, 1.5, ""});
  const double above = top + (kRow - kBar) / 2;
  for (double at = x(from_s) + 5; at < x(to_s); at += 5)
    svg_.line({at, above}, {std::max(at - 6, x(from_s)), above + kBar}, {colours_.held, 1, ""});
}

void Picture::draw_part(const JobPartModel& part, double top) {
  const double base = top + kRow / 2 + 4;
  svg_.text({kLeft, base}, part.subtask, {colours_.ink, 12});
  if (part.stored < 0) {
    draw_delay(from_, to_, top);
    svg_.text({x(to_) + 10, base}, "not stored", {colours_.muted, 11});
    return;
  }
  draw_delay(from_, part.begins, top);
  if (part.aligned > part.begins) draw_alignment(part.begins, part.aligned, top);
  if (part.snapshotted > part.aligned)
    bar(part.aligned, part.snapshotted, top, colours_.recorded, {colours_.recorded, 1, ""});
  if (part.stored > part.snapshotted)
    bar(part.snapshotted, part.stored, top, colours_.paper, {colours_.in_flight, 1.5, ""});
  svg_.line({x(part.stored), top + 2}, {x(part.stored), top + kRow - 2},
            {colours_.recorded, 2, ""});
  svg_.text({x(part.stored) + 10, base}, part.bytes, {colours_.muted, 11});
}

void Picture::draw_axis(double top) {
  const double y = top + 6;
  svg_.line({x(from_), y}, {x(to_), y}, {colours_.outline, 1, ""});
  constexpr int kMarks = 4;
  for (int mark = 0; mark <= kMarks; ++mark) {
    const double time = from_ + (to_ - from_) * mark / kMarks;
    svg_.line({x(time), y}, {x(time), y + 5}, {colours_.outline, 1, ""});
    svg_.text({x(time), y + 18}, seconds_text(time), {colours_.muted, 11, false, "middle"});
  }
}

void Picture::draw_legend(double y) {
  constexpr std::string_view kWords[] = {"start delay", "alignment", "synchronous", "upload"};
  set_scale(0, 1);
  double left = x(0);
  for (size_t entry = 0; entry < std::size(kWords); ++entry) {
    const double per_pixel = 1 / (kWidth - kRight - x(0));
    const double from = (left - x(0)) * per_pixel;
    const double to = from + 22 * per_pixel;
    const double top = y - kRow / 2;
    if (entry == 0) draw_delay(from, to, top);
    if (entry == 1) draw_alignment(from, to, top);
    if (entry == 2) bar(from, to, top, colours_.recorded, {colours_.recorded, 1, ""});
    if (entry == 3) bar(from, to, top, colours_.paper, {colours_.in_flight, 1.5, ""});
    svg_.text({left + 30, y + 4}, kWords[entry], {colours_.muted, 11});
    left += 30 + static_cast<double>(kWords[entry].size()) * 6.2 + 22;
  }
}

}  // namespace

std::string job_svg(const LabModel& model, bool dark) { return Picture(model, dark).draw(); }

}  // namespace cutline
