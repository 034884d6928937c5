// TOML is parsed by toml++; this reads its tree into a Scenario, and says of everything it cannot
// use where it stands and what is allowed there.
#include "core/lesson/scenario_file.h"

#include <algorithm>
#include <initializer_list>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/lesson/scenario_table.h"
#include "core/lesson/toml_reader.h"

namespace cutline {
namespace {

constexpr std::string_view kMarkersTable = "[markers]";

class Reader : public TomlReader {
 public:
  Reader(std::string_view name, const toml::table& root) : root_(root) { scenario_.name = name; }
  Result<Scenario> read();

 private:
  bool read_top();
  bool read_traffic();
  bool read_processes();
  bool read_channels();
  bool read_channel_rule();
  bool read_markers();
  bool read_explore();
  bool read_process(const toml::table& table);
  bool read_channel(const toml::table& table);
  bool read_rule(const toml::table& table);
  bool read_switches(const toml::table& table);

  bool process(const toml::table& table, std::string_view key, ProcessId& out);

  const toml::table& root_;
  Scenario scenario_;
};

Result<Scenario> Reader::read() {
  const bool done = only(root_, "a scenario",
                         {"title", "unit", "seed", "traffic", "process", "channel", "channels",
                          "markers", "explore"}) &&
                    read_top() && read_traffic() && read_processes() && read_channels() &&
                    read_channel_rule() && read_markers() && read_explore();
  if (!done) return problem_;
  if (auto why = why_unusable(scenario_)) refuse(root_, *why);
  if (!problem_.sentence.empty()) return problem_;
  return std::move(scenario_);
}

bool Reader::read_top() {
  if (!needs(root_, "a scenario", "title") || !text(root_, "title", scenario_.title)) return false;
  if (!title(root_, scenario_.title) || !text(root_, "unit", scenario_.unit)) return false;
  if (scenario_.unit.size() > kNameLengthMax)
    return refuse(*root_.get("unit"),
                  "unit has at most " + std::to_string(kNameLengthMax) + " bytes");
  if (!line(root_, "unit", scenario_.unit)) return false;
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

bool Reader::read_processes() {
  if (!needs(root_, "a scenario", "process")) return false;
  if (!tables(root_, "process", kProcessesMax,
              [&](const toml::table& table) { return read_process(table); })) return false;
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
  if (!name(table, "name", "process", setup.name)) return false;
  if (find_process(scenario_, setup.name))
    return refuse(*table.get("name"),
                  "process " + in_quotes(setup.name) + " is there twice");
  if (!whole(table, "balance", {0, kAmountMax}, balance)) return false;
  setup.balance = Value::of(balance);
  scenario_.processes.push_back(std::move(setup));
  return true;
}

bool Reader::read_channels() { return tables(root_, "channel", kChannelsMax,
                [&](const toml::table& table) { return read_channel(table); }); }

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

bool Reader::read_channel_rule() {
  const toml::table* rules = nullptr;
  if (!table(root_, "channels", rules)) return false;
  if (!rules) return true;  // channels lose and double nothing
  ChannelRule& rule = scenario_.channel_rule;
  if (!only(*rules, "[channels]", {"loss", "duplication", "reliable", "timeout"}) ||
      !whole(*rules, "loss", {0, kPerMille}, rule.loss) ||
      !whole(*rules, "duplication", {0, kPerMille}, rule.duplication) ||
      !flag(*rules, "reliable", rule.reliable) ||
      !duration(*rules, "timeout", kHour, rule.timeout))
    return false;
  if (rules->contains("timeout") && !rule.reliable)
    return refuse(*rules->get("timeout"), "timeout goes with reliable = true");
  return true;
}

bool Reader::read_markers() {
  const toml::node* node = root_.get("markers");
  if (!node) return true;  // Chandy–Lamport over FIFO channels
  const toml::table* table = node->as_table();
  if (!table) return refuse(*node, "markers must be a table: [markers]");
  if (!only(*table, kMarkersTable,
            {"rule", "fifo", "record-at", "hold", "record", "overtake", "record-twice",
             "never-stop", "late-markers"}) ||
      !flag(*table, "fifo", scenario_.fifo))
    return false;
  const bool switches = table->contains("record-at") || table->contains("hold") ||
                        table->contains("record") || table->contains("overtake");
  if (switches && table->contains("rule"))
    return refuse(*table->get("rule"), "[markers] takes a rule or the four switches, not both");
  MarkerRule& rule = scenario_.rule;
  return (switches ? read_switches(*table) : read_rule(*table)) &&
         flag(*table, "record-twice", rule.record_twice) &&
         flag(*table, "never-stop", rule.never_stop) &&
         flag(*table, "late-markers", rule.late_markers);
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
                "there is no marker rule " + in_quotes(name) + "; there are " + known);
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

bool Reader::read_explore() {
  const toml::node* node = root_.get("explore");
  if (!node) return true;
  const toml::table* table = node->as_table();
  if (!table) return refuse(*node, "explore must be a table: [explore]");
  ExploreSetup& explore = scenario_.explore;
  if (!only(*table, "[explore]",
            {"transfers", "amount", "snapshots", "faults", "initiators", "endpoints-only"}) ||
      !whole(*table, "transfers", {0, kExploreTransfersMax}, explore.transfers) ||
      !whole(*table, "amount", {1, kAmountMax}, explore.amount) ||
      !whole(*table, "snapshots", {0, kExploreSnapshotsMax}, explore.snapshots) ||
      !whole(*table, "faults", {0, kExploreFaultsMax}, explore.faults) ||
      !flag(*table, "endpoints-only", explore.endpoints_only))
    return false;
  const toml::node* initiators = table->get("initiators");
  if (!initiators) return true;
  const std::string form = "initiators must be a list of processes: [\"A\", \"B\"]";
  if (!initiators->as_array() || initiators->as_array()->empty()) return refuse(*initiators, form);
  for (const toml::node& each : *initiators->as_array()) {
    const auto name = each.value<std::string_view>();
    if (!name) return refuse(each, form);
    const auto found = find_process(scenario_, *name);
    if (!found)
      return refuse(each, "initiators: there is no process " + in_quotes(*name));
    if (std::find(explore.initiators.begin(), explore.initiators.end(), *found) !=
        explore.initiators.end())
      return refuse(each, "initiators: " + in_quotes(*name) + " is there twice");
    explore.initiators.push_back(*found);
  }
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
                "channel " + in_quotes(from + ">" + to) + ": there is no process " + name);
}

}  // namespace

Result<Scenario> read_scenario(std::string_view name, std::string_view toml_text) {
  const Result<toml::table> parsed = parse_toml(toml_text);
  if (!parsed) return parsed.error();
  return read_scenario(name, *parsed);
}

Result<Scenario> read_scenario(std::string_view name, const toml::table& table) {
  return Reader(name, table).read();
}

}  // namespace cutline
