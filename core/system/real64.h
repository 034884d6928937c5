// A real number exactly as Java's double holds it, made of whole numbers: IEEE 754 binary64,
// rounded to nearest with ties to even, so that every compiler and machine agrees on the last bit.
//
//     value = ± significand × 2^exponent        2^52 <= significand < 2^53, or 0
//
// Only what the engine's own arithmetic needs: no infinities, no NaN, nothing near their limits.
#pragma once
#include <compare>
#include <cstdint>

namespace cutline {

class Real64 {
 public:
  constexpr Real64() = default;
  static Real64 of(int64_t whole);

  friend Real64 operator+(const Real64& left, const Real64& right);
  friend Real64 operator-(const Real64& left, const Real64& right);
  friend Real64 operator*(const Real64& left, const Real64& right);
  friend Real64 operator/(const Real64& left, const Real64& right);
  friend bool operator==(const Real64&, const Real64&) = default;
  friend std::strong_ordering operator<=>(const Real64& left, const Real64& right);

  // Java's Math.round: to the nearest whole number, one half goes up. Not for negative numbers.
  int64_t rounded() const;
  // Java's (long) cast: towards zero.
  int64_t truncated() const;

 private:
  static Real64 sum(const Real64& larger, const Real64& smaller);
  static Real64 nearest(bool negative, uint64_t bits, int32_t exponent, bool more);

  bool negative_ = false;
  int32_t exponent_ = 0;
  uint64_t significand_ = 0;
};

}  // namespace cutline
