// What single records are called: "source-0:12", by the split that they were read from.
#pragma once
#include <string>

#include "core/system/job_setup.h"

namespace cutline {

// A split is a part of what a source reads: one for each subtask that it started with.
std::string split_name(const JobSetup& setup, uint32_t split);
std::string tag_name(const JobSetup& setup, OriginTag tag);

}  // namespace cutline
