#include "shell/cli/run_text.h"

#include <algorithm>

#include "core/base/fingerprint.h"
#include "core/base/text.h"
#include "core/lesson/words.h"

namespace cutline {
namespace {

size_t width_of(std::string_view text) {  // in characters
  return static_cast<size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  }));
}

std::string blanks(size_t width, std::string_view text) {
  const size_t taken = width_of(text);
  return std::string(width > taken ? width - taken : 0, ' ');
}

std::string table(const LedgerModel& ledger) {
  size_t where_width = 0;
  size_t amount_width = 0;
  for (const LedgerLine& line : ledger.lines) {
    where_width = std::max(where_width, width_of(line.where));
    amount_width = std::max(amount_width, width_of(line.amount));
  }
  std::string out;
  for (const LedgerLine& line : ledger.lines) {
    std::string text = "  " + line.where + blanks(where_width, line.where) + "  " +
                       blanks(amount_width, line.amount) + line.amount;
    if (line.what != line.amount) text += "  " + line.what;
    if (!line.note.empty()) text += "  (" + line.note + ")";
    text.erase(text.find_last_not_of(' ') + 1);
    out += text + "\n";
  }
  return out;
}

std::string ledger_text(const LedgerModel& ledger, const std::string& unit) {
  const std::string behind = unit.empty() ? "" : " " + unit;
  return table(ledger) + "  at processes " + ledger.at_processes + " + in channels " +
         ledger.in_channels + " = " + ledger.total + behind + ", expected " + ledger.expected +
         behind + "\n  " + ledger.sentence + "\n";
}

std::string snapshot_text(const SnapshotModel& snapshot, const std::string& unit) {
  const std::string how =
      snapshot.initiator.empty() ? "all at once" : "started at " + snapshot.initiator;
  std::string out = "\nSnapshot " + snapshot.name + " (" + snapshot.kind + "), " + how + " at " +
                    snapshot.started;
  out += snapshot.completed.empty() ? ", not complete" : ", complete at " + snapshot.completed;
  return out + "\n" + ledger_text(snapshot.ledger, unit);
}

// The learner's cut, and the order of the events in which it is a straight line, as far as that is
// open.
std::string cut_text(const LabCutModel& cut, const std::string& unit) {
  if (!cut.on) return "";
  std::string out = "\n" + cut.ledger.title + "\n" + ledger_text(cut.ledger, unit);
  if (!cut.occurrence.empty()) out += "  " + cut.occurrence + "\n";
  const StraighteningModel& straightening = cut.straightening;
  if (!straightening.open) return out;
  out += "\nStraightened, " + std::to_string(straightening.done) + " of " +
         count_of(static_cast<int64_t>(straightening.swaps.size()), "swap") + " done\n";
  for (const SwapModel& swap : straightening.swaps)
    out += (swap.done ? "  done: " : "  next: ") + swap.sentence + "\n";
  for (uint32_t place = straightening.changes_from; place < straightening.changes_to; ++place) {
    const OrderedEventModel& event = straightening.order[place];
    out += "  place " + std::to_string(place + 1) + ", " +
           (event.inside ? "inside:  " : "outside: ") + event.text + "\n";
  }
  return out;
}

// The events around the cursor with their vector clocks, where these are shown.
std::string clocks_text(const LabCutModel& cut) {
  if (!cut.clocks) return "";
  std::string out = "\nVector clocks\n";
  if (cut.clock_lines_before > 0)
    out += "  " + count_of(cut.clock_lines_before, "earlier event") + " left out\n";
  size_t step_width = 0;
  size_t clock_width = 0;
  for (const ClockLine& line : cut.clock_lines) {
    step_width = std::max(step_width, width_of(std::to_string(line.step)));
    clock_width = std::max(clock_width, width_of(line.clock));
  }
  for (const ClockLine& line : cut.clock_lines)
    out += "  step " + blanks(step_width, std::to_string(line.step)) + std::to_string(line.step) +
           "  (" + line.clock + ")" + blanks(clock_width, line.clock) + "  " + line.text + "\n";
  return out;
}

// How often the run did a thing, up to the cursor.
int64_t count_effects(const History& history, EffectKind kind) {
  int64_t count = 0;
  for (size_t at = 0; at < history.cursor(); ++at)
    for (const Effect& effect : history.happenings()[at].effects) count += effect.kind == kind;
  return count;
}

std::string happened_text(const History& history) {
  std::string out = count_of(count_effects(history, EffectKind::sent), "transfer") + " sent, " +
                    std::to_string(count_effects(history, EffectKind::received)) + " received";
  const int64_t dropped = count_effects(history, EffectKind::dropped);
  const int64_t duplicated = count_effects(history, EffectKind::duplicated);
  if (dropped > 0) out += ", " + count_of(dropped, "message") + " lost";
  if (duplicated > 0) out += ", " + count_of(duplicated, "message") + " doubled";
  return out + ", " + count_of(count_effects(history, EffectKind::snapshot_started), "snapshot") +
         " started";
}

}  // namespace

std::string run_text(const Lab& lab) {
  const LabModel& model = lab.model();
  const History& history = lab.history();
  std::string out = model.title + " (" + model.scenario + "), seed " +
                    std::to_string(history.scenario().seed) + ": " +
                    count_of(model.step, "step") + " up to t = " + model.time + "\n" +
                    happened_text(history) + "\n\n" + model.ledger.title + "\n" +
                    ledger_text(model.ledger, model.system.unit);
  for (const SnapshotModel& snapshot : model.snapshots)
    out += snapshot_text(snapshot, model.system.unit);
  out += cut_text(model.cut, model.system.unit) + clocks_text(model.cut);
  return out + "\nfingerprint " + print_fingerprint(lab.fingerprint()) + "\n";
}

}  // namespace cutline
