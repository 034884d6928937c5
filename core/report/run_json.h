// A run of processes as one JSON document; assets/exports/run.schema.json says what is in it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/run/cut.h"
#include "core/run/history.h"

namespace cutline {

// `commands` lead to this run (lesson/run_lines.h); `lab_fingerprint` is that of the lab. `cut` is
// the learner's, over the whole recorded run.
std::string run_json(const History& history, const std::vector<std::string>& commands,
                     uint64_t lab_fingerprint, const std::optional<Cut>& cut);

}  // namespace cutline
