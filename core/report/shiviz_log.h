// A run as a log with vector clocks for ShiViz (Beschastnikh et al., ACM Queue 14(2), 2016).
//
//     B {"A":1,"B":2}
//     receives T1 (10) from A
#pragma once
#include <string>
#include <string_view>

#include "core/run/history.h"

namespace cutline {

// What its page asks for as "log parsing regular expression".
inline constexpr std::string_view kShivizParser = R"((?<host>\S*) (?<clock>{.*})\n(?<event>.*))";

// Two lines for each event up to the cursor. A clock leaves out the processes of which it has seen
// nothing, as ShiViz wants it.
std::string shiviz_log(const History& history);

}  // namespace cutline
