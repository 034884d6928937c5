#include "core/report/report_events.h"

#include <span>
#include <utility>

#include "core/base/check.h"
#include "core/run/run_events.h"

namespace cutline {
namespace {

// Puts the events of a run into words, and names and times its messages.
class Events {
 public:
  explicit Events(const History& history)
      : scenario_(history.scenario()),
        past_(std::span(history.happenings()).first(history.cursor())),
        run_(run_events(scenario_, past_)) {}

  ReportEvents take() {
    for (RunEvent& each : run_.events)
      out_.events.push_back({each.step, at(each.step), each.process, std::move(each.clock), ""});
    for (step_ = 1; step_ <= past_.size(); ++step_) {
      for (const Effect& effect : past_[step_ - 1].effects) add(effect);
      while (next_ < out_.events.size() && out_.events[next_].step == step_) ++next_;
    }
    for (const RunMessage& each : run_.messages) out_.messages.push_back(message_of(each));
    return std::move(out_);
  }

 private:
  Tick at(uint32_t step) const { return past_[step - 1].choice.at; }
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

  bool is_reading(ProcessId process) const { return run_.events[event_at(process)].reading; }

  void add(const Effect& effect);
  ReportMessage message_of(const RunMessage& from) const;

  const Scenario& scenario_;
  std::span<const Happening> past_;
  RunEvents run_;
  ReportEvents out_;
  size_t next_ = 0;  // first event of the present step
  uint32_t step_ = 0;
};

ReportMessage Events::message_of(const RunMessage& from) const {
  ReportMessage message;
  message.name = from.marker ? snapshot_name(from.snapshot) : record_name(from.record);
  message.marker = from.marker;
  message.copy = from.copy;
  message.channel = from.channel;
  message.value = from.value;
  message.from_event = from.sent;
  message.end_step = from.ended;
  if (from.ended == 0) return message;
  message.end_at = at(from.ended);
  message.end = from.lost ? MessageEnd::lost : MessageEnd::received;
  if (!from.lost) message.to_event = from.received;
  return message;
}

void Events::add(const Effect& effect) {
  const std::string snapshot = snapshot_name(effect.snapshot);
  switch (effect.kind) {
    case EffectKind::sent:
      return say(effect.process, "sends " + transfer(effect) + " to " + receiver(effect));
    case EffectKind::received:
      return say(effect.process, "receives " + transfer(effect) + " from " + sender(effect));
    case EffectKind::marker_sent:
      return say(effect.process, "sends " + snapshot + "'s marker to " + receiver(effect));
    case EffectKind::marker_received:
      return say(effect.process, "receives " + snapshot + "'s marker from " + sender(effect));
    case EffectKind::state_recorded:
      return say(effect.process, (is_reading(effect.process) ? "is read for " : "records in ") +
                                     snapshot + ": " + amount_of(effect.value));
    case EffectKind::channel_recorded: {
      // A channel that is read is read by nobody inside the system.
      if (past_[step_ - 1].choice.act == Act::read_channel) return;
      return say(effect.process, snapshot + " records " + transfer(effect) +
                                     " as channel state of " +
                                     scenario_.channel_name(effect.channel));
    }
    case EffectKind::snapshot_started:
      return say(effect.process,
                 (is_reading(effect.process) ? "is the first that is read for " : "starts ") +
                     snapshot);
    case EffectKind::local_event: return say(effect.process, "does a local event");
    case EffectKind::dropped:
    case EffectKind::duplicated:
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
