// A 64-bit fingerprint of whole numbers in order. Two runs with the same ingredients have the same
// fingerprint on every compiler and machine: nothing but unsigned 64-bit arithmetic is used.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace cutline {

class Fingerprint {
 public:
  void add(uint64_t ingredient) {
    state_ = (state_ ^ ingredient) * 0x9e3779b97f4a7c15u;  // 2^64 / golden ratio, odd
    state_ ^= state_ >> 29;
  }
  void add(std::string_view text) {
    add(text.size());
    for (char c : text) add(static_cast<uint64_t>(static_cast<unsigned char>(c)));
  }
  uint64_t value() const {
    uint64_t mixed = state_ * 0xd6e8feb86659fd93u;
    return mixed ^ (mixed >> 32);
  }
  friend bool operator==(const Fingerprint&, const Fingerprint&) = default;

 private:
  uint64_t state_ = 0x6375746c696e6531u;  // "cutline1"
};

// 16 lower-case hex digits.
std::string print_fingerprint(uint64_t value);

}  // namespace cutline
