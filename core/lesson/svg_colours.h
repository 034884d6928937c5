// The colours of pictures that leave the lab: those of web/theme.cc.
#pragma once
#include <string_view>

namespace cutline {

struct SvgColours {
  std::string_view paper, ink, muted, outline, grid;
  std::string_view transfer, marker, recorded, in_flight, lost, repeated, held;
};

inline constexpr SvgColours kSvgLight{
    "#ffffff", "#1b2029", "#565e6c", "#82868e", "#d8d4ca", "#1d4e89",
    "#a34400", "#1d6a3c", "#6a3da3", "#a3271f", "#9c1878", "#6d5200"};
inline constexpr SvgColours kSvgDark{
    "#1a1e25", "#e9e7e1", "#a9b0bc", "#7b8493", "#343a45", "#8fbaf2",
    "#f5a463", "#84d19e", "#c9abf7", "#f49a92", "#f29ad8", "#e3bd63"};

}  // namespace cutline
