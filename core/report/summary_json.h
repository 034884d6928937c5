// A statistics summary in the engine's REST shape: {"min", "max", "avg", "p50", … "p999"}.
#pragma once
#include <nlohmann/json.hpp>

#include "core/report/stats_summary.h"

namespace cutline {

// A percentile that there is not is the text "NaN", as the engine writes it (M4).
nlohmann::ordered_json summary_json(const StatsSummary& summary);
// Of what is always zero: percentiles, too.
nlohmann::ordered_json zero_summary_json();

}  // namespace cutline
