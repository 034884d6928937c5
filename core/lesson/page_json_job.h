// The job's part of the page's JSON.
#pragma once
#include <nlohmann/json.hpp>

#include "core/lesson/read_models_job.h"

namespace cutline {

nlohmann::ordered_json job_json(const JobModel& job);
nlohmann::ordered_json compare_json(const CompareModel& compare);

}  // namespace cutline
