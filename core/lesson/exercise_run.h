// Runs of an exercise: from its start, command by command, and what an expression was worth after
// each.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/lesson/exercise.h"
#include "core/lesson/lab.h"

namespace cutline {

// The lab after the exercise's start commands. A fault names the command.
Result<Lab> start_lab(const Exercise& exercise);

// Does the commands, one after the other; a fault names the first that is refused.
Result<Done> do_commands(Lab& lab, const std::vector<std::string>& commands);

// The same commands with every "step 3" and "queue step 3" as single steps, so that each is a
// moment of its own. At most kMomentsMax, else left as they are.
inline constexpr size_t kMomentsMax = 2'000;
std::vector<std::string> single_steps(const std::vector<std::string>& commands);

// A moment of a run: what was done, in words, and what the expression is worth then.
struct Moment {
  std::string command;
  std::string sentence;
  std::optional<FigureValue> value;  // nothing where it cannot be asked yet
};

// Of the exercise's start and what comes after it; the first moment is before any command.
Result<std::vector<Moment>> moments(const Exercise& exercise,
                                    const std::vector<std::string>& after,
                                    const Expression& expression);

}  // namespace cutline
