// Figures: what can be asked of a run by name, a number, a truth or a list of names. Exercises
// compute the right answers from them; nothing is stored that a figure can say.
//
//     balance A        recorded A S1        snapshot-total S1        lost S1        queue-backlog
//     position A       queued A>J           alignment-ms J chk-1     seen-behind sink
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/lesson/lab.h"

namespace cutline {

// What figures are asked of: whose names they may use.
struct FigureSubject {
  FigureSubject(const Scenario& of) : scenario(&of) {}  // implicit, as is the next
  FigureSubject(const JobSetup& of) : job(&of) {}
  const Scenario* scenario = nullptr;  // processes and the queue lab
  const JobSetup* job = nullptr;       // a streaming job
};

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
FigureValue names_value(std::vector<std::string> names);
// "10", "true", "T1 and T3", "none"
std::string figure_text(const FigureValue& value);
// Numbers to within 1e-9 of the larger of 1 and either; names in any order.
bool same_value(const FigureValue& left, const FigureValue& right);

struct FigureQuestion;  // figure.cc

struct FigureInfo {
  std::string_view name;       // "recorded"
  // "PROCESS SNAPSHOT": PROCESS, CHANNEL, SNAPSHOT, KEY, VALUE; of a job CHANNEL, TASK, SOURCE (a
  // task of a source), SINK (a vertex), CHECKPOINT, LIMIT, KEY, VALUE
  std::string_view arguments;
  FigureType type = FigureType::truth;
  std::string_view does;       // "what PROCESS recorded as its balance in SNAPSHOT"
  // Depends on how a state was reached, or on the learner's cut, not on the state alone.
  bool of_run = false;
  Result<FigureValue> (*value)(const FigureQuestion& question);
};

// Those of figure*.cc, in the order in which they are listed for people.
std::vector<const FigureInfo*> figures();
const FigureInfo* find_figure(std::string_view name);  // null where there is none

// Can the figure be asked of that subject? A fault where it is one of streaming jobs and the
// subject is none, or the other way round.
Result<Done> check_figure(const FigureSubject& subject, const FigureInfo& figure);
// Is that word an argument of its kind at all? A process, channel, task or key must exist; a
// snapshot or checkpoint need only be written like one, S1, chk-1.
Result<Done> check_figure_argument(const FigureSubject& subject, const FigureInfo& figure,
                                   size_t argument, const std::string& word);

// A fault where it cannot be asked yet: "S1 is not complete".
Result<FigureValue> figure_value(const Lab& lab, const FigureInfo& figure,
                                 const std::vector<std::string>& arguments);

// Those of the queue lab; of a streaming job as it is now; and of its checkpoints.
std::span<const FigureInfo> queue_figures();
std::span<const FigureInfo> job_figures();
std::span<const FigureInfo> checkpoint_figures();
// "SNAPSHOT", of the argument at that place.
std::string_view argument_kind(const FigureInfo& figure, size_t argument);
Result<Done> check_job_argument(const JobSetup& setup, const FigureInfo& figure, size_t argument,
                                const std::string& word);
Result<FigureValue> job_figure_value(const Lab& lab, const FigureInfo& figure,
                                     const std::vector<std::string>& arguments);

// What a figure is asked of; its arguments are found already.
struct FigureQuestion {
  const Lab& lab;
  const Scenario& scenario;
  const World& world;
  ProcessId process;
  ChannelId channel;
  SnapshotId snapshot;
  std::vector<std::string> words;
  // Of a job:
  const JobSetup* setup = nullptr;
  const JobWorld* job = nullptr;
  SubtaskId task = {};
  LinkId link = {};
  VertexId vertex = {};
  CheckpointId checkpoint = {};
};

}  // namespace cutline
