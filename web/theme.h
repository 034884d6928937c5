// The colours of each theme, by what they mean. Nothing of Dear ImGui here: a native test measures
// the contrast of every tone against every surface it is printed on.
#pragma once
#include <cstdint>
#include <span>
#include <string_view>

namespace cutline {

enum class Theme : uint8_t { light, dark, contrast };

struct Colour {
  uint8_t red = 0;
  uint8_t green = 0;
  uint8_t blue = 0;
  uint8_t alpha = 255;
  friend bool operator==(const Colour&, const Colour&) = default;
};

struct Palette {
  // surfaces
  Colour paper;  // the sheet everything is printed on
  Colour panel;  // a slightly raised sheet: processes, cards, buttons
  // text and lines
  Colour ink;
  Colour muted;    // secondary text, lines of secondary things
  Colour outline;  // borders of what can be pressed
  Colour grid;     // hairlines; decoration only, nothing is lost without them
  Colour wash;     // the faint ground under a channel and before the selected cut
  // what things are; each also has a shape of its own (see glyphs.h)
  Colour process;
  Colour transfer;
  Colour marker;
  Colour recorded;
  Colour in_flight;
  Colour lost;
  Colour repeated;
  Colour held;
  Colour cut;
  Colour cursor;  // now
};

const Palette& palette_of(Theme theme);

// How a tone is used decides the contrast it needs (WCAG 2.2, 1.4.3 and 1.4.11).
enum class ToneUse : uint8_t { text, graphic, decoration };

struct Tone {
  std::string_view name;
  Colour Palette::*colour;
  ToneUse use;
};
std::span<const Tone> tones();

// The contrast ratio of WCAG 2, from 1 to 21.
double contrast(Colour a, Colour b);

constexpr Colour faded(Colour colour, float share) {
  colour.alpha = static_cast<uint8_t>(static_cast<float>(colour.alpha) * share + 0.5f);
  return colour;
}

}  // namespace cutline
