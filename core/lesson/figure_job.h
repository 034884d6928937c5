// What the figures of streaming jobs share: values made of counts, times and names of records.
#pragma once
#include <vector>

#include "core/lesson/figure.h"

namespace cutline {

FigureValue count_value(int64_t count);
FigureValue milliseconds_value(Tick time);
// Each name once, by source and position. A fault where the job does not follow single records.
Result<FigureValue> record_names_value(const JobSetup& setup, const std::vector<OriginTag>& tags);

}  // namespace cutline
