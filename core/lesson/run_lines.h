// A run as the list of commands that leads to it: what a file, a link, a test and a grader read.
#pragma once
#include <string>
#include <vector>

#include "core/queue/queue_lab.h"
#include "core/run/history.h"
#include "core/system/scenario.h"

namespace cutline {

// scenario, seed, changed settings, every choice ("step 7" for the clock's), the cursor.
std::vector<std::string> run_lines(const Scenario& authored, const History& history);
// The queue lab's, where it is not as it starts.
void add_queue_lines(const QueueLab& queue, std::vector<std::string>& out);

}  // namespace cutline
