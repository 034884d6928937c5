// What each verb of the command bus does to the lab. A verb that is refused has changed nothing.
#pragma once
#include <optional>
#include <string>

#include "core/base/result.h"
#include "core/lesson/command.h"
#include "core/run/history.h"
#include "core/system/choice.h"
#include "core/system/scenario.h"

namespace cutline {

class Lab;

// Is there a process, channel, transfer or snapshot of that name in the present world?
bool is_selectable(const History& history, const std::string& name);

struct LabVerbs {
  // On success: the sentence that says what was done.
  static Result<std::string> apply(Lab& lab, const Command& command);

 private:
  static Result<std::string> apply_run(Lab& lab, const Command& command);
  static Result<std::string> apply_hand(Lab& lab, const Command& command);
  static Result<std::string> apply_queue(Lab& lab, const Command& command);
  static Result<std::string> apply_explore(Lab& lab, const Command& command);
  static Result<std::string> explore_open(Lab& lab, const Command& command);
  static Result<std::string> apply_claim(Lab& lab, const Command& command);
  static Result<std::string> explore_limit(Lab& lab, const Command& command);
  static Result<std::string> apply_screen(Lab& lab, const Command& command);
  // The verbs that the screen of jobs takes, and those that lead there; nothing for the others.
  static std::optional<Result<std::string>> apply_job(Lab& lab, const Command& command);
  static void restart(Lab& lab, Scenario scenario);
  static Result<std::string> open(Lab& lab, const std::string& name);
  static Result<std::string> step_by(Lab& lab, const Command& command);
  static Result<std::string> back_by(Lab& lab, const Command& command);
  static Result<std::string> choose(Lab& lab, const Choice& choice);
  static std::string where(const Lab& lab);
  static std::string last_step(const Lab& lab);
};

}  // namespace cutline
