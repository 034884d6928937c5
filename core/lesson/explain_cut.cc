#include "core/lesson/explain_cut.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/lesson/cut_desk.h"
#include "core/lesson/words.h"

namespace cutline {
namespace {

// The effect by which an event is named: a receipt or a sending before what comes with it.
int weight(EffectKind kind) {
  switch (kind) {
    case EffectKind::received: return 5;
    case EffectKind::sent: return 4;
    case EffectKind::marker_received: return 3;
    case EffectKind::state_recorded: return 2;
    case EffectKind::marker_sent: return 1;
    default: return 0;
  }
}

std::string text_of(const RunMessage& message) {
  return message.marker ? message_name(message)
                        : message_name(message) + " (" + amount_text(message.value) + ")";
}

std::string names_of(const RunEvents& run, const std::vector<uint32_t>& messages) {
  std::vector<std::string> names;
  for (uint32_t message : messages) names.push_back(text_of(run.messages[message]));
  return list_text(names);
}

std::string in_flight_text(const Scenario& scenario, const RunEvents& run,
                           const CutLedger& ledger) {
  std::vector<std::string> parts;
  for (uint32_t index = 0; index < ledger.channels.size(); ++index)
    if (!ledger.channels[index].empty())
      parts.push_back(names_of(run, ledger.channels[index]) + " on " +
                      scenario.channel_name({index}));
  std::string out;
  for (const std::string& part : parts) out += (out.empty() ? "" : "; ") + part;
  return out.empty() ? "Nothing is in flight." : "In flight: " + out + ".";
}

// What the channels themselves lost or doubled inside the cut.
std::string broken_text(const CutLedger& ledger) {
  std::string out;
  if (ledger.lost_value != Value{})
    out = "channels lost " + amount_text(ledger.lost_value) + " of what was sent inside";
  if (ledger.doubled != Value{})
    out += (out.empty() ? "channels doubled " : " and doubled ") + amount_text(ledger.doubled);
  return out;
}

std::string total_text(const CutLedger& ledger) {
  const std::string total = amount_text(ledger.total);
  const std::string expected = amount_text(ledger.expected);
  const std::string broken = broken_text(ledger);
  if (ledger.consistent() && broken.empty()) return "The total is " + total + ", as at the start.";
  std::string out = "The total is " + total + ", at the start it was " + expected;
  if (ledger.orphaned != Value{})
    out += ": the orphans' " + amount_text(ledger.orphaned) +
           " counts twice, still at the sender and already at the receiver";
  if (!broken.empty()) out += (ledger.orphaned != Value{} ? ", and " : ": ") + broken;
  return out + ".";
}

}  // namespace

std::string event_text(const Scenario& scenario, std::span<const Happening> happenings,
                       const RunEvent& event) {
  const Happening& happening = happenings[event.step - 1];
  const std::string at = " at " + scenario.processes[event.process.index].name;
  const Effect* best = nullptr;
  for (const Effect& effect : happening.effects)
    if (effect.process == event.process && (!best || weight(effect.kind) > weight(best->kind)))
      best = &effect;
  CUTLINE_CHECK(best != nullptr, "an event has an effect");
  const std::string snapshot = snapshot_name(best->snapshot);
  switch (best->kind) {
    case EffectKind::received: return record_name(best->record) + "'s receipt" + at;
    case EffectKind::sent: return record_name(best->record) + "'s sending" + at;
    case EffectKind::marker_received: {
      const ProcessId from = scenario.channels[best->channel.index].from;
      return "the receipt of " + snapshot + "'s marker from " +
             scenario.processes[from.index].name + at;
    }
    case EffectKind::state_recorded:
      return event.reading ? "the reading of " + scenario.processes[event.process.index].name +
                                 " for " + snapshot
                           : snapshot + "'s recording" + at;
    case EffectKind::marker_sent: return "the sending of " + snapshot + "'s markers" + at;
    default: return "an event" + at;
  }
}

std::string message_name(const RunMessage& message) {
  return message.marker ? snapshot_name(message.snapshot) + "'s marker"
                        : record_name(message.record);
}

std::string explain_message(const Scenario& scenario, const RunEvents& run, const Cut& cut,
                            const RunMessage& message) {
  const ChannelSetup& channel = scenario.channels[message.channel.index];
  const std::string& from = scenario.processes[channel.from.index].name;
  const std::string& to = scenario.processes[channel.to.index].name;
  const std::string text = text_of(message);
  if (is_orphan(run, cut, message))
    return text + " is received at " + to + " inside the cut but sent at " + from + " outside it.";
  const std::string sent = text + " is sent at " + from + " inside the cut and ";
  if (message.lost) return sent + "lost by the channel: it is in no channel.";
  if (message.received == kNoEvent) return sent + "not received at " + to + " yet.";
  return sent + "received at " + to + " outside it.";
}

std::string first_orphan_text(const Scenario& scenario, const RunEvents& run, const Cut& cut) {
  for (const RunMessage& message : run.messages)
    if (is_orphan(run, cut, message)) return explain_message(scenario, run, cut, message);
  check_failed(__FILE__, __LINE__, "a cut that is not consistent has an orphan");
}

std::string explain_cut(const Scenario& scenario, const RunEvents& run, const Cut& cut) {
  const CutLedger ledger = cut_ledger(scenario, run, cut);
  std::string out = "The cut is consistent: whatever is received inside it is sent inside it.";
  if (!ledger.consistent()) {
    out = "The cut is not consistent.";
    for (uint32_t orphan : ledger.orphans)
      out += " " + explain_message(scenario, run, cut, run.messages[orphan]);
  }
  return out + " " + in_flight_text(scenario, run, ledger) + " " + total_text(ledger);
}

std::string explain_unrecorded(const Scenario& scenario, const Snapshot& snapshot) {
  std::vector<std::string> names;
  for (uint32_t index = 0; index < snapshot.processes.size(); ++index)
    if (!snapshot.processes[index].recorded) names.push_back(scenario.processes[index].name);
  return list_text(names) + (names.size() == 1 ? " has" : " have") + " not recorded";
}

std::string explain_occurrence(const RunEvents& run, const Cut& cut, uint32_t steps) {
  if (const auto step = first_occurrence(run, cut, steps))
    return *step == 0 ? std::string("The run was in this state at its start.")
                      : "The run was in this state after step " + std::to_string(*step) + ".";
  return "The run was never in this state: at no instant did the processes and channels hold this "
         "together. The same events in another order, which no process can tell from this one, "
         "lead through it.";
}

std::string explain_swap(const Scenario& scenario, std::span<const Happening> happenings,
                         const RunEvents& run, const Swap& swap) {
  const RunEvent& left = run.events[swap.left];
  const RunEvent& right = run.events[swap.right];
  CUTLINE_CHECK(left.process != right.process &&
                    left.clock[left.process.index] > right.clock[left.process.index],
                "a swap exchanges events of which neither causes the other");
  std::string out = event_text(scenario, happenings, left) + " and " +
                    event_text(scenario, happenings, right) +
                    " are at different processes and neither causes the other.";
  if (out.front() >= 'a' && out.front() <= 'z' && out.starts_with("the ")) out.front() = 'T';
  return out;
}

std::string explain_order(const Scenario& scenario, std::span<const Happening> happenings,
                          const RunEvents& run, const CutDesk& desk) {
  const std::vector<Swap>& swaps = desk.straightening->swaps;
  std::string out = std::to_string(desk.swaps_done) + " of " +
                    count_of(static_cast<int64_t>(swaps.size()), "swap") + " done.";
  if (desk.swaps_done > 0)
    out += " " + explain_swap(scenario, happenings, run, swaps[desk.swaps_done - 1]);
  if (desk.swaps_done == swaps.size())
    out += " Now the cut is a straight line: in this order the system is in its state at one "
           "instant.";
  return out;
}

std::string clock_text(const Scenario& scenario, const VectorClock& clock) {
  std::string out;
  for (size_t index = 0; index < clock.size(); ++index)
    out += (index == 0 ? "" : ", ") + scenario.processes[index].name + " " +
           std::to_string(clock[index]);
  return out;
}

}  // namespace cutline
