// Holds what was recorded against what a case expects: a sentence for each difference.
#pragma once
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/lesson/snapshot_case_file.h"
#include "core/lesson/snapshot_case_record.h"

namespace cutline {

// Compares the keys that are present. A fault is an expectation that cannot be one: an unknown key
// or process, a value of the wrong kind.
Result<std::vector<std::string>> compare_with_expected(const SnapshotCase& snapshot_case,
                                                       const CaseRecord& record,
                                                       const JsonValue& expected);

}  // namespace cutline
