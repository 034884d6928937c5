// What can be done with the learner's cut, as command lines with words, keys and reasons.
#include "core/base/text.h"
#include "core/lesson/command.h"
#include "core/lesson/cut_desk.h"
#include "core/lesson/embedded_scenarios.h"
#include "core/lesson/lab_model.h"
#include "core/lesson/words.h"

namespace cutline {
namespace {

using Why = std::optional<std::string>;

struct Offer {
  Command command;
  std::string label;
  std::string key;
  Why why_not;
};

class CutActions {
 public:
  CutActions(const History& history, const CutDesk& desk, const RunEvents& run)
      : history_(history), desk_(desk), run_(run) {}

  void add_cut();
  void add_moves(const std::string& selected);
  void add_straightening();
  void add_others();
  std::vector<ActionModel> take() { return std::move(actions_); }

 private:
  void add(std::string group, Offer offer) {
    actions_.push_back({print_command(offer.command), std::move(offer.label), std::move(group),
                        std::move(offer.key), offer.why_not.value_or("")});
  }
  Why only_with(bool possible, std::string_view why) const {
    return possible ? Why() : Why(std::string(why));
  }

  const History& history_;
  const CutDesk& desk_;
  const RunEvents& run_;
  std::vector<ActionModel> actions_;
};

void CutActions::add_cut() {
  const Cut now = cut_after(run_, static_cast<uint32_t>(history_.cursor()));
  const bool here = desk_.cut == now;
  add("cut", {{Verb::cut, {"now"}},
              desk_.cut ? "Straight, now" : "Cut now",
              desk_.cut ? "" : "C",
              only_with(!here, "the cut lies here already")});
  const std::vector<Snapshot>& snapshots = history_.world().snapshots;
  for (uint32_t index = 0; index < snapshots.size(); ++index) {
    const auto cut = cut_of(run_, history_.happenings(), snapshots[index]);
    const std::string name = snapshot_name({index});
    Why why;
    if (!cut) why = "not every process has recorded yet";
    if (cut && desk_.cut == cut) why = "this is its cut";
    add("load", {{Verb::cut_load, {name}}, "The cut of " + name, "", why});
  }
  if (!desk_.cut) return;
  const Why consistent = only_with(!is_consistent(run_, *desk_.cut), "it is consistent already");
  add("cut", {{Verb::cut_shrink, {}}, "Greatest consistent cut inside", "", consistent});
  add("cut", {{Verb::cut_grow, {}}, "Smallest consistent cut around", "", consistent});
  add("cut", {{Verb::cut, {"off"}}, "Remove the cut", "C", {}});
}

// The keys of the picture: up and down choose a process, with Shift left and right move the cut.
void CutActions::add_moves(const std::string& selected) {
  if (!desk_.cut) return;
  const std::vector<ProcessSetup>& processes = history_.scenario().processes;
  size_t chosen = 0;
  bool is_chosen = false;
  for (size_t index = 0; index < processes.size(); ++index)
    if (processes[index].name == selected) {
      chosen = index;
      is_chosen = true;
    }
  const std::string& name = processes[chosen].name;
  const size_t up = is_chosen ? chosen - 1 : chosen;
  const size_t down = is_chosen ? chosen + 1 : chosen;
  if (!is_chosen || chosen > 0)
    add("move", {{Verb::select, {processes[up].name}}, "Choose the process above", "Up", {}});
  if (down < processes.size())
    add("move", {{Verb::select, {processes[down].name}}, "Choose the process below", "Down", {}});
  const uint32_t inside = desk_.cut->inside[chosen];
  if (inside > 0)
    add("move", {{Verb::cut, {name, std::to_string(inside - 1)}},
                 "Move the cut at the chosen process to the left", "Shift+Left", {}});
  if (inside < run_.of_process[chosen].size())
    add("move", {{Verb::cut, {name, std::to_string(inside + 1)}},
                 "Move the cut at the chosen process to the right", "Shift+Right", {}});
}

void CutActions::add_straightening() {
  if (!desk_.cut) return;
  if (!desk_.straightening) {
    add("straighten", {{Verb::straighten, {}}, "Straighten the cut", "L",
                       why_not_straighten(desk_, history_, run_)});
    return;
  }
  const bool at_start = desk_.swaps_done == 0;
  const bool at_end = desk_.swaps_done == desk_.straightening->swaps.size();
  const Why first = only_with(!at_start, "this is the run's own order");
  const Why last = only_with(!at_end, "every swap is done");
  add("straighten", {{Verb::straighten, {"0"}}, "First order", "", first});
  add("straighten", {{Verb::unswap, {}}, "Swap back", "B", first});
  add("straighten", {{Verb::swap, {}}, "Next swap", "N", last});
  add("straighten", {{Verb::straighten, {"all"}}, "All swaps", "", last});
  add("straighten", {{Verb::straighten, {"off"}}, "Close", "L", {}});
}

void CutActions::add_others() {
  const bool on = desk_.clocks;
  add("clocks", {{Verb::clocks, {on ? "off" : "on"}},
                 on ? "Hide vector clocks" : "Show vector clocks", "V", {}});
  for (const EmbeddedText& each : embedded_runs())
    add("example", {{Verb::open, {std::string(each.name)}}, "Example: " + run_title(each), "", {}});
}

}  // namespace

std::vector<ActionModel> build_cut_actions(const History& history, const CutDesk& desk,
                                           const RunEvents& run, const std::string& selected) {
  CutActions actions(history, desk, run);
  actions.add_cut();
  actions.add_moves(selected);
  actions.add_straightening();
  actions.add_others();
  return actions.take();
}

}  // namespace cutline
