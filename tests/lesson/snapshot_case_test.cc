// What the reader of cases refuses, and where; and what it says of a case that fails. The cases
// that pass are in tests/cases.
#include "core/lesson/snapshot_case.h"

#include <string>

#include <gtest/gtest.h>

namespace cutline {
namespace {

constexpr std::string_view kGood = R"([{"id": "x", "algorithm": "cl", "fifo": true,
"initial": {"p": 5, "q": 1},
"channels": [["p", "q"], ["q", "p"]],
"ops": [
{"op": "send", "frm": "p", "to": "q", "msg": "m", "amount": 2},
{"op": "snapshot", "at": "q"},
{"op": "recv", "at": "p", "frm": "q", "expect": "M"},
{"op": "recv", "at": "q", "frm": "p", "expect": "m"},
{"op": "recv", "at": "q", "frm": "p", "expect": "M"}],
"expected": {
"states": {"p": 3, "q": 1}, "channels": {"p>q": ["m"]}, "total": 6}}])";

// The fault, or the differences of each case that fails, or "passed".
std::string outcome_of(std::string_view text) {
  const auto outcomes = run_snapshot_cases(text);
  if (!outcomes) return print_fault(outcomes.error());
  std::string out;
  for (const CaseOutcome& outcome : *outcomes)
    for (const std::string& difference : outcome.differences)
      out += (out.empty() ? "" : "; ") + difference;
  return out.empty() ? "passed" : out;
}

// kGood with one piece of text replaced.
std::string changed(std::string_view from, std::string_view to) {
  std::string text(kGood);
  const size_t at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return outcome_of(text.replace(at, from.size(), to));
}

struct Change {
  const char* from;
  const char* to;
  const char* outcome;
};

TEST(SnapshotCase, PassesWhereNothingDiffers) {
  EXPECT_EQ(outcome_of(kGood), "passed");
  EXPECT_EQ(outcome_of("[]"), "passed");
}

TEST(SnapshotCase, SaysWhatWasExpectedAndWhatCameOut) {
  const Change kChanges[] = {
      {"\"p\": 3", "\"p\": 4", "state of p: expected 4, got 3"},
      {"\"p\": 3", "\"p\": \"calm\"", "state of p: expected \"calm\", got 3"},
      {"[\"m\"]", "[]", "channel p>q: expected [], got [\"m\"]"},
      {"[\"m\"]", "[\"m\", \"n\"]", "channel p>q: expected [\"m\",\"n\"], got [\"m\"]"},
      {"\"total\": 6", "\"total\": 7", "total: expected 7, got 6"},
      {"\"total\": 6", "\"complete\": false", "complete: expected false, got true"},
      {"\"total\": 6", "\"logs\": {\"p\": []}", "log of p: expected [], got [\"send m\"]"},
      {"\"total\": 6", "\"occurred_during_run\": false",
       "occurred_during_run: expected false, got true"},
      {"\"total\": 6", "\"run_states\": [[5, 1, [], []], [3, 1, [\"n\"], []]]",
       "run state 2: expected [3,1,[\"n\"],[]], got [3,1,[\"m\"],[]]"},
      {"\"total\": 6", "\"run_states\": [[5, 1, [], []], [3, 1, [\"m\"], []]]",
       "run state 3: expected no more, got [3,3,[],[]]"},
      {"\"total\": 6", "\"counter_at_record\": {\"p\": 0}", "counter of p: expected 0, got 1"},
      {"\"total\": 6", "\"in_transit_count\": 0", "in_transit_count: expected 0, got 1"},
      {"\"total\": 6", "\"channel_counts\": {\"p>q\": 2}", "count of p>q: expected 2, got 1"},
      {"\"p\": 3, \"q\": 1", "\"p\": 2, \"q\": 2",
       "state of p: expected 2, got 3; state of q: expected 2, got 1"},
  };
  for (const Change& each : kChanges) EXPECT_EQ(changed(each.from, each.to), each.outcome);
}

TEST(SnapshotCase, SaysThatNothingIsRecordedWhereNothingIs) {
  EXPECT_EQ(outcome_of(R"([{"id": "x", "algorithm": "cl", "initial": {"p": 5, "q": 1},
"channels": [["p", "q"]], "ops": [{"op": "snapshot", "at": "p"}],
"expected": {"states": {"p": 5, "q": 1}, "counter_at_record": {"q": 0}, "total": 5,
"channel_counts": {"p>q": 0}, "in_transit_count": 0, "complete": false}}])"),
            "state of q: expected 1, got nothing recorded; counter of q: expected 0, got nothing "
            "recorded; count of p>q: expected 0, got nothing recorded; in_transit_count: expected "
            "0, got nothing recorded");
}

