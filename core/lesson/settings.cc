#include "core/lesson/settings.h"

#include "core/base/check.h"
#include "core/base/limits.h"
#include "core/base/text.h"

namespace cutline {
namespace {

constexpr std::string_view kDurationHint = "a duration up to 1h, such as 500ms";

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
    {"algorithm", "Snapshot algorithm", "chandy-lamport, lai-yang or mattern"},
};

Tick* duration_of(Scenario& scenario, std::string_view key) {
  if (key == "send-interval-min") return &scenario.traffic.send_interval_min;
  if (key == "send-interval-max") return &scenario.traffic.send_interval_max;
  if (key == "delay-min") return &scenario.traffic.delay_min;
  if (key == "delay-max") return &scenario.traffic.delay_max;
  return nullptr;
}

Fault about(std::string_view key, const Fault& fault_in_value) {
  return fault(std::string(key) + ": " + fault_in_value.sentence);
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

}  // namespace

std::span<const SettingInfo> settings() { return kSettings; }

std::vector<std::string> SettingInfo::options() const {
  if (key == "fifo") return {"on", "off"};
  if (key == "algorithm") {
    std::vector<std::string> names;
    for (const NamedAlgorithm& each : kAlgorithms) names.emplace_back(each.name);
    return names;
  }
  return {};
}

std::string setting_value(const Scenario& scenario, std::string_view key) {
  Scenario copy = scenario;
  if (const Tick* duration = duration_of(copy, key)) return print_duration(*duration);
  if (key == "amount-max") return std::to_string(scenario.traffic.amount_max);
  if (key == "algorithm")
    for (const NamedAlgorithm& each : kAlgorithms)
      if (each.algorithm == scenario.algorithm) return std::string(each.name);
  CUTLINE_CHECK(key == "fifo", "the key is one of settings()");
  return scenario.fifo ? "on" : "off";
}

Result<Scenario> with_setting(Scenario scenario, std::string_view key, std::string_view value) {
  if (Tick* duration = duration_of(scenario, key)) {
    const Result<Tick> parsed = parse_duration(value);
    if (!parsed) return about(key, parsed.error());
    if (*parsed > kHour) return fault(std::string(key) + ": must be at most 1h");
    *duration = *parsed;
    return checked(std::move(scenario));
  }
  if (key == "amount-max") {
    const Result<int64_t> parsed = parse_integer(value, 1, kAmountMax, "amount-max");
    if (!parsed) return parsed.error();
    scenario.traffic.amount_max = *parsed;
    return checked(std::move(scenario));
  }
  if (key == "fifo") {
    if (value != "on" && value != "off")
      return fault("fifo: must be on or off, not " + quoted(value));
    scenario.fifo = value == "on";
    return checked(std::move(scenario));
  }
  if (key == "algorithm") {
    for (const NamedAlgorithm& each : kAlgorithms)
      if (each.name == value) {
        scenario.algorithm = each.algorithm;
        return scenario;
      }
    return fault("algorithm: must be chandy-lamport, lai-yang or mattern, not " + quoted(value));
  }
  return fault("there is no parameter " + quoted(key) + "; there are " + known_keys());
}

}  // namespace cutline
