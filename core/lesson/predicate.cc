#include "core/lesson/predicate.h"

#include "core/base/text.h"
#include "core/lesson/explain.h"
#include "core/lesson/words.h"

namespace cutline {
namespace {

constexpr Predicate kPredicates[] = {
    {"consistent", "every complete snapshot counts every transfer exactly once",
     kLoses | kRepeats | kWrongTotal, true},
    {"loses", "a complete snapshot counts a transfer nowhere", kLoses, false},
    {"repeats", "a complete snapshot counts a transfer twice", kRepeats, false},
    {"right-total", "every complete snapshot adds up to what the run started with", kWrongTotal,
     true},
    {"complete", "a snapshot is complete", kComplete, false},
    {"channel-state", "a complete snapshot holds a transfer as channel state", kChannelState,
     false},
    {"overlap", "two snapshots are under way at once", kOverlap, false},
    {"not-stuck", "something can happen, or nothing is left to do", kStuck, true},
    {"stuck", "nothing can happen, though a snapshot is unfinished or a message waits", kStuck,
     false},
    {"at-rest", "nothing can happen, and nothing is left to do", kAtRest, false},
};

constexpr Claim kUsual[] = {
    {Role::always, kPredicates[0]},
    {Role::always, kPredicates[7]},
    {Role::reachable, kPredicates[4]},
};

bool is_wrong(const SnapshotLedger& ledger) {
  return ledger.verdict == Verdict::loses || ledger.verdict == Verdict::repeats ||
         ledger.verdict == Verdict::loses_and_repeats || ledger.total != ledger.expected;
}

// " S1 waits for …." for each one that is under way.
std::string explain_open(const Scenario& scenario, const World& world) {
  std::string out;
  for (uint32_t index = 0; index < world.snapshots.size(); ++index)
    if (!world.snapshots[index].complete)
      out += " " + snapshot_name({index}) + " " + explain_missing(scenario, world, {index}) + ".";
  return out;
}

std::string explain_none_complete(const Scenario& scenario, const World& world) {
  return world.snapshots.empty() ? "No snapshot was started yet."
                                 : "No snapshot is complete." + explain_open(scenario, world);
}

std::string explain_overlap(const World& world) {
  std::vector<std::string> open;
  for (uint32_t index = 0; index < world.snapshots.size(); ++index)
    if (!world.snapshots[index].complete) open.push_back(snapshot_name({index}));
  if (open.size() > 1) return list_text(open) + " are under way at once.";
  return open.empty() ? "No snapshot is under way." : "Only " + open[0] + " is under way.";
}

// What a world in which nothing can happen still waits for.
std::string explain_end(const Scenario& scenario, const World& world) {
  std::string out = explain_open(scenario, world);
  std::vector<std::string> waiting;
  for (uint32_t index = 0; index < world.channels.size(); ++index)
    if (!world.channels[index].queue.empty()) waiting.push_back(scenario.channel_name({index}));
  if (!waiting.empty()) out += " Messages wait in " + list_text(waiting) + ".";
  return out.empty() ? "Nothing is left to do." : "Nothing can happen." + out;
}

}  // namespace

std::span<const Predicate> predicates() { return kPredicates; }
std::span<const Claim> usual_claims() { return kUsual; }

Result<Claim> find_claim(Role role, std::string_view name) {
  std::string known;
  for (const Predicate& predicate : kPredicates) {
    if (predicate.name == name) return Claim{role, predicate};
    known += (known.empty() ? "" : ", ") + std::string(predicate.name);
  }
  return fault("there is no predicate " + in_quotes(name) + "; there are " + known);
}

Result<Role> find_role(std::string_view name) {
  for (Role role : {Role::always, Role::reachable, Role::never})
    if (role_name(role) == name) return role;
  return fault("a claim is always, reachable or never, not " + in_quotes(name));
}

std::string_view role_name(Role role) {
  switch (role) {
    case Role::always: return "always";
    case Role::reachable: return "reachable";
    case Role::never: return "never";
  }
  return "";
}

std::string explain_predicate(const Scenario& scenario, const World& world,
                              const Predicate& predicate, uint32_t ways) {
  if ((predicate.facts & (kStuck | kAtRest)) != 0)
    return ways == 0 ? explain_end(scenario, world)
                     : count_of(ways, "thing") + " can happen next.";
  if ((predicate.facts & kOverlap) != 0) return explain_overlap(world);
  std::string first;
  for (uint32_t index = 0; index < world.snapshots.size(); ++index) {
    if (!world.snapshots[index].complete) continue;
    const SnapshotLedger ledger = snapshot_ledger(scenario, world, {index});
    const bool holds_some = ledger.in_channels != Value{};
    const bool about_channels = (predicate.facts & kChannelState) != 0;
    const std::string text =
        about_channels ? snapshot_name({index}) + " holds " +
                             (holds_some ? amount_text(ledger.in_channels) : "nothing") +
                             " as channel state."
                       : explain_verdict(scenario, world, {index});
    // The one that the predicate is about, else the first.
    if (about_channels ? holds_some : is_wrong(ledger)) return text;
    if (first.empty()) first = text;
  }
  return first.empty() ? explain_none_complete(scenario, world) : first;
}

}  // namespace cutline
