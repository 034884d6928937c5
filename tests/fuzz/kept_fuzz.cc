#include "core/base/check.h"
#include "core/lesson/exercise_kept.h"
#include "tests/fuzz/fuzz_target.h"

namespace cutline {

// Progress is refused at a line, or printed again as what it was read from.
bool fuzz_kept(std::string_view input) {
  const auto kept = read_kept(input);
  if (!kept) return false;
  const auto again = read_kept(print_kept(*kept));
  CUTLINE_CHECK(again && *again == *kept, "progress that is printed is read as the same");
  return true;
}

}  // namespace cutline

CUTLINE_FUZZ_TARGET(fuzz_kept)
