#include "core/lesson/tick_script_file.h"
#include "core/system/ledger.h"
#include "tests/fuzz/fuzz_target.h"

namespace cutline {
namespace {

// Up to the next line of "---"; what is behind it stays in `rest`.
std::string_view next_part(std::string_view& rest) {
  constexpr std::string_view kBetween = "\n---\n";
  const size_t end = rest.find(kBetween);
  const std::string_view part = rest.substr(0, end);
  rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + kBetween.size());
  return part;
}

}  // namespace

// A script that runs to its end leaves only complete and consistent snapshots.
bool fuzz_events(std::string_view input) {
  const std::string_view topology = next_part(input);
  const std::string_view events = next_part(input);
  const auto script = read_tick_script({{"top", topology}, {"events", events}, {"draws", input}});
  if (!script) {
    CUTLINE_CHECK(!script.error().file.empty(), "a refusal names its file");
    CUTLINE_CHECK(script.error().line >= 1 && script.error().column >= 1, "a refusal has a place");
    return false;
  }
  const auto run = run_tick_script(*script);
  if (!run) {
    CUTLINE_CHECK(run.error().line >= 1 && run.error().column >= 1, "a refusal has a place");
    return false;
  }
  for (uint32_t id = 0; id < run->world.snapshots.size(); ++id) {
    const SnapshotLedger ledger = snapshot_ledger(script->scenario, run->world, {id});
    CUTLINE_CHECK(ledger.verdict == Verdict::consistent, "FIFO channels record a consistent cut");
    CUTLINE_CHECK(ledger.total == ledger.expected, "a consistent cut has the total of the start");
  }
  return true;
}

}  // namespace cutline

CUTLINE_FUZZ_TARGET(fuzz_events)
