#include "core/lesson/stream_case.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/lesson/json_fields.h"
#include "core/system/ledger.h"
#include "core/system/step.h"

namespace cutline {
namespace {

constexpr double kTolerance = 1e-6;
constexpr std::string_view kPrefix = "flink-";
constexpr std::string_view kOperator = "(operator)";
constexpr std::string_view kWhere = "a case of this algorithm";

using Numbers = std::vector<double>;

std::string print_numbers(const Numbers& numbers) {
  std::string out;
  for (double number : numbers) out += (out.empty() ? "" : ",") + print_decimal(number);
  return "[" + out + "]";
}

bool equal(double left, double right) { return std::fabs(left - right) <= kTolerance; }
bool equal(const Numbers& left, const Numbers& right) {
  return std::equal(left.begin(), left.end(), right.begin(), right.end(),
                    [](double one, double other) { return equal(one, other); });
}

double sum_of(const Numbers& numbers) {
  double sum = 0;
  for (double number : numbers) sum += number;
  return sum;
}

Result<Numbers> read_numbers(const JsonValue& value, std::string_view name) {
  if (auto right = of_kind(value, name, JsonKind::array); !right) return right.error();
  Numbers numbers;
  for (const JsonValue& item : value.items) {
    if (!item.is_number()) return of_kind(item, name, JsonKind::real).error();
    numbers.push_back(item.real);
  }
  return numbers;
}

class StreamCase {
 public:
  explicit StreamCase(const JsonValue& json) : json_(json) {}
  Result<std::vector<std::string>> run();

 private:
  Result<Done> read();
  Result<Done> read_inputs();
  Result<Done> read_replay();
  Result<Done> arrive(const JsonValue& arrival);
  Result<Done> perform(const JsonValue& place, const Choice& choice);
  Result<Done> deliver_what_is_free(const JsonValue& place);
  void judge();
  Result<Done> compare(const JsonMember& expected);
  Result<Done> compare_number(const JsonMember& expected, std::optional<double> got);
  Result<Done> compare_lists(const JsonMember& expected, const std::vector<Numbers>& got);
  Result<Done> compare_double_counted(const JsonMember& expected);

  std::optional<size_t> find_input(std::string_view name) const {
    const auto found = std::find(inputs_.begin(), inputs_.end(), name);
    if (found == inputs_.end()) return std::nullopt;
    return static_cast<size_t>(found - inputs_.begin());
  }

