// TOML is parsed by toml++; this reads its tree into a Scenario, and says of everything it cannot
// use where it stands and what is allowed there.
#include "core/lesson/scenario_file.h"

#include <algorithm>
#include <initializer_list>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/lesson/toml_library.h"

namespace cutline {
namespace {

constexpr size_t kTitleBytesMax = 200;
constexpr std::string_view kMarkersTable = "[markers]";

struct Range {
  int64_t min = 0;
  int64_t max = 0;
};

// Reads one file. Every reading function returns whether to go on; the first problem is kept.
class Reader {
 public:
  Reader(std::string_view name, const toml::table& root) : root_(root) { scenario_.name = name; }
  Result<Scenario> read();

 private:
  bool read_top();
  bool read_traffic();
  bool read_processes();
  bool read_channels();
  bool read_markers();
  bool read_process(const toml::table& table);
  bool read_channel(const toml::table& table);
  bool read_rule(const toml::table& table);
  bool read_switches(const toml::table& table);

  // Each leaves `out` as it is where the key is absent and may be.
  bool text(const toml::table& table, std::string_view key, std::string& out);
  bool flag(const toml::table& table, std::string_view key, bool& out);
  bool whole(const toml::table& table, std::string_view key, Range range, int64_t& out);
  bool durations(const toml::table& table, std::string_view key, Tick& min, Tick& max);
  bool duration(const toml::node& node, std::string_view key, Tick& out);
  bool process(const toml::table& table, std::string_view key, ProcessId& out);

  bool only(const toml::table& table, std::string_view where,
            std::initializer_list<std::string_view> allowed);
  bool needs(const toml::table& table, std::string_view where, std::string_view key);
  bool tables(std::string_view key, size_t max, bool (Reader::*read_one)(const toml::table&));

  bool refuse(const toml::source_region& place, std::string sentence) {
    const auto line = static_cast<int>(place.begin.line);
    problem_ = fault_at(line, static_cast<int>(place.begin.column), std::move(sentence));
    return false;
  }
  bool refuse(const toml::node& node, std::string sentence) {
    return refuse(node.source(), std::move(sentence));
  }

