// One piece of what the benchmarks print, in the form of printf.
#pragma once
#include <cstdio>
#include <string>

#include "core/base/check.h"

namespace cutline {

inline constexpr int kBenchLineMax = 400;  // characters, the closing zero included

template <class... Values>
std::string bench_line(const char* format, Values... values) {
  char line[kBenchLineMax];
  const int length = std::snprintf(line, sizeof line, format, values...);
  CUTLINE_CHECK(length > 0 && length < kBenchLineMax, "a line of bench is short");
  return line;
}

}  // namespace cutline
