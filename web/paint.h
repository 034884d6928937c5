// Drawing on Dear ImGui's draw list in our own terms: points, colours and type. No state.
#pragma once
#include <string_view>

#include "web/geometry.h"
#include "web/theme.h"
#include "web/type.h"
#include "web/view.h"

struct ImDrawList;

namespace cutline {

enum class Align : uint8_t { left, centre, right };

// One line of text: where it stands and what it looks like.
struct Print {
  Type type = Type::body;
  Colour colour;
  Align align = Align::left;
};

enum class PenLayer : uint8_t { window, above };  // the current window, or above all of them

class Pen {
 public:
  explicit Pen(const View& view, PenLayer layer = PenLayer::window);

  const Palette& palette;

  // Text. `at` is the left, middle or right of the line's vertical middle.
  float text(Point at, std::string_view words, const Print& print) const;  // returns its width
  float width(std::string_view words, Type type) const;
  // As much as fits into `width`, with "…" where something is left out.
  float text_within(Point at, float width, std::string_view words, const Print& print) const;
  // Wraps at `width`; `at` is the top left. Returns the height.
  float paragraph(Point at, float width, std::string_view words, const Print& print) const;
  float paragraph_height(float width, std::string_view words, Type type) const;
  // Text on a patch of paper, so that lines behind it do not disturb.
  void label(Point centre, std::string_view words, const Print& print) const;
  Box label_box(Point centre, std::string_view words, Type type) const;

  // Lines and shapes.
  void line(Point from, Point to, Colour colour, float width = 1) const;
  void dashed(Point from, Point to, Colour colour, float width = 1) const;
  void arrow_head(Point tip, Point direction, Colour colour, float size = 8) const;
  void curve(Point from, Point to, Colour colour, float width) const;  // upright at both ends
  void dashed_curve(Point from, Point to, Colour colour, float width) const;
  void fill(Box box, Colour colour, float radius = 0) const;
  void outline(Box box, Colour colour, float width = 1, float radius = 0) const;
  void dashed_outline(Box box, Colour colour, float width = 1) const;
  void hatch(Box box, Colour colour, float spacing = 6) const;
  void disc(Point centre, float radius, Colour colour) const;
  void ring(Point centre, float radius, Colour colour, float width = 1.5f) const;
  void dashed_ring(Point centre, float radius, Colour colour, float width = 1.5f) const;
  void triangle(Point a, Point b, Point c, Colour colour) const;
  // A four-cornered piece of a larger ground: without smooth edges, which would show as seams.
  void patch(Point a, Point b, Point c, Point d, Colour colour) const;

  void clip(Box box) const;
  void unclip() const;

 private:
  ImDrawList* list_;
  const Fonts& fonts_;
};

// The point at `t` on the curve that Pen::curve draws.
Point curve_point(Point from, Point to, float t);

// A hairline sits on whole device pixels.
float crisp(float value, float pixel_ratio);

}  // namespace cutline
