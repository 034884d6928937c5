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
  // A message on its way: the record, the snapshot's marker or the acknowledgement; its channel.
  struct Message {
    ItemKind kind = ItemKind::record;
    uint32_t index = 0;
    uint32_t channel = 0;
    auto operator<=>(const Message&) const = default;
  };
  static Message message_of(const Effect& effect, ItemKind kind) {
    uint32_t index = effect.record.index;
    if (kind == ItemKind::marker) index = effect.snapshot.index;
    if (kind == ItemKind::acknowledgement) index = effect.number;
    return {kind, index, effect.channel.index};
  }
  static std::string name_of(const Effect& effect, ItemKind kind) {
    if (kind == ItemKind::acknowledgement) return "ack " + std::to_string(effect.number);
    return kind == ItemKind::marker ? snapshot_name(effect.snapshot) : record_name(effect.record);
  }
  bool reliable() const { return scenario_.channel_rule.reliable; }

  void mark(MarkKind kind, ProcessId process, std::string name);
  void add_fault(const Effect& effect);
  void copy(const Effect& effect);
  void add_link(const Effect& effect);
  ArrowModel& leave(const Effect& effect, ItemKind kind);
  ArrowModel* arrive(const Effect& effect, ItemKind kind);

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

ArrowModel& Diagram::leave(const Effect& effect, ItemKind kind) {
  const ChannelSetup& setup = scenario_.channels[effect.channel.index];
  ArrowModel arrow;
  arrow.name = name_of(effect, kind);
  arrow.marker = kind == ItemKind::marker;
  arrow.back = kind == ItemKind::acknowledgement;
  arrow.channel = scenario_.channel_name(effect.channel);
  arrow.from_row = (arrow.back ? setup.to : setup.from).index;
  arrow.from_step = step_;
  arrow.to_row = (arrow.back ? setup.from : setup.to).index;
  arrow.future = step_ > model_.cursor;
  if (kind == ItemKind::record && effect.record.index < states_.size())
    arrow.state = states_[effect.record.index];
  open_.emplace(message_of(effect, kind), model_.arrows.size());
  model_.arrows.push_back(std::move(arrow));
  return model_.arrows.back();
}

// Of several copies the oldest.
ArrowModel* Diagram::arrive(const Effect& effect, ItemKind kind) {
  const auto found = open_.find(message_of(effect, kind));
  if (found == open_.end()) return nullptr;
  ArrowModel& arrow = model_.arrows[found->second];
  arrow.to_step = step_;
  open_.erase(found);
  return &arrow;
}

void Diagram::add_fault(const Effect& effect) {
  const ChannelSetup& setup = scenario_.channels[effect.channel.index];
  const bool back = effect.item == ItemKind::acknowledgement;
  const bool lost = effect.kind == EffectKind::dropped;
  mark(MarkKind::fault, lost != back ? setup.to : setup.from, name_of(effect, effect.item));
  if (!lost) copy(effect);
  else if (ArrowModel* arrow = arrive(effect, effect.item)) arrow->lost_by_fault = true;
}

// The channel doubled it: both copies come from the one sending.
void Diagram::copy(const Effect& effect) {
  const Message message = message_of(effect, effect.item);
  const auto found = open_.find(message);
  if (found == open_.end()) return;
  ArrowModel arrow = model_.arrows[found->second];
  arrow.again = true;
  open_.emplace(message, model_.arrows.size());
  model_.arrows.push_back(std::move(arrow));
}

void Diagram::add_link(const Effect& effect) {
  switch (effect.kind) {
    case EffectKind::retransmitted:
      mark(MarkKind::resend, effect.process, name_of(effect, effect.item));
      leave(effect, effect.item).again = true;
      break;
    case EffectKind::discarded:
      if (ArrowModel* arrow = arrive(effect, effect.item)) arrow->discarded = true;
      break;
    case EffectKind::acknowledgement_sent: leave(effect, ItemKind::acknowledgement); break;
    default: arrive(effect, effect.item); break;
  }
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
        leave(effect, ItemKind::record);
        break;
      case EffectKind::received:
        mark(MarkKind::receive, effect.process, record_name(effect.record));
        if (!reliable()) arrive(effect, ItemKind::record);
        break;
      case EffectKind::marker_sent: leave(effect, ItemKind::marker); break;
      case EffectKind::marker_received:
        if (!reliable()) arrive(effect, ItemKind::marker);
        break;
      case EffectKind::state_recorded:
        mark(reading ? MarkKind::read : MarkKind::record_state, effect.process, snapshot);
        break;
      case EffectKind::snapshot_started:
        mark(MarkKind::snapshot_start, effect.process, snapshot);
        break;
      case EffectKind::local_event: mark(MarkKind::local, effect.process, ""); break;
      case EffectKind::dropped:
      case EffectKind::duplicated: add_fault(effect); break;
      case EffectKind::retransmitted:
      case EffectKind::arrived:
      case EffectKind::arrived_early:
      case EffectKind::discarded:
      case EffectKind::acknowledgement_sent:
      case EffectKind::acknowledged: add_link(effect); break;
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
  size_t copies = 0;
  for (const Channel& channel : history_.world().channels) under_way += channel.queue.size();
  for (const ReliableLink& link : history_.world().links) copies += link.wire.size();
  std::string out = "Space-time diagram of " +
                    std::to_string(model_.rows.size()) + " processes: " +
                    list_text(model_.rows) + ". ";
  out += count_of(model_.cursor, "step") + " taken of " + std::to_string(model_.length) +
         " recorded, t = " + time_text(history_.world().now) + ". ";
  out += count_of(static_cast<int64_t>(under_way), "message") + " in the channels";
  if (reliable()) out += ", " + std::to_string(copies) + " on their wires";
  out += ".";
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
