// Jobs to run, and a random user.
#pragma once
#include <string>
#include <string_view>

#include "core/base/dice.h"
#include "core/run/job_history.h"

namespace cutline::test {

JobSetup embedded_setup(std::string_view name);
// A and B feed J, aligned; B's barriers come late, behind a slow mapper.
JobSetup uneven_setup();

// One of: step, back, seek, to a time, to a moment, fail a task, ask for a checkpoint. Many are
// refused.
void random_turn(JobHistory& history, Dice& dice);

// The same as a line for the command bus, without a move's own settings.
std::string random_line(const JobHistory& history, Dice& dice);

}  // namespace cutline::test
