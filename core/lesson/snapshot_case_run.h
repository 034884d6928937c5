// Runs a case's schedule over step(), the one set of rules.
#pragma once
#include "core/base/result.h"
#include "core/lesson/snapshot_case_file.h"
#include "core/lesson/snapshot_case_record.h"

namespace cutline {

// A fault is a step that is not possible, at its place in the file.
Result<CaseRecord> run_snapshot_case(const SnapshotCase& snapshot_case);

}  // namespace cutline
