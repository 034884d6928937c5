// A run for people: what happened, where everything is, and what each snapshot says.
#pragma once
#include <string>

#include "core/lesson/lab.h"

namespace cutline {

std::string run_text(const Lab& lab);

}  // namespace cutline
