#include "shell/cli/bench_clock.h"

#ifdef __EMSCRIPTEN__
#include <emscripten/em_js.h>

// std::clock is the time of day there, in whole milliseconds.
EM_JS(double, node_cpu_s, (), {
  const usage = process.cpuUsage();
  return (usage.user + usage.system) / 1e6;
});
#endif

namespace cutline {

double cpu_now_s() {
#ifdef __EMSCRIPTEN__
  return node_cpu_s();
#else
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
#endif
}

}  // namespace cutline
