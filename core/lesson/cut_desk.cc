#include "core/lesson/cut_desk.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/lesson/explain_cut.h"
#include "core/lesson/words.h"

namespace cutline {
namespace {

using Sentence = Result<std::string>;

constexpr std::string_view kNoCut = "there is no cut: lay one with \"cut now\", or load a "
                                    "snapshot's";

// One command on a copy of the desk.
class Deed {
 public:
  Deed(CutDesk& desk, const History& history, const RunEvents& run, const Command& command)
      : desk_(desk), history_(history), arguments_(command.arguments), run_(run) {}

  Sentence cut();
  Sentence cut_set();
  Sentence snap(bool outwards);
  Sentence load();
  Sentence straighten();
  Sentence swap(bool forward);
  Sentence clocks();

 private:
  const Scenario& scenario() const { return history_.scenario(); }
  Sentence lay(Cut cut, const std::string& what) {
    if (!desk_.cut || *desk_.cut != cut) {
      desk_.straightening.reset();
      desk_.swaps_done = 0;
    }
    desk_.cut = std::move(cut);
    return what + " " + explain_cut(scenario(), run_, *desk_.cut);
  }
  Sentence cut_off();
  Sentence cut_all(const std::string& step);
  Sentence cut_process(ProcessId process, const std::string& count);
  Sentence open_straightening(size_t swaps, bool all);
  Sentence at_swap() const;