TEST(SnapshotCase, RefusesAFileThatIsNotAnArrayOfCases) {
  EXPECT_EQ(outcome_of("{}"), "1:1: a file of cases must be an array");
  EXPECT_EQ(outcome_of("[1]"), "1:2: \"a case\" must be an object, not a whole number");
  EXPECT_EQ(outcome_of("[{}]"), "1:2: a case needs the key \"id\"");
  EXPECT_EQ(outcome_of("[{\"id\": 1}]"), "1:9: \"id\" must be a text, not a whole number");
  EXPECT_EQ(outcome_of("[{\"id\": \"a\\n\"}]"),
            "1:9: \"id\" must be one line without control characters");
  EXPECT_EQ(outcome_of("[{\"id\": \"a\"}]"), "1:2: a case needs the key \"algorithm\"");
  EXPECT_EQ(outcome_of("[{\"id\": \"a\", \"algorithm\": \"paxos\"}]"),
            "1:27: there is no algorithm \"paxos\"; there are cl, naive, lai-yang, flink-aligned, "
            "flink-unaligned, flink-at-least-once, mmc, mm1-inverse, mm1-feedback, fluid");
}

TEST(SnapshotCase, RefusesTheWholeFileForOneCaseThatCannotBeUsed) {
  const std::string two = std::string(kGood.substr(0, kGood.size() - 1)) + ",\n{}]";
  EXPECT_EQ(outcome_of(two), "12:1: a case needs the key \"id\"");
}

TEST(SnapshotCase, RefusesKeysThatItDoesNotKnow) {
  const Change kChanges[] = {
      {"\"fifo\"", "\"fifos\"",
       "1:33: unknown key \"fifos\": a case of this algorithm takes id, title, source, "
       "answer_source, note, algorithm, fifo, state_kind, marker, initial, channels, ops, "
       "expected"},
      {"\"amount\"", "\"amont\"",
       "5:51: unknown key \"amont\": \"send\" takes op, note, frm, to, msg, amount, vec, state"},
      {"\"op\": \"snapshot\"", "\"op\": \"snapshto\"",
       "6:8: there is no op \"snapshto\"; there are send, recv, snapshot, local, read, "
       "record-only, markers, turn-red, drop, dup"},
      {"\"total\"", "\"sum\"",
       "11:57: unknown key \"sum\": \"expected\" takes states, channels, total, complete, logs, "
       "run_states, occurred_during_run, counter_at_record, in_transit_count, channel_counts"},
      {"\"op\": \"snapshot\"", "\"op\": \"turn-red\"",
       "6:8: \"turn-red\" belongs to the algorithm lai-yang"},
  };
  for (const Change& each : kChanges) EXPECT_EQ(changed(each.from, each.to), each.outcome);
}

TEST(SnapshotCase, RefusesMissingKeys) {
  const Change kChanges[] = {
      {"\"initial\": {\"p\": 5, \"q\": 1},", "", "1:2: a case needs the key \"initial\""},
      {"\"channels\": [[\"p\", \"q\"], [\"q\", \"p\"]],", "",
       "1:2: a case needs the key \"channels\""},
      {"\"msg\": \"m\", ", "", "5:1: \"send\" needs the key \"msg\""},
      {", \"at\": \"q\"}", "}", "6:1: \"snapshot\" needs the key \"at\""},
      {", \"expect\": \"M\"", "", "7:1: \"recv\" needs the key \"expect\""},
      {"{\"op\": \"snapshot\", ", "{", "6:1: an op needs the key \"op\""},
  };
  for (const Change& each : kChanges) EXPECT_EQ(changed(each.from, each.to), each.outcome);
}