  const toml::table& root_;
  Scenario scenario_;
  Fault problem_;
};

Result<Scenario> Reader::read() {
  const bool done = only(root_, "a scenario",
                         {"title", "unit", "seed", "traffic", "process", "channel", "markers"}) &&
                    read_top() && read_traffic() && read_processes() && read_channels() &&
                    read_markers();
  if (!done) return problem_;
  if (auto why = why_unusable(scenario_)) return fault(*why);
  return std::move(scenario_);
}

bool Reader::read_top() {
  if (!needs(root_, "a scenario", "title") || !text(root_, "title", scenario_.title)) return false;
  if (scenario_.title.empty() || scenario_.title.size() > kTitleBytesMax)
    return refuse(*root_.get("title"), "title must have from 1 to " +
                                           std::to_string(kTitleBytesMax) + " bytes");
  if (!text(root_, "unit", scenario_.unit)) return false;
  if (scenario_.unit.size() > kNameLengthMax)
    return refuse(*root_.get("unit"),
                  "unit has at most " + std::to_string(kNameLengthMax) + " bytes");
  int64_t seed = static_cast<int64_t>(scenario_.seed);
  if (!whole(root_, "seed", {0, INT64_MAX}, seed)) return false;
  scenario_.seed = static_cast<uint64_t>(seed);
  return true;
}

bool Reader::read_traffic() {
  if (!needs(root_, "a scenario", "traffic")) return false;
  const toml::node& node = *root_.get("traffic");
  const toml::table* table = node.as_table();
  if (!table) return refuse(node, "traffic must be a table: [traffic]");
  Traffic& traffic = scenario_.traffic;
  if (!only(*table, "[traffic]", {"send-interval", "delay", "amount-max"}) ||
      !needs(*table, "[traffic]", "delay") ||
      !durations(*table, "delay", traffic.delay_min, traffic.delay_max) ||
      !durations(*table, "send-interval", traffic.send_interval_min, traffic.send_interval_max) ||
      !whole(*table, "amount-max", {1, kAmountMax}, traffic.amount_max))
    return false;
  if (traffic.send_interval_max > 0 && traffic.send_interval_min == 0)
    return refuse(*table->get("send-interval"), "send-interval: the shortest must be above 0");
  return traffic.send_interval_max == 0 ||
         needs(*table, "[traffic] with send-interval", "amount-max");
}

// Reads every table of an array of tables: [[process]], [[channel]].
bool Reader::tables(std::string_view key, size_t max,
                    bool (Reader::*read_one)(const toml::table&)) {
  const toml::node* node = root_.get(key);
  if (!node) return true;
  const std::string form = "[[" + std::string(key) + "]]";
  const toml::array* array = node->as_array();
  if (!array) return refuse(*node, std::string(key) + " must be an array of tables: " + form);
  size_t count = 0;
  for (const toml::node& each : *array) {
    const toml::table* table = each.as_table();
    if (!table) return refuse(each, std::string(key) + " must be an array of tables: " + form);
    if (++count > max) return refuse(each, "there are at most " + std::to_string(max) + " " + form);
    if (!(this->*read_one)(*table)) return false;
  }
  return true;
}

bool Reader::read_processes() {
  if (!needs(root_, "a scenario", "process")) return false;
  if (!tables("process", kProcessesMax, &Reader::read_process)) return false;
  if (scenario_.processes.empty())
    return refuse(*root_.get("process"), "a scenario needs at least one process");
  return true;
}

bool Reader::read_process(const toml::table& table) {
  ProcessSetup setup;
  int64_t balance = 0;
  if (!only(table, "[[process]]", {"name", "balance"}) || !needs(table, "[[process]]", "name") ||
      !needs(table, "[[process]]", "balance") || !text(table, "name", setup.name))
    return false;
  const toml::node& name = *table.get("name");
  const std::string who = "process " + cutline::quoted(setup.name);
  if (setup.name.empty()) return refuse(name, "a process needs a name");
  if (setup.name.size() > kNameLengthMax)
    return refuse(name, who + ": a name has at most " + std::to_string(kNameLengthMax) + " bytes");
  for (char c : setup.name)
    if (static_cast<unsigned char>(c) <= ' ' || c == '>' || c == '\x7f')
      return refuse(name, who + ": a name has no blank, no control character and no \">\"");
  if (find_process(scenario_, setup.name)) return refuse(name, who + " is there twice");
  if (!whole(table, "balance", {0, kAmountMax}, balance)) return false;
  setup.balance = Value::of(balance);
  scenario_.processes.push_back(std::move(setup));
  return true;
}

bool Reader::read_channels() { return tables("channel", kChannelsMax, &Reader::read_channel); }

bool Reader::read_channel(const toml::table& table) {
  ChannelSetup setup;
  if (!only(table, "[[channel]]", {"from", "to"}) || !needs(table, "[[channel]]", "from") ||
      !needs(table, "[[channel]]", "to") || !process(table, "from", setup.from) ||
      !process(table, "to", setup.to))
    return false;
  const std::string channel = "channel \"" + scenario_.processes[setup.from.index].name + ">" +
                              scenario_.processes[setup.to.index].name + "\"";
  if (setup.from == setup.to)
    return refuse(*table.get("to"), channel + ": a process has no channel to itself");
  if (find_channel(scenario_, setup.from, setup.to))
    return refuse(*table.get("from"), channel + " is there twice");
  scenario_.channels.push_back(setup);
  return true;
}

bool Reader::read_markers() {
  const toml::node* node = root_.get("markers");
  if (!node) return true;  // Chandy–Lamport over FIFO channels
  const toml::table* table = node->as_table();
  if (!table) return refuse(*node, "markers must be a table: [markers]");
  if (!only(*table, kMarkersTable, {"rule", "fifo", "record-at", "hold", "record", "overtake"}) ||
      !flag(*table, "fifo", scenario_.fifo))
    return false;
  const bool switches = table->contains("record-at") || table->contains("hold") ||
                        table->contains("record") || table->contains("overtake");
  if (switches && table->contains("rule"))
    return refuse(*table->get("rule"), "[markers] takes a rule or the four switches, not both");
  return switches ? read_switches(*table) : read_rule(*table);
}

bool Reader::read_rule(const toml::table& table) {
  std::string name(kMarkerRules[0].name);
  if (!text(table, "rule", name)) return false;
  std::string known;
  for (const NamedMarkerRule& each : kMarkerRules) {
    if (each.name == name) {
      scenario_.rule = each.rule;
      return true;
    }
    known += (known.empty() ? "" : ", ") + std::string(each.name);
  }
  return refuse(*table.get("rule"),
                "there is no marker rule " + cutline::quoted(name) + "; there are " + known);
}

bool Reader::read_switches(const toml::table& table) {
  for (std::string_view key : {"record-at", "hold", "record", "overtake"})
    if (!needs(table, "[markers] with switches", key)) return false;
  std::string record_at;
  MarkerRule& rule = scenario_.rule;
  if (!text(table, "record-at", record_at) || !flag(table, "hold", rule.hold) ||
      !flag(table, "record", rule.record) || !flag(table, "overtake", rule.overtake))
    return false;
  if (record_at != "first-marker" && record_at != "last-marker")
    return refuse(*table.get("record-at"), "record-at must be \"first-marker\" or \"last-marker\"");
  rule.record_at = record_at == "first-marker" ? RecordAt::first_marker : RecordAt::last_marker;
  return true;
}

bool Reader::text(const toml::table& table, std::string_view key, std::string& out) {
  const toml::node* node = table.get(key);
  if (!node) return true;
  const auto* value = node->as_string();
  if (!value) return refuse(*node, std::string(key) + " must be a text in quotes");
  out = value->get();
  return true;
}

bool Reader::flag(const toml::table& table, std::string_view key, bool& out) {
  const toml::node* node = table.get(key);
  if (!node) return true;
  const auto* value = node->as_boolean();
  if (!value) return refuse(*node, std::string(key) + " must be true or false");
  out = value->get();
  return true;
}

bool Reader::whole(const toml::table& table, std::string_view key, Range range, int64_t& out) {
  const toml::node* node = table.get(key);
  if (!node) return true;
  const auto* value = node->as_integer();
  if (!value || value->get() < range.min || value->get() > range.max)
    return refuse(*node, std::string(key) + " must be a whole number from " +
                             std::to_string(range.min) + " to " + std::to_string(range.max));
  out = value->get();
  return true;
}

// "500ms", or the shortest and the longest: ["300ms", "900ms"].
bool Reader::durations(const toml::table& table, std::string_view key, Tick& min, Tick& max) {
  const toml::node* node = table.get(key);
  if (!node) return true;
  const toml::array* array = node->as_array();
  if (!array) {
    if (!duration(*node, key, min)) return false;
    max = min;
    return true;
  }
  if (array->size() != 2)
    return refuse(*node,
                  std::string(key) + " must be one duration, or the shortest and the longest");
  if (!duration(*array->get(0), key, min) || !duration(*array->get(1), key, max)) return false;
  if (max < min)
    return refuse(*array->get(1), std::string(key) + ": the longest is shorter than the shortest");
  return true;
}

bool Reader::duration(const toml::node& node, std::string_view key, Tick& out) {
  const auto* value = node.as_string();
  if (!value)
    return refuse(node, std::string(key) + " must be a duration in quotes, such as \"500ms\"");
  const Result<Tick> parsed = parse_duration(value->get());
  if (!parsed) return refuse(node, std::string(key) + ": " + parsed.error().sentence);
  if (*parsed > kHour) return refuse(node, std::string(key) + " must be at most 1h");
  out = *parsed;
  return true;
}

bool Reader::process(const toml::table& table, std::string_view key, ProcessId& out) {
  std::string name;
  if (!text(table, key, name)) return false;
  if (const auto found = find_process(scenario_, name)) {
    out = *found;
    return true;
  }
  const std::string from(table["from"].value_or(std::string_view("?")));
  const std::string to(table["to"].value_or(std::string_view("?")));
  return refuse(*table.get(key),
                "channel " + cutline::quoted(from + ">" + to) + ": there is no process " + name);
}

// Refuses the first key of the table, in the order of the file, that is not allowed there.
bool Reader::only(const toml::table& table, std::string_view where,
                  std::initializer_list<std::string_view> allowed) {
  const toml::key* unknown = nullptr;
  for (auto&& [key, value] : table) {
    if (std::find(allowed.begin(), allowed.end(), key.str()) != allowed.end()) continue;
    const auto& place = key.source().begin;
    if (!unknown || place < unknown->source().begin) unknown = &key;
  }
  if (!unknown) return true;
  std::string list;
  for (std::string_view key : allowed) list += (list.empty() ? "" : ", ") + std::string(key);
  return refuse(unknown->source(), "unknown key " + quoted(unknown->str()) + ": " +
                                       std::string(where) + " takes " + list);
}

bool Reader::needs(const toml::table& table, std::string_view where, std::string_view key) {
  if (table.contains(key)) return true;
  return refuse(table, std::string(where) + " needs the key " + quoted(key));
}

}  // namespace

Result<Scenario> read_scenario(std::string_view name, std::string_view toml_text) {
  if (toml_text.size() > kFileBytesMax)
    return fault("a scenario file has at most " + std::to_string(kFileBytesMax) + " bytes");
  const toml::parse_result parsed = toml::parse(toml_text);
  if (!parsed) {
    const toml::source_position place = parsed.error().source().begin;
    return fault_at(static_cast<int>(place.line), static_cast<int>(place.column),
                    "this is not TOML: " + std::string(parsed.error().description()));
  }
  return Reader(name, parsed.table()).read();
}

}  // namespace cutline
