// Figures of a run over its time, a sample at each of a few hundred fixed instants: what charts
// show. The instants depend on the job alone, so the same run has the same series however it was
// reached.
#pragma once
#include <cstdint>
#include <vector>

#include "core/system/job_setup.h"
#include "core/system/job_world.h"

namespace cutline {

inline constexpr size_t kJobSamples = 240;  // of a whole run; the first lies at the start

struct JobSample {
  Tick at = 0;
  int64_t backlog = 0;       // records that the sources have not read yet
  int64_t records = 0;       // worked off since the sample before, sources left out
  int64_t queued_bytes = 0;  // between subtasks
  std::vector<int64_t> vertex_bytes;  // of them in front of each vertex's subtasks
  int64_t pressed = 0;       // subtasks that are back-pressured
  int64_t transfers = 0;     // to and from the storage, under way
  int64_t stored_bytes = 0;  // of the checkpoints that are kept, those in progress included
  friend bool operator==(const JobSample&, const JobSample&) = default;
};

class JobSeries {
 public:
  explicit JobSeries(const JobSetup& setup);

  // When the next sample is due.
  Tick next_at() const { return static_cast<Tick>(samples_.size()) * interval_; }
  Tick interval() const { return interval_; }
  // The world as it is just before anything happens later than next_at().
  void take(const JobSetup& setup, const JobWorld& world);
  // Forgets what lies behind `now`.
  void cut(Tick now);
  const std::vector<JobSample>& samples() const { return samples_; }

 private:
  Tick interval_ = 1;
  std::vector<JobSample> samples_;
  std::vector<int64_t> records_;  // worked off up to each sample
};

// What waits in front of a link's consumer: in its input, on the wire and in its producer's queue.
int64_t waiting_bytes(const Link& link);

// Records that lie in front of the sources now: appended by this time, and not read.
int64_t source_backlog(const JobSetup& setup, const JobWorld& world, SubtaskId source);

}  // namespace cutline
