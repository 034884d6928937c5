// Random jobs for property tests: small graphs with any kinds of vertices, edges, rates, modes and
// failures, each from one number that a failing test prints.
#pragma once
#include <string>

#include "core/base/dice.h"
#include "core/system/job.h"

namespace cutline::test {

struct RandomJobs {
  bool failures = true;
  bool at_least_once = false;
  bool named = false;
  bool restarts = false;  // at another parallelism, from savepoints; stops with a savepoint
};

Job random_job(uint64_t seed, const RandomJobs& wanted);

// The same job with nothing going wrong, and nobody asking for anything.
inline Job without_failures(Job job) {
  job.failures.clear();
  job.savepoints.clear();
  job.restarts.clear();
  return job;
}

}  // namespace cutline::test
