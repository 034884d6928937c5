#include "core/base/check.h"
#include "core/lesson/barrier_script.h"
#include "tests/fuzz/fuzz_target.h"

namespace cutline {

// A file of barrier scripts is refused at a place, or every script runs, and twice the same.
bool fuzz_vectors(std::string_view input) {
  const auto vectors = read_barrier_scripts(input);
  if (!vectors) {
    CUTLINE_CHECK(!vectors.error().sentence.empty(), "a refusal says why");
    CUTLINE_CHECK(vectors.error().line >= 1 && vectors.error().column >= 1,
                  "a refusal has a place");
    return false;
  }
  for (const BarrierScript& script : vectors->scripts)
    CUTLINE_CHECK(run_barrier_script(script) == run_barrier_script(script),
                  "the same script runs the same way");
  return true;
}

}  // namespace cutline

CUTLINE_FUZZ_TARGET(fuzz_vectors)
