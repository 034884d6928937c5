// How amounts, times and lists are written everywhere: in tables, sentences, JSON and on the
// canvas.
#pragma once
#include <string>
#include <vector>

#include "core/base/ticks.h"
#include "core/lesson/embedded_scenarios.h"
#include "core/system/scenario.h"
#include "core/system/world.h"

namespace cutline {

std::string amount_text(const Value& value);  // "90"; "90 + 5" where a second part is not 0
std::string time_text(Tick ticks);            // "1.25 s": milliseconds are the finest shown
std::string list_text(const std::vector<std::string>& words);  // "A", "A and B", "A, B and C"

// "Lai–Yang", "Mattern", or the marker rule.
std::string algorithm_text(const Scenario& scenario);

// "chandy-lamport", "aligned", … by the four switches; "other" where they are none of these.
std::string marker_rule_name(const MarkerRule& rule);

// "Chandy–Lamport"; the switches where the rule is none of the named ones; and its faults.
std::string marker_rule_text(const MarkerRule& rule);

// The title of a run that comes with the lab: its first line.
std::string run_title(const EmbeddedText& run);

// "T4 (10)"
std::string record_text(const World& world, RecordId record);
std::vector<std::string> record_names(const std::vector<RecordId>& records);

}  // namespace cutline
