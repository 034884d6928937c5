// Three palettes. Every meaning is dark (or, in the dark, light) enough to be read as text.
#include "web/theme.h"

#include <algorithm>
#include <cmath>

#include "core/base/check.h"

namespace cutline {
namespace {

constexpr Colour hex(uint32_t rgb) {
  return {static_cast<uint8_t>(rgb >> 16), static_cast<uint8_t>(rgb >> 8),
          static_cast<uint8_t>(rgb)};
}

// Surfaces, ink and the colours of right and wrong are those of the page around
// (shell/page/theme.css).
constexpr Palette kLight{
    .paper = hex(0xffffff),
    .panel = hex(0xfbfaf6),
    .ink = hex(0x1b2029),
    .muted = hex(0x565e6c),
    .outline = hex(0x82868e),
    .grid = hex(0xd8d4ca),
    .wash = hex(0xf2efe8),
    .process = hex(0x1b2029),
    .transfer = hex(0x1d4e89),
    .marker = hex(0xa34400),
    .recorded = hex(0x1d6a3c),
    .in_flight = hex(0x6a3da3),
    .lost = hex(0xa3271f),
    .repeated = hex(0x9c1878),
    .held = hex(0x6d5200),
    .cut = hex(0x1d6a3c),
    .cursor = hex(0x1b2029),
};

constexpr Palette kDark{
    .paper = hex(0x1a1e25),
    .panel = hex(0x14171c),
    .ink = hex(0xe9e7e1),
    .muted = hex(0xa9b0bc),
    .outline = hex(0x7b8493),
    .grid = hex(0x343a45),
    .wash = hex(0x252b35),
    .process = hex(0xe9e7e1),
    .transfer = hex(0x8fbaf2),
    .marker = hex(0xf5a463),
    .recorded = hex(0x84d19e),
    .in_flight = hex(0xc9abf7),
    .lost = hex(0xf49a92),
    .repeated = hex(0xf29ad8),
    .held = hex(0xe3bd63),
    .cut = hex(0x84d19e),
    .cursor = hex(0xe9e7e1),
};

constexpr Palette kContrast{
    .paper = hex(0x000000),
    .panel = hex(0x000000),
    .ink = hex(0xffffff),
    .muted = hex(0xe4e4e4),
    .outline = hex(0xffffff),
    .grid = hex(0x8c8c8c),
    .wash = hex(0x1c1c1c),
    .process = hex(0xffffff),
    .transfer = hex(0x7fd4ff),
    .marker = hex(0xffb454),
    .recorded = hex(0x7dff9b),
    .in_flight = hex(0xd8b8ff),
    .lost = hex(0xff9d94),
    .repeated = hex(0xff9df0),
    .held = hex(0xffe14d),
    .cut = hex(0x7dff9b),
    .cursor = hex(0xffffff),
};

constexpr Tone kTones[] = {
    {"ink", &Palette::ink, ToneUse::text},
    {"muted", &Palette::muted, ToneUse::text},
    {"outline", &Palette::outline, ToneUse::graphic},
    {"grid", &Palette::grid, ToneUse::decoration},
    {"wash", &Palette::wash, ToneUse::decoration},
    {"process", &Palette::process, ToneUse::text},
    {"transfer", &Palette::transfer, ToneUse::text},
    {"marker", &Palette::marker, ToneUse::text},
    {"recorded", &Palette::recorded, ToneUse::text},
    {"in flight", &Palette::in_flight, ToneUse::text},
    {"lost", &Palette::lost, ToneUse::text},
    {"repeated", &Palette::repeated, ToneUse::text},
    {"held", &Palette::held, ToneUse::text},
    {"cut", &Palette::cut, ToneUse::text},
    {"cursor", &Palette::cursor, ToneUse::graphic},
};

double linear(uint8_t channel) {
  const double value = channel / 255.0;
  return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

double luminance(Colour colour) {
  return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
}

}  // namespace

const Palette& palette_of(Theme theme) {
  switch (theme) {
    case Theme::light:
      return kLight;
    case Theme::dark:
      return kDark;
    case Theme::contrast:
      return kContrast;
  }
  CUTLINE_CHECK(false, "a theme is light, dark or high contrast");
  return kLight;
}

std::span<const Tone> tones() { return kTones; }

double contrast(Colour a, Colour b) {
  const double one = luminance(a);
  const double other = luminance(b);
  return (std::max(one, other) + 0.05) / (std::min(one, other) + 0.05);
}

}  // namespace cutline
