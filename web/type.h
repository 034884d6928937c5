// The type on the canvas: one family, two weights, few sizes. Each is rasterised at its size times
// the pixel ratio (see fonts.cc) and drawn at its size in CSS pixels.
#pragma once
#include <cstddef>
#include <cstdint>

struct ImFont;

namespace cutline {

enum class Type : uint8_t { small, body, small_strong, strong, title, figure };

struct TypeSpec {
  float size = 0;       // CSS pixels
  bool strong = false;  // semibold
};

inline constexpr TypeSpec kTypes[] = {
    {12, false},  // small: notes, axis labels
    {14, false},  // body
    {12, true},   // small_strong: names in tokens and tags
    {14, true},   // strong: buttons, table totals
    {17, true},   // title: balances, verdicts
    {30, true},   // figure: the one large number of the queue lab
};
inline constexpr size_t kTypeCount = sizeof(kTypes) / sizeof(kTypes[0]);

struct Fonts {
  ImFont* face[kTypeCount] = {};
};

constexpr float size_of(Type type) { return kTypes[static_cast<size_t>(type)].size; }

}  // namespace cutline
