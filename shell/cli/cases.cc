// cutline cases FILE.json: snapshot, stream and queue cases over the one set of rules.
#include <cstdio>
#include <string>

#include "core/lesson/snapshot_case.h"
#include "shell/cli/arguments.h"
#include "shell/cli/commands.h"
#include "shell/cli/files.h"

namespace cutline {
namespace {

std::string joined(const std::vector<std::string>& texts) {
  std::string out;
  for (const std::string& text : texts) out += (out.empty() ? "" : "; ") + text;
  return out;
}

}  // namespace

int cases_command(std::span<const std::string_view> words) {
  const auto arguments = read_arguments({"cases FILE.json", {}, {}, {}, 1}, words);
  if (!arguments) return refuse(arguments.error());
  const auto text = read_file(arguments->positional[0]);
  if (!text) return refuse(text.error());
  const auto outcomes = run_snapshot_cases(*text);
  if (!outcomes) {
    Fault problem = outcomes.error();
    problem.file = arguments->positional[0];
    return refuse(problem);
  }
  size_t failed = 0;
  for (const CaseOutcome& outcome : *outcomes) {
    if (outcome.differences.empty()) continue;
    ++failed;
    std::printf("failed %s: %s\n", outcome.id.c_str(), joined(outcome.differences).c_str());
  }
  // Every algorithm that the form names is built, so nothing is ever skipped.
  std::printf("%zu passed, %zu failed, 0 skipped\n", outcomes->size() - failed, failed);
  return failed > 0 ? 1 : 0;
}

}  // namespace cutline
