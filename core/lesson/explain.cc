#include "core/lesson/explain.h"

#include <algorithm>
#include <utility>

#include "core/base/check.h"
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
    return effect.item == ItemKind::record ? transfer(effect)
                                           : snapshot_name(effect.snapshot) + "'s marker";
  }

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
               receiver(effect.channel);
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
      clause = item(effect) + " is lost from channel " + scenario_.channel_name(effect.channel);
      break;
    case EffectKind::duplicated:
      clause = item(effect) + " is doubled in channel " + scenario_.channel_name(effect.channel);
      break;
    case EffectKind::local_event: clause = process(effect.process) + " does a local event"; break;
    case EffectKind::marker_sent: return;
  }
  clauses_.push_back(clause);
}

std::vector<std::string> record_texts(const World& world, const std::vector<RecordId>& records) {
  std::vector<std::string> out;
  for (RecordId record : records) out.push_back(record_text(world, record));
  return out;
}

// Why a record is counted more than once, with "#" for "it" or "them".
std::string why_repeated(const Scenario& scenario, const World& world, const Snapshot& snapshot,
                         RecordId record) {
  const ChannelId channel = world.records[record.index].channel;
  const ChannelSetup& setup = scenario.channels[channel.index];
  const std::string& sender = scenario.processes[setup.from.index].name;
  const std::string& receiver = scenario.processes[setup.to.index].name;
  const std::string state = "the channel state of " + scenario.channel_name(channel);
  const ChannelRecording& recording = snapshot.channels[channel.index];
  const std::vector<RecordId>& received = world.channels[channel.index].received;
  const auto taken = std::count(received.begin(), received.begin() + recording.received_at_cut,
                                record);
  const auto recorded = std::count(recording.records.begin(), recording.records.end(), record);
  if (!is_white(world, snapshot, record)) {
    const std::string before = sender + " recorded before sending #, ";
    return recorded > 0 ? before + "and " + state + " holds # as well"
                        : before + receiver + " after receiving #";
  }
  if (taken > 0 && recorded > 0) return receiver + "'s balance and " + state + " both hold #";
  return recorded > 1 ? state + " holds # more than once"
                      : receiver + " received # more than once";
}

void add_repeated(const Scenario& scenario, const World& world, const Snapshot& snapshot,
                  const std::vector<RecordId>& repeated, std::string& out) {
  std::vector<std::pair<std::string, std::vector<RecordId>>> reasons;
  for (RecordId record : repeated) {
    const std::string why = why_repeated(scenario, world, snapshot, record);
    auto found = std::find_if(reasons.begin(), reasons.end(),
                              [&](const auto& each) { return each.first == why; });
    if (found == reasons.end()) found = reasons.insert(reasons.end(), {why, {}});
    if (std::count(found->second.begin(), found->second.end(), record) == 0)
      found->second.push_back(record);
  }
  for (const auto& [why, records] : reasons) {
    const bool one = records.size() == 1;
    out += " " + list_text(record_texts(world, records)) + (one ? " is" : " are") +
           " counted twice: ";
    for (char c : why) c == '#' ? out += one ? "it" : "them" : out += c;
    out += ".";
  }
}

// One channel's witnesses.
void add_witnesses(const Scenario& scenario, const World& world, const Snapshot& snapshot,
                   const ChannelSetup& setup, const ChannelLedger& ledger, std::string& out) {
  const std::string& sender = scenario.processes[setup.from.index].name;
  const std::string& receiver = scenario.processes[setup.to.index].name;
  if (!ledger.lost.empty()) {
    const bool one = ledger.lost.size() == 1;
    out += " " + list_text(record_texts(world, ledger.lost)) + (one ? " is" : " are") +
           " lost: " + sender + " recorded after sending " + (one ? "it, " : "them, ") + receiver +
           " before receiving " + (one ? "it" : "them") + ", and no channel state holds " +
           (one ? "it." : "them.");
  }
  add_repeated(scenario, world, snapshot, ledger.repeated, out);
}

}  // namespace

std::string explain_step(const Scenario& scenario, const Happening& happening) {
  return StepSentence(scenario, happening).text();
}

std::string verdict_text(Verdict verdict) { return std::string(verdict_name(verdict)); }

std::string explain_missing(const Scenario& scenario, const World& world, SnapshotId id) {
  const Snapshot& snapshot = world.snapshots[id.index];
  if (snapshot.complete) return "";
  std::vector<std::string> markers;
  std::vector<std::string> processes;
  for (uint32_t index = 0; index < snapshot.processes.size(); ++index)
    if (!snapshot.processes[index].recorded || snapshot.processes[index].markers_owed)
      processes.push_back(scenario.processes[index].name);
  if (snapshot.kind == SnapshotKind::uncoordinated)
    return "waits for the balance of " + list_text(processes);
  if (snapshot.kind == SnapshotKind::colors) {
    if (!processes.empty()) return "waits for " + list_text(processes) + " to record";
    for (uint32_t index = 0; index < snapshot.channels.size(); ++index)
      if (!is_channel_final(scenario, snapshot, {index}))
        markers.push_back(scenario.channel_name({index}));
    return "waits for the white transfers on " + list_text(markers);
  }
  for (uint32_t index = 0; index < snapshot.channels.size(); ++index)
    if (!snapshot.channels[index].marker_in) markers.push_back(scenario.channel_name({index}));
  if (markers.empty()) return "waits for " + list_text(processes);
  return "waits for the " + std::string(markers.size() == 1 ? "marker" : "markers") + " on " +
         list_text(markers);
}

std::string explain_verdict(const Scenario& scenario, const World& world, SnapshotId id) {
  const SnapshotLedger ledger = snapshot_ledger(scenario, world, id);
  const std::string name = snapshot_name(id);
  if (ledger.verdict == Verdict::incomplete)
    return name + " is not complete: it " + explain_missing(scenario, world, id) + ".";
  const std::string total = amount_text(ledger.total);
  const std::string expected = amount_text(ledger.expected);
  if (ledger.verdict == Verdict::consistent) {
    std::string out = name + " is consistent: every transfer is counted exactly once";
    return out + (total == expected ? ", and the total is " + total + "."
                                    : ". Its total is " + total + ", not " + expected +
                                          ": the channels themselves lost or doubled transfers.");
  }
  std::string out = name + " recorded " + total + " of " + expected + ".";
  if (total == expected)
    out = name + " recorded " + total + ", the right total, and is still wrong.";
  for (uint32_t index = 0; index < ledger.channels.size(); ++index)
    add_witnesses(scenario, world, world.snapshots[id.index], scenario.channels[index],
                  ledger.channels[index], out);
  return out;
}

}  // namespace cutline
