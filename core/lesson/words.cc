#include "core/lesson/words.h"

namespace cutline {

std::string amount_text(const Value& value) {
  std::string out = std::to_string(value.part[0]);
  for (int index = 1; index < kValueParts; ++index)
    if (value.part[index] != 0) out += " + " + std::to_string(value.part[index]);
  return out;
}

std::string time_text(Tick ticks) {
  const Tick milliseconds = ticks / kMillisecond;
  std::string out = std::to_string(milliseconds / 1000);
  const Tick part = milliseconds % 1000;
  if (part != 0) {
    std::string digits = std::to_string(1000 + part).substr(1);
    while (digits.ends_with('0')) digits.pop_back();
    out += "." + digits;
  }
  return out + " s";
}

std::string list_text(const std::vector<std::string>& words) {
  std::string out;
  for (size_t index = 0; index < words.size(); ++index) {
    if (index > 0) out += index + 1 == words.size() ? " and " : ", ";
    out += words[index];
  }
  return out;
}

std::string algorithm_text(const Scenario& scenario) {
  if (scenario.algorithm == SnapshotAlgorithm::lai_yang) return "Lai–Yang";
  if (scenario.algorithm == SnapshotAlgorithm::mattern) return "Mattern";
  return marker_rule_text(scenario.rule);
}

std::string marker_rule_name(const MarkerRule& rule) {
  for (const NamedMarkerRule& named : kMarkerRules)
    if (named.rule == rule.without_faults()) return std::string(named.name);
  return "other";
}

std::string marker_rule_text(const MarkerRule& rule) {
  std::string out = marker_rule_name(rule);
  if (out == "chandy-lamport") out = "Chandy–Lamport";
  if (out == "other") {
    out = rule.record_at == RecordAt::first_marker ? "records at the first marker"
                                                   : "records at the last marker";
    if (rule.hold) out += ", holds";
    if (rule.record) out += ", records channels";
    if (rule.overtake) out += ", markers overtake";
  }
  if (rule.record_twice) out += ", records twice";
  if (rule.never_stop) out += ", never stops recording";
  if (rule.late_markers) out += ", sends markers late";
  return out;
}

std::string run_title(const EmbeddedText& run) {
  const std::string_view line = run.text.substr(0, run.text.find('\n'));
  return std::string(line.starts_with("# ") ? line.substr(2) : line);
}

std::string record_text(const World& world, RecordId record) {
  return record_name(record) + " (" + amount_text(world.records[record.index].value) + ")";
}

std::vector<std::string> record_names(const std::vector<RecordId>& records) {
  std::vector<std::string> names;
  for (RecordId record : records) names.push_back(record_name(record));
  return names;
}

}  // namespace cutline
