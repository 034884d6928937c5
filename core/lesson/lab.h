// The lab: the one live object. Commands go in, read models come out.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/lesson/command.h"
#include "core/lesson/read_models.h"
#include "core/queue/queue_lab.h"
#include "core/run/history.h"

namespace cutline {

struct Notice {
  uint32_t id = 0;
  std::string sentence;
};

enum class Screen : uint8_t { transfers, queue };

class Lab {
 public:
  // Opens on the scenario named (one of the embedded ones).
  explicit Lab(std::string_view scenario_name);
  explicit Lab(Scenario scenario);

  // Does one command. Refused: nothing has changed but a notice more, which is also the fault.
  Result<Done> apply(const Command& command);
  Result<Done> apply_line(std::string_view line);

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
  const QueueLab& queue() const { return queue_; }

  // The run as commands: scenario, settings, choices, cursor, queue lab.
  std::vector<std::string> run_lines() const;
  // Of the run and the queue lab at this moment.
  uint64_t fingerprint() const;

 private:
  friend struct LabVerbs;  // the only code that changes a lab

  Scenario authored_;    // the scenario as its author wrote it
  History history_;      // runs authored_ with the learner's settings
  QueueLab queue_;
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
