// The views of a streaming job.
#pragma once
#include "web/view.h"

namespace cutline {

void draw_jobs(View& view, Box canvas);
void draw_job_graph(View& view, Box area);       // tasks, channels, what lies in them
void draw_job_checkpoint(View& view, Box area);  // the shown checkpoint's parts over time

void draw_job_charts(View& view, Box area);      // figures over the run's time
void draw_job_compare(View& view, Box area);     // the job in several modes, side by side

}  // namespace cutline
