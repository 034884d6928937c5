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

// A saved run of something else than `name` is refused, with its line.
Result<Done> check_is_of(std::string_view name, std::string_view path, std::string_view text);

// A file of commands, after the settings; or a saved run.
Result<Done> apply_commands(std::string_view path, const Arguments& arguments, Lab& lab);

// --until, where it is there.
Result<Done> apply_until(const Arguments& arguments, Lab& lab);

}  // namespace cutline
