// A run of processes as trace events (the JSON form that Perfetto and chrome://tracing open):
//
//     process ──▶ track (thread)           event ──▶ slice           message ──▶ flow, "s" to "f"
//     snapshot ──▶ asynchronous slice, with an instant for each process that records
//     channel ──▶ counter of what waits in it
//
// Events take no time; a slice is drawn a few milliseconds long, and never into the next one, so
// that arrows have something to hold on to. Times are microseconds of simulated time.
#pragma once
#include <string>

#include "core/run/history.h"

namespace cutline {

std::string run_trace(const History& history);

}  // namespace cutline
