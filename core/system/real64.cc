#include "core/system/real64.h"

#include <bit>

#include "core/base/check.h"

namespace cutline {
namespace {

constexpr int kSignificandBits = 53;
constexpr int kGuardBits = 64 - kSignificandBits;
constexpr int kExponentLimit = 900;  // far inside what a double can hold

__extension__ using Wide = unsigned __int128;

// bits × 2^-by, with the lowest bit set where that was not exact. Enough for rounding to nearest as
// long as two bits or more lie between it and the last bit that is kept.
uint64_t shifted_right(uint64_t bits, int by) {
  if (by == 0) return bits;
  if (by > 63) return bits != 0;
  const uint64_t lost = bits & ((uint64_t{1} << by) - 1);
  return (bits >> by) | (lost != 0);
}

}  // namespace

// The double nearest to bits × 2^exponent, and a little more than that where `more` is set. With
// `more`, bits must fill 55 bits at least.
Real64 Real64::nearest(bool negative, uint64_t bits, int32_t exponent, bool more) {
  Real64 result;
  if (bits == 0) {
    CUTLINE_CHECK(!more, "a number that is only a remainder cannot be rounded");
    return result;
  }
  const int left = std::countl_zero(bits);
  CUTLINE_CHECK(!more || left < kGuardBits - 1, "a number with a remainder needs guard bits");
  bits = (bits << left) | more;
  exponent -= left;

  constexpr uint64_t kHalf = uint64_t{1} << (kGuardBits - 1);
  const uint64_t rest = bits & (2 * kHalf - 1);
  uint64_t significand = bits >> kGuardBits;
  significand += rest > kHalf || (rest == kHalf && (significand & 1));
  exponent += kGuardBits;
  if (significand >> kSignificandBits) {
    significand >>= 1;
    ++exponent;
  }
  CUTLINE_CHECK(exponent < kExponentLimit && exponent > -kExponentLimit,
                "a real number went beyond what the engine's arithmetic needs");
  result.negative_ = negative;
  result.exponent_ = exponent;
  result.significand_ = significand;
  return result;
}

Real64 Real64::of(int64_t whole) {
  const bool negative = whole < 0;
  const uint64_t size = negative ? 0 - static_cast<uint64_t>(whole) : static_cast<uint64_t>(whole);
  return nearest(negative, size, 0, false);
}

std::strong_ordering operator<=>(const Real64& left, const Real64& right) {
  const auto sign = [](const Real64& each) {
    return each.significand_ == 0 ? 0 : each.negative_ ? -1 : 1;
  };
  if (sign(left) != sign(right)) return sign(left) <=> sign(right);
  const Real64& low = left.negative_ ? right : left;  // below 0, the larger size is the smaller one
  const Real64& high = left.negative_ ? left : right;
  if (low.exponent_ != high.exponent_) return low.exponent_ <=> high.exponent_;
  return low.significand_ <=> high.significand_;
}

// Of two numbers that are not 0, `larger` having no smaller exponent.
Real64 Real64::sum(const Real64& larger, const Real64& smaller) {
  constexpr int kSpare = kGuardBits - 1;  // leaves one bit for the carry
  const int apart = larger.exponent_ - smaller.exponent_;
  const uint64_t high = larger.significand_ << kSpare;
  const uint64_t low = shifted_right(smaller.significand_ << kSpare, apart);
  const int32_t exponent = larger.exponent_ - kSpare;
  if (larger.negative_ == smaller.negative_)
    return nearest(larger.negative_, high + low, exponent, false);
  if (high >= low) return nearest(larger.negative_, high - low, exponent, false);
  return nearest(smaller.negative_, low - high, exponent, false);
}

Real64 operator+(const Real64& left, const Real64& right) {
  if (left.significand_ == 0) return right;
  if (right.significand_ == 0) return left;
  return left.exponent_ >= right.exponent_ ? Real64::sum(left, right) : Real64::sum(right, left);
}

Real64 operator-(const Real64& left, const Real64& right) {
  Real64 opposite = right;
  opposite.negative_ = right.significand_ != 0 && !right.negative_;
  return left + opposite;
}

Real64 operator*(const Real64& left, const Real64& right) {
  if (left.significand_ == 0 || right.significand_ == 0) return {};
  constexpr int kDropped = 2 * kSignificandBits - 64;
  const Wide product = static_cast<Wide>(left.significand_) * right.significand_;
  const bool more = (product & ((Wide{1} << kDropped) - 1)) != 0;
  return Real64::nearest(left.negative_ != right.negative_,
                         static_cast<uint64_t>(product >> kDropped),
                         left.exponent_ + right.exponent_ + kDropped, more);
}

Real64 operator/(const Real64& left, const Real64& right) {
  CUTLINE_CHECK(right.significand_ != 0, "nothing is divided by 0");
  if (left.significand_ == 0) return {};
  constexpr int kScale = 62;
  const Wide dividend = static_cast<Wide>(left.significand_) << kScale;
  const bool more = dividend % right.significand_ != 0;
  return Real64::nearest(left.negative_ != right.negative_,
                         static_cast<uint64_t>(dividend / right.significand_),
                         left.exponent_ - right.exponent_ - kScale, more);
}

int64_t Real64::rounded() const {
  CUTLINE_CHECK(!negative_, "only sizes and times are rounded, and they are not negative");
  if (exponent_ >= 0) return truncated();
  if (exponent_ < -63) return 0;
  return static_cast<int64_t>((significand_ + (uint64_t{1} << (-exponent_ - 1))) >> -exponent_);
}

int64_t Real64::truncated() const {
  CUTLINE_CHECK(exponent_ <= 63 - kSignificandBits, "a real number does not fit a whole one");
  uint64_t whole = significand_;
  if (exponent_ >= 0) whole <<= exponent_;
  else whole = exponent_ < -63 ? 0 : whole >> -exponent_;
  return negative_ ? -static_cast<int64_t>(whole) : static_cast<int64_t>(whole);
}

}  // namespace cutline
