// A run of a streaming job: the job, what hands did and when, and a cursor. Going back restores the
// world exactly: from the nearest kept world (keyframe) the events are done again.
//
//     events     0 ─────────── 8192 ────────── 16384 ─────────── 24576 ──▶ recorded up to here
//     keyframes  k              k                k                 k
//     near ones                     n  n  n ▲                                while going back
//     hands              fail count-0       cursor
//
// How far apart keyframes stand depends on what a world weighs: copying them takes about a fifth of
// the time of the events between. Where they outgrow their share of memory, the one goes that
// leaves the smallest gap.
#pragma once
#include <cstddef>
#include <deque>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/run/job_names.h"
#include "core/run/job_series.h"
#include "core/run/job_watch.h"
#include "core/system/job_run.h"

namespace cutline {

inline constexpr uint64_t kJobEventsMax = 20'000'000;       // in one run
inline constexpr size_t kKeyframeBytes = 128 * 1024 * 1024;  // of all kept worlds of a run
inline constexpr size_t kJobLogEvents = 60;                 // explained, before the cursor

enum class JobAct : uint8_t { fail, checkpoint, savepoint };

// Something a hand did: after `after` events, at that time.
struct JobHand {
  uint64_t after = 0;
  Tick at = 0;
  JobAct act = JobAct::fail;
  SubtaskId subtask;     // fail
  bool between = false;  // later than the last event; then all events up to `at` came before
  std::string task = {};  // its name, at the parallelism of that time
  friend bool operator==(const JobHand&, const JobHand&) = default;
};

// An event of the recent past, and what it changed.
struct JobHappening {
  uint64_t event = 0;  // its number, from 1
  Tick at = 0;
  JobEvent what;
  std::vector<JobChange> changes;
  std::vector<LinkId> missing;  // a barrier was taken: inputs of that task that still owe theirs
  uint32_t layout = 0;          // JobWorld::layout behind it: which tasks it is about
  bool is_void = false;         // it was planned for a task that has been restarted since
};

JobEvent event_of(const JobHand& hand);

class JobHistory {
 public:
  explicit JobHistory(JobSetup setup, size_t keyframe_bytes_max = kKeyframeBytes);
  // Out of line: every file that holds one would compile them anew.
  JobHistory(const JobHistory& other);
  JobHistory(JobHistory&& other) noexcept;
  JobHistory& operator=(const JobHistory& other);
  JobHistory& operator=(JobHistory&& other) noexcept;
  ~JobHistory();

  const JobSetup& setup() const { return setup_; }
  const JobWorld& world() const { return present_; }
  uint64_t cursor() const { return present_.events; }  // events done to reach world()
  uint64_t length() const { return length_; }          // events known, the future included
  Tick length_time() const { return length_time_; }    // of the last of them
  bool is_between() const { return present_.now > at_; }  // later than the last event done
  const std::vector<JobHand>& hands() const { return hands_; }

  // `count` events ahead: the recorded future where there is one, else by the clock.
  Result<Done> step_forward(uint64_t count = 1);
  Result<Done> step_back(uint64_t count = 1);
  // To the world after `target` events.
  Result<Done> seek(uint64_t target);
  // To the world at that time, after every event up to and including it; also back.
  Result<Done> seek_time(Tick time);
  // The same, ahead only.
  Result<Done> run_until(Tick time);
  // On to the next event that is such a moment. Refused, with the world as it was, where none comes
  // before the end of the run.
  Result<Done> next(JobMoment moment);
  // A hand's doing, at the present time. Drops the recorded future. A refused one changes nothing.
  Result<Done> act(JobAct act, SubtaskId subtask = {});

  // Why step_forward() or act() would be refused, if it would.
  std::optional<std::string> why_not_forward() const;
  std::optional<std::string> why_not(JobAct act, SubtaskId subtask = {}) const;

  // The last events before the cursor, oldest first; at most kJobLogEvents.
  const std::deque<JobHappening>& recent() const;
  // The job as it was laid out behind one of them.
  const JobSetup& setup_of(const JobHappening& happening) const;
  // Up to the recorded end.
  const JobSeries& series() const { return series_; }

  // For measuring.
  size_t keyframes() const { return keyframes_.size(); }
  size_t keyframe_bytes() const { return bytes_; }
  uint64_t keyframe_events() const { return spacing_; }

 private:
  struct Keyframe {
    JobWorld world;
    size_t bytes = 0;
  };
  struct Next {
    Tick at = 0;
    const JobHand* hand = nullptr;  // else the agenda's
  };
  class Position;  // to come back to
  // The log's own world: it follows the cursor and looks at every event on the way.
  struct Log {
    JobWorld world;
    JobWatch watch;
    std::deque<JobHappening> recent;
    struct Layout {
      uint32_t number = 0;
      JobSetup setup;
    };
    std::vector<Layout> layouts;  // of a restarted job: those that it has met
    void meet_layout();
  };

  std::optional<Next> next_event(const JobWorld& world) const;
  void go_on(uint64_t target, Tick time);
  void go_to(uint64_t target, Tick time);
  void do_hand(JobWorld& world, const JobHand& hand) const;
  uint64_t next_hand_after(const JobWorld& world) const;
  void forget_after(uint64_t events, Tick time);
  void keep_if_due();
  void keep_near();
  void thin();
  const JobWorld& kept_before(uint64_t target, Tick time) const;
  void start_log(JobWorld world) const;
  void log_event(Log& log) const;

  JobSetup setup_;
  size_t bytes_max_;
  JobWorld present_;
  Tick at_ = 0;                 // of the last event done; present_.now may be later
  std::vector<JobHand> hands_;  // in order
  uint64_t length_ = 0;
  Tick length_time_ = 0;
  JobSeries series_;
  std::vector<Keyframe> keyframes_;  // ascending; the first is the start
  std::vector<JobWorld> near_;       // ascending; between the cursor and the keyframe before it
  std::optional<JobWorld> end_;      // the recorded end, once the cursor has left it
  size_t bytes_ = 0;                 // of keyframes_
  uint64_t spacing_ = 1;             // events between two keyframes
  mutable std::optional<Log> log_;   // made when it is asked for
};

// Job, hands and the world at the cursor, in one number.
uint64_t fingerprint(const JobHistory& history);

}  // namespace cutline
