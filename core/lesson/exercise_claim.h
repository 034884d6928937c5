// Claims of an exercise with a job. The interleavings of a job cannot be gone through; what is
// proved is about a list of runs by the clock, and about the end of each:
//
//     for each seed:  one run without a failure, and for each task in `fail` and each time in `at`
//                     one run in which that task fails at that time
//
//     always      the expression holds at the end of every one of these runs
//     reachable   at the end of one of them at least
//
// It says nothing of other times, of two failures, or of what was so on the way.
#pragma once
#include <string>
#include <vector>

#include "core/lesson/exercise_check.h"

namespace cutline {

CheckLine check_job_claim(const JobSetup& setup, const ExerciseClaim& claim);

// "a; b"
std::string commands_text(const std::vector<std::string>& commands);

}  // namespace cutline
