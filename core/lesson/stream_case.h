// Stream cases: one operator that sums what its inputs send, a barrier on each input, and what the
// snapshot holds. The same step() and the same marker rule table as everywhere: an input is a
// process with a channel to the operator, a barrier is that process starting the snapshot, or
// joining it.
//
//     {"id": "…", "algorithm": "flink-aligned",
//      "arrivals": [["X", 3], ["X", "|"], ["Y", 2], ["Y", "|"]],
//      "post_barrier_replay": {"X": [], "Y": []},  "expected": {"state": 5, …}}
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"

namespace cutline {

// Do stream cases of this algorithm exist?
bool is_stream_algorithm(std::string_view algorithm);

// A sentence for each difference. `json` is one case, whose "algorithm" is a stream algorithm.
Result<std::vector<std::string>> run_stream_case(const JsonValue& json);

}  // namespace cutline