TEST(SnapshotCase, RefusesValuesOfTheWrongKind) {
  const Change kChanges[] = {
      {"\"fifo\": true", "\"fifo\": 1", "1:41: \"fifo\" must be true or false, not a whole number"},
      {"\"fifo\": true", "\"state_kind\": \"send-count\"",
       "1:47: \"state_kind\" can only be \"receive-count\""},
      {"\"p\": 5", "\"p\": -5", "2:18: \"p\" must be a whole number from 0 to 1000000000000"},
      {"\"p\": 5", "\"p\": 5.5", "2:18: \"p\" must be a whole number from 0 to 1000000000000"},
      {"\"p\": 5", "\"p\": null", "2:18: a state must be a number, an array of numbers or a name"},
      {"\"p\": 5", "\"p\": [5, 1]",
       "2:31: all states must have as many numbers as the first"},
      {"\"p\": 5", "\"p\": [1, 2, 3, 4, 5]", "2:18: \"p\" must have from 1 to 4 numbers"},
      {"[\"p\", \"q\"],", "\"p>q\",", "3:14: a channel must be a pair: [\"p\", \"q\"]"},
      {"\"amount\": 2", "\"amount\": \"2\"",
       "5:61: \"amount\" must be a number, not a text"},
      {"\"amount\": 2", "\"amount\": 1.5",
       "5:61: \"amount\" must be a whole number from 0 to 1000000000000"},
      {"\"amount\": 2", "\"amount\": -2",
       "5:61: \"amount\" must be a whole number from 0 to 1000000000000"},
      {"\"amount\": 2", "\"vec\": 2", "5:58: \"vec\" must be an array, not a whole number"},
      {"\"amount\": 2", "\"vec\": [2, 0]", "5:58: the state of p is not of the form of \"vec\""},
      {"\"amount\": 2", "\"amount\": 2, \"vec\": [2]",
       "5:71: \"send\" takes \"amount\" or \"vec\", not both"},
      {"\"amount\": 2", "\"state\": \"calm\"",
       "5:60: \"state\" names a state, but the state of p is a number"},
      {"\"msg\": \"m\"", "\"msg\": \"\"", "5:46: \"msg\" must have from 1 to 64 bytes"},
      {"\"expect\": \"M\"", "\"expect\": 1", "7:49: \"expect\" must be a text, not a whole number"},
      {"\"total\": 6", "\"total\": \"6\"", "11:66: \"total\" must be a number, not a text"},
      {"[\"m\"]", "\"m\"", "11:49: \"p>q\" must be an array, not a text"},
      {"[\"m\"]", "[1]", "11:50: \"p>q\" must be a text, not a whole number"},
      {"{\"p>q\": [\"m\"]}", "[]", "11:41: \"channels\" must be an object, not an array"},
      {"\"total\": 6", "\"complete\": 0",
       "11:69: \"complete\" must be true or false, not a whole number"},
      {"\"total\": 6", "\"run_states\": [[5, 1]]",
       "11:72: a state of the run must have 4 parts: the processes, then the channels"},
  };
  for (const Change& each : kChanges) EXPECT_EQ(changed(each.from, each.to), each.outcome);
}

TEST(SnapshotCase, RefusesProcessesAndChannelsThatAreNotThere) {
  const Change kChanges[] = {
      {"[\"q\", \"p\"]", "[\"q\", \"z\"]", "3:32: there is no process \"z\""},
      {"[\"q\", \"p\"]", "[\"p\", \"q\"]", "3:26: channel \"p>q\" is there twice"},
      {"[\"q\", \"p\"]", "[\"q\", \"q\"]",
       "3:26: channel \"q>q\": a process has no channel to itself"},
      {"\"at\": \"q\"}", "\"at\": \"z\"}", "6:26: there is no process \"z\""},
      {"\"frm\": \"p\", \"to\": \"q\"", "\"frm\": \"q\", \"to\": \"q\"",
       "5:23: there is no channel \"q>q\""},
      {"{\"op\": \"snapshot\", \"at\": \"q\"}", "{\"op\": \"read\", \"what\": \"p>z\"}",
       "6:24: there is no channel \"p>z\""},
      {"\"q\": 1}, \"channels\"", "\"z\": 1}, \"channels\"", "11:20: there is no process \"z\""},
      {"{\"p>q\"", "{\"p>z\"", "11:42: there is no channel \"p>z\""},
  };
  for (const Change& each : kChanges) EXPECT_EQ(changed(each.from, each.to), each.outcome);
}

