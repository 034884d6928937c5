// What the benchmarks measure with: the processor time and the memory of this program.
#pragma once
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ctime>
#if defined(__EMSCRIPTEN__) || defined(__GLIBC__)
#include <malloc.h>
#endif

#include "core/base/sanitized.h"

#if CUTLINE_SANITIZED
// Of the sanitizer's run-time; g++ brings the library without the header that declares it.
extern "C" size_t __sanitizer_get_current_allocated_bytes();
#endif

namespace cutline {

// User and system time. Defined in bench_clock.cc.
double cpu_now_s();

// The fastest of three calls.
template <class Call>
double fastest_cpu_s(Call call) {
  constexpr int kRuns = 3;
  double fastest_s = 0;
  for (int run = 0; run < kRuns; ++run) {
    const double start_s = cpu_now_s();
    call();
    const double cpu_s = std::max(cpu_now_s() - start_s, 1e-6);  // the clock counts microseconds
    fastest_s = run == 0 ? cpu_s : std::min(fastest_s, cpu_s);
  }
  return fastest_s;
}

// What is allocated now. 0 where the C library does not say.
inline int64_t allocated_bytes() {
#if CUTLINE_SANITIZED
  return static_cast<int64_t>(__sanitizer_get_current_allocated_bytes());
#elif defined(__EMSCRIPTEN__)
  const struct mallinfo now = mallinfo();
  return static_cast<int64_t>(now.uordblks) + now.hblkhd;
#elif defined(__GLIBC__)
  const struct mallinfo2 now = mallinfo2();
  return static_cast<int64_t>(now.uordblks + now.hblkhd);
#else
  return 0;
#endif
}

}  // namespace cutline
