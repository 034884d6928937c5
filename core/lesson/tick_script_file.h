// Reads a tick script from its three texts, and prints what its snapshots recorded.
//
//     topology            script               draws     a snapshot
//     2                   send N1 N2 1         3         0
//     N1 1                snapshot N2          2         N1 0
//     N2 0                tick                 3         N2 0
//     N1 N2               tick 4               …         N1 N2 token(1)
//     N2 N1
//
// A "#" starts a comment in each of the three. The form is that of the Chandy–Lamport assignment of
// Princeton's COS 418.
#pragma once
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/run/tick_script.h"

namespace cutline {

struct TextFile {
  std::string name;
  std::string_view text;
};

struct TickScriptFiles {
  TextFile topology;
  TextFile script;
  TextFile draws;
};

inline constexpr int64_t kDrawMax = 4;

// Faults name the file.
Result<TickScript> read_tick_script(const TickScriptFiles& files);

// Every snapshot, one after the other, in the order of their ids.
std::string print_tick_snapshots(const TickScript& script, const TickRun& run);

}  // namespace cutline
