// Snapshot, stream and queue cases: a schedule of what happens, and what must be recorded by it.
//
//     {"id": "…", "algorithm": "cl", "fifo": true,
//      "initial": {"p": 1, "q": 0},  "channels": [["p", "q"], ["q", "p"]],
//      "ops": [{"op": "snapshot", "at": "p"},
//              {"op": "recv", "at": "q", "frm": "p", "expect": "M"}, …],
//      "expected": {"states": {"p": 1, "q": 0}, "channels": {"p>q": []}, "total": 1}}
//
// A file is an array of them. tests/cases/README.md says what each key means.
#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace cutline {

struct CaseOutcome {
  std::string id;
  std::vector<std::string> differences;  // what was expected and what came out; none: passed
};

// Runs every case of a file over the one set of rules (core/system/step.h). What cannot be used is
// a fault with line and column, and no case counts then: a schedule that takes what is not there is
// wrong input, not a failed case.
Result<std::vector<CaseOutcome>> run_snapshot_cases(std::string_view json_text);

}  // namespace cutline