  const JsonValue& json_;
  std::vector<std::string> inputs_;  // process i + 1 and channel i; the operator is process 0
  Scenario scenario_;
  World world_;
  Numbers values_;                   // of the records
  std::vector<Numbers> replay_;      // by input
  std::vector<Numbers> blocked_;     // by input: values that arrived while it was held
  std::optional<double> state_;      // the sum in the snapshot, where it is taken
  std::vector<Numbers> in_flight_;   // by input
  Numbers double_counted_;
  std::vector<std::string> differences_;
};

Result<std::vector<std::string>> StreamCase::run() {
  if (auto done = read(); !done) return done.error();
  world_ = start_world(scenario_);
  for (const JsonValue& arrival : json_.find("arrivals")->items)
    if (auto done = arrive(arrival); !done) return done.error();
  judge();
  for (const JsonMember& expected : json_.find("expected")->members)
    if (auto done = compare(expected); !done) return done.error();
  return std::move(differences_);
}

Result<Done> StreamCase::read() {
  if (auto done = only_members(json_, kWhere,
                               "id title source answer_source note algorithm arrivals "
                               "post_barrier_replay expected");
      !done)
    return done;
  const auto expected = member(json_, kWhere, "expected", JsonKind::object);
  if (!expected) return expected.error();
  if ((*expected)->members.empty())
    return (*expected)->wrong("\"expected\" names nothing to compare");
  if (auto done = read_inputs(); !done) return done;
  return read_replay();
}

Result<Done> StreamCase::read_inputs() {
  const auto arrivals = member(json_, kWhere, "arrivals", JsonKind::array);
  if (!arrivals) return arrivals.error();
  scenario_.processes.push_back({std::string(kOperator), {}, 0});
  for (const JsonValue& each : (*arrivals)->items) {
    if (!each.is(JsonKind::array) || each.items.size() != 2 || !each.items[0].is(JsonKind::text))
      return each.wrong("an arrival must be an input and a number or \"|\": [\"X\", 3]");
    const JsonValue& what = each.items[1];
    if (!what.is_number() && !(what.is(JsonKind::text) && what.text == "|"))
      return what.wrong("what arrives must be a number or \"|\" for the barrier");
    if (find_input(each.items[0].text)) continue;
    inputs_.push_back(each.items[0].text);
    const ProcessId input{static_cast<uint32_t>(scenario_.processes.size())};
    scenario_.processes.push_back({inputs_.back(), {}, 0});
    scenario_.channels.push_back({input, {0}});
    if (auto why = why_unusable(scenario_)) return each.items[0].wrong(*why);
  }
  const std::string_view rule = std::string_view(json_.find("algorithm")->text).substr(
      kPrefix.size());
  for (const NamedMarkerRule& each : kMarkerRules)
    if (each.name == rule) scenario_.rule = each.rule;
  replay_.resize(inputs_.size());
  blocked_.resize(inputs_.size());
  in_flight_.resize(inputs_.size());
  return Done{};
}

Result<Done> StreamCase::read_replay() {
  const JsonValue* replay = json_.find("post_barrier_replay");
  if (!replay) return Done{};
  if (auto right = of_kind(*replay, "post_barrier_replay", JsonKind::object); !right) return right;
  for (const JsonMember& each : replay->members) {
    const auto input = find_input(each.name);
    if (!input)
      return fault_at(each.line, each.column,
                      "nothing arrives on an input " + in_quotes(each.name));
    const auto numbers = read_numbers(each.value, each.name);
    if (!numbers) return numbers.error();
    replay_[*input] = *numbers;
  }
  return Done{};
}

// The amounts stay outside the world: any number can be summed, but only whole ones transferred.
Result<Done> StreamCase::arrive(const JsonValue& arrival) {
  const size_t input = *find_input(arrival.items[0].text);
  const JsonValue& what = arrival.items[1];
  Choice choice;
  choice.channel = {static_cast<uint32_t>(input)};
  choice.process = {static_cast<uint32_t>(input + 1)};
  if (what.is_number()) {
    choice.act = Act::send;
    values_.push_back(what.real);
    if (is_held(scenario_, world_, choice.channel)) blocked_[input].push_back(what.real);
  } else {
    choice.act = Act::snapshot;
    choice.joins = !world_.snapshots.empty();
    if (choice.joins && world_.snapshots[0].processes[choice.process.index].recorded)
      return what.wrong("input " + inputs_[input] + " has had its barrier");
  }
  if (auto done = perform(arrival, choice); !done) return done;
  return deliver_what_is_free(arrival);
}

Result<Done> StreamCase::perform(const JsonValue& place, const Choice& choice) {
  if (auto why = why_not(scenario_, world_, choice)) return place.wrong(*why);
  step(scenario_, world_, choice);
  return Done{};
}

// Everything that has arrived is taken at once, but for what the rule holds.
Result<Done> StreamCase::deliver_what_is_free(const JsonValue& place) {
  for (auto next = enabled(scenario_, world_); !next.empty(); next = enabled(scenario_, world_)) {
    const auto oldest = std::min_element(
        next.begin(), next.end(),
        [](const Choice& left, const Choice& right) { return left.order < right.order; });
    if (auto done = perform(place, *oldest); !done) return done;
  }
  return Done{};
}

void StreamCase::judge() {
  if (world_.snapshots.empty() || !world_.snapshots[0].processes[0].recorded) return;
  const Snapshot& snapshot = world_.snapshots[0];
  const SnapshotLedger ledger = snapshot_ledger(scenario_, world_, {0});
  state_ = 0;
  for (uint32_t input = 0; input < inputs_.size(); ++input) {
    const std::vector<RecordId>& received = world_.channels[input].received;
    const ChannelRecording& recording = snapshot.channels[input];
    for (uint32_t at = 0; at < recording.received_at_cut; ++at)
      *state_ += values_[received[at].index];
    for (RecordId record : recording.records) in_flight_[input].push_back(values_[record.index]);
    // In the state, but sent behind the barrier: counted twice if the source sends it again.
    Numbers again = replay_[input];
    for (RecordId record : ledger.channels[input].orphans) {
      const auto found = std::find(again.begin(), again.end(), values_[record.index]);
      if (found == again.end()) continue;
      double_counted_.push_back(*found);
      again.erase(found);
    }
  }
}

Result<Done> StreamCase::compare(const JsonMember& expected) {
  if (expected.name == "state") return compare_number(expected, state_);
  if (expected.name == "inflight") return compare_lists(expected, in_flight_);
  if (expected.name == "blocked_during_alignment") return compare_lists(expected, blocked_);
  if (expected.name == "double_counted") return compare_double_counted(expected);
  if (expected.name == "after_restore_and_replay") {
    std::optional<double> restored = state_;
    for (size_t input = 0; restored && input < inputs_.size(); ++input)
      *restored += sum_of(in_flight_[input]) + sum_of(replay_[input]);
    return compare_number(expected, restored);
  }
  return fault_at(expected.line, expected.column,
                  "unknown key " + in_quotes(expected.name) +
                      ": \"expected\" takes state, inflight, blocked_during_alignment, "
                      "after_restore_and_replay, double_counted");
}

Result<Done> StreamCase::compare_number(const JsonMember& expected, std::optional<double> got) {
  if (!expected.value.is_number())
    return of_kind(expected.value, expected.name, JsonKind::real);
  if (!got || !equal(*got, expected.value.real))
    differences_.push_back(expected.name + ": expected " + print_json(expected.value) + ", got " +
                           (got ? print_decimal(*got) : "nothing recorded"));
  return Done{};
}

Result<Done> StreamCase::compare_lists(const JsonMember& expected,
                                       const std::vector<Numbers>& got) {
  if (auto right = of_kind(expected.value, expected.name, JsonKind::object); !right) return right;
  for (const JsonMember& each : expected.value.members) {
    const auto input = find_input(each.name);
    if (!input)
      return fault_at(each.line, each.column,
                      "nothing arrives on an input " + in_quotes(each.name));
    const auto numbers = read_numbers(each.value, each.name);
    if (!numbers) return numbers.error();
    if (!equal(*numbers, got[*input]))
      differences_.push_back(expected.name + " of " + each.name + ": expected " +
                             print_json(each.value) + ", got " + print_numbers(got[*input]));
  }
  return Done{};
}

Result<Done> StreamCase::compare_double_counted(const JsonMember& expected) {
  auto numbers = read_numbers(expected.value, expected.name);
  if (!numbers) return numbers.error();
  Numbers got = double_counted_;  // in any order: inputs have none
  std::sort(got.begin(), got.end());
  std::sort(numbers->begin(), numbers->end());
  if (!equal(*numbers, got))
    differences_.push_back(expected.name + ": expected " + print_json(expected.value) + ", got " +
                           print_numbers(got));
  return Done{};
}

}  // namespace

bool is_stream_algorithm(std::string_view algorithm) {
  if (!algorithm.starts_with(kPrefix)) return false;
  const std::string_view rule = algorithm.substr(kPrefix.size());
  return rule == "aligned" || rule == "unaligned" || rule == "at-least-once";
}

Result<std::vector<std::string>> run_stream_case(const JsonValue& json) {
  return StreamCase(json).run();
}

}  // namespace cutline
