#include "core/lesson/exploration.h"

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/lesson/explain.h"
#include "core/lesson/run_lines.h"

namespace cutline {
namespace {

// States that are looked at to find the point of no return: some tenths of a second.
constexpr uint64_t kReturnStates = 100'000;

std::string count_text(uint64_t count, std::string_view thing) {
  return count_of(static_cast<int64_t>(count), thing);
}

std::vector<Property> properties_of(const std::vector<Claim>& claims) {
  std::vector<Property> out;
  for (const Claim& claim : claims) out.push_back(claim.property());
  return out;
}

std::string verdict_text(Role role, bool decided, bool finished) {
  if (decided) return role == Role::always ? "fails" : role == Role::never ? "met" : "reached";
  if (!finished) return "open";
  return role == Role::always ? "holds" : role == Role::never ? "not met" : "not reached";
}

}  // namespace

std::optional<std::string> why_unexplorable(const Scenario& scenario,
                                            std::span<const Claim> claims) {
  // Recording twice leaves totals to judge by: which transfer is missing is no longer told apart.
  for (const Claim& claim : claims)
    if (scenario.rule.record_twice && (claim.predicate.facts & (kLoses | kRepeats)) != 0 &&
        !claim.predicate.absent)
      return cutline::quoted(claim.predicate.name) + " cannot be explored with record-twice: " +
             "snapshots are then judged by their totals alone; claim \"consistent\"";
  if (scenario.channel_rule == ChannelRule{}) return std::nullopt;
  return "only channels that neither lose nor double anything are explored: set loss 0, "
         "duplication 0, reliable off and timeout 0s";
}

Exploration::Exploration(Scenario authored, Scenario scenario, std::vector<Claim> claims,
                         ExploreLimits limits)
    : authored_(std::move(authored)),
      scenario_(std::move(scenario)),
      claims_(std::move(claims)),
      explorer_(scenario_, properties_of(claims_), limits) {
  describe();
}

void Exploration::run(uint64_t budget) {
  if (!running()) return;
  explorer_.run(budget);
  describe();
}

bool Exploration::failed() const {
  for (const ClaimModel& claim : model_.claims)
    if (claim.failed) return true;
  return false;
}

void Exploration::describe() {
  model_.scenario = scenario_.name;
  model_.states = explorer_.states();
  model_.transitions = explorer_.transitions();
  model_.expanded = explorer_.expanded();
  model_.depth = explorer_.depth();
  model_.bytes = explorer_.bytes();
  switch (explorer_.status()) {
    case ExploreStatus::running: model_.status = stopped_ ? "stopped" : "running"; break;
    case ExploreStatus::finished: model_.status = "finished"; break;
    case ExploreStatus::states_full: model_.status = "too many states"; break;
    case ExploreStatus::bytes_full: model_.status = "too much memory"; break;
  }
  model_.claims.resize(claims_.size());
  for (size_t index = 0; index < claims_.size(); ++index) describe_claim(index);
  model_.sentence = sentence();
  model_.advice = advice();
}

void Exploration::describe_claim(size_t index) {
  const Claim& claim = claims_[index];
  const PropertyFound& found = explorer_.found()[index];
  const bool finished = explorer_.status() == ExploreStatus::finished;
  ClaimModel& out = model_.claims[index];
  const bool known = out.verdict == "fails" || out.verdict == "met" || out.verdict == "reached";
  out.name = claim.predicate.name;
  out.role = role_name(claim.role);
  out.sentence = claim.predicate.sentence;
  out.verdict = verdict_text(claim.role, found.decided, finished);
  out.failed = out.verdict == "fails" || out.verdict == "not reached";
  out.states = found.met;
  if (found.decided && !known) add_run(index, out);
  if (out.verdict == "fails" && !running() && out.no_return_text.empty())
    add_no_return(index, out);
}

void Exploration::add_run(size_t index, ClaimModel& claim) {
  const History history = history_to(explorer_.found()[index].state);
  claim.steps = static_cast<uint32_t>(history.length());
  claim.why = explain_predicate(scenario_, history.world(), claims_[index].predicate);
  claim.run = run_lines(authored_, history);
  for (const Happening& happening : history.happenings())
    claim.story.push_back(explain_step(scenario_, happening));
}

void Exploration::add_no_return(size_t index, ClaimModel& claim) {
  const auto point = explorer_.point_of_no_return(claims_[index].property(),
                                                  explorer_.found()[index].state, kReturnStates);
  claim.no_return = point.value_or(0);
  if (!point)
    claim.no_return_text = "From which step on it was certain takes more than " +
                           count_text(kReturnStates, "state") + " to find out.";
  else if (*point == 0)
    claim.no_return_text = "It was certain from the start: every run ends like this.";
  else
    claim.no_return_text = "After step " + std::to_string(*point) +
                           " it was certain: whatever happens then, it fails.";
}

std::string Exploration::sentence() const {
  const std::string counts = count_text(model_.states, "state") + ", " +
                             count_text(model_.transitions, "transition");
  const std::string totals =
      scenario_.rule.record_twice
          ? " With record-twice snapshots are judged by their totals, not transfer by transfer."
          : "";
  if (model_.status == "finished")
    return counts + ": every interleaving was looked at." + totals;
  return counts + " so far: every interleaving of the first " +
         count_text(model_.depth, "step") + "." + totals;
}

std::string Exploration::advice() const {
  if (model_.status == "finished" || model_.status == "running") return "";
  const ExploreSetup& explore = scenario_.explore;
  std::string out =
      "What was not decided may still be decided further on. Smaller by far would be: ";
  std::vector<std::string> ways;
  if (explore.transfers > 1) ways.push_back("fewer transfers (explore-transfers)");
  if (explore.snapshots > 1) ways.push_back("one snapshot (explore-snapshots)");
  if (!scenario_.fifo) ways.push_back("channels that keep the order (fifo)");
  ways.push_back("fewer processes or channels");
  for (size_t at = 0; at < ways.size(); ++at)
    out += (at == 0 ? "" : at + 1 == ways.size() ? ", or " : ", ") + ways[at];
  return out + ".";
}

History Exploration::history_to(uint32_t state) {
  History history(scenario_);
  for (const Choice& choice : explorer_.path(state))
    CUTLINE_CHECK(history.choose(choice), "a run of the explorer can be made by hand");
  return history;
}

Result<History> Exploration::run_of(std::string_view claim) {
  for (size_t index = 0; index < claims_.size(); ++index) {
    if (claims_[index].predicate.name != claim) continue;
    if (!explorer_.found()[index].decided)
      return fault("no run decides " + quoted(claim) + ": it is \"" +
                   model_.claims[index].verdict + "\"");
    return history_to(explorer_.found()[index].state);
  }
  return fault("the explorer looks at no claim " + quoted(claim));
}

}  // namespace cutline
