#include "web/fonts.h"

#include <imgui.h>

#include <cmath>

namespace cutline {
namespace {

// What the page's subsets may hold (assets/fonts.toml); a glyph that is not in the file is left
// out.
constexpr ImWchar kRanges[] = {
    0x0020, 0x007e, 0x00a0, 0x00ff, 0x0391, 0x03c9, 0x2013, 0x2026, 0x2030,
    0x203a, 0x2080, 0x2089, 0x20ac, 0x20ac, 0x2122, 0x2122, 0x2190, 0x2195,
    0x21d0, 0x21d4, 0x2206, 0x2265, 0x25a0, 0x25cf, 0x2713, 0x2717, 0,
};

ImFont* add_face(std::string& bytes, float pixels, float pixel_ratio) {
  ImFontConfig config;
  config.SizePixels = pixels;
  ImFontAtlas* atlas = ImGui::GetIO().Fonts;
  if (bytes.empty()) return atlas->AddFontDefault(&config);
  config.FontDataOwnedByAtlas = false;
  config.OversampleH = pixel_ratio >= 2 ? 1 : 2;  // half pixels across are worth it at 1x only
  config.OversampleV = 1;
  return atlas->AddFontFromMemoryTTF(bytes.data(), static_cast<int>(bytes.size()), pixels, &config,
                                     kRanges);
}

}  // namespace

Fonts rasterise_fonts(FontFiles& files, float pixel_ratio) {
  ImGuiIO& io = ImGui::GetIO();
  io.Fonts->Clear();
  io.Fonts->Flags |= ImFontAtlasFlags_NoMouseCursors;
  Fonts fonts;
  for (size_t i = 0; i < kTypeCount; ++i) {
    std::string& strong = files.semibold.empty() ? files.regular : files.semibold;
    fonts.face[i] = add_face(kTypes[i].strong ? strong : files.regular,
                             std::round(kTypes[i].size * pixel_ratio), pixel_ratio);
  }
  io.FontDefault = fonts.face[static_cast<size_t>(Type::small)];  // ImPlot's labels
  io.FontGlobalScale = 1 / pixel_ratio;
  io.Fonts->Build();
  return fonts;
}

}  // namespace cutline
