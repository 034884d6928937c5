// Figures: what can be asked of a run by name, a number, a truth or a list of names. Exercises
// compute the right answers from them; nothing is stored that a figure can say.
//
//     balance A        recorded A S1        snapshot-total S1        lost S1        queue-backlog
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/lesson/lab.h"

namespace cutline {

enum class FigureType : uint8_t { number, truth, names };
std::string_view figure_type_name(FigureType type);  // "a number", "a truth", "a list of names"

struct FigureValue {
  FigureType type = FigureType::truth;
  double number = 0;
  bool truth = false;
  std::vector<std::string> names;  // in the order of the run
};

FigureValue number_value(double number);
FigureValue truth_value(bool truth);
// "10", "true", "T1 and T3", "none"
std::string figure_text(const FigureValue& value);
// Numbers to within 1e-9 of the larger of 1 and either; names in any order.
bool same_value(const FigureValue& left, const FigureValue& right);

struct FigureQuestion;  // figure.cc

struct FigureInfo {
  std::string_view name;       // "recorded"
  std::string_view arguments;  // "PROCESS SNAPSHOT": PROCESS, CHANNEL, SNAPSHOT, KEY, VALUE
  FigureType type = FigureType::truth;
  std::string_view does;       // "what PROCESS recorded as its balance in SNAPSHOT"
  // Depends on how a state was reached, or on the learner's cut, not on the state alone.
  bool of_run = false;
  Result<FigureValue> (*value)(const FigureQuestion& question);
};

// Those of figure_queue.cc and figure.cc, in the order in which they are listed for people.
std::vector<const FigureInfo*> figures();
const FigureInfo* find_figure(std::string_view name);  // null where there is none

// Is that word an argument of its kind at all? A process, channel or key must exist; a snapshot
// need only be written like one, S1.
Result<Done> check_figure_argument(const Scenario& scenario, const FigureInfo& figure,
                                   size_t argument, const std::string& word);

// A fault where it cannot be asked yet: "S1 is not complete".
Result<FigureValue> figure_value(const Lab& lab, const FigureInfo& figure,
                                 const std::vector<std::string>& arguments);

// Those of the queue lab.
std::span<const FigureInfo> queue_figures();

// What a figure is asked of; its arguments are found already.
struct FigureQuestion {
  const Lab& lab;
  const Scenario& scenario;
  const World& world;
  ProcessId process;
  ChannelId channel;
  SnapshotId snapshot;
  std::vector<std::string> words;
};

}  // namespace cutline
