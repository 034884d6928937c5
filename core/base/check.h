// check(): for our own faults only. On in every build; prints the sentence (and, where one is set,
// the run that led here) and stops. What a user got wrong is a Result, never a check.
#pragma once

namespace cutline {

// Called once before the program stops; may print the run. Must not fail itself.
using CheckReporter = void (*)(const char* file, int line, const char* sentence);
void set_check_reporter(CheckReporter reporter);

[[noreturn]] void check_failed(const char* file, int line, const char* sentence);

}  // namespace cutline

#define CUTLINE_CHECK(condition, sentence) \
  ((condition) ? (void)0 : ::cutline::check_failed(__FILE__, __LINE__, sentence))
