// Every event of a streaming job in a sentence, in the engine's terms and with names.
#pragma once
#include <string>
#include <vector>

#include "core/run/job_history.h"

namespace cutline {

// "J takes chk-3's barrier from A; J holds A>J until the barrier on B>J is in."
std::string explain_event(const JobHistory& history, const JobHappening& happening);

// Why this subtask has not acknowledged the checkpoint yet: "has not got a barrier yet", "holds A>J
// until the barrier on B>J is in", "uploads its state". Empty where it has.
std::string explain_missing_part(const JobSetup& setup, const JobWorld& world,
                                 const CheckpointRecord& record, SubtaskId subtask);

}  // namespace cutline
