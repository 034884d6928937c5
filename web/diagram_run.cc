// Rows, messages and marks of the space-time diagram.
#include "web/diagram_draw.h"

namespace cutline {
namespace {

constexpr float kFaint = 0.4f;  // of the recorded future

float arrow_width(const DiagramDrawing& at, const ArrowModel& arrow) {
  const bool marked =
      at.hover.arrow == &arrow || (!arrow.marker && at.model.selected == arrow.name);
  return (at.state_of(arrow).empty() ? 1.25f : 2.25f) + (marked ? 1 : 0);
}

void draw_marker_arrow(const DiagramDrawing& at, const ArrowModel& arrow, float fade) {
  const ArrowLine line = arrow_line(at.plan, arrow);
  const bool orphan = at.state_of(arrow) == "orphan";
  const Colour colour =
      faded(orphan ? state_colour(at.pen.palette, "orphan") : at.pen.palette.marker, fade);
  at.pen.dashed(line.from, line.to, colour, arrow_width(at, arrow));
  if (orphan) draw_orphan_ticks(at.pen, line.from, line.to, colour);
  if (arrow.lost_by_fault) {
    draw_state_badge(at.pen, line.to, "lost", fade);
    return;
  }
  const Point across = right_of(unit(line.to - line.from)) * 6;
  at.pen.line(line.to - across, line.to + across, colour, 3);
}

// Between the ends of a reliable channel: an acknowledgement, or a message that was in already.
void draw_quiet_arrow(const DiagramDrawing& at, const ArrowModel& arrow, float fade) {
  const Palette& palette = at.pen.palette;
  const ArrowLine line = arrow_line(at.plan, arrow);
  const Point along = unit(line.to - line.from);
  const Colour colour = faded(palette.muted, fade);
  const float width = at.hover.arrow == &arrow ? 2.0f : 1.0f;
  at.pen.dashed(line.from, line.to, colour, width);
  if (arrow.lost_by_fault) {
    draw_state_badge(at.pen, line.to, "lost", fade);
  } else if (arrow.discarded) {
    const Point across = right_of(along) * 5;
    at.pen.line(line.to - across, line.to + across, colour, 2);
  } else if (!line.open) {
    at.pen.arrow_head(line.to - along * 3, along, colour, 6);
  }
}

void draw_transfer_arrow(const DiagramDrawing& at, const ArrowModel& arrow, float fade) {
  const Palette& palette = at.pen.palette;
  const ArrowLine line = arrow_line(at.plan, arrow);
  const Point along = unit(line.to - line.from);
  if (arrow.lost_by_fault) {
    at.pen.dashed(line.from, line.to, faded(palette.muted, fade), 1.25f);
    draw_state_badge(at.pen, line.to, "lost", fade);
    return;
  }
  const std::string_view state = at.state_of(arrow);
  const Colour colour = faded(state_colour(palette, state), fade);
  const float width = arrow_width(at, arrow);
  if (state == "repeated") {
    const Point beside = right_of(along) * 2.5f;
    at.pen.line(line.from + beside, line.to + beside - along * 6, colour, 1.25f);
    at.pen.line(line.from - beside, line.to - beside - along * 6, colour, 1.25f);
  } else if (state == "lost") {
    at.pen.dashed(line.from, line.to - along * 6, colour, width);
  } else {
    at.pen.line(line.from, line.to - along * (line.open ? 0.0f : 6.0f), colour, width);
    if (state == "orphan") draw_orphan_ticks(at.pen, line.from, line.to, colour);
  }
  if (line.open) {
    at.pen.disc(line.to, 4, at.pen.palette.paper);
    at.pen.ring(line.to, 4, colour, 1.5f);
  } else {
    at.pen.arrow_head(line.to - along * 3, along, colour, 9);
  }
}

void draw_mark(const DiagramDrawing& at, const MarkModel& mark, float fade) {
  const Palette& palette = at.pen.palette;
  const Point place = at.plan.at(mark.row, static_cast<float>(mark.step));
  const Colour ink = faded(palette.ink, fade);
  switch (mark.kind) {
    case MarkKind::send:
    case MarkKind::receive:
      at.pen.disc(place, 3, ink);
      break;
    case MarkKind::record_state:
      draw_recorded(at.pen, place, 5.5f, fade);
      break;
    case MarkKind::read:
      at.pen.fill(box_around(place, 5.5f), palette.paper);
      at.pen.outline(box_around(place, 5.5f), faded(palette.recorded, fade), 2);
      break;
    case MarkKind::local:
      at.pen.line({place.x, place.y - 5}, {place.x, place.y + 5}, ink, 2);
      break;
    case MarkKind::snapshot_start: {
      const Point top{place.x, place.y - 15};
      at.pen.line(place, top, faded(palette.recorded, fade), 1.5f);
      at.pen.triangle(top, {top.x + 8, top.y + 4}, {top.x, top.y + 8},
                      faded(palette.recorded, fade));
      break;
    }
    case MarkKind::resend:
      at.pen.disc(place, 4, palette.paper);
      at.pen.ring(place, 4, ink, 1.5f);
      break;
    case MarkKind::fault:
      at.pen.ring(place, 4, faded(palette.lost, fade), 1.5f);
      break;
  }
  if (at.hover.mark == &mark) at.pen.ring(place, 9, palette.ink, 1);
}

void draw_part(const DiagramDrawing& at, Box part, float fade) {
  at.pen.clip(part);
  const auto step = [](uint32_t whole) { return static_cast<float>(whole); };
  for (const ArrowModel& arrow : at.diagram().arrows) {
    if (!at.plan.in_sight(arrow)) continue;
    if (arrow.back || arrow.discarded)
      draw_quiet_arrow(at, arrow, fade);
    else if (arrow.marker)
      draw_marker_arrow(at, arrow, fade);
    else
      draw_transfer_arrow(at, arrow, fade);
  }
  // Squares of recorded states lie on top of the marks of the same step.
  for (bool squares : {false, true})
    for (const MarkModel& mark : at.diagram().marks) {
      const bool square = mark.kind == MarkKind::record_state || mark.kind == MarkKind::read;
      const float place = at.plan.place(mark.row, step(mark.step));
      if (square == squares && at.plan.in_sight(place, place))
        draw_mark(at, mark, fade);
    }
  at.pen.unclip();
}

}  // namespace

void draw_diagram_rows(const DiagramDrawing& at) {
  const Palette& palette = at.pen.palette;
  const Box whole{at.plan.names.left, at.plan.paper.top, at.plan.paper.right, at.plan.paper.bottom};
  at.pen.clip(whole);
  const float start = std::max(at.plan.paper.left, at.plan.x(0));
  const float now = std::clamp(at.now_x(), start, at.plan.paper.right);
  const float end =
      std::clamp(at.plan.x(static_cast<float>(at.plan.length) + 1), now, at.plan.paper.right);
  for (size_t row = 0; row < at.diagram().rows.size(); ++row) {
    const float y = crisp(at.plan.y(row), at.pixel_ratio);
    at.pen.line({start, y}, {now, y}, palette.process, 1.25f);
    at.pen.line({now, y}, {end, y}, palette.outline, 1);
    at.pen.text_within({at.plan.names.left, y}, at.plan.names.width() - 8, at.diagram().rows[row],
                       {Type::strong, palette.ink});
  }
  at.pen.unclip();
}

void draw_diagram_run(const DiagramDrawing& at) {
  const Box paper = at.plan.paper;
  const float now = std::clamp(at.now_x(), paper.left, paper.right);
  if (now < paper.right) draw_part(at, {now, paper.top, paper.right, paper.bottom}, kFaint);
  if (now > paper.left) draw_part(at, {paper.left, paper.top, now, paper.bottom}, 1);
}

}  // namespace cutline
