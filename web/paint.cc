#include "web/paint.h"

#include <imgui.h>

#include <string>

namespace cutline {
namespace {

constexpr float kDash = 5;
constexpr float kPause = 4;

ImU32 packed(Colour colour) {
  return IM_COL32(colour.red, colour.green, colour.blue, colour.alpha);
}

ImVec2 vec(Point point) { return {point.x, point.y}; }

float aligned(float x, float width, Align align) {
  if (align == Align::left) return x;
  return align == Align::centre ? x - width / 2 : x - width;
}

}  // namespace

float crisp(float value, float pixel_ratio) {
  return (std::floor(value * pixel_ratio) + 0.5f) / pixel_ratio;
}

Pen::Pen(const View& view, PenLayer layer)
    : palette(view.palette),
      list_(layer == PenLayer::above ? ImGui::GetForegroundDrawList() : ImGui::GetWindowDrawList()),
      fonts_(view.fonts) {
  list_->_FringeScale =
      1 / view.pixel_ratio;  // smooth edges one device pixel wide, not one CSS pixel
}

float Pen::width(std::string_view words, Type type) const {
  const ImFont* face = fonts_.face[static_cast<size_t>(type)];
  return face->CalcTextSizeA(size_of(type), 1e9f, 0, words.data(), words.data() + words.size()).x;
}

float Pen::text(Point at, std::string_view words, const Print& print) const {
  if (words.empty()) return 0;
  const float wide = width(words, print.type);
  const float size = size_of(print.type);
  const Point corner{std::round(aligned(at.x, wide, print.align)), std::round(at.y - size * 0.6f)};
  list_->AddText(fonts_.face[static_cast<size_t>(print.type)], size, vec(corner),
                 packed(print.colour), words.data(), words.data() + words.size());
  return wide;
}

float Pen::text_within(Point at, float room, std::string_view words, const Print& print) const {
  if (width(words, print.type) <= room) return text(at, words, print);
  std::string shorter;
  while (!words.empty()) {
    words.remove_suffix(1);
    while (!words.empty() && (static_cast<unsigned char>(words.back()) & 0xC0) == 0x80)
      words.remove_suffix(1);  // never half a character
    shorter = std::string(words) + "…";
    if (width(shorter, print.type) <= room) break;
  }
  return text(at, shorter, print);
}

float Pen::paragraph_height(float room, std::string_view words, Type type) const {
  const ImFont* face = fonts_.face[static_cast<size_t>(type)];
  return face->CalcTextSizeA(size_of(type), 1e9f, room, words.data(), words.data() + words.size())
      .y;
}

float Pen::paragraph(Point at, float room, std::string_view words, const Print& print) const {
  list_->AddText(fonts_.face[static_cast<size_t>(print.type)], size_of(print.type),
                 vec({std::round(at.x), std::round(at.y)}), packed(print.colour), words.data(),
                 words.data() + words.size(), room);
  return paragraph_height(room, words, print.type);
}

Box Pen::label_box(Point centre, std::string_view words, Type type) const {
  return box_around(centre, width(words, type) / 2 + 3, size_of(type) * 0.6f + 1);
}

void Pen::label(Point centre, std::string_view words, const Print& print) const {
  fill(label_box(centre, words, print.type), faded(palette.paper, 0.88f), 3);
  text(centre, words, {print.type, print.colour, Align::centre});
}

void Pen::line(Point from, Point to, Colour colour, float wide) const {
  list_->AddLine(vec(from), vec(to), packed(colour), wide);
}

void Pen::dashed(Point from, Point to, Colour colour, float wide) const {
  const float whole = length(to - from);
  const Point direction = unit(to - from);
  for (float at = 0; at < whole; at += kDash + kPause)
    line(from + direction * at, from + direction * std::min(at + kDash, whole), colour, wide);
}

void Pen::arrow_head(Point tip, Point direction, Colour colour, float size) const {
  const Point back = tip - unit(direction) * size;
  const Point side = right_of(unit(direction)) * (size * 0.45f);
  triangle(tip, back + side, back - side, colour);
}

Point curve_point(Point from, Point to, float t) {
  const Point lift{0, (to.y - from.y) / 2};
  const float u = 1 - t;
  return from * (u * u * u) + (from + lift) * (3 * u * u * t) + (to - lift) * (3 * u * t * t) +
         to * (t * t * t);
}

void Pen::curve(Point from, Point to, Colour colour, float wide) const {
  const Point lift{0, (to.y - from.y) / 2};
  list_->AddBezierCubic(vec(from), vec(from + lift), vec(to - lift), vec(to), packed(colour), wide,
                        24);
}

void Pen::dashed_curve(Point from, Point to, Colour colour, float wide) const {
  constexpr int kParts = 96;  // short enough that a dash is a few of them, however long the curve
  float walked = 0;
  Point before = from;
  for (int part = 1; part <= kParts; ++part) {
    const Point here = curve_point(from, to, static_cast<float>(part) / kParts);
    if (std::fmod(walked, kDash + kPause) < kDash) line(before, here, colour, wide);
    walked += length(here - before);
    before = here;
  }
}

void Pen::fill(Box box, Colour colour, float radius) const {
  list_->AddRectFilled(vec(box.top_left()), vec(box.bottom_right()), packed(colour), radius);
}

void Pen::outline(Box box, Colour colour, float wide, float radius) const {
  list_->AddRect(vec(box.top_left()), vec(box.bottom_right()), packed(colour), radius, 0, wide);
}

void Pen::dashed_outline(Box box, Colour colour, float wide) const {
  const Point corners[] = {
      {box.left, box.top}, {box.right, box.top}, {box.right, box.bottom}, {box.left, box.bottom}};
  for (int i = 0; i < 4; ++i) dashed(corners[i], corners[(i + 1) % 4], colour, wide);
}

void Pen::hatch(Box box, Colour colour, float spacing) const {
  clip(box);
  for (float x = box.left - box.height(); x < box.right; x += spacing)
    line({x, box.bottom}, {x + box.height(), box.top}, colour, 1);
  unclip();
}

void Pen::disc(Point centre, float radius, Colour colour) const {
  list_->AddCircleFilled(vec(centre), radius, packed(colour));
}

void Pen::ring(Point centre, float radius, Colour colour, float wide) const {
  list_->AddCircle(vec(centre), radius, packed(colour), 0, wide);
}

void Pen::dashed_ring(Point centre, float radius, Colour colour, float wide) const {
  const int dashes = std::max(6, static_cast<int>(radius * 6.2832f / (kDash + kPause)));
  const float step = 6.2831853f / static_cast<float>(dashes);
  for (int i = 0; i < dashes; ++i) {
    const float start = step * static_cast<float>(i);
    list_->PathArcTo(vec(centre), radius, start, start + step * 0.55f, 6);
    list_->PathStroke(packed(colour), 0, wide);
  }
}

void Pen::triangle(Point a, Point b, Point c, Colour colour) const {
  list_->AddTriangleFilled(vec(a), vec(b), vec(c), packed(colour));
}

void Pen::patch(Point a, Point b, Point c, Point d, Colour colour) const {
  const ImDrawListFlags smooth = list_->Flags;
  list_->Flags &= ~ImDrawListFlags_AntiAliasedFill;
  list_->AddQuadFilled(vec(a), vec(b), vec(c), vec(d), packed(colour));
  list_->Flags = smooth;
}

void Pen::clip(Box box) const {
  list_->PushClipRect(vec(box.top_left()), vec(box.bottom_right()), true);
}

void Pen::unclip() const { list_->PopClipRect(); }

}  // namespace cutline
