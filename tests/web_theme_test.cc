// Every tone can be seen in every theme: 4.5 to 1 for text, 3 to 1 for shapes and lines that carry
// meaning, against each surface it is printed on.
#include <gtest/gtest.h>

#include <string>

#include "web/theme.h"

namespace cutline {
namespace {

constexpr Theme kThemes[] = {Theme::light, Theme::dark, Theme::contrast};

double needed(ToneUse use) {
  switch (use) {
    case ToneUse::text:
      return 4.5;
    case ToneUse::graphic:
      return 3;
    case ToneUse::decoration:
      return 1;
  }
  return 21;
}

TEST(ThemeTest, ContrastIsThatOfTheGuidelines) {
  EXPECT_NEAR(contrast({0, 0, 0}, {255, 255, 255}), 21, 1e-9);
  EXPECT_NEAR(contrast({0x77, 0x77, 0x77}, {255, 255, 255}), 4.478, 1e-3);
  EXPECT_DOUBLE_EQ(contrast({9, 8, 7}, {9, 8, 7}), 1);
}

TEST(ThemeTest, EveryToneIsReadableOnEverySurface) {
  ASSERT_GE(tones().size(), 12u);
  for (Theme theme : kThemes) {
    const Palette& palette = palette_of(theme);
    for (const Tone& tone : tones()) {
      for (Colour surface : {palette.paper, palette.panel, palette.wash}) {
        EXPECT_GE(contrast(palette.*tone.colour, surface), needed(tone.use))
            << tone.name << " in theme " << static_cast<int>(theme);
      }
    }
  }
}

TEST(ThemeTest, HighContrastTextReachesSevenToOne) {
  const Palette& palette = palette_of(Theme::contrast);
  for (const Tone& tone : tones()) {
    if (tone.use != ToneUse::text) continue;
    EXPECT_GE(contrast(palette.*tone.colour, palette.paper), 7.0) << tone.name;
  }
}

TEST(ThemeTest, FadingKeepsTheColourAndLowersTheAlpha) {
  EXPECT_EQ(faded({10, 20, 30}, 0.5f), (Colour{10, 20, 30, 128}));
  EXPECT_EQ(faded({10, 20, 30, 100}, 0.5f), (Colour{10, 20, 30, 50}));
}

}  // namespace
}  // namespace cutline
