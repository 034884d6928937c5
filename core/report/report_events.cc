#include "core/report/report_events.h"

#include <map>
#include <span>

#include "core/base/check.h"

namespace cutline {
namespace {

struct MessageKey {
  bool marker = false;
  uint32_t index = 0;
  uint32_t channel = 0;
  auto operator<=>(const MessageKey&) const = default;
};

MessageKey key_of(const Effect& effect, bool marker) {
  return {marker, marker ? effect.snapshot.index : effect.record.index, effect.channel.index};
}

bool is_reading(Act act) {
  return act == Act::read || act == Act::read_all || act == Act::read_each;
}

class Events {
 public:
  explicit Events(const History& history)
      : scenario_(history.scenario()),
        past_(std::span(history.happenings()).first(history.cursor())),
        clocks_(vector_clocks(scenario_, past_)) {}

  ReportEvents take() {
    for (const ClockedEvent& each : clocks_)
      out_.events.push_back(
          {each.step, past_[each.step - 1].choice.at, each.process, each.clock, ""});
    for (step_ = 1; step_ <= past_.size(); ++step_) {
      reading_ = is_reading(past_[step_ - 1].choice.act);
      for (const Effect& effect : past_[step_ - 1].effects) add(effect);
      while (next_ < out_.events.size() && out_.events[next_].step == step_) ++next_;
    }
    return std::move(out_);
  }

 private:
  const std::string& name(ProcessId id) const { return scenario_.processes[id.index].name; }
  const std::string& sender(const Effect& effect) const {
    return name(scenario_.channels[effect.channel.index].from);
  }
  const std::string& receiver(const Effect& effect) const {
    return name(scenario_.channels[effect.channel.index].to);
  }
  static std::string transfer(const Effect& effect) {
    return record_name(effect.record) + " (" + amount_of(effect.value) + ")";
  }

  // The event of this step at that process. Those of one step lie side by side.
  size_t event_at(ProcessId process) const {
    for (size_t at = next_; at < out_.events.size() && out_.events[at].step == step_; ++at)
      if (out_.events[at].process == process) return at;
    check_failed(__FILE__, __LINE__, "a process that did something has an event");
  }
  void say(ProcessId process, const std::string& words) {
    std::string& text = out_.events[event_at(process)].text;
    text += (text.empty() ? "" : "; ") + words;
  }

  void add(const Effect& effect);
  void leave(const Effect& effect, bool marker);
  void arrive(const Effect& effect, bool marker);
  void end(const Effect& effect, bool marker, MessageEnd how);
  void copy(const Effect& effect);

  const Scenario& scenario_;
  std::span<const Happening> past_;
  std::vector<ClockedEvent> clocks_;
  ReportEvents out_;
  std::multimap<MessageKey, size_t> open_;   // messages under way
  std::map<MessageKey, size_t> sent_;        // the first of that name
  size_t next_ = 0;                          // first event of the present step
  uint32_t step_ = 0;
  bool reading_ = false;
};

void Events::leave(const Effect& effect, bool marker) {
  ReportMessage message;
  message.name = marker ? snapshot_name(effect.snapshot) : record_name(effect.record);
  message.marker = marker;
  message.channel = effect.channel;
  if (!marker) message.value = effect.value;
  message.from_event = event_at(effect.process);
  open_.emplace(key_of(effect, marker), out_.messages.size());
  sent_.emplace(key_of(effect, marker), out_.messages.size());
  out_.messages.push_back(std::move(message));
}

void Events::end(const Effect& effect, bool marker, MessageEnd how) {
  const auto found = open_.lower_bound(key_of(effect, marker));
  CUTLINE_CHECK(found != open_.end() && found->first == key_of(effect, marker),
                "what ends is under way");
  ReportMessage& message = out_.messages[found->second];
  message.end = how;
  message.end_step = step_;
  message.end_at = past_[step_ - 1].choice.at;
  if (how == MessageEnd::received) message.to_event = event_at(effect.process);
  open_.erase(found);
}

void Events::arrive(const Effect& effect, bool marker) {
  end(effect, marker, MessageEnd::received);
}

void Events::copy(const Effect& effect) {
  const MessageKey key = key_of(effect, effect.item == ItemKind::marker);
  ReportMessage message = out_.messages[sent_.at(key)];
  message.copy = true;
  message.end = MessageEnd::in_flight;
  message.to_event.reset();
  message.end_step = 0;
  message.end_at = 0;
  open_.emplace(key, out_.messages.size());
  out_.messages.push_back(std::move(message));
}

void Events::add(const Effect& effect) {
  const std::string snapshot = snapshot_name(effect.snapshot);
  switch (effect.kind) {
    case EffectKind::sent:
      say(effect.process, "sends " + transfer(effect) + " to " + receiver(effect));
      return leave(effect, false);
    case EffectKind::received:
      say(effect.process, "receives " + transfer(effect) + " from " + sender(effect));
      return arrive(effect, false);
    case EffectKind::marker_sent:
      say(effect.process, "sends " + snapshot + "'s marker to " + receiver(effect));
      return leave(effect, true);
    case EffectKind::marker_received:
      say(effect.process, "receives " + snapshot + "'s marker from " + sender(effect));
      return arrive(effect, true);
    case EffectKind::state_recorded:
      return say(effect.process, (reading_ ? "is read for " + snapshot : "records in " + snapshot) +
                                     ": " + amount_of(effect.value));
    case EffectKind::channel_recorded: {
      // A channel that is read is read by nobody inside the system.
      if (past_[step_ - 1].choice.act == Act::read_channel) return;
      return say(effect.process, snapshot + " records " + transfer(effect) +
                                     " as channel state of " +
                                     scenario_.channel_name(effect.channel));
    }
    case EffectKind::snapshot_started:
      return say(effect.process, (reading_ ? "is the first that is read for " : "starts ") +
                                     snapshot);
    case EffectKind::local_event: return say(effect.process, "does a local event");
    case EffectKind::dropped:  // a reliable channel loses and doubles copies only
      if (scenario_.channel_rule.reliable) return;
      return end(effect, effect.item == ItemKind::marker, MessageEnd::lost);
    case EffectKind::duplicated:
      if (scenario_.channel_rule.reliable) return;
      return copy(effect);
    case EffectKind::retransmitted:
    case EffectKind::arrived:
    case EffectKind::arrived_early:
    case EffectKind::discarded:
    case EffectKind::acknowledgement_sent:
    case EffectKind::acknowledged:
    case EffectKind::channel_read:
    case EffectKind::snapshot_complete: return;
  }
}

}  // namespace

ReportEvents report_events(const History& history) { return Events(history).take(); }

std::string amount_of(const Value& value) {
  std::string out = std::to_string(value.part[0]);
  for (int index = 1; index < kValueParts; ++index)
    if (value.part[index] != 0) out += " + " + std::to_string(value.part[index]);
  return out;
}

std::string_view message_end_name(MessageEnd end) {
  switch (end) {
    case MessageEnd::in_flight: return "in flight";
    case MessageEnd::received: return "received";
    case MessageEnd::lost: return "lost";
  }
  return "";
}

}  // namespace cutline
