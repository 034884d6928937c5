// cutline cases FILE.json: snapshot and queue cases over the one set of rules.
#include <cstdio>
#include <string>

#include "core/lesson/snapshot_case.h"
#include "shell/cli/arguments.h"
#include "shell/cli/commands.h"
#include "shell/cli/files.h"

namespace cutline {
namespace {

struct Tally {
  int passed = 0;
  int failed = 0;
  std::vector<std::string> skipped;  // "LY-1 (lai-yang)"
};

std::string joined(const std::vector<std::string>& texts, std::string_view between) {
  std::string out;
  for (const std::string& text : texts) {
    if (!out.empty()) out += between;
    out += text;
  }
  return out;
}

Tally count(const std::vector<CaseOutcome>& outcomes) {
  Tally tally;
  for (const CaseOutcome& outcome : outcomes) switch (outcome.kind) {
      case CaseOutcomeKind::passed: ++tally.passed; break;
      case CaseOutcomeKind::failed:
        ++tally.failed;
        std::printf("failed %s: %s\n", outcome.id.c_str(),
                    joined(outcome.differences, "; ").c_str());
        break;
      case CaseOutcomeKind::skipped:
        tally.skipped.push_back(outcome.id + " (" + outcome.algorithm + ")");
        break;
    }
  return tally;
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
  const Tally tally = count(*outcomes);
  if (!tally.skipped.empty())
    std::printf("skipped, not built yet: %s\n", joined(tally.skipped, ", ").c_str());
  std::printf("%d passed, %d failed, %zu skipped\n", tally.passed, tally.failed,
              tally.skipped.size());
  return tally.failed > 0 ? 1 : 0;
}

}  // namespace cutline
