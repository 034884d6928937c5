// The checkpoints of a streaming job over time, as SVG that stands for itself: all that the model
// lists, and where the time of the shown one went, subtask by subtask.
#pragma once
#include <string>

#include "core/lesson/read_models.h"

namespace cutline {

std::string job_svg(const LabModel& model, bool dark);

}  // namespace cutline
