// A streaming job that is open in the lab.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/lesson/job_compare.h"
#include "core/run/job_history.h"

namespace cutline {

// The run without its worlds: enough to come back to it.
struct JobRecording {
  Job job;  // with the learner's settings
  std::vector<JobHand> hands;
  uint64_t length = 0;
  uint64_t cursor = 0;
  Tick now = 0;  // at the cursor; may be later than its last event
  friend bool operator==(const JobRecording&, const JobRecording&) = default;
};
JobRecording record(const JobHistory& history);
// A fault where the job cannot be set up, or a hand is refused.
Result<JobHistory> replay(const JobRecording& recording);

// What of a job's screen the picture shows.
enum class JobPanel : uint8_t { graph, charts, compare };
std::string_view panel_name(JobPanel panel);
std::optional<JobPanel> find_panel(std::string_view name);

struct OpenJob {
  Job authored;                        // as its author wrote it
  JobHistory history;                  // runs it with the learner's settings
  std::optional<JobRecording> opened;  // the run as it was opened, for reset
  double speed = 1;                    // simulated seconds per second while playing
  JobPanel panel = JobPanel::graph;
  std::optional<JobComparison> comparison;  // follows `history`
};

// An embedded job by name; a fault lists what there is.
Result<Job> embedded_job(std::string_view name);
Result<OpenJob> open_job(Job job);

// The run as commands: scenario, settings, steps and what hands did, the place of the cursor.
std::vector<std::string> job_lines(const OpenJob& job);

}  // namespace cutline
