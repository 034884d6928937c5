// A run that leaves and comes back: its commands as text, in a file or behind "#s=" in a link.
//
//     cutline run 2                   the form's name and version
//     scenario transfers              then, in this order and no other: settings (seed, set),
//     step 12                         steps (step, until, what a hand does), the place to stand at
//     snapshot A                      (seek), the queue lab, the learner's cut (cut-set) and the
//                                   order of the events (straighten), what was on the screen
//     step 4
//     seek 10
//     fingerprint 3f9c0a6b51d2e874    of the run that these lines lead to, and of all that they
//                                   lay over it: the lab prints the same lines again
//
// Lines that start with "#" and empty lines are left out. The order bounds what opening one can
// cost: a run has at most kStepsMax steps, nothing in it goes back and does them again, what is
// laid over it is laid once; and a CommandBudget counts.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/lesson/command.h"

namespace cutline {

class Lab;

inline constexpr int kRunFormVersion = 2;

struct RunFileLine {
  int line = 0;    // from 1
  int column = 0;  // of its first word
  Command command;
};

struct RunFile {
  std::vector<RunFileLine> lines;
  uint64_t fingerprint = 0;
  int fingerprint_line = 0;
  int fingerprint_column = 0;  // of its digits
};

// Does the text say that it is a saved run? One that says so may still be refused.
bool is_run_text(std::string_view text);

// Refuses, with the line: another form, a newer version, a command that is no part of a saved run
// or stands in the wrong place, a text that is cut short, more than kRunBytesMax, kRunLinesMax or
// kRunSettingsMax.
Result<RunFile> read_run_file(std::string_view text);

// The lab's run, its queue lab, screen and selection.
std::string print_run_file(const Lab& lab);
// What the last line of that text says.
uint64_t run_fingerprint(const Lab& lab);

}  // namespace cutline
