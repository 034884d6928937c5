#include "core/base/check.h"
#include "core/base/text.h"
#include "core/lesson/lab.h"
#include "core/lesson/run_file.h"
#include "tests/fuzz/fuzz_target.h"

namespace cutline {

namespace {

// A changed run ends elsewhere than it says; with the fingerprint that the refusal names in place
// of the last line it must not.
std::string with_right_fingerprint(std::string_view input, const Fault& refusal) {
  constexpr std::string_view kBefore = "(fingerprint ";
  const size_t at = refusal.sentence.find(kBefore);
  if (at == std::string::npos) return "";
  std::string out;
  for (std::string_view line : split_lines(without_byte_order_mark(input))) {
    const std::vector<Word> words = split_words(line);
    if (!words.empty() && words[0].text == "fingerprint") break;
    out += std::string(line) + "\n";
  }
  return out + "fingerprint " + refusal.sentence.substr(at + kBefore.size(), 16);
}

}  // namespace

// A saved run is refused and the present one stays, or it is opened; then it can be saved, and
// comes back the same.
bool fuzz_run(std::string_view input) {
  static const Lab kStart("two-banks");
  Lab lab = kStart;
  Result<Done> opened = lab.open_run(input);
  if (!opened) {
    const std::string right = with_right_fingerprint(input, opened.error());
    if (!right.empty()) {
      lab = kStart;
      opened = lab.open_run(right);
      CUTLINE_CHECK(opened, "a run with the fingerprint that it leads to can be opened");
    }
  }
  if (!opened) {
    CUTLINE_CHECK(!opened.error().sentence.empty(), "a refusal says why");
    CUTLINE_CHECK(lab.fingerprint() == kStart.fingerprint(), "a refused run changes nothing");
    return false;
  }
  Lab again = kStart;
  CUTLINE_CHECK(again.open_run(print_run_file(lab)), "what was saved can be opened");
  CUTLINE_CHECK(print_run_file(again) == print_run_file(lab), "what was saved is saved the same");
  CUTLINE_CHECK(again.fingerprint() == lab.fingerprint(), "what was saved comes back the same");
  return true;
}

}  // namespace cutline

CUTLINE_FUZZ_TARGET(fuzz_run)
