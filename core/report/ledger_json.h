// Where everything is, and what each snapshot recorded of it:
//
//     {"unit", "now": {…}, "snapshots": {"1": {…, "verdict", "channels": {"A>B": {…}}}}}
#pragma once
#include <nlohmann/json.hpp>

#include "core/system/scenario.h"
#include "core/system/world.h"

namespace cutline {

nlohmann::ordered_json ledger_json(const Scenario& scenario, const World& world);

}  // namespace cutline
