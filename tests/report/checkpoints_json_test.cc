#include "core/report/checkpoints_json.h"

#include <string>

#include <gtest/gtest.h>

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/report/checkpoint_times.h"

namespace cutline {
namespace {

// A and B with channels both ways, and a message takes exactly 100 ms.
Scenario pair() {
  Scenario scenario;
  scenario.name = "pair";
  scenario.unit = "EUR";
  scenario.processes = {{"A", Value::of(100), 0}, {"B", Value::of(50), 0}};
  scenario.channels = {{{0}, {1}}, {{1}, {0}}};
  scenario.traffic.delay_min = scenario.traffic.delay_max = 100 * kMillisecond;
  return scenario;
}

Choice starting(ProcessId process) {
  Choice choice;
  choice.act = Act::snapshot;
  choice.process = process;
  return choice;
}

// B pays 7 at 0, A starts a snapshot at 0; then the clock goes on.
History started() {
  History history(pair());
  Choice send;
  send.act = Act::send;
  send.channel = {1};
  send.value = Value::of(7);
  EXPECT_TRUE(history.choose(send));
  EXPECT_TRUE(history.choose(starting({0})));
  return history;
}

JsonValue report(const History& history) {
  const auto json = parse_json(checkpoints_json(history, 0x0123456789abcdef));
  EXPECT_TRUE(json);
  return json ? *json : JsonValue{};
}

// "checkpoints/counts/total"; a number names the place in an array.
const JsonValue& at(const JsonValue& root, std::string_view path) {
  const JsonValue* value = &root;
  while (!path.empty()) {
    const size_t slash = path.find('/');
    const std::string name(path.substr(0, slash));
    path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
    if (value->is(JsonKind::array)) {
      const size_t index = static_cast<size_t>(*parse_integer(name, 0, 1000, "index"));
      EXPECT_LT(index, value->items.size()) << name;
      value = &value->items[index];
    } else {
      EXPECT_NE(value->find(name), nullptr) << name;
      value = value->find(name);
    }
  }
  return *value;
}

TEST(CheckpointTimes, CountFromTheTriggerToTheLastMarker) {
  History history = started();
  ASSERT_TRUE(history.run_until(kSecond));
  const auto all = checkpoint_times(history);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_EQ(all[0].id, 1u);
  EXPECT_TRUE(all[0].complete);
  EXPECT_EQ(all[0].acknowledged(), 2u);
  // B's marker is in at 100 ms; it sends its own, which is in at 200 ms.
  EXPECT_EQ(all[0].subtasks[0].recorded_at, 0);
  EXPECT_EQ(all[0].subtasks[0].acknowledged_at, 200 * kMillisecond);
  EXPECT_EQ(all[0].subtasks[1].recorded_at, 100 * kMillisecond);
  EXPECT_EQ(all[0].subtasks[1].acknowledged_at, 100 * kMillisecond);
  EXPECT_EQ(all[0].latest_acknowledgement(), 200 * kMillisecond);
}

TEST(CheckpointTimes, AreOfWhatHasHappenedUpToTheCursor) {
  History history = started();
  ASSERT_TRUE(history.run_until(kSecond));
  ASSERT_TRUE(history.seek(2));
  const auto all = checkpoint_times(history);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_FALSE(all[0].complete);
  EXPECT_EQ(all[0].acknowledged(), 0u);
  EXPECT_EQ(all[0].latest_acknowledgement(), std::nullopt);
  ASSERT_TRUE(history.seek(1));
  EXPECT_TRUE(checkpoint_times(history).empty());
}

TEST(CheckpointTimes, WithoutMarkersEndWithTheLastWhiteMessage) {
  Scenario scenario = pair();
  scenario.algorithm = SnapshotAlgorithm::lai_yang;
  History history(scenario);
  Choice send;
  send.act = Act::send;
  send.channel = {1};
  send.value = Value::of(7);
  ASSERT_TRUE(history.choose(send));
  ASSERT_TRUE(history.choose(starting({0})));
  ASSERT_TRUE(history.run_until(kSecond));
  const auto all = checkpoint_times(history);
  ASSERT_EQ(all.size(), 1u);
  EXPECT_TRUE(all[0].complete);
  EXPECT_EQ(all[0].subtasks[0].first_marker_at, std::nullopt);
  EXPECT_EQ(all[0].subtasks[0].acknowledged_at, 100 * kMillisecond);
}

TEST(CheckpointsJson, HasTheSixParts) {
  const JsonValue json = report(started());
  std::string names;
  for (const JsonMember& member : json.members) names += member.name + " ";
  EXPECT_EQ(names, "checkpoints details subtasks recovery ledger fingerprint ");
  EXPECT_EQ(at(json, "fingerprint").text, "0123456789abcdef");
  EXPECT_TRUE(at(json, "recovery").is(JsonKind::array));
}

TEST(CheckpointsJson, ReportsACompleteSnapshotInTheEnginesShapes) {
  History history = started();
  ASSERT_TRUE(history.run_until(kSecond));
  const JsonValue json = report(history);
  EXPECT_EQ(at(json, "checkpoints/counts/total").integer, 1);
  EXPECT_EQ(at(json, "checkpoints/counts/completed").integer, 1);
  EXPECT_EQ(at(json, "checkpoints/summary/end_to_end_duration/avg").integer, 200);
  EXPECT_EQ(at(json, "checkpoints/summary/end_to_end_duration/p99").kind, JsonKind::real);
  EXPECT_EQ(at(json, "checkpoints/latest/completed/id").integer, 1);
  EXPECT_TRUE(at(json, "checkpoints/latest/failed").is(JsonKind::null));
  EXPECT_EQ(at(json, "checkpoints/history/0/status").text, "COMPLETED");
  EXPECT_TRUE(at(json, "checkpoints/history/0/tasks").members.empty());
  EXPECT_EQ(at(json, "details/1/end_to_end_duration").integer, 200);
  EXPECT_EQ(at(json, "details/1/num_acknowledged_subtasks").integer, 2);
  EXPECT_EQ(at(json, "details/1/tasks/B/latest_ack_timestamp").integer, 100);
  EXPECT_EQ(at(json, "subtasks/1/B/subtasks/0/start_delay").integer, 100);
  EXPECT_EQ(at(json, "subtasks/1/A/subtasks/0/start_delay").integer, 0);
  EXPECT_EQ(at(json, "subtasks/1/A/subtasks/0/checkpoint/async").integer, 200);
  EXPECT_EQ(at(json, "subtasks/1/A/summary/start_delay/p50").text, "NaN");
  EXPECT_EQ(at(json, "subtasks/1/A/summary/alignment/buffered/p50").real, 0.0);
}

TEST(CheckpointsJson, ReportsASnapshotUnderWay) {
  const JsonValue json = report(started());
  EXPECT_EQ(at(json, "checkpoints/counts/in_progress").integer, 1);
  EXPECT_TRUE(at(json, "checkpoints/latest/completed").is(JsonKind::null));
  EXPECT_EQ(at(json, "checkpoints/summary/end_to_end_duration/p50").text, "NaN");
  EXPECT_EQ(at(json, "details/1/className").text, "in_progress");
  EXPECT_EQ(at(json, "details/1/latest_ack_timestamp").integer, -1);
  EXPECT_EQ(at(json, "details/1/end_to_end_duration").integer, -1);
  EXPECT_EQ(at(json, "subtasks/1/B/subtasks/0/status").text, "pending_or_failed");
  EXPECT_EQ(at(json, "ledger/snapshots/1/verdict").text, "incomplete");
}

TEST(CheckpointsJson, ReportsTheLedger) {
  History history = started();
  ASSERT_TRUE(history.run_until(kSecond));
  const JsonValue json = report(history);
  EXPECT_TRUE(at(json, "ledger/now/balanced").boolean);
  EXPECT_EQ(at(json, "ledger/now/total").integer, 150);
  EXPECT_EQ(at(json, "ledger/snapshots/1/verdict").text, "consistent");
  EXPECT_EQ(at(json, "ledger/snapshots/1/in_channels").integer, 7);
  EXPECT_EQ(at(json, "ledger/snapshots/1/channels/B>A/recorded").integer, 1);
  EXPECT_EQ(at(json, "ledger/snapshots/1/kind").text, "markers");
}

TEST(CheckpointsJson, KeepsTheLastTenInItsHistoryAndAllInItsDetails) {
  History history(pair());
  for (int count = 0; count < 12; ++count) ASSERT_TRUE(history.choose(starting({0})));
  const JsonValue json = report(history);
  EXPECT_EQ(at(json, "checkpoints/counts/total").integer, 12);
  EXPECT_EQ(at(json, "checkpoints/history").items.size(), 10u);
  EXPECT_EQ(at(json, "checkpoints/history/0/id").integer, 12);
  EXPECT_EQ(at(json, "details").members.size(), 12u);
}

}  // namespace
}  // namespace cutline
