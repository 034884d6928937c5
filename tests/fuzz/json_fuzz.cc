#include "core/base/json.h"
#include "core/lesson/json_fields.h"
#include "tests/fuzz/fuzz_target.h"

namespace cutline {

// What was read can be printed, and reads the same again.
bool fuzz_json(std::string_view input) {
  const auto json = parse_json(input);
  if (!json) {
    CUTLINE_CHECK(!json.error().sentence.empty(), "a refusal says why");
    CUTLINE_CHECK(json.error().line >= 1 && json.error().column >= 1, "a refusal has a place");
    return false;
  }
  const std::string printed = print_json(*json);
  const auto again = parse_json(printed);
  CUTLINE_CHECK(again, "what was printed can be read");
  CUTLINE_CHECK(print_json(*again) == printed, "what was printed reads the same again");
  return true;
}

}  // namespace cutline

CUTLINE_FUZZ_TARGET(fuzz_json)
