// Which tasks a failure takes with it (rule C27). Tasks that exchange records while they run fail
// together: a region is what hangs together over any number of edges.
//
//     all to all: one region         forward only: one region for each chain
//     s0 ─┬─▶ c0   s1 ─┬─▶ c1        s0 ──▶ c0      s1 ──▶ c1
//         └────── ✕ ───┘
#pragma once
#include <vector>

#include "core/system/checkpoint_plan.h"

namespace cutline {

// The subtasks that restart when these have failed, ascending.
std::vector<SubtaskId> restart_region(const TaskGraph& graph, const std::vector<SubtaskId>& failed);

// All of them: a global restart, as after too many failed checkpoints.
std::vector<SubtaskId> all_subtasks(const TaskGraph& graph);

}  // namespace cutline
