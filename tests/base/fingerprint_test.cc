// Fingerprints: the same from the same ingredients in the same order, and from nothing else.
#include "core/base/fingerprint.h"

#include <gtest/gtest.h>

#include <set>

#include "core/base/dice.h"

namespace cutline {
namespace {

template <class... Ingredients>
uint64_t of(Ingredients... ingredients) {
  Fingerprint fingerprint;
  (fingerprint.add(ingredients), ...);
  return fingerprint.value();
}

TEST(Fingerprint, values_are_pinned) {
  EXPECT_EQ(print_fingerprint(of()), "d65afb5d8e34737e");
  EXPECT_EQ(print_fingerprint(of(0u)), "3825146ccc0b3e64");
  EXPECT_EQ(print_fingerprint(of(1u, 2u, 3u)), "8203eef1a2c5f438");
  EXPECT_EQ(print_fingerprint(of(std::string_view("transfer"))), "2537aa15cc6d47b2");
}

TEST(Fingerprint, order_and_number_of_the_ingredients_count) {
  EXPECT_NE(of(1u, 2u), of(2u, 1u));
  EXPECT_NE(of(0u), of());
  EXPECT_NE(of(0u, 0u), of(0u));
}

TEST(Fingerprint, where_one_text_ends_and_the_next_begins_counts) {
  using Text = std::string_view;
  EXPECT_NE(of(Text("ab"), Text("c")), of(Text("a"), Text("bc")));
  EXPECT_NE(of(Text(""), Text("a")), of(Text("a"), Text("")));
}

TEST(Fingerprint, negative_numbers_and_high_bytes_are_taken_alike_everywhere) {
  EXPECT_EQ(of(int64_t{-1}), of(~uint64_t{0}));
  EXPECT_EQ(of(std::string_view("\xff")), of(1u, 255u));
}

TEST(Fingerprint, near_ingredients_have_far_fingerprints) {
  std::set<uint64_t> seen;
  for (uint64_t first = 0; first < 200; ++first)
    for (uint64_t second = 0; second < 200; ++second) seen.insert(of(first, second));
  EXPECT_EQ(seen.size(), 40'000u);
  for (int bit = 0; bit < 64; ++bit) {
    const uint64_t changed = of(0u, 5u) ^ of(uint64_t{1} << bit, 5u);
    EXPECT_GE(__builtin_popcountll(changed), 8) << bit;
  }
}

TEST(Fingerprint, two_with_the_same_past_are_equal_and_go_on_alike) {
  Fingerprint one;
  one.add(7);
  Fingerprint other = one;
  EXPECT_EQ(one, other);
  other.add(8);
  EXPECT_NE(one, other);
  one.add(8);
  EXPECT_EQ(one.value(), other.value());
}

TEST(Fingerprint, it_prints_as_sixteen_hex_digits) {
  EXPECT_EQ(print_fingerprint(0), "0000000000000000");
  EXPECT_EQ(print_fingerprint(0xab), "00000000000000ab");
  EXPECT_EQ(print_fingerprint(0x0123456789abcdef), "0123456789abcdef");
  EXPECT_EQ(print_fingerprint(~uint64_t{0}), "ffffffffffffffff");
}

}  // namespace
}  // namespace cutline
