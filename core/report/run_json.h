// A run of processes as one JSON document; assets/exports/run.schema.json says what is in it.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/run/history.h"

namespace cutline {

// `commands` lead to this run (lesson/run_lines.h); `lab_fingerprint` is that of the lab.
std::string run_json(const History& history, const std::vector<std::string>& commands,
                     uint64_t lab_fingerprint);

}  // namespace cutline
