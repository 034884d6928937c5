// The lab: the one live object. Commands go in, read models come out.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/lesson/command.h"
#include "core/lesson/cut_desk.h"
#include "core/lesson/exploration.h"
#include "core/lesson/job_lab.h"
#include "core/lesson/read_models.h"
#include "core/queue/queue_lab.h"
#include "core/run/history.h"

namespace cutline {

struct Notice {
  uint32_t id = 0;
  std::string sentence;
};

struct RunFile;

enum class Screen : uint8_t { transfers, queue, jobs };

class Lab {
 public:
  // Opens on the scenario named (one of the embedded ones).
  explicit Lab(std::string_view scenario_name);
  explicit Lab(Scenario scenario);
  explicit Lab(OpenJob job);
  // Out of line: every file that holds one would compile them anew.
  Lab(const Lab& other);
  Lab(Lab&& other) noexcept;
  Lab& operator=(const Lab& other);
  Lab& operator=(Lab&& other) noexcept;
  ~Lab();

  // Does one command. Refused: nothing has changed but a notice more, which is also the fault.
  Result<Done> apply(const Command& command);
  Result<Done> apply_line(std::string_view line);

  // Opens a saved run (run_file.h) in place of the present one. Refused, with the line: nothing has
  // changed but a notice more. So is one that ends elsewhere than when it was saved. From then on
  // reset goes back to the run as it was opened.
  Result<Done> open_run(std::string_view text);
  // Lays a cluster's document of its checkpoints (cluster_file.h) beside the job. Refused: nothing
  // has changed but a notice more.
  Result<Done> open_cluster(std::string_view name, std::string_view text);
  // One notice more, for who could not even come this far: a link that is no link.
  void add_notice(std::string sentence);
  // What is said next, by who does more with this lab than its own commands.
  void announce(std::string sentence);
  // Goes on where that lab stopped, which was on the screen before this one: its notices, its
  // announcement, a revision above its own.
  void speak_on(const Lab& before);

  // Everything there is to show. Made anew when the revision has grown, else the same object.
  const LabModel& model() const;

  uint64_t revision() const { return revision_; }
  const Scenario& authored() const { return authored_; }
  Screen screen() const { return screen_; }
  bool playing() const { return playing_; }
  double speed() const { return speed_; }  // steps per second
  const std::string& selected() const { return selected_; }
  const std::vector<Notice>& notices() const { return notices_; }
  const std::string& announcement() const { return announcement_; }
  uint64_t announcement_id() const { return announcement_id_; }
  const History& history() const { return history_; }
  // Of its happenings; valid until the lab changes.
  const RunEvents& run_events() const { return follower_.follow(history_); }
  uint64_t steps_read() const { return follower_.steps_read(); }  // for run_events(), so far
  const CutDesk& cut_desk() const { return cut_desk_; }
  const QueueLab& queue() const { return queue_; }
  // Of the present scenario with its settings; nothing where they were changed since.
  const std::optional<Exploration>& exploration() const { return exploration_; }
  // Of the next exploration:
  const std::vector<Claim>& claims() const { return claims_; }
  const ExploreBounds& explore_bounds() const { return explore_bounds_; }
  const std::optional<OpenJob>& job() const { return job_; }  // there is one on its screen

  // The run on the screen as commands: scenario, settings, choices, cursor; the queue lab and the
  // learner's cut.
  std::vector<std::string> run_lines() const;
  // Of the same at this moment.
  uint64_t fingerprint() const;

 private:
  friend struct LabVerbs;  // the only code that changes a lab

  Result<Done> replay(const RunFile& run);

  Scenario authored_;    // the scenario as its author wrote it
  History history_;      // runs authored_ with the learner's settings
  std::optional<History> opened_;  // the run as it was opened, for reset
  CutDesk opened_cut_;             // and the cut over it
  CutDesk cut_desk_;
  mutable RunFollower follower_;  // of history_
  QueueLab queue_;
  std::optional<Exploration> exploration_;
  std::vector<Claim> claims_{usual_claims().begin(), usual_claims().end()};
  // Three banks with two transfers each are 2,009,291 states and 75 MB.
  ExploreBounds explore_bounds_{
      {2'500'000, static_cast<uint64_t>(kExploreMegabytesMax) * 1'000'000, 0x10000}};
  std::optional<OpenJob> job_;
  Screen screen_ = Screen::transfers;
  bool playing_ = false;
  double speed_ = 2;     // steps per second
  std::string selected_;
  std::vector<Notice> notices_;
  uint32_t next_notice_ = 1;
  std::string announcement_;
  uint64_t announcement_id_ = 0;
  uint64_t revision_ = 1;
  mutable LabModel model_;
  mutable uint64_t model_revision_ = 0;
};

}  // namespace cutline
