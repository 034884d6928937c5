// A small writer of SVG: shapes with plain attributes, so that every viewer and converter
// understands them. Lengths are CSS pixels, written to a tenth.
#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace cutline {

struct SvgPoint {
  double x = 0;
  double y = 0;
};

struct SvgStroke {
  std::string_view colour;
  double width = 1;
  std::string_view dash;  // "4 3"; empty: solid
};

struct SvgType {
  std::string_view colour;
  double size = 12;
  bool strong = false;
  std::string_view anchor = "start";  // "middle", "end"
};

class Svg {
 public:
  // The title and the description are the picture's text alternative.
  Svg(double width, double height, std::string_view title, std::string_view description);

  void box(SvgPoint corner, double width, double height, std::string_view fill);
  void line(SvgPoint from, SvgPoint to, const SvgStroke& stroke);
  void path(const std::vector<SvgPoint>& points, const SvgStroke& stroke);
  void shape(const std::vector<SvgPoint>& points, std::string_view fill, const SvgStroke& stroke);
  void disc(SvgPoint centre, double radius, std::string_view fill, const SvgStroke& stroke);
  void text(SvgPoint base, std::string_view words, const SvgType& type);
  std::string take() { return std::move(text_) + "</svg>\n"; }

 private:
  std::string text_;
};

}  // namespace cutline
