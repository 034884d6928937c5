// What an event changed in a running job, found by comparing what can be seen before and after: the
// engine itself keeps no log.
//
//     world ──event──▶ world'      look(world') = [barrier of 3 taken on A>J, A>J held, ...]
#pragma once
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "core/system/job_setup.h"
#include "core/system/job_world.h"

namespace cutline {

enum class JobChangeKind : uint8_t {
  // the coordinator: checkpoint
  triggered,
  completed,
  failed,        // number: CheckpointFailure
  acknowledged,  // subtask
  // barriers
  barrier_taken,   // link, checkpoint: the consumer took it
  held,            // link: nothing is taken from it until it is released
  released,        // link
  snapshot_begun,  // subtask, checkpoint
  snapshot_over,   // subtask, checkpoint, number: 1 all of its part is stored, 0 it was given up
  captured,        // subtask, checkpoint, number: of buffers that are channel state so far
  // tasks and the job
  task_failed,  // number: of tasks that restart
  restored,     // checkpoint, or kNoCheckpoint: from the start
  task_state,   // subtask, number: ExecutionState
  job_running,
  job_finished,
  job_failed,
  // records
  records,         // subtask, number: worked off
  committed,       // subtask, number: records that readers see more than before
  buffer_sent,     // link, number: records put into its queue
  buffer_arrived,  // link: items at the consumer's end
  pressed,         // subtask: is back-pressured
  relieved,        // subtask
};

struct JobChange {
  JobChangeKind kind = JobChangeKind::records;
  SubtaskId subtask;
  LinkId link;
  CheckpointId checkpoint = kNoCheckpoint;
  int64_t number = 0;
  JobFailure failure;  // task_failed, job_failed: why
  friend bool operator==(const JobChange&, const JobChange&) = default;
};

// What one can jump to.
enum class JobMoment : uint8_t {
  barrier,  // a barrier is taken
  blocked,  // an input is held
  triggered,
  completed,
  failed,   // a checkpoint
  failure,  // of a task
  restored,
  phase,  // any of these, or the next step of a checkpoint at a subtask
};
inline constexpr size_t kJobMoments = 8;
std::string_view moment_name(JobMoment moment);
std::optional<JobMoment> find_moment(std::string_view name);

bool is_moment(JobMoment moment, JobChangeKind change);

// May this input be read, as far as barriers are concerned?
bool is_held(const Task& consumer, uint32_t input);

// Was the event planned for a task, or for its input, that has been restarted since?
bool is_void(const JobSetup& setup, const JobWorld& world, const JobEvent& event);

// Inputs of a subtask on which the checkpoint's barrier was not taken yet, and may still come.
std::vector<LinkId> missing_barriers(const JobSetup& setup, const JobWorld& world,
                                     SubtaskId subtask, CheckpointId checkpoint);

class JobWatch {
 public:
  JobWatch(const JobSetup& setup, const JobWorld& world);

  // Appends what has changed since the last look, the most telling first. Within a kind by number
  // of subtask or link.
  void look(const JobSetup& setup, const JobWorld& world, std::vector<JobChange>& changes);
  // The same for what concerns the coordinator and the job as a whole: quicker in a large job.
  void look_at_the_whole(const JobSetup& setup, const JobWorld& world,
                         std::vector<JobChange>& changes);

 private:
  struct LinkGlance {
    CheckpointId delivered;
    int64_t sent = 0;
    size_t arrived = 0;  // at the consumer's end
    bool held = false;
  };
  struct TaskGlance {
    ExecutionState state = ExecutionState::created;
    CheckpointId last;
    int64_t records = 0;
    int64_t visible = 0;
    size_t snapshots = 0;
    CheckpointId oldest;  // of them
    size_t captured = 0;  // buffers of the newest snapshot
    bool pressed = false;
  };
  void look_at_checkpoints(const JobWorld& world, std::vector<JobChange>& changes);
  void look_at_acknowledgements(const CheckpointRecord& record, std::vector<JobChange>& changes);
  void look_at_job(const JobWorld& world, std::vector<JobChange>& changes);
  void look_at_links(const JobSetup& setup, const JobWorld& world, std::vector<JobChange>& changes);
  void look_at_tasks(const JobWorld& world, std::vector<JobChange>& changes);

  uint32_t layout_ = 0;  // of the job when links and tasks were looked at
  std::vector<LinkGlance> links_;
  std::vector<TaskGlance> tasks_;
  std::vector<CheckpointRecord> open_;  // checkpoints in progress
  CheckpointCounts counts_;
  CheckpointId newest_ = kNoCheckpoint;  // record
  int64_t restarts_ = 0;
  int64_t restarting_ = 0;  // tasks of the last recovery
  int64_t restores_ = 0;
  bool running_ = false;
  bool over_ = false;
};

}  // namespace cutline
