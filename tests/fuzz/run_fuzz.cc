#include "core/base/check.h"
#include "core/lesson/lab.h"
#include "core/lesson/run_file.h"
#include "tests/fuzz/fuzz_target.h"

namespace cutline {

// A saved run is refused and the present one stays, or it is opened; then it can be saved, and
// comes back the same and without a remark.
bool fuzz_run(std::string_view input) {
  static const Lab kStart("two-banks");
  Lab lab = kStart;
  const auto opened = lab.open_run(input);
  if (!opened) {
    CUTLINE_CHECK(!opened.error().sentence.empty(), "a refusal says why");
    CUTLINE_CHECK(lab.fingerprint() == kStart.fingerprint(), "a refused run changes nothing");
    return false;
  }
  Lab again = kStart;
  CUTLINE_CHECK(again.open_run(print_run_file(lab)), "what was saved can be opened");
  CUTLINE_CHECK(again.notices().empty(), "what was saved ends where it was saved");
  CUTLINE_CHECK(again.fingerprint() == lab.fingerprint(), "what was saved comes back the same");
  return true;
}

}  // namespace cutline

CUTLINE_FUZZ_TARGET(fuzz_run)
