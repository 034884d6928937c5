// Points and boxes in CSS pixels, y downwards. Free of Dear ImGui, so that layout, motion and their
// tests compile without it; imgui_config.h lets the two kinds of point convert into each other.
#pragma once
#include <algorithm>
#include <cmath>

namespace cutline {

struct Point {
  float x = 0;
  float y = 0;
  friend bool operator==(const Point&, const Point&) = default;
};

constexpr Point operator+(Point a, Point b) { return {a.x + b.x, a.y + b.y}; }
constexpr Point operator-(Point a, Point b) { return {a.x - b.x, a.y - b.y}; }
constexpr Point operator*(Point a, float factor) { return {a.x * factor, a.y * factor}; }
constexpr Point mix(Point a, Point b, float t) { return a + (b - a) * t; }
constexpr float mix(float a, float b, float t) { return a + (b - a) * t; }
inline float length(Point a) { return std::sqrt(a.x * a.x + a.y * a.y); }
inline Point unit(Point a) {  // a point at the origin has no direction: right is as good as any
  const float size = length(a);
  return size > 0 ? a * (1 / size) : Point{1, 0};
}
constexpr Point right_of(Point direction) { return {-direction.y, direction.x}; }

struct Box {
  float left = 0;
  float top = 0;
  float right = 0;
  float bottom = 0;

  constexpr float width() const { return right - left; }
  constexpr float height() const { return bottom - top; }
  constexpr Point centre() const { return {(left + right) / 2, (top + bottom) / 2}; }
  constexpr Point top_left() const { return {left, top}; }
  constexpr Point bottom_right() const { return {right, bottom}; }
  constexpr bool contains(Point p) const {
    return p.x >= left && p.x < right && p.y >= top && p.y < bottom;
  }
  constexpr Box inset(float by) const { return {left + by, top + by, right - by, bottom - by}; }
  constexpr Box inset(float x, float y) const { return {left + x, top + y, right - x, bottom - y}; }

  // Cuts a strip off and returns it; the rest stays. Never more than there is.
  Box cut_top(float size) {
    const Box strip{left, top, right, top + std::min(size, height())};
    top = strip.bottom;
    return strip;
  }
  Box cut_bottom(float size) {
    const Box strip{left, bottom - std::min(size, height()), right, bottom};
    bottom = strip.top;
    return strip;
  }
  Box cut_left(float size) {
    const Box strip{left, top, left + std::min(size, width()), bottom};
    left = strip.right;
    return strip;
  }
  Box cut_right(float size) {
    const Box strip{right - std::min(size, width()), top, right, bottom};
    right = strip.left;
    return strip;
  }
  friend bool operator==(const Box&, const Box&) = default;
};

constexpr bool overlap(Box a, Box b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

inline Box box_around(Point centre, float half_width, float half_height) {
  return {centre.x - half_width, centre.y - half_height, centre.x + half_width,
          centre.y + half_height};
}
inline Box box_around(Point centre, float radius) { return box_around(centre, radius, radius); }

}  // namespace cutline
