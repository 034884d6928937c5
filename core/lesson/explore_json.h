// The explorer's read model as JSON, with the same names: for the page and for `cutline explore
// --json`.
#pragma once
#include <nlohmann/json.hpp>

#include "core/lesson/explore_model.h"

namespace cutline {

nlohmann::ordered_json explore_json(const ExploreModel& model);

}  // namespace cutline
