// cutline explore SCENARIO: every interleaving, and what came of each claim.
#include <chrono>
#include <cstdio>
#include <string>
#include <variant>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/lesson/explore_json.h"
#include "core/lesson/exploration.h"
#include "core/lesson/settings.h"
#include "shell/cli/arguments.h"
#include "shell/cli/commands.h"
#include "shell/cli/run_subject.h"

namespace cutline {
namespace {

constexpr int64_t kStatesUnasked = 10'000'000;
constexpr int64_t kBytesUnasked = int64_t{1} << 30;
constexpr int64_t kBytesMin = int64_t{1} << 20;
constexpr int64_t kBytesMax = int64_t{1} << 40;
constexpr uint64_t kSlice = 20'000;

const ArgumentForm& form() {
  static const ArgumentForm kForm{
      "explore SCENARIO [--mode M] [--set KEY=VALUE]... [--always P]... [--reachable P]... "
      "[--never P]... [--max-states N] [--max-memory BYTES] [--max-time T] [--run [ROLE:]P] "
      "[--json]",
      {"--mode", "--set", "--always", "--reachable", "--never", "--max-states", "--max-memory",
       "--max-time", "--run"},
      {"--json"},
      {"--set", "--always", "--reachable", "--never"},
      1};
  return kForm;
}

// A marker rule, an algorithm without markers, or the endpoints alone.
Result<Scenario> with_mode(Scenario scenario, std::string_view mode) {
  std::string known;
  for (const NamedMarkerRule& each : kMarkerRules) {
    known += std::string(each.name) + ", ";
    if (each.name != mode) continue;
    scenario.rule = each.rule;
    scenario.algorithm = SnapshotAlgorithm::markers;
    scenario.explore.endpoints_only = false;
    return scenario;
  }
  if (mode == "endpoints-only") {
    scenario.explore.endpoints_only = true;
    return scenario;
  }
  if (mode == "lai-yang" || mode == "mattern") {
    scenario.explore.endpoints_only = false;
    return with_setting(std::move(scenario), "algorithm", mode);
  }
  return fault("--mode: there is no mode " + in_quotes(mode) + "; there are " + known +
               "lai-yang, mattern and endpoints-only");
}

struct Wanted {
  Scenario authored;
  Scenario scenario;  // with the mode and the settings
  std::vector<Claim> claims;
  ExploreBounds bounds;
};

Result<Done> read_settings(const Arguments& arguments, Wanted& wanted) {
  wanted.scenario = wanted.authored;
  if (const auto mode = arguments.value("--mode")) {
    auto scenario = with_mode(wanted.authored, *mode);
    if (!scenario) return scenario.error();
    wanted.scenario = std::move(*scenario);
  }
  for (const Option& option : arguments.options) {
    if (option.name != "--set") continue;
    const size_t equals = option.value.find('=');
    if (equals == std::string_view::npos)
      return fault("--set needs KEY=VALUE, not " + in_quotes(option.value));
    auto scenario = with_setting(wanted.scenario, option.value.substr(0, equals),
                                 option.value.substr(equals + 1));
    if (!scenario) return scenario.error();
    wanted.scenario = std::move(*scenario);
  }
  return Done{};
}

Result<Done> read_claims(const Arguments& arguments, Wanted& wanted) {
  for (const Option& option : arguments.options)
    for (Role role : {Role::always, Role::reachable, Role::never}) {
      if (option.name.substr(2) != role_name(role)) continue;
      const auto claim = find_claim(role, option.value);
      if (!claim) return fault(std::string(option.name) + ": " + claim.error().sentence);
      for (const Claim& other : wanted.claims)
        if (other.is(role, option.value))
          return fault(std::string(option.name) + ": " + in_quotes(option.value) +
                       " is claimed twice");
      wanted.claims.push_back(*claim);
    }
  bool only_never = true;
  for (const Claim& claim : wanted.claims) only_never = only_never && claim.role == Role::never;
  if (only_never)
    wanted.claims.insert(wanted.claims.begin(), usual_claims().begin(), usual_claims().end());
  return Done{};
}

Result<Done> read_limits(const Arguments& arguments, Wanted& wanted) {
  wanted.bounds.limits.states = kStatesUnasked;
  wanted.bounds.limits.bytes = kBytesUnasked;
  if (const auto text = arguments.value("--max-states")) {
    const auto states = parse_integer(*text, 1, kExploreStatesMax, "--max-states");
    if (!states) return states.error();
    wanted.bounds.limits.states = static_cast<uint64_t>(*states);
  }
  if (const auto text = arguments.value("--max-memory")) {
    const auto bytes = parse_integer(*text, kBytesMin, kBytesMax, "--max-memory");
    if (!bytes) return bytes.error();
    wanted.bounds.limits.bytes = static_cast<uint64_t>(*bytes);
  }
  if (const auto text = arguments.value("--max-time")) {
    const auto time = parse_duration(*text);
    if (!time) return fault("--max-time: " + time.error().sentence);
    wanted.bounds.time = *time;
  }
  return Done{};
}

void run(Exploration& exploration) {
  using Clock = std::chrono::steady_clock;
  for (auto last = Clock::now(); exploration.running();) {
    const auto now = Clock::now();
    exploration.run(kSlice, std::chrono::nanoseconds(now - last).count());
    last = now;
  }
}

std::string claim_text(const ClaimModel& claim) {
  std::string out = claim.role + " " + claim.name + ": " + claim.verdict;
  if (claim.verdict == "reached") out += " in " + count_of(claim.steps, "step");
  if (claim.verdict == "met")
    out += " " + (claim.states == 1 ? "once" : std::to_string(claim.states) + " times") +
           ", and not gone on from";
  out += " (" + claim.sentence + ")\n";
  if (claim.verdict != "fails") return out;
  out += "  " + claim.why + "\n";
  for (size_t step = 0; step < claim.story.size(); ++step)
    out += "  " + std::to_string(step + 1) + ". " + claim.story[step] + "\n";
  return out + "  " + claim.no_return_text + "\n";
}

std::string report_text(const ExploreModel& model) {
  std::string out = model.scenario + ": " + model.sentence + "\n";
  if (!model.advice.empty()) out += "Ended early (" + model.status + "). " + model.advice + "\n";
  for (const ClaimModel& claim : model.claims) out += claim_text(claim);
  return out;
}

// The claim's run alone, as a command file. `wanted` is P, or ROLE:P where P has two roles.
int print_run(const ExploreModel& model, std::string_view wanted) {
  const size_t colon = wanted.find(':');
  const std::string_view role = colon == std::string_view::npos ? "" : wanted.substr(0, colon);
  const std::string_view name = colon == std::string_view::npos ? wanted : wanted.substr(colon + 1);
  const ClaimModel* found = nullptr;
  for (const ClaimModel& claim : model.claims) {
    if (claim.name != name || (!role.empty() && claim.role != role)) continue;
    if (found)
      return refuse(fault("--run: " + in_quotes(name) + " is claimed in two roles: say " +
                          found->role + ":" + found->name + " or " + claim.role + ":" +
                          claim.name));
    found = &claim;
  }
  if (!found) return refuse(fault("--run: " + in_quotes(wanted) + " is none of the claims"));
  if (found->run.empty())
    return refuse(fault("--run: no run decides " + in_quotes(wanted) + ": it is " +
                        in_quotes(found->verdict)));
  for (const std::string& line : found->run) std::printf("%s\n", line.c_str());
  return found->failed ? 1 : 0;
}

}  // namespace

int explore_command(std::span<const std::string_view> words) {
  const auto arguments = read_arguments(form(), words);
  if (!arguments) return refuse(arguments.error());
  auto subject = read_run_subject(arguments->positional[0]);
  if (!subject) return refuse(subject.error());
  Wanted wanted;
  if (Scenario* scenario = std::get_if<Scenario>(&*subject)) wanted.authored = *scenario;
  else
    return refuse(fault(std::string(arguments->positional[0]) +
                        " is no system of processes: only those are explored"));
  for (const auto read : {read_settings, read_claims, read_limits})
    if (const auto done = read(*arguments, wanted); !done) return refuse(done.error());

  if (const auto why = why_unexplorable(wanted.scenario, wanted.claims)) return refuse(fault(*why));

  Exploration exploration(wanted.authored, wanted.scenario, wanted.claims, wanted.bounds);
  run(exploration);
  const ExploreModel& model = exploration.model();
  if (const auto name = arguments->value("--run")) return print_run(model, *name);
  const std::string text =
      arguments->has("--json") ? explore_json(model).dump() + "\n" : report_text(model);
  std::fputs(text.c_str(), stdout);
  bool good = true;
  for (const ClaimModel& claim : model.claims)
    good = good && !claim.failed && claim.verdict != "open";
  return good ? 0 : 1;
}

}  // namespace cutline
