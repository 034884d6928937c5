// Queue cases: closed forms and fluid curves, with the figures that must come out.
//
//     {"id": "…", "algorithm": "mmc", "lam": 2, "mu": 3, "c": 1, "expected": {"rho": 0.666667, …}}
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"

namespace cutline {

// Do queue cases of this algorithm exist?
bool is_queue_algorithm(std::string_view algorithm);

// A sentence for each figure that differs by more than a millionth. `json` is one case, whose
// "algorithm" is a queue algorithm. An expected null says that there is no such figure.
Result<std::vector<std::string>> run_queue_case(const JsonValue& json);

}  // namespace cutline
