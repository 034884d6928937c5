// Seeded whole-number dice. The state is one number and part of the world, so a copied world rolls
// the same numbers. The generator is a counter passed through a mixing function (the idea of
// SplitMix64: Steele, Lea, Flood, OOPSLA 2014).
#pragma once
#include <cstdint>

#include "core/base/check.h"

namespace cutline {

class Dice {
 public:
  explicit Dice(uint64_t seed = 0) : state_(seed) {}

  uint64_t next() {
    state_ += 0x9e3779b97f4a7c15u;
    uint64_t mixed = state_;
    mixed = (mixed ^ (mixed >> 30)) * 0xbf58476d1ce4e5b9u;
    mixed = (mixed ^ (mixed >> 27)) * 0x94d049bb133111ebu;
    return mixed ^ (mixed >> 31);
  }

  // Uniform in [min, max], both included. Draws again rather than favour small numbers.
  int64_t between(int64_t min, int64_t max) {
    CUTLINE_CHECK(min <= max, "dice need a range that is not empty");
    const uint64_t size = static_cast<uint64_t>(max) - static_cast<uint64_t>(min) + 1;
    if (size == 0) return static_cast<int64_t>(next());
    const uint64_t unfair = (0 - size) % size;  // 2^64 mod size numbers are one too many
    uint64_t roll = next();
    while (roll < unfair) roll = next();
    return static_cast<int64_t>(static_cast<uint64_t>(min) + roll % size);
  }

  uint64_t state() const { return state_; }
  friend bool operator==(const Dice&, const Dice&) = default;

 private:
  uint64_t state_;
};

}  // namespace cutline
