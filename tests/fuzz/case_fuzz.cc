#include "core/base/check.h"
#include "core/lesson/snapshot_case.h"
#include "tests/fuzz/fuzz_target.h"

namespace cutline {

// A file of cases is refused at a place, or every case has an outcome.
bool fuzz_case(std::string_view input) {
  const auto outcomes = run_snapshot_cases(input);
  if (outcomes) return true;
  CUTLINE_CHECK(!outcomes.error().sentence.empty(), "a refusal says why");
  CUTLINE_CHECK(outcomes.error().line >= 1 && outcomes.error().column >= 1,
                "a refusal has a place");
  return false;
}

}  // namespace cutline

CUTLINE_FUZZ_TARGET(fuzz_case)
