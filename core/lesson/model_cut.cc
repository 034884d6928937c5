// The learner's cut as a read model, and what it marks in the diagram.
#include <map>
#include <tuple>

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/lesson/cut_desk.h"
#include "core/lesson/explain_cut.h"
#include "core/lesson/lab_model.h"
#include "core/lesson/words.h"

namespace cutline {
namespace {

// Of an arrow: is it a marker's, its name, and the rows from which and to which it goes.
using ArrowKey = std::tuple<bool, std::string, uint32_t, uint32_t>;

constexpr size_t kClockLinesMax = 200;  // around the cursor

class CutModels {
 public:
  explicit CutModels(const Lab& lab)
      : history_(lab.history()), desk_(lab.cut_desk()), run_(lab.run_events()) {}

  LabCutModel build(const std::string& selected);
  void mark(DiagramModel& diagram) const;

 private:
  const Scenario& scenario() const { return history_.scenario(); }
  std::span<const Happening> happenings() const { return history_.happenings(); }
  std::string text_of(uint32_t event) const {
    return event_text(scenario(), happenings(), run_.events[event]);
  }
  CutPlaceModel place(uint32_t process) const;
  LedgerModel ledger() const;
  std::string messages_text(const std::vector<uint32_t>& messages) const;
  std::vector<CutMessageModel> messages(const std::vector<uint32_t>& messages) const;
  StraighteningModel straightening() const;
  void add_clock_lines(LabCutModel& model) const;

