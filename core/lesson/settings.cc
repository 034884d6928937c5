#include "core/lesson/settings.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/lesson/words.h"

namespace cutline {
namespace {

constexpr std::string_view kDurationHint = "a duration up to 1h, such as 500ms";

constexpr std::string_view kChanceHint = "a whole number from 0 to 1000; 0 is never";

struct NamedAlgorithm {
  std::string_view name;
  SnapshotAlgorithm algorithm;
};
constexpr NamedAlgorithm kAlgorithms[] = {
    {"chandy-lamport", SnapshotAlgorithm::markers},
    {"lai-yang", SnapshotAlgorithm::lai_yang},
    {"mattern", SnapshotAlgorithm::mattern},
};

constexpr SettingInfo kSettings[] = {
    {"send-interval-min", "Time between transfers, shortest", kDurationHint},
    {"send-interval-max", "Time between transfers, longest (0: none)", kDurationHint},
    {"delay-min", "Message delay, shortest", kDurationHint},
    {"delay-max", "Message delay, longest", kDurationHint},
    {"amount-max", "Largest transfer", "a whole number from 1"},
    {"fifo", "Channels keep the order (FIFO)", "on or off"},
    {"loss", "Messages lost, per mille", kChanceHint},
    {"duplication", "Messages doubled, per mille", kChanceHint},
    {"reliable", "Repair: numbers, acknowledgements, time-outs",
     "on or off: on makes channels FIFO and exactly-once again"},
    {"timeout", "Time-out until a message is sent again",
     "a duration up to 1h; 0: a round trip at the longest delay"},
    {"algorithm", "Snapshot algorithm", "chandy-lamport, lai-yang or mattern"},
    {"rule", "Marker rule: sets the four switches below",
     "chandy-lamport, aligned, at-least-once or unaligned"},
    {"record-at", "A process records at",
     "first-marker; last-marker is for graphs without a way back to who starts"},
    {"hold", "Hold a channel whose marker is in", "on or off: on goes with last-marker"},
    {"record", "Record in-flight transfers",
     "on or off: off is wrong with first-marker, it loses what is in flight"},
    {"overtake", "Markers overtake transfers", "on or off: on needs record on"},
    {"record-twice", "Record again at a later marker", "on or off: on is wrong"},
    {"never-stop", "Only the first marker ends a channel's recording", "on or off: on is wrong"},
    {"late-markers", "Markers leave some time after recording", "on or off: on is wrong"},
    {"balances", "Balances, in the order of the processes",
     "whole numbers: 100,60; or one for all"},
    {"explore-transfers", "Exploring: transfers of each process", "a whole number from 0 to 100"},
    {"explore-amount", "Exploring: amount of a transfer",
     "a whole number; 0 for the largest transfer"},
    {"explore-snapshots", "Exploring: snapshots in all", "a whole number from 0 to 8"},
    {"explore-faults", "Exploring: messages lost or doubled in a run",
     "a whole number from 0 to 100; it needs a chance of loss or duplication"},
};

bool is_key(std::string_view key) {
  return std::any_of(std::begin(kSettings), std::end(kSettings),
                     [&](const SettingInfo& each) { return each.key == key; });
}

Tick* duration_of(Scenario& scenario, std::string_view key) {
  if (key == "send-interval-min") return &scenario.traffic.send_interval_min;
  if (key == "send-interval-max") return &scenario.traffic.send_interval_max;
  if (key == "delay-min") return &scenario.traffic.delay_min;
  if (key == "delay-max") return &scenario.traffic.delay_max;
  if (key == "timeout") return &scenario.channel_rule.timeout;
  return nullptr;
}

struct WholeNumber {
  int64_t* value = nullptr;  // nothing: no such setting
  int64_t min = 0;
  int64_t max = 0;
};

WholeNumber number_of(Scenario& scenario, std::string_view key) {
  if (key == "amount-max") return {&scenario.traffic.amount_max, 1, kAmountMax};
  if (key == "loss") return {&scenario.channel_rule.loss, 0, kPerMille};
  if (key == "duplication") return {&scenario.channel_rule.duplication, 0, kPerMille};
  if (key == "explore-transfers") return {&scenario.explore.transfers, 0, kExploreTransfersMax};
  if (key == "explore-amount") return {&scenario.explore.amount, 0, kAmountMax};
  if (key == "explore-snapshots") return {&scenario.explore.snapshots, 0, kExploreSnapshotsMax};
  if (key == "explore-faults") return {&scenario.explore.faults, 0, kExploreFaultsMax};
  return {};
}

// "100,60,40", or "100" where all have the same.
std::string balances_text(const Scenario& scenario) {
  std::string all;
  bool same = true;
  for (const ProcessSetup& process : scenario.processes) {
    all += (all.empty() ? "" : ",") + std::to_string(process.balance.part[0]);
    same = same && process.balance == scenario.processes[0].balance;
  }
  return same ? std::to_string(scenario.processes[0].balance.part[0]) : all;
}

Result<Scenario> with_balances(Scenario scenario, std::string_view text) {
  std::vector<int64_t> numbers;
  for (size_t at = 0; at <= text.size();) {
    const size_t comma = std::min(text.find(',', at), text.size());
    const Result<int64_t> number =
        parse_integer(text.substr(at, comma - at), 0, kAmountMax, "balances");
    if (!number) return number.error();
    numbers.push_back(*number);
    at = comma + 1;
  }
  const size_t count = scenario.processes.size();
  if (numbers.size() != 1 && numbers.size() != count)
    return fault("balances: one for all, or " + std::to_string(count) + ", not " +
                 std::to_string(numbers.size()));
  for (size_t index = 0; index < count; ++index)
    scenario.processes[index].balance =
        Value::of(numbers.size() == 1 ? numbers[0] : numbers[index]);
  return scenario;
}

bool* switch_of(Scenario& scenario, std::string_view key) {
  if (key == "fifo") return &scenario.fifo;
  if (key == "reliable") return &scenario.channel_rule.reliable;
  if (key == "hold") return &scenario.rule.hold;
  if (key == "record") return &scenario.rule.record;
  if (key == "overtake") return &scenario.rule.overtake;
  if (key == "record-twice") return &scenario.rule.record_twice;
  if (key == "never-stop") return &scenario.rule.never_stop;
  if (key == "late-markers") return &scenario.rule.late_markers;
  return nullptr;
}

// The label for who sees the field, the key for who writes the command.
std::string subject(std::string_view key) {
  for (const SettingInfo& setting : kSettings)
    if (setting.key == key) return in_quotes(setting.label) + " (" + std::string(key) + ")";
  return std::string(key);
}

std::string known_keys() {
  std::string out;
  for (const SettingInfo& setting : kSettings) {
    if (!out.empty()) out += ", ";
    out += setting.key;
  }
  return out;
}

Result<Scenario> checked(Scenario scenario) {
  if (auto why = why_unusable(scenario)) return fault(*why);
  return scenario;
}

// A setting that takes one of a few words, and what each word makes of the scenario.
bool choose_word(Scenario& scenario, std::string_view key, std::string_view value) {
  MarkerRule& rule = scenario.rule;
  if (bool* flag = switch_of(scenario, key)) {
    *flag = value == "on";
  } else if (key == "record-at") {
    rule.record_at = value == "last-marker" ? RecordAt::last_marker : RecordAt::first_marker;
  } else if (key == "rule") {
    for (const NamedMarkerRule& each : kMarkerRules) {
      if (each.name != value) continue;
      rule.record_at = each.rule.record_at;
      rule.hold = each.rule.hold;
      rule.record = each.rule.record;
      rule.overtake = each.rule.overtake;
    }
    return value != "other";
  } else {
    for (const NamedAlgorithm& each : kAlgorithms)
      if (each.name == value) scenario.algorithm = each.algorithm;
  }
  return true;
}

// "on or off", "a, b or c"
std::string one_of(const std::vector<std::string>& words) {
  std::string out;
  for (size_t index = 0; index < words.size(); ++index)
    out += (index == 0 ? "" : index + 1 == words.size() ? " or " : ", ") + words[index];
  return out;
}

}  // namespace

std::span<const SettingInfo> settings() { return kSettings; }

std::vector<std::string> SettingInfo::options() const {
  Scenario any;
  if (switch_of(any, key)) return {"on", "off"};
  if (key == "record-at") return {"first-marker", "last-marker"};
  std::vector<std::string> names;
  if (key == "algorithm")
    for (const NamedAlgorithm& each : kAlgorithms) names.emplace_back(each.name);
  if (key == "rule") {
    for (const NamedMarkerRule& each : kMarkerRules) names.emplace_back(each.name);
    names.emplace_back("other");
  }
  return names;
}

std::string setting_value(const Scenario& scenario, std::string_view key) {
  CUTLINE_CHECK(is_key(key), "the key is one of settings()");
  Scenario copy = scenario;
  if (const Tick* duration = duration_of(copy, key)) return print_duration(*duration);
  if (const bool* flag = switch_of(copy, key)) return *flag ? "on" : "off";
  if (key == "balances") return balances_text(scenario);
  if (key == "rule") return marker_rule_name(scenario.rule);
  if (key == "record-at")
    return scenario.rule.record_at == RecordAt::last_marker ? "last-marker" : "first-marker";
  if (const WholeNumber number = number_of(copy, key); number.value)
    return std::to_string(*number.value);
  const auto found =
      std::find_if(std::begin(kAlgorithms), std::end(kAlgorithms),
                   [&](const auto& each) { return each.algorithm == scenario.algorithm; });
  return std::string(found->name);
}

Result<Scenario> with_setting(Scenario scenario, std::string_view key, std::string_view value) {
  if (!is_key(key))
    return fault("there is no parameter " + in_quotes(key) + "; there are " + known_keys());
  if (Tick* duration = duration_of(scenario, key)) {
    const Result<Tick> parsed = parse_duration(value);
    if (!parsed) return fault(subject(key) + ": " + parsed.error().sentence);
    if (*parsed > kHour) return fault(subject(key) + ": must be at most 1h");
    *duration = *parsed;
    return checked(std::move(scenario));
  }
  if (key == "balances") return with_balances(std::move(scenario), value);
  if (const WholeNumber number = number_of(scenario, key); number.value) {
    const Result<int64_t> parsed = parse_integer(value, number.min, number.max, subject(key));
    if (!parsed) return parsed.error();
    *number.value = *parsed;
    return checked(std::move(scenario));
  }
  const SettingInfo wanted{key, "", ""};
  const std::vector<std::string> words = wanted.options();
  if (std::find(words.begin(), words.end(), value) == words.end())
    return fault(subject(key) + ": must be " + one_of(words) + ", not " + in_quotes(value));
  if (!choose_word(scenario, key, value))
    return fault("rule: change the four switches to make a rule of your own");
  return checked(std::move(scenario));
}

}  // namespace cutline
