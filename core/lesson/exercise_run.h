// Runs of an exercise: from its start, command by command, and what an expression was worth after
// each.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/lesson/exercise.h"
#include "core/lesson/lab.h"

namespace cutline {

// The exercise's system or job before anything was done in it.
Lab fresh_lab(const Exercise& exercise);
// The lab after the exercise's start commands. A fault names the command.
Result<Lab> start_lab(const Exercise& exercise);

// Does the commands, one after the other; a fault names the first that is refused.
Result<Done> do_commands(Lab& lab, const std::vector<std::string>& commands);

// The same commands with every "step 3" and "queue step 3" as single steps, so that each is a
// moment of its own. At most kMomentsMax, else left as they are.
inline constexpr size_t kMomentsMax = 2'000;
std::vector<std::string> single_steps(const std::vector<std::string>& commands);

// A moment of a run: what was done, in words, and what the expression is worth then. The commands
// of all moments, one after the other, lead there.
struct Moment {
  std::string command;
  std::string sentence;
  std::string place;  // of a job: "Event 57, t = 1.2 s"; else empty
  std::optional<FigureValue> value;  // nothing where it cannot be asked yet
};

// Of the exercise's start and what comes after it; the first moment is before any command. Of a
// job each event at which the value changes is a moment, as long as a command is of at most
// kMomentEventsMax events.
inline constexpr uint64_t kMomentEventsMax = 20'000;
Result<std::vector<Moment>> moments(const Exercise& exercise,
                                    const std::vector<std::string>& after,
                                    const Expression& expression);

}  // namespace cutline
