// Numbers are read strictly and refused by name; what is quoted is always printable UTF-8.
#include "core/base/text.h"

#include <gtest/gtest.h>

#include <limits>

#include "core/base/dice.h"

namespace cutline {
namespace {

constexpr int64_t kLeast = std::numeric_limits<int64_t>::min();
constexpr int64_t kMost = std::numeric_limits<int64_t>::max();
constexpr double kLargest = std::numeric_limits<double>::max();

std::string integer_fault(std::string_view text, int64_t min = 0, int64_t max = 100) {
  const auto value = parse_integer(text, min, max, "amount");
  return value ? "read as " + std::to_string(*value) : value.error().sentence;
}

std::string decimal_fault(std::string_view text, double min = 0, double max = 1e6) {
  const auto value = parse_decimal(text, min, max, "λ");
  return value ? "read as " + print_decimal(*value) : value.error().sentence;
}

TEST(Text, words_know_the_column_at_which_they_start) {
  const auto words = split_words("  send\tA>B   10 ");
  ASSERT_EQ(words.size(), 3u);
  EXPECT_EQ(words[0].text, "send");
  EXPECT_EQ(words[0].column, 3);
  EXPECT_EQ(words[1].text, "A>B");
  EXPECT_EQ(words[1].column, 8);
  EXPECT_EQ(words[2].text, "10");
  EXPECT_EQ(words[2].column, 14);
}

TEST(Text, columns_count_characters_and_not_bytes) {
  const auto words = split_words("größe 東京 λ");
  ASSERT_EQ(words.size(), 3u);
  EXPECT_EQ(words[1].column, 7);
  EXPECT_EQ(words[2].column, 10);
}

TEST(Text, blanks_alone_are_no_words) {
  EXPECT_EQ(split_words("").size(), 0u);
  EXPECT_EQ(split_words(" \t ").size(), 0u);
}

TEST(Text, lines_end_at_newlines_with_or_without_a_carriage_return) {
  using Lines = std::vector<std::string_view>;
  EXPECT_EQ(split_lines(""), Lines{});
  EXPECT_EQ(split_lines("\n"), Lines{""});
  EXPECT_EQ(split_lines("a\nb"), (Lines{"a", "b"}));
  EXPECT_EQ(split_lines("a\nb\n"), (Lines{"a", "b"}));
  EXPECT_EQ(split_lines("a\r\n\r\nb\r\n"), (Lines{"a", "", "b"}));
  EXPECT_EQ(split_lines("a\r\r\nb\r"), (Lines{"a\r", "b\r"}));
}

TEST(Text, whole_numbers_are_read_up_to_both_ends_of_their_range) {
  EXPECT_EQ(*parse_integer("0", 0, 100, "amount"), 0);
  EXPECT_EQ(*parse_integer("100", 0, 100, "amount"), 100);
  EXPECT_EQ(*parse_integer("+7", 0, 100, "amount"), 7);
  EXPECT_EQ(*parse_integer("-7", -7, 100, "amount"), -7);
  EXPECT_EQ(*parse_integer("007", 0, 100, "amount"), 7);
  EXPECT_EQ(*parse_integer("-0", 0, 100, "amount"), 0);
  EXPECT_EQ(*parse_integer("9223372036854775807", kLeast, kMost, "amount"), kMost);
  EXPECT_EQ(*parse_integer("-9223372036854775808", kLeast, kMost, "amount"), kLeast);
}

TEST(Text, what_is_no_whole_number_is_refused_with_its_text) {
  for (const char* text : {"", " ", " 1", "1 ", "+", "-", "+-5", "-+5", "--5", "++5", "1.0", "1e3",
                           "0x10", "1,5", "ten", "1_000", "１", "\n1", "- 1"})
    EXPECT_EQ(integer_fault(text), "amount must be a whole number, not " + in_quotes(text));
  EXPECT_EQ(integer_fault(std::string_view("1\0", 2)),
            "amount must be a whole number, not \"1\\x00\"");
  EXPECT_EQ(integer_fault("99999999999999999999x"),
            "amount must be a whole number, not \"99999999999999999999x\"");
}

TEST(Text, whole_numbers_out_of_range_are_refused_with_the_range) {
  EXPECT_EQ(integer_fault("101"), "amount must be from 0 to 100, not \"101\"");
  EXPECT_EQ(integer_fault("-1"), "amount must be from 0 to 100, not \"-1\"");
  EXPECT_EQ(integer_fault("9223372036854775808", kLeast, kMost),
            "amount must be from -9223372036854775808 to 9223372036854775807, not "
            "\"9223372036854775808\"");
  EXPECT_EQ(integer_fault("-99999999999999999999", 0, 9),
            "amount must be from 0 to 9, not \"-99999999999999999999\"");
}

TEST(Text, decimals_are_read_to_the_nearest_double) {
  EXPECT_EQ(*parse_decimal("2", 0, 1e6, "λ"), 2.0);
  EXPECT_EQ(*parse_decimal("0.1", 0, 1e6, "λ"), 0.1);
  EXPECT_EQ(*parse_decimal(".5", 0, 1e6, "λ"), 0.5);
  EXPECT_EQ(*parse_decimal("5.", 0, 1e6, "λ"), 5.0);
  EXPECT_EQ(*parse_decimal("+1e3", 0, 1e6, "λ"), 1000.0);
  EXPECT_EQ(*parse_decimal("25E-2", 0, 1e6, "λ"), 0.25);
  EXPECT_EQ(*parse_decimal("1000000", 0, 1e6, "λ"), 1e6);
  EXPECT_EQ(*parse_decimal("-3.5", -4, 1e6, "λ"), -3.5);
}

TEST(Text, a_negative_zero_is_read_as_zero) {
  const double value = *parse_decimal("-0.0e9", 0, 1e6, "λ");
  EXPECT_EQ(value, 0.0);
  EXPECT_EQ(print_decimal(value), "0");
}

TEST(Text, what_is_no_decimal_is_refused_with_its_text) {
  for (const char* text : {"", " 1", "1 ", "nan", "inf", "-inf", "infinity", "NaN", "0x10", "1,5",
                           ".", "-", "+", "e5", "1e", "1e+", "1e5.0", "1.2.3", "--1", "+-1", "1f",
                           "1d", "1'000", "٣", "½", "1\n", "0b1", "1p3", "1e 3", "1/2"})
    EXPECT_EQ(decimal_fault(text), "λ must be a number, not " + in_quotes(text));
  EXPECT_EQ(decimal_fault(std::string_view("1\0", 2)), "λ must be a number, not \"1\\x00\"");
}

TEST(Text, decimals_out_of_range_are_refused_with_the_range) {
  EXPECT_EQ(decimal_fault("-1"), "λ must be from 0 to 1000000, not \"-1\"");
  EXPECT_EQ(decimal_fault("1000000.1"), "λ must be from 0 to 1000000, not \"1000000.1\"");
  EXPECT_EQ(decimal_fault("1e999"), "λ must be from 0 to 1000000, not \"1e999\"");
  EXPECT_EQ(decimal_fault("-1e999"), "λ must be from 0 to 1000000, not \"-1e999\"");
  EXPECT_EQ(decimal_fault("1e999", 0, kLargest),
            "λ must be a finite number of at least 0, not \"1e999\"");
}

TEST(Text, a_number_that_would_silently_become_zero_is_refused) {
  EXPECT_EQ(decimal_fault("1e-999"), "λ is too close to 0 to tell it from 0: \"1e-999\"");
  EXPECT_EQ(decimal_fault("-1e-999"), "λ is too close to 0 to tell it from 0: \"-1e-999\"");
  EXPECT_EQ(*parse_decimal("0e-999", 0, 1e6, "λ"), 0.0);
  EXPECT_EQ(*parse_decimal("0.000e5", 0, 1e6, "λ"), 0.0);
}

TEST(Text, decimals_print_as_short_as_they_read_back) {
  EXPECT_EQ(print_decimal(0), "0");
  EXPECT_EQ(print_decimal(0.1), "0.1");
  EXPECT_EQ(print_decimal(6), "6");
  EXPECT_EQ(print_decimal(-2.5), "-2.5");
  EXPECT_EQ(print_decimal(1e6), "1000000");
  EXPECT_EQ(print_decimal(999999999999999), "999999999999999");
  EXPECT_EQ(print_decimal(1e15), "1e+15");
  EXPECT_EQ(print_decimal(0.000001), "0.000001");
  EXPECT_EQ(print_decimal(1e-7), "1e-07");
  EXPECT_EQ(print_decimal(0.1 + 0.2), "0.30000000000000004");
  EXPECT_EQ(print_decimal(-0.00000123456789012345678), "-0.0000012345678901234567");
  EXPECT_EQ(print_decimal(kLargest), "1.7976931348623157e+308");
}

TEST(Text, printed_decimals_read_back_as_the_same_number) {
  constexpr uint64_t kSeed = 11;
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  Dice dice(kSeed);
  for (int round = 0; round < 20'000; ++round) {
    const auto whole = static_cast<double>(dice.between(-1'000'000'000, 1'000'000'000));
    const double value = whole / static_cast<double>(dice.between(1, 1'000'000'000));
    const auto read = parse_decimal(print_decimal(value), -1e9, 1e9, "value");
    ASSERT_TRUE(read) << print_decimal(value);
    ASSERT_EQ(*read, value);
  }
}

TEST(Text, quoting_escapes_what_cannot_be_shown) {
  EXPECT_EQ(in_quotes(""), "\"\"");
  EXPECT_EQ(in_quotes("A>B"), "\"A>B\"");
  EXPECT_EQ(in_quotes("a\tb\n\x7f"), "\"a\\x09b\\x0a\\x7f\"");
  EXPECT_EQ(in_quotes(std::string_view("\0", 1)), "\"\\x00\"");
  EXPECT_EQ(in_quotes("λ 東 😀"), "\"λ 東 😀\"");
  EXPECT_EQ(in_quotes("\xc2\x85"), "\"\\xc2\\x85\"");  // a control character above ASCII
}

TEST(Text, quoting_escapes_bytes_that_are_no_character) {
  EXPECT_EQ(in_quotes("\xff"), "\"\\xff\"");
  EXPECT_EQ(in_quotes("\x80z"), "\"\\x80z\"");                    // a rest without its start
  EXPECT_EQ(in_quotes("\xe6\x9d"), "\"\\xe6\\x9d\"");             // cut short
  EXPECT_EQ(in_quotes("\xc0\xaf"), "\"\\xc0\\xaf\"");             // longer than need be
  EXPECT_EQ(in_quotes("\xe0\x80\xaf"), "\"\\xe0\\x80\\xaf\"");    // the same, in three bytes
  EXPECT_EQ(in_quotes("\xf0\x80\x80\xaf"), "\"\\xf0\\x80\\x80\\xaf\"");
  EXPECT_EQ(in_quotes("\xed\xa0\x80"), "\"\\xed\\xa0\\x80\"");    // half of a surrogate pair
  // Beyond the last character there is:
  EXPECT_EQ(in_quotes("\xf4\x90\x80\x80"), "\"\\xf4\\x90\\x80\\x80\"");
  EXPECT_EQ(in_quotes("\xc3(\xc3\xa4"), "\"\\xc3(ä\"");
}

TEST(Text, quoting_cuts_after_sixty_bytes_and_between_two_characters) {
  const std::string sixty(60, 'a');
  EXPECT_EQ(in_quotes(sixty), "\"" + sixty + "\"");
  EXPECT_EQ(in_quotes(sixty + "b"), "\"" + sixty + "…\"");
  const std::string fifty_nine(59, 'a');
  EXPECT_EQ(in_quotes(fifty_nine + "ä"), "\"" + fifty_nine + "…\"");
  EXPECT_EQ(in_quotes(fifty_nine + "b東"), "\"" + fifty_nine + "b…\"");
  const std::string rests(200, '\x80');
  EXPECT_EQ(in_quotes(rests).size(), 1 + 60 * 4 + 3 + 1);
}

TEST(Text, one_thing_and_many_things) {
  EXPECT_EQ(count_of(1, "step"), "1 step");
  EXPECT_EQ(count_of(0, "step"), "0 steps");
  EXPECT_EQ(count_of(2, "step"), "2 steps");
  EXPECT_EQ(count_of(-1, "step"), "-1 steps");
}

}  // namespace
}  // namespace cutline