  CutDesk& desk_;
  const History& history_;
  const std::vector<std::string>& arguments_;
  const RunEvents& run_;
};

// "cut PROCESS COUNT", "cut all STEP", "cut now", "cut off". A process may have any of these names.
Sentence Deed::cut() {
  const std::string& where = arguments_[0];
  if (arguments_.size() > 1) {
    if (const auto process = find_process(scenario(), where))
      return cut_process(*process, arguments_[1]);
    if (where == "all") return cut_all(arguments_[1]);
    std::vector<std::string> names;
    for (const ProcessSetup& process : scenario().processes) names.push_back(process.name);
    return fault("there is no process " + in_quotes(where) + "; there are " + list_text(names) +
                 ", and all");
  }
  if (where == "now")
    return lay(cut_after(run_, static_cast<uint32_t>(history_.cursor())), "The cut lies here.");
  if (where == "off") return cut_off();
  return fault("cut needs a place: a process and a number of its events, \"all\" and a step, "
               "\"now\" or \"off\"");
}

Sentence Deed::cut_off() {
  if (!desk_.cut) return fault("there is no cut");
  desk_ = {{}, {}, 0, desk_.clocks};
  return std::string("The cut is gone.");
}

Sentence Deed::cut_all(const std::string& step) {
  const Result<int64_t> after =
      parse_integer(step, 0, static_cast<int64_t>(history_.length()), "the step");
  if (!after) return after.error();
  return lay(cut_after(run_, static_cast<uint32_t>(*after)), "The cut lies behind step " + step +
                                                                 ".");
}

Sentence Deed::cut_process(ProcessId process, const std::string& count) {
  const auto events = static_cast<int64_t>(run_.of_process[process.index].size());
  const std::string& name = scenario().processes[process.index].name;
  const Result<int64_t> inside =
      parse_integer(count, 0, events, "the number of events of " + name);
  if (!inside) return inside.error();
  Cut cut = desk_.cut ? *desk_.cut : cut_after(run_, static_cast<uint32_t>(history_.cursor()));
  cut.inside[process.index] = static_cast<uint32_t>(*inside);
  return lay(std::move(cut), count_of(*inside, "event") + " of " + name + " inside.");
}

// "cut-set 3,4,5": all numbers at once, in the order of the processes. What a saved run holds.
Sentence Deed::cut_set() {
  Cut cut;
  std::string_view rest = arguments_[0];
  for (size_t index = 0; index < run_.of_process.size(); ++index) {
    const size_t comma = rest.find(',');
    if ((comma == std::string_view::npos) != (index + 1 == run_.of_process.size()))
      return fault("cut-set takes " +
                   count_of(static_cast<int64_t>(run_.of_process.size()), "number") +
                   ", one for each process, with commas between");
    const Result<int64_t> inside =
        parse_integer(rest.substr(0, comma), 0, static_cast<int64_t>(run_.of_process[index].size()),
                      "the number of events of " + scenario().processes[index].name);
    if (!inside) return inside.error();
    cut.inside.push_back(static_cast<uint32_t>(*inside));
    rest.remove_prefix(comma == std::string_view::npos ? rest.size() : comma + 1);
  }
  return lay(std::move(cut), "The cut is laid.");
}

Sentence Deed::snap(bool outwards) {
  if (!desk_.cut) return fault(std::string(kNoCut));
  const Cut snapped = outwards ? smallest_consistent_around(run_, *desk_.cut)
                               : greatest_consistent_inside(run_, *desk_.cut);
  if (snapped == *desk_.cut) return fault("the cut is consistent already");
  return lay(snapped, outwards ? "The smallest consistent cut around it."
                               : "The greatest consistent cut inside it.");
}

Sentence Deed::load() {
  const std::vector<Snapshot>& snapshots = history_.world().snapshots;
  for (uint32_t index = 0; index < snapshots.size(); ++index) {
    if (snapshot_name({index}) != arguments_[0]) continue;
    const auto cut = cut_of(run_, history_.happenings(), snapshots[index]);
    if (cut) return lay(*cut, "The cut of " + arguments_[0] + ".");
    return fault(arguments_[0] + " has no cut yet: " +
                 explain_unrecorded(scenario(), snapshots[index]));
  }
  return fault("there is no snapshot " + in_quotes(arguments_[0]) + " at this step of the run");
}

Sentence Deed::at_swap() const {
  return explain_order(scenario(), history_.happenings(), run_, desk_);
}

Sentence Deed::open_straightening(size_t swaps, bool all) {
  if (auto why = why_not_straighten(desk_, history_, run_)) return fault(*why);
  const Result<Straightening> opened = cutline::straighten(run_, *desk_.cut);
  CUTLINE_CHECK(opened, "why_not_straighten() was asked");
  if (swaps > opened->swaps.size())
    return fault("straightening this cut takes " +
                 count_of(static_cast<int64_t>(opened->swaps.size()), "swap"));
  desk_.straightening = *opened;
  desk_.swaps_done = all ? opened->swaps.size() : swaps;
  return at_swap();
}

// "straighten [SWAPS]", "straighten all", "straighten off".
Sentence Deed::straighten() {
  const std::string how = arguments_.empty() ? "0" : arguments_[0];
  if (how == "off") {
    if (!desk_.straightening) return fault("the events stand in the run's own order");
    desk_.straightening.reset();
    desk_.swaps_done = 0;
    return std::string("The events stand in the run's own order again.");
  }
  if (how == "all") return open_straightening(0, true);
  const Result<int64_t> swaps =
      parse_integer(how, 0, static_cast<int64_t>(kSwapsMax), "the number of swaps");
  if (!swaps) return swaps.error();
  return open_straightening(static_cast<size_t>(*swaps), false);
}

Sentence Deed::swap(bool forward) {
  if (!desk_.straightening) return fault("nothing is being straightened: \"straighten\" begins");
  Result<int64_t> count = int64_t{1};
  if (!arguments_.empty())
    count = parse_integer(arguments_[0], 1, static_cast<int64_t>(kSwapsMax), "the number of swaps");
  if (!count) return count.error();
  const size_t left = forward ? desk_.straightening->swaps.size() - desk_.swaps_done
                              : desk_.swaps_done;
  if (left == 0)
    return fault(forward ? "the cut is a straight line: every swap is done"
                         : "this is the run's own order");
  if (static_cast<size_t>(*count) > left)
    return fault("only " + count_of(static_cast<int64_t>(left), "swap") +
                 (left == 1 ? " is left" : " are left"));
  desk_.swaps_done += forward ? static_cast<size_t>(*count) : -static_cast<size_t>(*count);
  return at_swap();
}

Sentence Deed::clocks() {
  const std::string& how = arguments_[0];
  if (how != "on" && how != "off") return fault("clocks are on or off, not " + in_quotes(how));
  desk_.clocks = how == "on";
  return std::string(desk_.clocks ? "Vector clocks are shown." : "Vector clocks are not shown.");
}

Sentence apply_to(Deed& deed, Verb verb) {
  switch (verb) {
    case Verb::cut: return deed.cut();
    case Verb::cut_set: return deed.cut_set();
    case Verb::cut_shrink: return deed.snap(false);
    case Verb::cut_grow: return deed.snap(true);
    case Verb::cut_load: return deed.load();
    case Verb::straighten: return deed.straighten();
    case Verb::swap: return deed.swap(true);
    case Verb::unswap: return deed.swap(false);
    default: return deed.clocks();
  }
}

}  // namespace

Result<std::string> apply_cut_command(CutDesk& desk, const History& history, const RunEvents& run,
                                      const Command& command) {
  CutDesk next = desk;
  Deed deed(next, history, run, command);
  Sentence done = apply_to(deed, command.verb);
  if (done) desk = std::move(next);
  return done;
}

void follow_run(CutDesk& desk, const History& history, const RunEvents& run) {
  if (!desk.cut) return;
  if (desk.cut->inside.size() != run.of_process.size()) {
    desk = {{}, {}, 0, desk.clocks};
    return;
  }
  for (size_t index = 0; index < run.of_process.size(); ++index)
    desk.cut->inside[index] = std::min(desk.cut->inside[index],
                                       static_cast<uint32_t>(run.of_process[index].size()));
  if (!desk.straightening) return;
  std::optional<Straightening> now;
  if (!why_not_straighten(desk, history, run)) now = *straighten(run, *desk.cut);
  // Later events stand behind the line: they need no swap.
  if (now && now->swaps == desk.straightening->swaps) {
    desk.straightening = now;
  } else {
    desk.straightening.reset();
    desk.swaps_done = 0;
  }
}

void add_cut_lines(const CutDesk& desk, std::vector<std::string>& lines) {
  if (!desk.cut) return;
  std::string counts;
  for (uint32_t inside : desk.cut->inside)
    counts += (counts.empty() ? "" : ",") + std::to_string(inside);
  lines.push_back(print_command({Verb::cut_set, {counts}}));
  if (desk.straightening)
    lines.push_back(print_command({Verb::straighten, {std::to_string(desk.swaps_done)}}));
}

std::optional<std::string> why_not_straighten(const CutDesk& desk, const History& history,
                                              const RunEvents& run) {
  if (!desk.cut) return std::string(kNoCut);
  if (!is_consistent(run, *desk.cut))
    return "only a consistent cut can be straightened: " +
           first_orphan_text(history.scenario(), run, *desk.cut);
  const Result<Straightening> opened = straighten(run, *desk.cut);
  if (!opened) return opened.error().sentence;
  if (opened->swaps.empty()) return "the cut is a straight line in the run's own order already";
  // Rules that look beyond one process may forbid the order, as the two colours do.
  OrderReplay replay(history.scenario(), history.happenings(), run);
  for (uint32_t event : order_after(*opened, opened->swaps.size()))
    if (auto done = replay.take(event); !done)
      return "the rules do not allow the other order here: " + done.error().sentence;
  return std::nullopt;
}

}  // namespace cutline
