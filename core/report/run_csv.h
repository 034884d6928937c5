// The tables of a run of processes as CSV. Times are whole nanoseconds; a field that does not apply
// is empty.
#pragma once
#include <string>

#include "core/run/history.h"

namespace cutline {

std::string events_csv(const History& history);     // step, time, process, event, its vector clock
std::string messages_csv(const History& history);   // transfers and markers with both ends
std::string snapshots_csv(const History& history);  // what each recorded, and what is wrong with it
std::string series_csv(const History& history);     // balances and what is in channels, by step

}  // namespace cutline
