// What an exercise's word on the terminal means: a name that comes with the build, or a file.
#pragma once
#include <string_view>

#include "core/base/result.h"
#include "core/lesson/exercise.h"

namespace cutline {

// A name wins over a file of that name. Faults name the file.
Result<Exercise> find_exercise(std::string_view word);

bool is_built_in_exercise(std::string_view word);

}  // namespace cutline
