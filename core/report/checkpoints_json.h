// A run as JSON in the shapes of the engine's REST interface (Flink 2.1, /jobs/:jobid/checkpoints
// and below), so that the same scripts read both. README.md says what each figure means here.
//
//     {"checkpoints": …, "details": {id: …}, "subtasks": {id: {vertex: …}}, "recovery": [],
//      "ledger": …, "cut": … where one is laid, "fingerprint": "16 hex digits"}
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "core/run/cut.h"
#include "core/run/history.h"

namespace cutline {

// `fingerprint` is the run's, `cut` the learner's. Keys are in a fixed order, so the same run gives
// the same text.
std::string checkpoints_json(const History& history, uint64_t fingerprint,
                             const std::optional<Cut>& cut = std::nullopt);

}  // namespace cutline
