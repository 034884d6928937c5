// Durations are read exactly or refused, and print the same time again.
#include "core/base/ticks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "core/base/dice.h"

namespace cutline {
namespace {

std::string fault_of(std::string_view text) {
  const auto ticks = parse_duration(text);
  return ticks ? "read as " + std::to_string(*ticks) : ticks.error().sentence;
}

TEST(Ticks, every_unit_is_read) {
  EXPECT_EQ(*parse_duration("0"), 0);
  EXPECT_EQ(*parse_duration("7ns"), 7);
  EXPECT_EQ(*parse_duration("7us"), 7'000);
  EXPECT_EQ(*parse_duration("7\u00b5s"), 7'000);  // the micro sign
  EXPECT_EQ(*parse_duration("7\u03bcs"), 7'000);  // the Greek letter
  EXPECT_EQ(*parse_duration("7ms"), 7'000'000);
  EXPECT_EQ(*parse_duration("7s"), 7'000'000'000);
  EXPECT_EQ(*parse_duration("7min"), 420'000'000'000);
  EXPECT_EQ(*parse_duration("7h"), 25'200'000'000'000);
  EXPECT_EQ(*parse_duration("10 min"), 600'000'000'000);
  EXPECT_EQ(*parse_duration("007s"), 7'000'000'000);
}

TEST(Ticks, parts_of_a_unit_are_exact_down_to_a_tick_and_then_rounded_down) {
  EXPECT_EQ(*parse_duration("1.5s"), 1'500'000'000);
  EXPECT_EQ(*parse_duration("0.1h"), 360'000'000'000);
  EXPECT_EQ(*parse_duration("0.000001ms"), 1);
  EXPECT_EQ(*parse_duration("0.9ns"), 0);
  EXPECT_EQ(*parse_duration("1.99999999999999999999999s"), 1'999'999'999);
  // 0.00000000009 min are 5.4 ns: no digit may be rounded down on its own.
  EXPECT_EQ(*parse_duration("0.00000000009min"), 5);
  EXPECT_EQ(*parse_duration("0.333333333333333h"), 1'199'999'999'999);
}

TEST(Ticks, the_longest_duration_is_a_million_hours) {
  EXPECT_EQ(*parse_duration("1000000h"), 1'000'000 * kHour);
  EXPECT_EQ(*parse_duration("3600000000000000000ns"), 1'000'000 * kHour);
  for (const char* text : {"1000000.1h", "1000001h", "3600000000000000001ns",
                           "99999999999999999999s", "18446744073709551616ns",
                           "9223372036854775808ns", "3600000000.1s",
                           "1000000000000000000000000000000000000min"})
    EXPECT_EQ(fault_of(text), "a duration is at most a million hours") << text;
}

TEST(Ticks, a_duration_without_a_unit_is_refused) {
  for (const char* text : {"", "5", "1.5", "5 m", "5S", "5d", "0.0", "s5", "5sec", "00"})
    EXPECT_EQ(fault_of(text),
              "a duration needs a unit (ns, us, ms, s, min or h): \"" + std::string(text) + "\"");
}

TEST(Ticks, a_unit_without_a_plain_number_is_refused) {
  for (const char* text : {"s", " s", ".5s", "1.s", "-5s", "+5s", " 5s", "1e3s", "1,5s", "0x5s",
                           "1.2.3s", "1. 5s", "infs", "5mss", "1.-5s"})
    EXPECT_THAT(fault_of(text),
                testing::StartsWith("a duration needs a plain number before its unit, not \""));
  EXPECT_EQ(fault_of("-5s"), "a duration needs a plain number before its unit, not \"-5\"");
}

TEST(Ticks, durations_print_with_the_unit_that_suits_them) {
  EXPECT_EQ(print_duration(0), "0s");
  EXPECT_EQ(print_duration(1), "1ns");
  EXPECT_EQ(print_duration(999), "999ns");
  EXPECT_EQ(print_duration(1'000), "1us");
  EXPECT_EQ(print_duration(1'234), "1.234us");
  EXPECT_EQ(print_duration(40'000'000), "40ms");
  EXPECT_EQ(print_duration(1'234'567), "1.234567ms");
  EXPECT_EQ(print_duration(1'250'000'000), "1.25s");
  EXPECT_EQ(print_duration(1'000'001'000), "1.000001s");
  EXPECT_EQ(print_duration(1'000'000'009), "1.000000009s");
  EXPECT_EQ(print_duration(kHour), "3600s");
  EXPECT_EQ(print_duration(-1'500'000), "-1.5ms");
}

TEST(Ticks, the_longest_and_the_shortest_tick_print) {
  EXPECT_EQ(print_duration(std::numeric_limits<Tick>::max()), "9223372036.854775807s");
  EXPECT_EQ(print_duration(std::numeric_limits<Tick>::min()), "-9223372036.854775808s");
}

TEST(Ticks, durations_print_and_read_back_as_themselves) {
  constexpr uint64_t kSeed = 5;
  SCOPED_TRACE("seed " + std::to_string(kSeed));
  Dice dice(kSeed);
  for (int round = 0; round < 20'000; ++round) {
    const Tick ticks = dice.between(0, Tick{1} << dice.between(0, 61));
    ASSERT_EQ(*parse_duration(print_duration(ticks)), ticks) << print_duration(ticks);
  }
  for (Tick ticks = 0; ticks < kMillisecond; ticks += 7)
    ASSERT_EQ(*parse_duration(print_duration(ticks)), ticks) << print_duration(ticks);
}

}  // namespace
}  // namespace cutline
