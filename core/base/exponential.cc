#include "core/base/exponential.h"

#include <array>
#include <bit>

#include "core/base/check.h"

namespace cutline {
namespace {

constexpr int kIndexBits = 10;
constexpr uint64_t kIntervals = 1 << kIndexBits;
constexpr int kFractionBits = 32;

// ln(1 + i / 1024) for i = 0 … 1024 in units of 2^-32, summed from
//     ln((n + 1) / n) = 2 (x + x^3 / 3 + x^5 / 5 + …),   x = 1 / (2n + 1) < 2^-11
// in units of 2^-62: the terms left out and the roundings come to less than 2^-50.
constexpr std::array<uint32_t, kIntervals + 1> make_log_table() {
  std::array<uint32_t, kIntervals + 1> table{};
  uint64_t sum = 0;
  for (uint64_t i = 0; i < kIntervals; ++i) {
    const uint64_t odd = 2 * (kIntervals + i) + 1;
    const uint64_t first = (uint64_t{1} << 63) / odd;
    const uint64_t third = first / (odd * odd);
    const uint64_t fifth = third / (odd * odd);
    sum += first + third / 3 + fifth / 5;
    table[i + 1] = static_cast<uint32_t>((sum + (uint64_t{1} << 29)) >> 30);
  }
  return table;
}

constexpr std::array<uint32_t, kIntervals + 1> kLogTable = make_log_table();
constexpr uint64_t kLogTwo = kLogTable[kIntervals];
static_assert(kLogTwo == 0xb17217f8, "ln 2 = 0.6931471805599453 in units of 2^-32");

}  // namespace

uint64_t minus_log(uint64_t random) {
  if (random == 0) return 0;
  const int zeros = std::countl_zero(random);
  // random = 2^(63 - zeros) · (1 + index / 1024 + fraction / 2^42), the fraction cut to 32 bits
  const uint64_t mantissa = random << zeros << 1;
  const uint64_t index = mantissa >> (64 - kIndexBits);
  const uint64_t fraction = mantissa << kIndexBits >> (64 - kFractionBits);
  const uint64_t low = kLogTable[index];
  const uint64_t rise = (kLogTable[index + 1] - low) * fraction >> kFractionBits;
  return static_cast<uint64_t>(zeros + 1) * kLogTwo - low - rise;
}

Tick exponential(Dice& dice, Tick mean) {
  CUTLINE_CHECK(mean >= 0 && mean <= kExponentialMeanMax,
                "the mean of an exponential time must be from 0 to kExponentialMeanMax");
  const uint64_t log = minus_log(dice.next());
  // mean · log / 2^32, rounded to nearest, in two halves of the mean so that nothing overflows.
  const auto whole = static_cast<uint64_t>(mean);
  const uint64_t high = whole >> 32;
  const uint64_t low = whole & 0xffffffff;
  const uint64_t log_high = log >> 32;
  const uint64_t log_low = log & 0xffffffff;
  const uint64_t middle = low * log_low + (uint64_t{1} << 31);
  return static_cast<Tick>(high * log + low * log_high + (middle >> 32));
}

}  // namespace cutline
