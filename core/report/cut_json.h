// A cut that was laid over a run: what lies inside, what is wrong with it, the ledger there.
//
//     {"inside": {"A": 5, …}, "consistent", "orphans": [{…}], "in_flight": [{…}], "lost": [{…}],
//      "ledger": {…}, "existed_after_step": 12}
#pragma once
#include <nlohmann/json.hpp>

#include "core/run/cut.h"

namespace cutline {

// Over the whole recorded run: a cut may lie ahead of the cursor. It must fit that run.
nlohmann::ordered_json cut_json(const History& history, const Cut& cut);

}  // namespace cutline
