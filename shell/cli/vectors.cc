// cutline vectors FILE.json: scripts for one subtask's barrier handling, run and compared.
#include <cstdio>
#include <string>

#include "core/lesson/barrier_script.h"
#include "shell/cli/arguments.h"
#include "shell/cli/commands.h"
#include "shell/cli/files.h"

namespace cutline {

int vectors_command(std::span<const std::string_view> words) {
  const auto arguments = read_arguments({"vectors FILE.json", {}, {}, {}, 1}, words);
  if (!arguments) return refuse(arguments.error());
  const auto text = read_file(arguments->positional[0]);
  if (!text) return refuse(text.error());
  const auto vectors = read_barrier_scripts(*text);
  if (!vectors) {
    Fault problem = vectors.error();
    problem.file = arguments->positional[0];
    return refuse(problem);
  }
  int64_t failed = 0;
  for (const BarrierScript& script : vectors->scripts) {
    std::string differences;
    for (const std::string& failure : run_barrier_script(script))
      differences += (differences.empty() ? "" : "; ") + failure;
    if (differences.empty()) continue;
    ++failed;
    std::printf("failed %s: %s\n", script.id.c_str(), differences.c_str());
  }
  const auto run = static_cast<int64_t>(vectors->scripts.size());
  std::printf("%lld passed, %lld failed, %lld skipped\n", static_cast<long long>(run - failed),
              static_cast<long long>(failed), static_cast<long long>(vectors->skipped));
  return failed > 0 ? 1 : 0;
}

}  // namespace cutline
