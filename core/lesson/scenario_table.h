// A scenario that is a table of another authored file: [system] of an exercise.
#pragma once
#include <string_view>

#include "core/base/result.h"
#include "core/lesson/toml_library.h"
#include "core/system/scenario.h"

namespace cutline {

// As read_scenario() of scenario_file.h.
Result<Scenario> read_scenario(std::string_view name, const toml::table& table);

}  // namespace cutline
