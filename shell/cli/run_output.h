// Where the result of cutline run goes.
#pragma once
#include <string_view>

#include "core/lesson/lab.h"
#include "shell/cli/arguments.h"

namespace cutline {

// Refuses options of the result that exclude each other.
Result<Done> check_output(const Arguments& arguments);

// Writes the file of --save, where it is asked for; once there is a result, so that what is refused
// has written nothing.
Result<Done> save_run(const Lab& lab, const Arguments& arguments);

// To the file of --out, else to stdout.
Result<Done> put_out(std::string_view text, const Arguments& arguments);

}  // namespace cutline
