// What the learner lays over a run to think about it: a cut, an order of the same events in which
// the cut is a straight line, vector clocks. It changes nothing that happens; it belongs to the run
// all the same, and is saved with it.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/lesson/command.h"
#include "core/run/straighten.h"

namespace cutline {

struct CutDesk {
  std::optional<Cut> cut;
  std::optional<Straightening> straightening;  // of `cut`
  size_t swaps_done = 0;
  bool clocks = false;  // drawn beside the events, and listed

  friend bool operator==(const CutDesk&, const CutDesk&) = default;
};

// `run` in all of them is that of the history's happenings (run_events.h).

// Does cut, cut-set, cut-shrink, cut-grow, cut-load, straighten, swap, unswap or clocks. On success
// the sentence that says what was done; refused, the desk is what it was.
Result<std::string> apply_cut_command(CutDesk& desk, const History& history, const RunEvents& run,
                                      const Command& command);

// The run has changed: the cut keeps as many events as there still are, and a straightening that is
// no longer the run's goes. Where the processes are others, so does the cut.
void follow_run(CutDesk& desk, const History& history, const RunEvents& run);

// The commands that lay the same cut over the same run; clocks are a way of looking and not saved.
void add_cut_lines(const CutDesk& desk, std::vector<std::string>& lines);

// Why the cut cannot be straightened; nothing where it can.
std::optional<std::string> why_not_straighten(const CutDesk& desk, const History& history,
                                              const RunEvents& run);

}  // namespace cutline
