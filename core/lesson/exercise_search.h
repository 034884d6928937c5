// Looks for a shortest way to a goal by the exercise's allowed actions: breadth first, command by
// command, on the lab itself.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/lesson/exercise.h"
#include "core/lesson/lab.h"

namespace cutline {

struct GoalSearch {
  bool reached = false;
  bool whole = false;     // not reached: every state was gone on from, so that it cannot be
  uint64_t states = 0;
  std::vector<std::string> commands;  // a shortest way
};

inline constexpr uint64_t kSearchStatesMax = 50'000;

// `start` is the lab after the exercise's start commands. Two runs that lead to the same state
// count as one, except where the goal asks for more than the state (FigureInfo::of_run).
// Transfers have the amount that `allowed` gives, else the explorer's. Of a job only the allowed
// actions that are whole commands are gone through ("next blocked", "fail J").
GoalSearch search_goal(const Exercise& exercise, const Lab& start, const Expression& goal,
                       uint64_t states_max = kSearchStatesMax);

// Is an allowed action a whole command, to which nothing can be added?
bool is_whole_command(const std::string& allowed);

// What may be done next by the allowed actions, as commands; some of them may be refused.
std::vector<std::string> next_commands(const Exercise& exercise, const Lab& lab);

}  // namespace cutline
