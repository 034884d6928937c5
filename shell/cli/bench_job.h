// A minute of a streaming job as a benchmark: processor time, memory, and beside it a bare loop
// that takes and plans as many events.
#pragma once
#include <string_view>
#include <vector>

#include "shell/cli/bench.h"

namespace cutline {

// Appends two results: `bench`, a job of assets/scenarios/jobs run by its clock, and `bench`-bare.
// `scale` divides the minute.
void measure_job(std::string_view bench, std::string_view job, uint64_t scale,
                 std::vector<BenchResult>& results);

}  // namespace cutline