TEST(SnapshotCase, RefusesStepsThatAreNotPossibleAtTheirPlace) {
  const Change kChanges[] = {
      {"\"amount\": 2", "\"amount\": 6", "5:61: p has 5 and cannot send 6"},
      {"\"at\": \"p\", \"frm\": \"q\", \"expect\": \"M\"",
       "\"at\": \"p\", \"frm\": \"q\", \"expect\": \"m\"",
       "7:49: the head of q>p is \"M\", not \"m\", and the channel is FIFO"},
      {"\"expect\": \"m\"", "\"expect\": \"M\"",
       "8:49: the head of p>q is \"m\", not \"M\", and the channel is FIFO"},
      {"{\"op\": \"send\", \"frm\": \"p\", \"to\": \"q\", \"msg\": \"m\", \"amount\": 2},", "",
       "8:49: the head of p>q is \"M\", not \"m\", and the channel is FIFO"},
      {"{\"op\": \"snapshot\", \"at\": \"q\"},", "", "7:49: nothing waits in q>p"},
      {"{\"op\": \"snapshot\"", "{\"op\": \"markers\"", "6:25: q owes no markers"},
      {"{\"op\": \"snapshot\", \"at\": \"q\"}",
       "{\"op\": \"snapshot\", \"at\": \"q\"}, {\"op\": \"snapshot\", \"at\": \"q\"}",
       "6:57: q has recorded its state already"},
      {"{\"op\": \"snapshot\", \"at\": \"q\"}",
       "{\"op\": \"drop\", \"frm\": \"p\", \"to\": \"q\", \"expect\": \"n\"}",
       "6:49: no \"n\" waits in p>q"},
      {"{\"op\": \"snapshot\", \"at\": \"q\"}",
       "{\"op\": \"dup\", \"frm\": \"q\", \"to\": \"p\", \"expect\": \"n\"}",
       "6:48: nothing waits in q>p"},
  };
  for (const Change& each : kChanges) EXPECT_EQ(changed(each.from, each.to), each.outcome);
}

TEST(SnapshotCase, LetsAReceiverTakeAnyItemOnlyWithoutFifo) {
  const std::string early = R"([{"id": "x", "algorithm": "cl", "fifo": FIFO,
"initial": {"p": 5, "q": 1}, "channels": [["p", "q"]],
"ops": [{"op": "send", "frm": "p", "to": "q", "msg": "a"},
{"op": "send", "frm": "p", "to": "q", "msg": "b"},
{"op": "recv", "at": "q", "frm": "p", "expect": "b"}],
"expected": {"logs": {"q": ["recv b"]}}}])";
  const auto with = [&](std::string_view fifo) {
    std::string text = early;
    return outcome_of(text.replace(text.find("FIFO"), 4, fifo));
  };
  EXPECT_EQ(with("false"), "passed");
  EXPECT_EQ(with("true"), "5:49: the head of p>q is \"a\", not \"b\", and the channel is FIFO");
}

TEST(SnapshotCase, RefusesANameThatMeansAMessageAndTheMarker) {
  EXPECT_EQ(outcome_of(R"([{"id": "x", "algorithm": "cl", "fifo": false,
"initial": {"p": 5, "q": 1}, "channels": [["p", "q"]],
"ops": [{"op": "send", "frm": "p", "to": "q", "msg": "M"}, {"op": "snapshot", "at": "p"},
{"op": "recv", "at": "q", "frm": "p", "expect": "M"}], "expected": {"complete": true}}])"),
            "4:49: both a message and the marker named \"M\" wait in p>q");
}

TEST(SnapshotCase, RefusesToTurnARedProcessRed) {
  EXPECT_EQ(outcome_of(R"([{"id": "x", "algorithm": "lai-yang", "fifo": false,
"initial": {"p": 5, "q": 1}, "channels": [["p", "q"]],
"ops": [{"op": "snapshot", "at": "p"}, {"op": "turn-red", "at": "q"},
{"op": "turn-red", "at": "q"}], "expected": {"complete": true}}])"),
            "4:26: q is red already");
}

TEST(SnapshotCase, RefusesATotalOfNames) {
  EXPECT_EQ(outcome_of(R"([{"id": "x", "algorithm": "naive", "initial": {"p": "calm"},
"channels": [], "ops": [], "expected": {"total": 0}}])"),
            "2:50: \"total\" needs states that are numbers");
}

TEST(SnapshotCase, RefusesToExpectNothing) {
  EXPECT_EQ(outcome_of(R"([{"id": "x", "algorithm": "naive", "initial": {"p": 1},
"channels": [], "ops": [], "expected": {}}])"),
            "2:40: \"expected\" names nothing to compare");
}

}  // namespace
}  // namespace cutline
