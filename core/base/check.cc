#include "core/base/check.h"

#include <cstdio>
#include <cstdlib>

namespace cutline {
namespace {
CheckReporter g_reporter = nullptr;
}

void set_check_reporter(CheckReporter reporter) { g_reporter = reporter; }

void check_failed(const char* file, int line, const char* sentence) {
  std::fprintf(stderr, "%s:%d: check failed: %s\n", file, line, sentence);
  if (CheckReporter reporter = g_reporter) {
    g_reporter = nullptr;  // a check that fails inside the reporter must not come back here
    reporter(file, line, sentence);
  }
  std::abort();
}

}  // namespace cutline
