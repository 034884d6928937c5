#include "core/lesson/snapshot_case_expected.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/lesson/json_fields.h"

namespace cutline {
namespace {

constexpr std::string_view kKeys =
    "states channels total complete logs run_states occurred_during_run counter_at_record "
    "in_transit_count channel_counts";
constexpr std::string_view kNothing = "nothing recorded";

class Comparison {
 public:
  Comparison(const SnapshotCase& of, const CaseRecord& record) : of_(of), record_(record) {}
  Result<std::vector<std::string>> all(const JsonValue& expected);

 private:
  Result<Done> compare(const JsonMember& member);
  Result<Done> states(const JsonMember& member);
  Result<Done> name_lists(const JsonMember& member);
  Result<Done> counts(const JsonMember& member);
  Result<Done> total(const JsonMember& member);
  Result<Done> flag(const JsonMember& member, bool got);
  Result<Done> run_states(const JsonMember& member);
  Result<Done> in_transit(const JsonMember& member);

  Result<uint32_t> process(const JsonMember& member) const;
  Result<uint32_t> channel(const JsonMember& member) const;
  void hold(const std::string& what, const std::string& expected, const std::string& got) {
    if (expected != got)
      differences_.push_back(what + ": expected " + expected + ", got " + got);
  }

  const SnapshotCase& of_;
  const CaseRecord& record_;
  std::vector<std::string> differences_;
};

std::string print_names(const std::vector<std::string>& names) {
  std::string out;
  for (const std::string& name : names) out += (out.empty() ? "" : ",") + print_json_text(name);
  return "[" + out + "]";
}

std::string print_count(const std::optional<int64_t>& count) {
  return count ? std::to_string(*count) : std::string(kNothing);
}

// A number, an array of numbers or, with `or_name`, a name.
Result<Done> check_state(const JsonValue& value, std::string_view name, bool or_name) {
  if (or_name && value.is(JsonKind::text)) return Done{};
  if (!value.is(JsonKind::array))
    return value.is_number() ? Result<Done>(Done{}) : of_kind(value, name, JsonKind::real);
  for (const JsonValue& item : value.items)
    if (!item.is_number()) return of_kind(item, name, JsonKind::real);
  return Done{};
}

Result<Done> check_names(const JsonValue& value, std::string_view name) {
  if (auto right = of_kind(value, name, JsonKind::array); !right) return right;
  for (const JsonValue& item : value.items)
    if (auto right = of_kind(item, name, JsonKind::text); !right) return right;
  return Done{};
}

Result<std::vector<std::string>> Comparison::all(const JsonValue& expected) {
  if (auto done = only_members(expected, "\"expected\"", kKeys); !done) return done.error();
  if (expected.members.empty()) return expected.wrong("\"expected\" names nothing to compare");
  for (const JsonMember& member : expected.members)
    if (auto done = compare(member); !done) return done.error();
  return std::move(differences_);
}

Result<Done> Comparison::compare(const JsonMember& member) {
  const std::string& key = member.name;
  if (key == "total") return total(member);
  if (key == "complete") return flag(member, record_.complete);
  if (key == "occurred_during_run") return flag(member, record_.occurred);
  if (key == "run_states") return run_states(member);
  if (key == "in_transit_count") return in_transit(member);
  if (auto right = of_kind(member.value, key, JsonKind::object); !right) return right;
  if (key == "states") return states(member);
  if (key == "counter_at_record" || key == "channel_counts") return counts(member);
  return name_lists(member);
}

Result<Done> Comparison::states(const JsonMember& member) {
  for (const JsonMember& each : member.value.members) {
    const auto index = process(each);
    if (!index) return index.error();
    if (auto right = check_state(each.value, each.name, true); !right) return right;
    const std::optional<std::string>& got = record_.states[*index];
    hold("state of " + each.name, print_json(each.value), got ? *got : std::string(kNothing));
  }
  return Done{};
}

// "channels" by channel, "logs" by process.
Result<Done> Comparison::name_lists(const JsonMember& member) {
  const bool logs = member.name == "logs";
  for (const JsonMember& each : member.value.members) {
    const auto index = logs ? process(each) : channel(each);
    if (!index) return index.error();
    if (auto right = check_names(each.value, each.name); !right) return right;
    hold((logs ? "log of " : "channel ") + each.name, print_json(each.value),
         print_names(logs ? record_.logs[*index] : record_.channels[*index]));
  }
  return Done{};
}

// "channel_counts" by channel, "counter_at_record" by process.
Result<Done> Comparison::counts(const JsonMember& member) {
  const bool by_channel = member.name == "channel_counts";
  for (const JsonMember& each : member.value.members) {
    const auto index = by_channel ? channel(each) : process(each);
    if (!index) return index.error();
    const auto expected = whole_number(each.value, each.name, INT64_MIN, INT64_MAX);
    if (!expected) return expected.error();
    hold((by_channel ? "count of " : "counter of ") + each.name, std::to_string(*expected),
         print_count(by_channel ? record_.channel_counts[*index] : record_.counters[*index]));
  }
  return Done{};
}

Result<Done> Comparison::total(const JsonMember& member) {
  if (auto right = check_state(member.value, "total", false); !right) return right;
  if (!record_.total) return member.value.wrong("\"total\" needs states that are numbers");
  hold("total", print_json(member.value), *record_.total);
  return Done{};
}

Result<Done> Comparison::flag(const JsonMember& member, bool got) {
  if (auto right = of_kind(member.value, member.name, JsonKind::boolean); !right) return right;
  hold(member.name, print_json(member.value), got ? "true" : "false");
  return Done{};
}

// Names the first state that differs, not the whole run.
Result<Done> Comparison::run_states(const JsonMember& member) {
  if (auto right = of_kind(member.value, member.name, JsonKind::array); !right) return right;
  const std::vector<JsonValue>& expected = member.value.items;
  for (const JsonValue& each : expected) {
    if (auto right = of_kind(each, member.name, JsonKind::array); !right) return right;
    const size_t wanted = of_.scenario.processes.size() + of_.scenario.channels.size();
    if (each.items.size() != wanted)
      return each.wrong("a state of the run must have " + std::to_string(wanted) +
                        " parts: the processes, then the channels");
  }
  for (size_t at = 0; at < std::max(expected.size(), record_.run_states.size()); ++at) {
    const std::string none = "no more";
    const std::string wanted = at < expected.size() ? print_json(expected[at]) : none;
    const std::string got = at < record_.run_states.size() ? record_.run_states[at].shown : none;
    if (wanted == got) continue;
    hold("run state " + std::to_string(at + 1), wanted, got);
    break;
  }
  return Done{};
}

Result<Done> Comparison::in_transit(const JsonMember& member) {
  const auto expected = whole_number(member.value, member.name, INT64_MIN, INT64_MAX);
  if (!expected) return expected.error();
  std::optional<int64_t> sum = 0;
  for (const std::optional<int64_t>& count : record_.counters)
    sum = sum && count ? std::optional<int64_t>(*sum + *count) : std::nullopt;
  hold(member.name, std::to_string(*expected), print_count(sum));
  return Done{};
}

Result<uint32_t> Comparison::process(const JsonMember& member) const {
  if (const auto found = find_process(of_.scenario, member.name)) return found->index;
  return fault_at(member.line, member.column, "there is no process " + in_quotes(member.name));
}

Result<uint32_t> Comparison::channel(const JsonMember& member) const {
  if (const auto found = find_channel(of_.scenario, member.name)) return found->index;
  return fault_at(member.line, member.column, "there is no channel " + in_quotes(member.name));
}

}  // namespace

Result<std::vector<std::string>> compare_with_expected(const SnapshotCase& snapshot_case,
                                                       const CaseRecord& record,
                                                       const JsonValue& expected) {
  return Comparison(snapshot_case, record).all(expected);
}

}  // namespace cutline
