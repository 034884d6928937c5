// How much memory a kept world takes, so that keeping worlds can be planned.
#pragma once
#include <cstddef>

#include "core/system/job_world.h"

namespace cutline {

// About so many bytes: what lies in its vectors included, the allocator's own needs not. Never
// less than half, never more than twice of what a copy of it allocates.
size_t footprint(const JobWorld& world);

}  // namespace cutline
