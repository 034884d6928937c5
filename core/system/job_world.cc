#include "core/system/job_world.h"

namespace cutline {

JobWorld::JobWorld() = default;
JobWorld::JobWorld(const JobWorld& other) = default;
JobWorld::JobWorld(JobWorld&& other) noexcept = default;
JobWorld& JobWorld::operator=(const JobWorld& other) = default;
JobWorld& JobWorld::operator=(JobWorld&& other) noexcept = default;
JobWorld::~JobWorld() = default;

}  // namespace cutline
