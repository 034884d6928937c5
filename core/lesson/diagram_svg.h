// The space-time diagram as a picture in a file: what the canvas draws of the past, with the same
// signs and colours, from the same read model.
#pragma once
#include <string>

#include "core/lesson/read_models.h"

namespace cutline {

inline constexpr uint32_t kDiagramStepsMax = 1000;  // drawn; of a longer past the last ones

std::string diagram_svg(const LabModel& model, bool dark);

}  // namespace cutline