  const History& history_;
  const CutDesk& desk_;
  const RunEvents& run_;
};

CutPlaceModel CutModels::place(uint32_t process) const {
  const std::vector<uint32_t>& events = run_.of_process[process];
  CutPlaceModel model;
  model.process = scenario().processes[process].name;
  model.inside = desk_.cut->inside[process];
  model.events = static_cast<uint32_t>(events.size());
  model.before_step = static_cast<uint32_t>(history_.length()) + 1;
  if (model.inside > 0) {
    model.after_step = run_.events[events[model.inside - 1]].step;
    model.last = text_of(events[model.inside - 1]);
  }
  if (model.inside < model.events) model.before_step = run_.events[events[model.inside]].step;
  return model;
}

std::string CutModels::messages_text(const std::vector<uint32_t>& messages) const {
  std::string out;
  for (uint32_t index : messages) {
    const RunMessage& message = run_.messages[index];
    if (!out.empty()) out += ", ";
    out += message_name(message);
    if (!message.marker) out += " " + amount_text(message.value);
  }
  return out.empty() ? "empty" : out;
}

std::vector<CutMessageModel> CutModels::messages(const std::vector<uint32_t>& messages) const {
  std::vector<CutMessageModel> out;
  for (uint32_t index : messages) {
    const RunMessage& message = run_.messages[index];
    out.push_back({message_name(message), scenario().channel_name(message.channel),
                   explain_message(scenario(), run_, *desk_.cut, message)});
  }
  return out;
}

LedgerModel CutModels::ledger() const {
  const CutLedger ledger = cut_ledger(scenario(), run_, *desk_.cut);
  LedgerModel model;
  model.title = "At the cut";
  for (uint32_t index = 0; index < ledger.states.size(); ++index) {
    const std::string balance = amount_text(ledger.states[index].balance);
    model.lines.push_back({scenario().processes[index].name, balance, balance,
                           count_of(desk_.cut->inside[index], "event") + " inside"});
  }
  for (uint32_t index = 0; index < ledger.channels.size(); ++index) {
    Value sum;
    std::vector<std::string> orphans;
    for (uint32_t message : ledger.channels[index]) sum += run_.messages[message].value;
    for (uint32_t message : ledger.orphans)
      if (run_.messages[message].channel.index == index)
        orphans.push_back(message_name(run_.messages[message]));
    model.lines.push_back({scenario().channel_name({index}), messages_text(ledger.channels[index]),
                           amount_text(sum),
                           orphans.empty() ? "" : "orphan " + list_text(orphans)});
  }
  model.at_processes = amount_text(ledger.at_processes);
  model.in_channels = amount_text(ledger.in_channels);
  model.total = amount_text(ledger.total);
  model.expected = amount_text(ledger.expected);
  model.verdict = ledger.consistent() ? "consistent" : "not consistent";
  model.sentence = explain_cut(scenario(), run_, *desk_.cut);
  return model;
}

StraighteningModel CutModels::straightening() const {
  StraighteningModel model;
  if (!desk_.straightening) return model;
  const Straightening& straight = *desk_.straightening;
  model.open = true;
  model.done = static_cast<uint32_t>(desk_.swaps_done);
  model.line = straight.line;
  model.changes_from = static_cast<uint32_t>(straight.order.size());
  for (size_t index = 0; index < straight.swaps.size(); ++index) {
    const Swap& swap = straight.swaps[index];
    model.swaps.push_back({text_of(swap.left), text_of(swap.right),
                           explain_swap(scenario(), happenings(), run_, swap),
                           swap.place, index < desk_.swaps_done});
    model.changes_from = std::min(model.changes_from, swap.place);
    model.changes_to = std::max(model.changes_to, swap.place + 2);
  }
  for (uint32_t event : order_after(straight, desk_.swaps_done))
    model.order.push_back({run_.events[event].process.index, run_.events[event].step,
                           text_of(event), is_inside(run_, *desk_.cut, event)});
  model.sentence = explain_order(scenario(), happenings(), run_, desk_);
  return model;
}

void CutModels::add_clock_lines(LabCutModel& model) const {
  if (!desk_.clocks) return;
  const size_t count = run_.events.size();
  size_t here = 0;
  while (here < count && run_.events[here].step <= history_.cursor()) ++here;
  const size_t first = here > kClockLinesMax / 2 && count > kClockLinesMax
                           ? std::min(here - kClockLinesMax / 2, count - kClockLinesMax)
                           : 0;
  model.clock_lines_before = static_cast<uint32_t>(first);
  for (size_t at = first; at < std::min(count, first + kClockLinesMax); ++at) {
    const RunEvent& event = run_.events[at];
    model.clock_lines.push_back({event.step, scenario().processes[event.process.index].name,
                                 event.number, text_of(static_cast<uint32_t>(at)),
                                 clock_text(scenario(), event.clock)});
  }
}

LabCutModel CutModels::build(const std::string& selected) {
  LabCutModel model;
  model.clocks = desk_.clocks;
  add_clock_lines(model);
  if (desk_.cut) {
    model.on = true;
    const CutLedger at_cut = cut_ledger(scenario(), run_, *desk_.cut);
    for (uint32_t index = 0; index < at_cut.states.size(); ++index)
      model.places.push_back(place(index));
    model.consistent = at_cut.consistent();
    model.orphans = messages(at_cut.orphans);
    model.lost = messages(at_cut.lost);
    for (const std::vector<uint32_t>& channel : at_cut.channels)
      for (CutMessageModel& message : messages(channel))
        model.in_flight.push_back(std::move(message));
    model.ledger = ledger();
    if (model.consistent) {
      const auto steps = static_cast<uint32_t>(history_.length());
      model.existed = first_occurrence(run_, *desk_.cut, steps).has_value();
      model.occurrence = explain_occurrence(run_, *desk_.cut, steps);
    }
    model.straightening = straightening();
  }
  model.actions = build_cut_actions(history_, desk_, run_, selected);
  return model;
}

void CutModels::mark(DiagramModel& diagram) const {
  for (const RunEvent& event : run_.events)
    diagram.events.push_back({event.process.index, event.step, event.clock});
  if (!desk_.cut) return;
  // The first arrow of a name between two processes is the first message of that name there, and so
  // on. What is sent again below the processes has arrows and is no message of theirs.
  std::map<ArrowKey, std::vector<size_t>> arrows;
  for (size_t index = diagram.arrows.size(); index-- > 0;) {
    const ArrowModel& arrow = diagram.arrows[index];
    arrows[{arrow.marker, arrow.name, arrow.from_row, arrow.to_row}].push_back(index);
  }
  for (const RunMessage& message : run_.messages) {
    const ChannelSetup& channel = scenario().channels[message.channel.index];
    std::vector<size_t>& waiting =
        arrows[{message.marker,
                message.marker ? snapshot_name(message.snapshot) : record_name(message.record),
                channel.from.index, channel.to.index}];
    CUTLINE_CHECK(!waiting.empty(), "a message has an arrow");
    ArrowModel& arrow = diagram.arrows[waiting.back()];
    waiting.pop_back();
    if (is_orphan(run_, *desk_.cut, message)) arrow.cut_state = "orphan";
    if (is_in_flight(run_, *desk_.cut, message)) arrow.cut_state = "in flight";
  }
}

}  // namespace

LabCutModel build_cut(const Lab& lab, DiagramModel& diagram) {
  CutModels models(lab);
  models.mark(diagram);
  return models.build(lab.selected());
}

}  // namespace cutline
