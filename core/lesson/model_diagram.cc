// The space-time diagram's read model, from the list of what happened.
#include <map>

#include "core/base/text.h"
#include "core/lesson/explain.h"
#include "core/lesson/lab_model.h"
#include "core/lesson/words.h"

namespace cutline {
namespace {

class Diagram {
 public:
  Diagram(const History& history, std::optional<SnapshotId> snapshot)
      : history_(history),
        scenario_(history.scenario()),
        states_(record_states(scenario_, history.world(), snapshot)) {
    for (const ProcessSetup& process : scenario_.processes) model_.rows.push_back(process.name);
    model_.cursor = static_cast<uint32_t>(history.cursor());
    model_.length = static_cast<uint32_t>(history.length());
  }

  void add(const Happening& happening);
  void add_cuts(std::optional<SnapshotId> snapshot);
  void add_summary();
  DiagramModel take() { return std::move(model_); }

 private:
  // A message on its way: the record or the snapshot's marker, and its channel.
  struct Message {
    bool marker = false;
    uint32_t index = 0;
    uint32_t channel = 0;
    auto operator<=>(const Message&) const = default;
  };
  static Message message_of(const Effect& effect, bool marker) {
    return {marker, marker ? effect.snapshot.index : effect.record.index, effect.channel.index};
  }

  void mark(MarkKind kind, ProcessId process, std::string name);
  void leave(const Effect& effect, bool marker);
  void arrive(const Effect& effect, bool marker);
  void lose(const Effect& effect);
  void copy(const Effect& effect);

  const History& history_;
  const Scenario& scenario_;
  std::vector<std::string> states_;
  DiagramModel model_;
  std::multimap<Message, size_t> open_;  // arrows that have not arrived
  uint32_t step_ = 0;
  std::string time_;
};

void Diagram::mark(MarkKind kind, ProcessId process, std::string name) {
  MarkModel each;
  each.row = process.index;
  each.step = step_;
  each.kind = kind;
  each.name = std::move(name);
  each.time = time_;
  each.future = step_ > model_.cursor;
  model_.marks.push_back(std::move(each));
}

void Diagram::leave(const Effect& effect, bool marker) {
  ArrowModel arrow;
  arrow.name = marker ? snapshot_name(effect.snapshot) : record_name(effect.record);
  arrow.marker = marker;
  arrow.from_row = scenario_.channels[effect.channel.index].from.index;
  arrow.from_step = step_;
  arrow.to_row = scenario_.channels[effect.channel.index].to.index;
  arrow.future = step_ > model_.cursor;
  if (!marker && effect.record.index < states_.size()) arrow.state = states_[effect.record.index];
  open_.emplace(message_of(effect, marker), model_.arrows.size());
  model_.arrows.push_back(std::move(arrow));
}

void Diagram::arrive(const Effect& effect, bool marker) {
  const auto found = open_.find(message_of(effect, marker));
  if (found == open_.end()) return;
  model_.arrows[found->second].to_step = step_;
  open_.erase(found);
}

void Diagram::lose(const Effect& effect) {
  const auto found = open_.find(message_of(effect, effect.item == ItemKind::marker));
  if (found == open_.end()) return;
  ArrowModel& arrow = model_.arrows[found->second];
  arrow.to_step = step_;
  arrow.lost_by_fault = true;
  open_.erase(found);
}

// The channel doubled it: both copies come from the one sending.
void Diagram::copy(const Effect& effect) {
  const Message message = message_of(effect, effect.item == ItemKind::marker);
  const auto found = open_.find(message);
  if (found == open_.end()) return;
  const ArrowModel arrow = model_.arrows[found->second];
  open_.emplace(message, model_.arrows.size());
  model_.arrows.push_back(arrow);
}

void Diagram::add(const Happening& happening) {
  ++step_;
  time_ = time_text(happening.choice.at);
  model_.times.push_back(time_);
  const bool reading = happening.choice.act == Act::read || happening.choice.act == Act::read_all ||
                       happening.choice.act == Act::read_each;
  for (const Effect& effect : happening.effects) {
    const std::string snapshot = snapshot_name(effect.snapshot);
    switch (effect.kind) {
      case EffectKind::sent:
        mark(MarkKind::send, effect.process, record_name(effect.record));
        leave(effect, false);
        break;
      case EffectKind::received:
        mark(MarkKind::receive, effect.process, record_name(effect.record));
        arrive(effect, false);
        break;
      case EffectKind::marker_sent: leave(effect, true); break;
      case EffectKind::marker_received: arrive(effect, true); break;
      case EffectKind::state_recorded:
        mark(reading ? MarkKind::read : MarkKind::record_state, effect.process, snapshot);
        break;
      case EffectKind::snapshot_started:
        mark(MarkKind::snapshot_start, effect.process, snapshot);
        break;
      case EffectKind::local_event: mark(MarkKind::local, effect.process, ""); break;
      case EffectKind::dropped:
        mark(MarkKind::fault, scenario_.channels[effect.channel.index].to,
             effect.item == ItemKind::marker ? snapshot : record_name(effect.record));
        lose(effect);
        break;
      case EffectKind::duplicated:
        mark(MarkKind::fault, scenario_.channels[effect.channel.index].from,
             effect.item == ItemKind::marker ? snapshot : record_name(effect.record));
        copy(effect);
        break;
      case EffectKind::channel_recorded:
      case EffectKind::channel_read:
      case EffectKind::snapshot_complete: break;
    }
  }
}

void Diagram::add_cuts(std::optional<SnapshotId> shown) {
  const std::vector<Snapshot>& snapshots = history_.world().snapshots;
  for (uint32_t index = 0; index < snapshots.size(); ++index) {
    CutModel cut;
    cut.name = snapshot_name({index});
    cut.selected = shown && shown->index == index;
    for (const ProcessRecording& recording : snapshots[index].processes)
      cut.steps.push_back(recording.recorded ? static_cast<uint32_t>(recording.step) : 0);
    model_.cuts.push_back(std::move(cut));
  }
}

void Diagram::add_summary() {
  size_t under_way = 0;
  for (const Channel& channel : history_.world().channels) under_way += channel.queue.size();
  std::string out = "Space-time diagram of " +
                    std::to_string(model_.rows.size()) + " processes: " +
                    list_text(model_.rows) + ". ";
  out += count_of(model_.cursor, "step") + " taken of " + std::to_string(model_.length) +
         " recorded, t = " + time_text(history_.world().now) + ". ";
  out += count_of(static_cast<int64_t>(under_way), "message") + " in the channels.";
  for (uint32_t index = 0; index < history_.world().snapshots.size(); ++index)
    out += " " + explain_verdict(scenario_, history_.world(), {index});
  model_.summary = std::move(out);
}

}  // namespace

DiagramModel build_diagram(const History& history, std::optional<SnapshotId> snapshot) {
  Diagram diagram(history, snapshot);
  for (const Happening& happening : history.happenings()) diagram.add(happening);
  diagram.add_cuts(snapshot);
  diagram.add_summary();
  return diagram.take();
}

}  // namespace cutline
