// The verbs of the explorer. It goes on only when it is told to, a slice at a time: whoever shows
// it decides how often.
#include <algorithm>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/lesson/lab.h"
#include "core/lesson/lab_verbs.h"

namespace cutline {
namespace {

using Sentence = Result<std::string>;

constexpr int64_t kSliceUnasked = 10'000;
constexpr uint64_t kMegabyte = 1'000'000;

std::string outcome(const ExploreModel& model) {
  std::string out = model.sentence;
  for (const ClaimModel& claim : model.claims)
    out += " " + claim.name + ": " + claim.verdict + ".";
  return out;
}

Result<int64_t> states_argument(const Command& command, int64_t otherwise) {
  if (command.arguments.empty()) return otherwise;
  return parse_integer(command.arguments[0], 1, kExploreStatesMax, "the number of states");
}

Result<Tick> time_argument(std::string_view text, std::string_view what) {
  const Result<Tick> time = parse_duration(text);
  if (!time) return fault(std::string(what) + ": " + time.error().sentence);
  if (*time > kExploreTimeMax)
    return fault(std::string(what) + " must be from 0 to 1h, not " + in_quotes(text));
  return *time;
}

}  // namespace

// One that is under way keeps the bounds with which it began.
Sentence LabVerbs::explore_limit(Lab& lab, const Command& command) {
  const std::string& what = command.arguments[0];
  const std::string& value = command.arguments[1];
  ExploreBounds bounds = lab.explore_bounds_;
  if (what == "states") {
    const Result<int64_t> states =
        parse_integer(value, 1, kExploreStatesMax, "the number of states");
    if (!states) return states.error();
    bounds.limits.states = static_cast<uint64_t>(*states);
  } else if (what == "memory") {
    const Result<int64_t> size = parse_integer(value, 1, kExploreMegabytesMax, "the memory in MB");
    if (!size) return size.error();
    bounds.limits.bytes = static_cast<uint64_t>(*size) * kMegabyte;
  } else if (what == "time") {
    const Result<Tick> time = time_argument(value, "the time");
    if (!time) return time.error();
    bounds.time = *time;
  } else {
    return fault("a bound is of states, memory or time, not of " + in_quotes(what));
  }
  lab.explore_bounds_ = bounds;
  return "The next exploration ends at " + value +
         (what == "states" ? " states." : what == "memory" ? " MB of memory." : " at the latest.");
}

Sentence LabVerbs::explore_open(Lab& lab, const Command& command) {
  const std::string& claim = command.arguments[0];
  std::optional<Role> role;
  if (command.arguments.size() > 1) {
    const Result<Role> named = find_role(command.arguments[1]);
    if (!named) return named.error();
    role = *named;
  }
  Result<History> run = lab.exploration_->run_of(claim, role);
  if (!run) return run.error();
  lab.authored_ = lab.exploration_->authored();
  lab.opened_.reset();
  restart(lab, lab.exploration_->scenario());
  lab.history_ = std::move(*run);
  lab.screen_ = Screen::transfers;
  return "The shortest run that decides " + in_quotes(claim) + " is open. " + where(lab);
}

// What the next exploration looks at. One that is under way keeps what it began with.
Sentence LabVerbs::apply_claim(Lab& lab, const Command& command) {
  std::vector<Claim>& claims = lab.claims_;
  const std::string& word = command.arguments[0];
  if (command.verb == Verb::claim && word == "usual" && command.arguments.size() == 1) {
    claims.assign(usual_claims().begin(), usual_claims().end());
    return std::string("The usual claims.");
  }
  const Result<Role> role = find_role(word);
  if (!role) return role.error();
  if (command.arguments.size() < 2) return fault("claim " + word + " needs a predicate");
  const Result<Claim> claim = find_claim(*role, command.arguments[1]);
  if (!claim) return claim.error();
  const auto at = std::find_if(claims.begin(), claims.end(), [&](const Claim& each) {
    return each.is(*role, claim->predicate.name);
  });
  const std::string named = word + " " + std::string(claim->predicate.name);
  if (command.verb == Verb::unclaim) {
    if (at == claims.end()) return fault(in_quotes(named) + " is not claimed");
    claims.erase(at);
    return "No longer claimed: " + named + ".";
  }
  if (at != claims.end()) return fault(in_quotes(named) + " is claimed already");
  claims.push_back(*claim);
  return "Claimed: " + named + ".";
}

Sentence LabVerbs::apply_explore(Lab& lab, const Command& command) {
  if (command.verb == Verb::claim || command.verb == Verb::unclaim)
    return apply_claim(lab, command);
  if (command.verb == Verb::explore_limit) return explore_limit(lab, command);
  if (command.verb == Verb::explore) {
    ExploreBounds bounds = lab.explore_bounds_;
    const Result<int64_t> states =
        states_argument(command, static_cast<int64_t>(bounds.limits.states));
    if (!states) return states.error();
    if (auto why = why_unexplorable(lab.history_.scenario(), lab.claims_)) return fault(*why);
    bounds.limits.states = static_cast<uint64_t>(*states);
    lab.exploration_.emplace(lab.authored_, lab.history_.scenario(), lab.claims_, bounds);
    lab.playing_ = false;
    return std::string("Exploring every interleaving.");
  }
  if (!lab.exploration_) return fault("nothing was explored yet: explore starts it");
  if (command.verb == Verb::explore_open) return explore_open(lab, command);
  if (!lab.exploration_->running())
    return fault("the exploration is over: " + lab.exploration_->model().status);
  if (command.verb == Verb::explore_stop) {
    lab.exploration_->stop();
    return "Stopped. " + outcome(lab.exploration_->model());
  }
  const Result<int64_t> slice = states_argument(command, kSliceUnasked);
  if (!slice) return slice.error();
  const Result<Tick> passed = command.arguments.size() > 1
                                  ? time_argument(command.arguments[1], "the time since")
                                  : Result<Tick>(Tick{0});
  if (!passed) return passed.error();
  lab.exploration_->run(static_cast<uint64_t>(*slice), *passed);
  return lab.exploration_->running() ? std::string() : outcome(lab.exploration_->model());
}

}  // namespace cutline
