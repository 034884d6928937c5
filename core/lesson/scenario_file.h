// Reads a scenario from TOML (assets/scenarios/*.toml).
//
//     title = "Three banks"             unit = "EUR"         seed = 7
//     [traffic]                         send-interval = ["300ms", "900ms"]
//                                       delay = ["200ms", "2s"]     amount-max = 20
//     [[process]]                       name = "A"           balance = 100
//     [[channel]]                       from = "A"           to = "B"
//     [markers]                         rule = "chandy-lamport"      fifo = true
//
//     [explore]                         transfers = 1        snapshots = 1
//
// [markers] may instead give the four switches: record-at, hold, record, overtake.
#pragma once
#include <string_view>

#include "core/base/result.h"
#include "core/system/scenario.h"

namespace cutline {

// `name` is the scenario's name (the file's, without folder and ending). Faults carry line and
// column.
Result<Scenario> read_scenario(std::string_view name, std::string_view toml_text);

}  // namespace cutline
