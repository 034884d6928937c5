#include "core/lesson/explain.h"

#include "core/base/text.h"
#include "core/lesson/words.h"

namespace cutline {
namespace {

// Collects the effects of one step into sentences.
class StepSentence {
 public:
  StepSentence(const Scenario& scenario, const Happening& happening)
      : scenario_(scenario), happening_(happening) {}

  std::string text() {
    for (const Effect& effect : happening_.effects) add(effect);
    finish_markers();
    std::string out = list_of_clauses();
    return out.empty() ? "Nothing changes." : out + ".";
  }

 private:
  const std::string& process(ProcessId id) const { return scenario_.processes[id.index].name; }
  const std::string& sender(ChannelId id) const {
    return process(scenario_.channels[id.index].from);
  }
  const std::string& receiver(ChannelId id) const {
    return process(scenario_.channels[id.index].to);
  }
  bool is_reading() const {
    switch (happening_.choice.act) {
      case Act::read: case Act::read_channel: case Act::read_all: case Act::read_each: return true;
      default: return false;
    }
  }
  std::string transfer(const Effect& effect) const {
    return record_name(effect.record) + " (" + amount_text(effect.value) + ")";
  }
  std::string item(const Effect& effect) const {
    if (effect.item == ItemKind::acknowledgement)
      return effect.number == 0 ? "an acknowledgement of nothing"
                                : "the acknowledgement of all up to number " +
                                      std::to_string(effect.number);
    const std::string name = effect.item == ItemKind::record
                                 ? transfer(effect)
                                 : snapshot_name(effect.snapshot) + "'s marker";
    if (effect.number == 0) return name;
    return "number " + std::to_string(effect.number) + ", " + name + ",";
  }
  std::string wire() const { return scenario_.channel_rule.reliable ? "the wire of " : ""; }
  std::string link_clause(const Effect& effect) const;

  void add(const Effect& effect);
  void finish_markers() {
    if (markers_to_.empty()) return;
    clauses_.push_back(marker_sender_ + " sends a marker to " + list_text(markers_to_));
    markers_to_.clear();
  }
  std::string list_of_clauses() const {
    std::string out;
    for (const std::string& clause : clauses_) out += (out.empty() ? "" : "; ") + clause;
    return out;
  }

  const Scenario& scenario_;
  const Happening& happening_;
  std::vector<std::string> clauses_;
  std::vector<std::string> markers_to_;
  std::string marker_sender_;
};

std::string capital(std::string text) {
  if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 32);
  return text;
}

// What the ends of a reliable channel do.
std::string StepSentence::link_clause(const Effect& effect) const {
  const std::string channel = scenario_.channel_name(effect.channel);
  const std::string number = std::to_string(effect.number);
  const std::string& who = process(effect.process);
  switch (effect.kind) {
    case EffectKind::retransmitted:
      return who + "'s time-out is over: it sends " + item(effect) + " again (transmission " +
             std::to_string(effect.count) + ")";
    case EffectKind::arrived: return item(effect) + " arrives at " + who + " in its turn";
    case EffectKind::arrived_early:
      return item(effect) + " arrives at " + who + " ahead of its turn and is kept";
    case EffectKind::discarded:
      return item(effect) + " arrives at " + who + " once more and is discarded";
    case EffectKind::acknowledgement_sent:
      return effect.number == 0 ? who + " acknowledges that nothing is in yet"
                                : who + " acknowledges all up to number " + number;
    default:
      if (effect.count == 0)
        return "An acknowledgement on " + channel + " tells " + who + " nothing new";
      return who + " learns that all up to number " + number + " of " + channel +
             (effect.count == 1 ? " are in, and keeps one message less"
                                : " are in, and keeps " + std::to_string(effect.count) +
                                      " messages less");
  }
}

void StepSentence::add(const Effect& effect) {
  if (effect.kind == EffectKind::marker_sent) {
    marker_sender_ = process(effect.process);
    markers_to_.push_back(receiver(effect.channel));
    return;
  }
  finish_markers();
  const std::string snapshot = snapshot_name(effect.snapshot);
  std::string clause;
  switch (effect.kind) {
    case EffectKind::sent:
      clause = process(effect.process) + " sends " + transfer(effect) + " to " +
               receiver(effect.channel) +
               (effect.number == 0 ? "" : " as number " + std::to_string(effect.number));
      break;
    case EffectKind::received:
      clause = process(effect.process) + " receives " + transfer(effect) + " from " +
               sender(effect.channel);
      break;
    case EffectKind::state_recorded:
      clause = is_reading() ? process(effect.process) + "'s balance is read for " + snapshot +
                                  ": " + amount_text(effect.value)
                            : process(effect.process) + " records its balance " +
                                  amount_text(effect.value) + " in " + snapshot;
      if (effect.by_fault) clause += " once more, which is wrong";
      break;
    case EffectKind::channel_recorded:
      clause = snapshot + " records " + transfer(effect) + " as channel state of " +
               scenario_.channel_name(effect.channel);
      break;
    case EffectKind::marker_received:
      clause = process(effect.process) + " receives " + snapshot + "'s marker from " +
               sender(effect.channel) +
               (effect.by_fault ? " and goes on recording " : ": the channel state of ") +
               scenario_.channel_name(effect.channel) +
               (effect.by_fault ? ", which is wrong" : " is final");
      break;
    case EffectKind::channel_read:
      clause = "Channel " + scenario_.channel_name(effect.channel) + " is read for " + snapshot;
      break;
    case EffectKind::snapshot_started:
      clause = is_reading() ? "Reading " + snapshot + " starts, without markers"
                            : process(effect.process) + " starts snapshot " + snapshot;
      break;
    case EffectKind::snapshot_complete: clause = snapshot + " is complete"; break;
    case EffectKind::dropped:
      clause = item(effect) + " is lost from " + wire() + "channel " +
               scenario_.channel_name(effect.channel);
      break;
    case EffectKind::duplicated:
      clause = item(effect) + " is doubled in " + wire() + "channel " +
               scenario_.channel_name(effect.channel);
      break;
    case EffectKind::local_event: clause = process(effect.process) + " does a local event"; break;
    case EffectKind::retransmitted:
    case EffectKind::arrived:
    case EffectKind::arrived_early:
    case EffectKind::discarded:
    case EffectKind::acknowledgement_sent:
    case EffectKind::acknowledged: clause = link_clause(effect); break;
    case EffectKind::marker_sent: return;
  }
  clauses_.push_back(clauses_.empty() ? capital(clause) : clause);
}

}  // namespace

std::string explain_step(const Scenario& scenario, const Happening& happening) {
  return StepSentence(scenario, happening).text();
}

}  // namespace cutline
