// Applies what the arguments of cutline run say to a lab, by bus commands alone.
#pragma once
#include <string_view>

#include "core/base/result.h"
#include "core/lesson/lab.h"
#include "shell/cli/arguments.h"
#include "shell/cli/run_subject.h"

namespace cutline {

// --mode, --seed and --set.
Result<Done> apply_settings(const Arguments& arguments, Lab& lab);

// Opens a saved run, which takes no settings.
Result<Done> open_saved(const SavedRun& saved, const Arguments& arguments, Lab& lab);

// A file of commands, after the settings; or a saved run. A saved run of something else than the
// lab has open is refused, with its line.
Result<Done> apply_commands(std::string_view path, const Arguments& arguments, Lab& lab);

// --until, where it is there.
Result<Done> apply_until(const Arguments& arguments, Lab& lab);

}  // namespace cutline
