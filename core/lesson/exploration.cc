#include "core/lesson/exploration.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/lesson/explain.h"
#include "core/lesson/job_model.h"
#include "core/lesson/run_lines.h"
#include "core/lesson/words.h"

namespace cutline {
namespace {

constexpr ReturnLimits kReturnLimits;
constexpr uint64_t kReturnCost = 4;  // a state of that search takes as long as so many others

std::string count_text(uint64_t count, std::string_view thing) {
  return count_of(static_cast<int64_t>(count), thing);
}

std::vector<Property> properties_of(const std::vector<Claim>& claims) {
  std::vector<Property> out;
  for (const Claim& claim : claims) out.push_back(claim.property());
  return out;
}

bool may_fault(const Scenario& scenario) {
  return scenario.channel_rule.loss > 0 || scenario.channel_rule.duplication > 0;
}

// A message that its receiver is to take now gets there, and those that were sent before it.
void arrive_up_to(History& history, ChannelId channel, uint32_t position) {
  const uint32_t number = history.world().channels[channel.index].queue[position].number;
  while (history.world().links[channel.index].arrived < number) {
    const ReliableLink& link = history.world().links[channel.index];
    const auto next = std::find_if(link.wire.begin(), link.wire.end(), [&](const Item& item) {
      return item.kind != ItemKind::acknowledgement && item.number == link.arrived + 1;
    });
    Choice arrive;
    arrive.act = Act::arrive;
    arrive.channel = channel;
    arrive.position = static_cast<uint32_t>(next - link.wire.begin());
    CUTLINE_CHECK(history.choose(arrive), "nothing is lost on the wires of a run of the explorer");
  }
}

std::string verdict_text(Role role, bool decided, bool finished) {
  if (decided) return role == Role::always ? "fails" : role == Role::never ? "met" : "reached";
  if (!finished) return "open";
  return role == Role::always ? "holds" : role == Role::never ? "not met" : "not reached";
}

std::string_view kind_of(std::string_view verdict) {
  if (verdict == "fails" || verdict == "not reached") return "bad";
  return verdict == "open" || verdict == "met" ? "open" : "good";
}

double share_of(uint64_t used, uint64_t bound) {
  if (used >= bound) return used > 0 ? 1 : 0;
  return static_cast<double>(used) / static_cast<double>(bound);
}

// 2009291 is hard to read: "2,009,291".
std::string grouped(uint64_t number) {
  std::string out = std::to_string(number);
  for (size_t at = out.size(); at > 3;) out.insert(at -= 3, ",");
  return out;
}

// Whole tenths of a second: more would flicker.
std::string spent_text(Tick time) { return time_text(time / (kSecond / 10) * (kSecond / 10)); }

bool begins_with(const History& history, const std::vector<Choice>& run, size_t steps) {
  if (steps > run.size() || history.length() < steps) return false;
  for (size_t at = 0; at < steps; ++at)
    if (history.happenings()[at].choice != run[at]) return false;
  return true;
}

}  // namespace

Exploration::Exploration(const Exploration& other) = default;
Exploration::Exploration(Exploration&& other) noexcept = default;
Exploration& Exploration::operator=(const Exploration& other) = default;
Exploration& Exploration::operator=(Exploration&& other) noexcept = default;
Exploration::~Exploration() = default;

std::optional<std::string> why_unexplorable(const Scenario& scenario,
                                            std::span<const Claim> claims) {
  // Recording twice leaves totals to judge by: which transfer is missing is no longer told apart.
  for (const Claim& claim : claims)
    if (scenario.rule.record_twice && (claim.predicate.facts & (kLoses | kRepeats)) != 0 &&
        !claim.predicate.absent)
      return in_quotes(claim.predicate.name) + " cannot be explored with record-twice: " +
             "snapshots are then judged by their totals alone; claim \"consistent\"";
  return std::nullopt;
}

Exploration::Exploration(Scenario authored, Scenario scenario, std::vector<Claim> claims,
                         ExploreBounds bounds)
    : authored_(std::move(authored)),
      scenario_(std::move(scenario)),
      claims_(std::move(claims)),
      explorer_(scenario_, properties_of(claims_), bounds.limits),
      time_(bounds.time),
      runs_(claims_.size()) {
  describe();
}

bool Exploration::running() const {
  return !stopped_ &&
         (explorer_.status() == ExploreStatus::running || claim_to_look_back().has_value());
}

void Exploration::run(uint64_t budget, Tick passed) {
  if (!running()) return;
  spent_ = passed > time_ - spent_ ? time_ : spent_ + passed;
  if (spent_ >= time_) {
    late_ = true;
    return stop();
  }
  if (explorer_.status() == ExploreStatus::running) explorer_.run(budget);
  else look_back(*claim_to_look_back(), std::max<uint64_t>(budget / kReturnCost, 1));
  describe();
}

// The first claim that fails and of which it is not known from when on.
std::optional<size_t> Exploration::claim_to_look_back() const {
  for (size_t index = 0; index < model_.claims.size(); ++index)
    if (model_.claims[index].verdict == "fails" && model_.claims[index].no_return_text.empty())
      return index;
  return std::nullopt;
}

void Exploration::look_back(size_t index, uint64_t budget) {
  if (!search_)
    search_.emplace(explorer_, claims_[index].property(), explorer_.found()[index].state,
                    kReturnLimits);
  search_->run(explorer_, budget);
  if (!search_->done()) return;
  add_no_return(index, search_->point());
  search_.reset();
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
  model_.claims.resize(claims_.size());
  for (size_t index = 0; index < claims_.size(); ++index) describe_claim(index);
  model_.status = status_text();
  model_.sentence = sentence();
  model_.advice = advice();
  describe_figures();
}

void Exploration::describe_figures() {
  const ExploreLimits& limits = explorer_.limits();
  const uint64_t left = model_.states - model_.expanded;
  model_.figures = {
      {"States", grouped(model_.states), grouped(limits.states)},
      {"Not gone on from yet", grouped(left), ""},
      {"Transitions", grouped(model_.transitions), ""},
      {"Depth", count_text(model_.depth, "step"), ""},
      {"Memory", bytes_text(static_cast<int64_t>(model_.bytes)),
       bytes_text(static_cast<int64_t>(limits.bytes))},
      {"Time", spent_text(spent_), spent_text(time_)},
  };
  model_.share = std::max({share_of(model_.states, limits.states),
                           share_of(model_.bytes, limits.bytes),
                           share_of(static_cast<uint64_t>(spent_), static_cast<uint64_t>(time_))});
}

std::string Exploration::status_text() const {
  if (running()) return "running";
  switch (explorer_.status()) {
    case ExploreStatus::running: return late_ ? "too much time" : "stopped";
    case ExploreStatus::finished: return "finished";
    case ExploreStatus::states_full: return "too many states";
    case ExploreStatus::bytes_full: return "too much memory";
  }
  return "";
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
  out.kind = kind_of(out.verdict);
  out.failed = out.kind == "bad";
  out.states = found.met;
  if (found.decided && !known) add_run(index, out);
  if (stopped_ && out.verdict == "fails" && out.no_return_text.empty())
    out.no_return_text = late_ ? "Its time was over before it was known from which step on this "
                                 "was certain."
                               : "It was stopped before it was known from which step on this was "
                                 "certain.";
}

void Exploration::add_run(size_t index, ClaimModel& claim) {
  const uint32_t state = explorer_.found()[index].state;
  const History history = run_to(state).history;
  claim.steps = static_cast<uint32_t>(history.length());
  claim.why = explain_predicate(scenario_, history.world(), claims_[index].predicate,
                                explorer_.ways(state));
  claim.run = run_lines(authored_, history);
  claim.open = "explore open " + claim.name + " " + claim.role;
  for (const Happening& happening : history.happenings()) {
    claim.story.push_back(explain_step(scenario_, happening));
    runs_[index].push_back(happening.choice);
  }
}

void Exploration::add_no_return(size_t index, std::optional<uint32_t> point) {
  ClaimModel& claim = model_.claims[index];
  claim.no_return = point ? run_to(explorer_.found()[index].state).steps[*point] : 0;
  if (!point)
    claim.no_return_text = "From which step on it was certain takes more than " +
                           count_text(kReturnLimits.states, "state") + " to find out.";
  else if (claim.steps == 0)
    claim.no_return_text = "That is so at the start already.";
  else if (*point == 0)
    claim.no_return_text = "It was certain from the start: whatever happens, it fails.";
  else
    claim.no_return_text = "After step " + std::to_string(claim.no_return) +
                           " it was certain: whatever happens then, it fails.";
}

std::string Exploration::sentence() const {
  const std::string counts = count_text(model_.states, "state") + ", " +
                             count_text(model_.transitions, "transition");
  std::string how =
      scenario_.rule.record_twice
          ? " With record-twice snapshots are judged by their totals, not transfer by transfer."
          : "";
  if (scenario_.channel_rule.reliable)
    how += " Channels that are made reliable count as what they are to their processes: in order, "
           "and without loss.";
  else if (may_fault(scenario_))
    how += " Channels lose or double at most " +
           count_text(static_cast<uint64_t>(scenario_.explore.faults), "message") +
           " in a run (explore-faults).";
  const std::string looks_back =
      claim_to_look_back() && running() && explorer_.status() != ExploreStatus::running
          ? " Looking for the point of no return."
          : "";
  if (explorer_.status() == ExploreStatus::finished)
    return counts + ": every interleaving was looked at." + how + looks_back;
  return counts + " so far: every interleaving of the first " +
         count_text(model_.depth, "step") + "." + how + looks_back;
}

std::string Exploration::end_text() const {
  const ExploreLimits& limits = explorer_.limits();
  if (model_.status == "too many states")
    return "It ended at its bound of " + count_text(limits.states, "state") + ".";
  if (model_.status == "too much memory")
    return "It ended at its bound of " + bytes_text(static_cast<int64_t>(limits.bytes)) +
           " of memory.";
  return late_ ? "It ended when its time of " + time_text(time_) + " was over." : "It was stopped.";
}

std::string Exploration::advice() const {
  if (model_.status == "finished" || model_.status == "running") return "";
  const ExploreSetup& explore = scenario_.explore;
  std::string out = end_text() +
                    " What was not decided may still be decided further on. Smaller by far would "
                    "be: ";
  std::vector<std::string> ways;
  if (explore.transfers > 1) ways.push_back("fewer transfers (explore-transfers)");
  if (may_fault(scenario_) && explore.faults > 0)
    ways.push_back("fewer losses and doublings (explore-faults)");
  if (explore.snapshots > 1) ways.push_back("one snapshot (explore-snapshots)");
  if (!scenario_.fifo) ways.push_back("channels that keep the order (fifo)");
  ways.push_back("fewer processes or channels");
  for (size_t at = 0; at < ways.size(); ++at)
    out += (at == 0 ? "" : at + 1 == ways.size() ? ", or " : ", ") + ways[at];
  return out + ".";
}

std::vector<StepRemark> Exploration::remarks(const History& history) const {
  std::vector<StepRemark> out;
  for (size_t index = 0; index < claims_.size(); ++index) {
    const ClaimModel& claim = model_.claims[index];
    if (claim.verdict != "fails") continue;
    const std::string named = in_quotes(claim.role + " " + claim.name);
    if (claim.no_return > 0 && begins_with(history, runs_[index], claim.no_return))
      out.push_back({claim.no_return, "Point of no return: whatever happens from here on, " +
                                          named + " fails."});
    if (claim.steps > 0 && begins_with(history, runs_[index], claim.steps))
      out.push_back({claim.steps, "Here " + named + " fails."});
  }
  return out;
}

Exploration::FoundRun Exploration::run_to(uint32_t state) {
  FoundRun run{History(scenario_), {0}};
  for (const Choice& choice : explorer_.path(state)) {
    if (choice.act == Act::deliver && scenario_.channel_rule.reliable)
      arrive_up_to(run.history, choice.channel, choice.position);
    CUTLINE_CHECK(run.history.choose(choice), "a run of the explorer can be made by hand");
    run.steps.push_back(static_cast<uint32_t>(run.history.length()));
  }
  return run;
}

Result<History> Exploration::run_of(std::string_view claim, std::optional<Role> role) {
  std::optional<size_t> at;
  for (size_t index = 0; index < claims_.size(); ++index) {
    if (claims_[index].predicate.name != claim || role.value_or(claims_[index].role) !=
                                                      claims_[index].role)
      continue;
    if (at)
      return fault(in_quotes(claim) + " is claimed " +
                   std::string(role_name(claims_[*at].role)) + " and " +
                   std::string(role_name(claims_[index].role)) + ": say which of them");
    at = index;
  }
  if (!at) return fault("the explorer looks at no claim " + in_quotes(claim));
  if (!explorer_.found()[*at].decided)
    return fault("no run decides " + in_quotes(claim) + ": it is \"" +
                 model_.claims[*at].verdict + "\"");
  return run_to(explorer_.found()[*at].state).history;
}

}  // namespace cutline
