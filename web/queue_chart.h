// The backlog over time, by ImPlot: the line up to now, its faint continuation, the now point,
// where it empties, and the prediction.
#pragma once
#include "web/view.h"

namespace cutline {

void draw_queue_chart(View& view, Box area);

}  // namespace cutline
