#include "core/lesson/svg.h"

#include <cmath>

#include "core/base/text.h"

namespace cutline {
namespace {

std::string number(double value) { return print_decimal(std::round(value * 10) / 10 + 0.0); }

std::string escaped(std::string_view words) {
  std::string out;
  for (char letter : words) {
    switch (letter) {
      case '&': out += "&amp;"; break;
      case '<': out += "&lt;"; break;
      case '>': out += "&gt;"; break;
      case '"': out += "&quot;"; break;
      default: out += letter;
    }
  }
  return out;
}

std::string attribute(std::string_view name, const std::string& value) {
  return " " + std::string(name) + "=\"" + value + "\"";
}

std::string stroke_of(const SvgStroke& stroke) {
  std::string out = attribute("stroke", std::string(stroke.colour)) +
                    attribute("stroke-width", number(stroke.width));
  if (!stroke.dash.empty()) out += attribute("stroke-dasharray", std::string(stroke.dash));
  return out;
}

std::string points_of(const std::vector<SvgPoint>& points) {
  std::string out;
  for (const SvgPoint& each : points)
    out += (out.empty() ? "" : " ") + number(each.x) + "," + number(each.y);
  return out;
}

}  // namespace

Svg::Svg(double width, double height, std::string_view title, std::string_view description) {
  text_ = "<svg xmlns=\"http://www.w3.org/2000/svg\"" + attribute("width", number(width)) +
          attribute("height", number(height)) +
          attribute("viewBox", "0 0 " + number(width) + " " + number(height)) +
          " role=\"img\" aria-labelledby=\"title desc\""
          " font-family=\"Inter, system-ui, sans-serif\">\n"
          "<title id=\"title\">" + escaped(title) + "</title>\n<desc id=\"desc\">" +
          escaped(description) + "</desc>\n";
}

void Svg::box(SvgPoint corner, double width, double height, std::string_view fill) {
  text_ += "<rect" + attribute("x", number(corner.x)) + attribute("y", number(corner.y)) +
           attribute("width", number(width)) + attribute("height", number(height)) +
           attribute("fill", std::string(fill)) + "/>\n";
}

void Svg::line(SvgPoint from, SvgPoint to, const SvgStroke& stroke) {
  text_ += "<line" + attribute("x1", number(from.x)) + attribute("y1", number(from.y)) +
           attribute("x2", number(to.x)) + attribute("y2", number(to.y)) + stroke_of(stroke) +
           "/>\n";
}

void Svg::path(const std::vector<SvgPoint>& points, const SvgStroke& stroke) {
  text_ += "<polyline fill=\"none\"" + attribute("points", points_of(points)) +
           stroke_of(stroke) + "/>\n";
}

void Svg::shape(const std::vector<SvgPoint>& points, std::string_view fill,
                const SvgStroke& stroke) {
  text_ += "<polygon" + attribute("points", points_of(points)) +
           attribute("fill", std::string(fill)) + stroke_of(stroke) + "/>\n";
}

void Svg::disc(SvgPoint centre, double radius, std::string_view fill, const SvgStroke& stroke) {
  text_ += "<circle" + attribute("cx", number(centre.x)) + attribute("cy", number(centre.y)) +
           attribute("r", number(radius)) + attribute("fill", std::string(fill)) +
           stroke_of(stroke) + "/>\n";
}

void Svg::text(SvgPoint base, std::string_view words, const SvgType& type) {
  text_ += "<text" + attribute("x", number(base.x)) + attribute("y", number(base.y)) +
           attribute("font-size", number(type.size)) +
           attribute("fill", std::string(type.colour));
  if (type.strong) text_ += " font-weight=\"600\"";
  if (type.anchor != "start") text_ += attribute("text-anchor", std::string(type.anchor));
  text_ += ">" + escaped(words) + "</text>\n";
}

}  // namespace cutline
