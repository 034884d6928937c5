// A job's run as JSON in the shapes of the engine's REST interface (Flink 2.1, section 11 of the
// semantics): the /checkpoints document, its details, its subtasks; recoveries, ledger,
// fingerprint. Times are milliseconds of simulated time.
#pragma once
#include <string>

#include "core/system/job_setup.h"
#include "core/system/job_world.h"

namespace cutline {

// Keys are in a fixed order, so the same run gives the same text.
std::string job_json(const JobSetup& setup, const JobWorld& world);

}  // namespace cutline
