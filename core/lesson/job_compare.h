// One job in several checkpoint modes on one clock: the same job, seed, options and hands, and only
// the mode is another. The runs follow the run on the screen.
//
//     on the screen   ├──────────────── fail count-0 ──────▌now
//     aligned         ├──────────────── fail count-0 ──────▌
//     unaligned       ├──────────────── fail count-0 ──────▌
#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/lesson/cluster_file.h"
#include "core/run/job_history.h"

namespace cutline {

inline constexpr size_t kComparedModesMax = 4;
inline constexpr size_t kComparedKeyframeBytes = 8 * 1024 * 1024;  // of each run

struct ComparedRun {
  std::string mode;                   // as job_modes() names it
  std::string why_not;                // the engine refuses the job in this mode: there is no run
  std::optional<JobHistory> history;
  std::vector<std::string> notes;     // what a hand did that was refused here
};

// A document of a real cluster, and what it was called.
struct ComparedCluster {
  std::string name;
  ClusterFile file;
};

struct JobComparison {
  std::vector<ComparedRun> runs;
  std::optional<ComparedCluster> cluster;
  std::optional<Job> job;      // what the runs are of; none before the first follow()
  std::vector<JobHand> hands;  // done in all of them
};

// One to four modes, none twice. A fault names what is wrong.
Result<JobComparison> compare_modes(const std::vector<std::string>& modes);

// Brings the runs to the time and the hands of that one. Begins them again where it has another
// job, or other hands in the past of theirs.
void follow(JobComparison& comparison, const JobHistory& history);

}  // namespace cutline
