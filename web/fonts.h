// The type of type.h as Dear ImGui's fonts, rasterised for a pixel ratio.
#pragma once
#include <string>

#include "web/type.h"

namespace cutline {

// The page's font files, kept for every new rasterising. Empty: Dear ImGui's built-in font.
struct FontFiles {
  std::string regular;
  std::string semibold;
};

// Fills the atlas of the current context anew and returns the faces. `files` must outlive the
// atlas.
Fonts rasterise_fonts(FontFiles& files, float pixel_ratio);

}  // namespace cutline
