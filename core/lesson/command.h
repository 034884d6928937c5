// The command bus: every button, key, page control, link and terminal option is one of these lines.
//
//     verb [argument ...]          snapshot A        send A>B 10        queue lambda 3
//
// One table (kVerbs) drives parsing, printing, help and the keys.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace cutline {

enum class Verb : uint8_t {
  // the run
  scenario, open, seed, set, reset, step, back, seek, until, play, pause, speed,
  // the hand
  send, deliver, snapshot, join, read, read_all, read_each, record_only, markers, drop, duplicate,
  // the learner's cut
  cut, cut_set, cut_shrink, cut_grow, cut_load, straighten, swap, unswap, clocks,
  arrive, retransmit,
  // a streaming job's hand
  fail, checkpoint, savepoint, next, panel, compare,
  // the queue lab
  queue_lambda, queue_mu, queue_predict, queue_step, queue_back, queue_reset,
  // the explorer
  explore_on, explore_stop, explore_open, explore_limit, explore, claim, unclaim,
  // exercises; a Course does them, not a lab
  exercise_next, exercise_back, exercise_run, exercise_again, exercise_leave, exercise, answer,
  hint,
  // what is on the screen
  show, select, dismiss,
};

struct VerbInfo {
  Verb verb;
  std::string_view words;      // "queue lambda": one or two words
  std::string_view arguments;  // "RATE": upper case names; [X] may be left out, X... goes on
  std::string_view does;       // one line for help
  std::string_view key;        // shortcut while the canvas is active, empty where there is none
};

std::span<const VerbInfo> verbs();

// Is it one of exercises? A lab refuses these; a Course does them.
bool is_of_exercises(Verb verb);

struct Command {
  Verb verb = Verb::step;
  std::vector<std::string> arguments;
  friend bool operator==(const Command&, const Command&) = default;
};

// Checks the verb and the number of arguments; what they mean is checked when the command is
// applied. Faults carry line 1 and the column of the word that is wrong.
Result<Command> parse_command(std::string_view line);
std::string print_command(const Command& command);

}  // namespace cutline
