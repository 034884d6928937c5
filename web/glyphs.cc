#include "web/glyphs.h"

namespace cutline {
namespace {

constexpr float kToken = 11;  // radius of a transfer with a short amount

void draw_diamond(const Pen& pen, Point at, float half, Colour colour, float width) {
  const Point corners[] = {
      {at.x, at.y - half}, {at.x + half, at.y}, {at.x, at.y + half}, {at.x - half, at.y}};
  for (int i = 0; i < 4; ++i) pen.line(corners[i], corners[(i + 1) % 4], colour, width);
}

void draw_cross(const Pen& pen, Point at, float half, Colour colour, float width) {
  pen.line({at.x - half, at.y - half}, {at.x + half, at.y + half}, colour, width);
  pen.line({at.x - half, at.y + half}, {at.x + half, at.y - half}, colour, width);
}

void draw_check(const Pen& pen, Point at, Colour colour) {
  pen.line({at.x - 5, at.y}, {at.x - 1.5f, at.y + 4}, colour, 2.5f);
  pen.line({at.x - 1.5f, at.y + 4}, {at.x + 6, at.y - 5}, colour, 2.5f);
}

}  // namespace

void draw_transfer(const Pen& pen, Point at, std::string_view amount, float alpha) {
  const float half = std::max(kToken, pen.width(amount, Type::small_strong) / 2 + 5);
  pen.fill(box_around(at, half, kToken), faded(pen.palette.transfer, alpha), kToken);
  pen.text(at, amount, {Type::small_strong, faded(pen.palette.paper, alpha), Align::centre});
}

void draw_waiting_transfer(const Pen& pen, Point at, std::string_view amount, float alpha) {
  const Colour colour = faded(pen.palette.transfer, alpha);
  const float half = std::max(kToken, pen.width(amount, Type::small_strong) / 2 + 5);
  pen.fill(box_around(at, half, kToken), faded(pen.palette.paper, alpha), kToken);
  pen.dashed_ring(at, half, colour, 1.5f);
  pen.text(at, amount, {Type::small_strong, colour, Align::centre});
}

void draw_marker(const Pen& pen, Point at, Point along, float alpha) {
  const Point across = right_of(along) * 15;
  pen.line(at - across, at + across, faded(pen.palette.marker, alpha), 4);
}

void draw_recorded(const Pen& pen, Point at, float half, float alpha) {
  pen.fill(box_around(at, half), faded(pen.palette.recorded, alpha), 1);
}

void draw_gate(const Pen& pen, Point at, Point along, float half_width) {
  const Point across = right_of(along) * half_width;
  for (float shift : {-2.5f, 2.5f}) {
    const Point middle = at + along * shift;
    pen.line(middle - across, middle + across, pen.palette.held, 2);
  }
}

Colour state_colour(const Palette& palette, std::string_view state) {
  if (state == "in flight") return palette.in_flight;
  if (state == "lost") return palette.lost;
  if (state == "repeated" || state == "orphan") return palette.repeated;
  return palette.transfer;
}

void draw_state_badge(const Pen& pen, Point at, std::string_view state, float alpha) {
  const Colour colour = faded(state_colour(pen.palette, state), alpha);
  if (state.empty()) return;
  pen.disc(at, 8, faded(pen.palette.paper, alpha));
  if (state == "in flight") draw_diamond(pen, at, 6, colour, 2);
  if (state == "lost") draw_cross(pen, at, 4.5f, colour, 2.5f);
  if (state == "orphan") {
    pen.triangle({at.x + 4, at.y - 6}, {at.x + 4, at.y + 6}, {at.x - 5, at.y}, colour);
    pen.line({at.x - 6, at.y - 6}, {at.x - 6, at.y + 6}, colour, 2);
  }
  if (state == "repeated") {
    pen.ring({at.x - 2.5f, at.y}, 4, colour, 2);
    pen.ring({at.x + 2.5f, at.y}, 4, colour, 2);
  }
}

void draw_orphan_ticks(const Pen& pen, Point from, Point to, Colour colour) {
  constexpr float kBetween = 9;
  const Point along = unit(to - from);
  const Point across = right_of(along) * 4;
  for (float at = kBetween; at < length(to - from) - kBetween; at += kBetween)
    pen.line(from + along * at - across, from + along * at + across, colour, 1.25f);
}

void draw_state_around(const Pen& pen, Point at, std::string_view state, float alpha) {
  const Colour colour = faded(state_colour(pen.palette, state), alpha);
  if (state == "in flight") draw_diamond(pen, at, kToken * 1.55f, colour, 2);
  if (state == "lost") {
    pen.dashed_ring(at, kToken + 3, colour, 2);
    draw_state_badge(pen, {at.x + kToken - 1, at.y - kToken + 1}, state, alpha);
  }
  if (state == "repeated") {
    pen.ring({at.x + 5, at.y - 4}, kToken + 1, colour, 2);
    pen.ring(at, kToken + 2, colour, 2);
  }
}

Colour verdict_colour(const Palette& palette, std::string_view verdict) {
  if (verdict == "balanced" || verdict == "consistent") return palette.recorded;
  if (verdict == "incomplete") return palette.muted;
  return verdict == "repeats" ? palette.repeated : palette.lost;
}

void draw_verdict(const Pen& pen, Point at, std::string_view verdict) {
  const Colour colour = verdict_colour(pen.palette, verdict);
  if (verdict == "balanced" || verdict == "consistent")
    draw_check(pen, at, colour);
  else if (verdict == "incomplete")
    pen.dashed_ring(at, 6, colour, 2);
  else if (verdict == "repeats")
    draw_state_badge(pen, at, "repeated");
  else
    draw_cross(pen, at, 5.5f, colour, 3);
}

void draw_icon(const Pen& pen, Point at, Icon icon, Colour colour) {
  const auto point = [&](float x, float y) { return Point{at.x + x, at.y + y}; };
  switch (icon) {
    case Icon::reset:
      pen.fill({at.x - 7, at.y - 6, at.x - 5, at.y + 6}, colour);
      pen.triangle(point(6, -6), point(6, 6), point(-4, 0), colour);
      break;
    case Icon::back:
      pen.triangle(point(-7, 0), point(2, -6), point(2, 6), colour);
      pen.fill({at.x + 4, at.y - 6, at.x + 6, at.y + 6}, colour);
      break;
    case Icon::step:
      pen.fill({at.x - 6, at.y - 6, at.x - 4, at.y + 6}, colour);
      pen.triangle(point(-2, -6), point(7, 0), point(-2, 6), colour);
      break;
    case Icon::play:
      pen.triangle(point(-5, -7), point(8, 0), point(-5, 7), colour);
      break;
    case Icon::pause:
      pen.fill({at.x - 5, at.y - 6, at.x - 1.5f, at.y + 6}, colour);
      pen.fill({at.x + 1.5f, at.y - 6, at.x + 5, at.y + 6}, colour);
      break;
    case Icon::plus:
      pen.fill({at.x - 1, at.y - 6, at.x + 1, at.y + 6}, colour);
      pen.fill({at.x - 6, at.y - 1, at.x + 6, at.y + 1}, colour);
      break;
    case Icon::minus:
      pen.fill({at.x - 6, at.y - 1, at.x + 6, at.y + 1}, colour);
      break;
  }
}

}  // namespace cutline
