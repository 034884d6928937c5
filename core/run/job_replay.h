// A job's run done again from its start, for whoever has to see every event of it and not only the
// recent ones.
#pragma once
#include "core/run/job_history.h"

namespace cutline {

class JobReplay {
 public:
  // Up to the history's cursor. The history must outlive it and stay as it is.
  explicit JobReplay(const JobHistory& history);

  // When the next event happens; nothing once the cursor is reached.
  std::optional<Tick> next_time() const;
  // What it is, and doing it. There must be one.
  JobEvent next_event() const;
  void step();

  const JobWorld& world() const { return world_; }
  // The job as it is laid out now.
  const JobSetup& setup() const { return current_setup(history_.setup(), world_); }

 private:
  const JobHand* next_hand() const;

  const JobHistory& history_;
  JobWorld world_;
  size_t hands_done_ = 0;
};

}  // namespace cutline
