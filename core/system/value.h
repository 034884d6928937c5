// An amount that is conserved: up to four numbers side by side (money; or money and goods).
#pragma once
#include <array>
#include <cstdint>

namespace cutline {

inline constexpr int kValueParts = 4;

struct Value {
  std::array<int64_t, kValueParts> part{};

  static Value of(int64_t amount) { return {{amount}}; }
  bool covers(const Value& other) const {  // enough in every part
    for (int i = 0; i < kValueParts; ++i)
      if (part[i] < other.part[i]) return false;
    return true;
  }
  Value& operator+=(const Value& other) {
    for (int i = 0; i < kValueParts; ++i) part[i] += other.part[i];
    return *this;
  }
  Value& operator-=(const Value& other) {
    for (int i = 0; i < kValueParts; ++i) part[i] -= other.part[i];
    return *this;
  }
  friend Value operator+(Value left, const Value& right) { return left += right; }
  friend Value operator-(Value left, const Value& right) { return left -= right; }
  friend bool operator==(const Value&, const Value&) = default;
};

}  // namespace cutline
