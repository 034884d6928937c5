// Barrier scripts: what each token does, what each expectation compares, and what is refused where.
#include "core/lesson/barrier_script.h"

#include <gtest/gtest.h>

namespace cutline {
namespace {

// One entry with these members besides its id. {family} is spelled out by each test.
std::string entry(const std::string& members) {
  return "{\"vectors\": [\n{\"id\": \"V-1\", " + members + "}]}";
}
std::string alternating(const std::string& script, const std::string& expect) {
  return entry("\"family\": \"alternating\", \"channels\": [\"remote\", \"local\"], \"script\": [" +
               script + "], \"expect\": {" + expect + "}");
}
std::string of_family(const std::string& family, const std::string& script,
                      const std::string& expect) {
  return entry("\"family\": \"" + family + "\", \"channels\": 2, \"script\": [" + script +
               "], \"expect\": {" + expect + "}");
}

// What did not come true, one per line; "ok" where all did; the fault where it cannot be read.
std::string outcome(const std::string& json) {
  const Result<BarrierScripts> read = read_barrier_scripts(json);
  if (!read) return print_fault(read.error());
  std::string failures;
  for (const BarrierScript& script : read->scripts)
    for (const std::string& failure : run_barrier_script(script))
      failures += (failures.empty() ? "" : "\n") + failure;
  return failures.empty() ? "ok" : failures;
}

TEST(BarrierScript, WhatArrivesIsTakenAtOnceAndOnlyEventsAreSteps) {
  EXPECT_EQ(outcome(of_family("aligned", R"("+5", "b1@0", "+2", "d1:30", "b1@1")",
                              R"("triggered": [1], "triggered_after_step": {"1": [], "2": [1]},
                                 "blocked_channels_after_step": {"0": [0], "2": []},
                                 "metrics": {"align_ms": 2, "bytes": 30})")),
            "ok");
}

TEST(BarrierScript, InTheAlternatingFamilyEveryTokenIsAStepAndItemsAreTakenWhenItSaysSo) {
  EXPECT_EQ(outcome(alternating(R"("b1@0!T10", "b1@1!T10", "P:ann", "+10", "P:bar", "P*")",
                                R"("trigger_types": ["UNALIGNED"], "aborted": [],
                                   "triggered_after_step": {"3": [], "4": [1]},
                                   "blocked_channels_at_end": [])")),
            "ok");
}

TEST(BarrierScript, TimePassesQuietlyUntilTheTimersRun) {
  EXPECT_EQ(outcome(alternating(R"("b1@0!T10", "P*", "^10", "F")",
                                R"("triggered_after_step": {"2": [], "3": [1]})")),
            "ok");
}

TEST(BarrierScript, ABarrierIsTriggeredWhenItArrivesOrAtItsOwnTime) {
  EXPECT_EQ(outcome(of_family("aligned", R"("+5", "b1@0~-10", "+1", "b1@1")",
                              R"("metrics": {"1": {"start_delay_ms": 15, "align_ms": 1}})")),
            "ok");
  EXPECT_EQ(outcome(alternating(R"("+5", "b1@0", "+7", "P*", "e1", "P*")",
                                R"("metrics": {"delay_ms": 7})")),
            "ok")
      << "when it arrives, not when it is taken";
}

TEST(BarrierScript, T1_ATimeOutOfZeroIsUnaligned) {
  EXPECT_EQ(outcome(alternating(R"("b1@0!T0", "P*")", R"("trigger_types": ["UNALIGNED"])")), "ok");
}

TEST(BarrierScript, EveryQuestionIsAnswered) {
  EXPECT_EQ(outcome(of_family("unaligned", R"("b1@0", "d1:7", "d0", "x2@1", "b2@0", "b3@1", "e0")",
                              R"("triggered": [1, 3], "trigger_types": ["UNALIGNED", "UNALIGNED"],
    "aborted": [[2, "CHECKPOINT_DECLINED_ON_CANCELLATION_BARRIER"]],
    "aborted_after_step": {"2": [], "3": [2]},
    "asserted_abort_count": 1, "any_checkpoint_triggered": true, "any_abort_notified": true,
    "order_trigger_positive_abort_negative": [1, -2, 3],
    "latest_checkpoint_id": 3, "latest_checkpoint_id_after_step": {"3": 2},
    "checkpoint_pending_after_step": {"3": false, "5": true, "6": false},
    "during_alignment_after_step": {"0": true, "3": false},
    "pending_ids_after_step": {"0": [1], "3": []},
    "open_channels_after_step": {"5": 2, "6": 1},
    "alignment_gauge_ms_after_step": {"6": 0},
    "captured_inflight_data_by_script_step": {"1": [1], "3": []},
    "captured_buffer_count_by_checkpoint_and_channel": {"1": {"1": 1, "0": 0}},
    "captured_buffer_count_by_channel_after_step": {"1": {"1": 1}, "5": {}},
    "metrics": {"latest": 3, "bytes": 0, "1": {"bytes": 7, "align_ms": 0},
                "at": {"0": {"latest": 1, "bytes": -1}, "4": {"bytes_prev": 7}}})")),
            "ok");
}

TEST(BarrierScript, AFailureSaysWhatWasExpectedAndWhatCame) {
  EXPECT_EQ(outcome(of_family("aligned", R"("b1@0", "+3", "b2@1")",
                              R"("triggered": [1], "trigger_types": ["ALIGNED"],
    "aborted": [[1, "CHECKPOINT_EXPIRED"]], "blocked_channels_after_step": {"0": [1]},
    "any_abort_notified": false, "checkpoint_pending": false, "latest_checkpoint_id": 1,
    "metrics": {"bytes": 5, "at": {"1": {"align_ms_min": 9}}})")),
            "blocked_channels_after_step 0: expected [1], got [0]\n"
            "metrics at step 1 align_ms_min: expected at least 9, got 0\n"
            "triggered: expected [1], got []\n"
            "trigger_types: expected [ALIGNED], got []\n"
            "aborted: expected [1 CHECKPOINT_EXPIRED], got [1 CHECKPOINT_DECLINED_SUBSUMED]\n"
            "any_abort_notified: expected false, got true\n"
            "checkpoint_pending: expected false, got true\n"
            "latest_checkpoint_id: expected 1, got 2\n"
            "metrics bytes: expected 5, got nothing: not triggered");
  EXPECT_EQ(outcome(of_family("unaligned", R"("b1@0", "d1")",
                              R"("captured_inflight_data_by_script_step": {},
    "captured_buffer_count_by_checkpoint_and_channel": {"1": {"0": 1}},
    "captured_buffer_count_by_channel": {"1": 2})")),
            "captured_inflight_data_by_script_step: expected {}, got {1: [1]}\n"
            "captured_buffer_count_by_checkpoint_and_channel: expected {1: {0: 1}}, "
            "got {1: {1: 1}}\n"
            "captured_buffer_count_by_channel: expected {1: 2}, got {1: 1}");
}

// The family decides what a script runs; its mode is words for the reader.
TEST(BarrierScript, AModeMayBeSpeltInAnyWay) {
  for (const auto& [family, mode] : std::initializer_list<std::pair<std::string, std::string>>{
           {"aligned", "EXACTLY_ONCE"}, {"aligned", "aligned, checkpoints after finish off"},
           {"tracker", "AT_LEAST_ONCE (no alignment)"}, {"tracker", "barrier tracker"},
           {"unaligned", "exactly once, unaligned from the first barrier"},
           {"alternating", "aligned-checkpoint-timeout 100 ms"},
           {"alternating", "exactly-once, savepoints and checkpoints mixed"}})
    EXPECT_EQ(outcome(R"({"vectors": [{"id": "a", "family": ")" + family + R"(", "mode": ")" +
                      mode + R"(", "channels": 1, "script": ["e0"],
"expect": {"triggered": []}}]})"),
              "ok") << mode;
}

// A7 and L4: with one open channel nothing is tracked, and an id that is not new is no checkpoint.
TEST(BarrierScript, ATrackerOfOneChannelTakesNoIdBelowOneThatItDecided) {
  const auto with = [](const std::string& script, const std::string& expect) {
    return outcome(R"({"vectors": [{"id": "T", "family": "tracker", "mode": "at-least-once",
"channels": 1, "script": [)" + script + R"(], "expect": {)" + expect + "}}]}");
  };
  EXPECT_EQ(with(R"("b2@0", "d0", "b1@0", "b3@0")", R"("triggered": [2, 3], "aborted": [])"), "ok");
  EXPECT_EQ(with(R"("b2@0", "b2@0")", R"("triggered": [2], "aborted": [])"), "ok");
  EXPECT_EQ(with(R"("x4@0", "b3@0", "b4@0", "b5@0")",
                 R"("triggered": [5], "order_trigger_positive_abort_negative": [-4, 5])"),
            "ok");
}

TEST(BarrierScript, AnItemOfAnotherKindOrNoneIsAFailure) {
  EXPECT_EQ(outcome(alternating(R"("d0", "P:bar", "P:data")", "")),
            "step 1 P:bar: expected bar, got data\n"
            "step 2 P:data: expected data, got nothing");
}

TEST(BarrierScript, OtherFamiliesAndEntriesInWordsAreSkippedUnread) {
  const Result<BarrierScripts> read = read_barrier_scripts(R"({"meta": {"any": 1}, "vectors": [
    {"id": "K-1", "family": "coordinator", "whatever": [1]},
    {"id": "X-31", "family": "alternating", "form": "words", "script": ["for id 0..122"]},
    {"id": "N-1", "family": "network", "mode": "any"},
    {"id": "A-1", "family": "aligned", "channels": 1, "script": [],
     "expect": {"triggered": []}}]})");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->skipped, 3);
  ASSERT_EQ(read->scripts.size(), 1u);
  EXPECT_EQ(read->scripts[0].id, "A-1");
}

struct Refusal {
  std::string json;
  std::string fault;
};

TEST(BarrierScript, EveryEntryThatCannotBeReadIsRefusedAtItsPlace) {
  const std::string take_nothing = R"(, "script": [], "expect": {})";
  const Refusal refusals[] = {
      {"[]", "1:1: \"the file\" must be an object, not an array"},
      {"{\"vectors\": 3}", "1:13: \"vectors\" must be an array, not a whole number"},
      {"{}", "1:1: the file needs the key \"vectors\""},
      {"{\"vector\": []}", "1:2: unknown key \"vector\": the file takes meta, vectors"},
      {"{\"vectors\": [7]}", "1:14: \"vectors\" must be an object, not a whole number"},
      {"{\"vectors\": [{\"id\": \"A\"}]}", "1:14: an entry needs the key \"family\""},
      {entry(R"("family": "aligned", "form": "song")"), "2:44: \"form\" can only be \"words\""},
      {entry(R"("family": "alinged")"),
       "2:25: there is no family \"alinged\"; did you mean aligned?"},
      {entry(R"("family": "tracker", "mode": "exactly-once aligned")"),
       "2:44: a script of the family tracker is at-least-once, which contradicts the mode "
       "\"exactly-once aligned\""},
      {entry(R"("family": "aligned", "mode": "AT_LEAST_ONCE")"),
       "2:44: a script of the family aligned is exactly-once, which contradicts the mode "
       "\"AT_LEAST_ONCE\""},
      {entry(R"("family": "alternating", "mode": 3, "form": "words")"),
       "2:48: \"mode\" must be a text, not a whole number"},
      {entry(R"("family": "aligned", "colour": 1)"),
       "2:36: unknown key \"colour\": a script takes id, family, mode, source, test, channels, "
       "checkpoints_after_tasks_finish, setup, script, expect, note, form"},
      {entry(R"("family": "aligned")"), "2:1: a script needs the key \"channels\""},
      {entry(R"("family": "aligned", "channels": 0)" + take_nothing),
       "2:48: \"channels\" must be a whole number from 1 to 1024"},
      {entry(R"("family": "aligned", "channels": [])" + take_nothing),
       "2:48: a subtask has from 1 to 1024 channels"},
      {entry(R"("family": "aligned", "channels": ["far"])" + take_nothing),
       "2:49: a channel is \"local\" or \"remote\""},
      {entry(R"("family": "aligned", "channels": 1, "checkpoints_after_tasks_finish": 1)" +
             take_nothing),
       "2:85: \"checkpoints_after_tasks_finish\" must be true or false, not a whole number"},
      {entry(R"("family": "aligned", "channels": 1)"), "2:1: a script needs the key \"script\""},
      {entry(R"("family": "aligned", "channels": 1, "script": [])"),
       "2:1: a script needs the key \"expect\""},
      {entry(R"("family": "aligned", "channels": 1, "script": ["b1@0"], "expect": {})"),
       "2:81: a script must expect something: \"expect\" asks nothing of the run"},
      {entry(R"("family": "aligned", "channels": 1, "script": ["b1@0"],
  "expect": {"metrics": {"at": {}}, "triggered_after_step": {}})"),
       "3:13: a script must expect something: \"expect\" asks nothing of the run"},
      {entry(R"("family": "aligned", "channels": 1, "script": [1], "expect": {})"),
       "2:62: \"script\" must be a text, not a whole number"},
  };
  for (const Refusal& refusal : refusals) EXPECT_EQ(outcome(refusal.json), refusal.fault);
}

// The fault that `json` is refused with, its column counted from where `text` starts in it.
std::string refusal_within(const std::string& json, const std::string& text) {
  const Result<BarrierScripts> read = read_barrier_scripts(json);
  if (read) return "accepted";
  const size_t line_start = json.find('\n') + 1;
  const auto start = static_cast<int>(json.find(text, line_start) - line_start) + 1;
  EXPECT_EQ(read.error().line, 2);
  return std::to_string(read.error().column - start) + " " + read.error().sentence;
}

TEST(BarrierScript, EveryTokenThatCannotBeReadIsRefusedAtItsPlace) {
  struct {
    std::string token;
    std::string fault;  // behind the number of characters of the token that are right
  } const refusals[] = {
      {"q", "0 \"q\": a step starts with d, b, a, x, e, +, ^, F or P"},
      {"d", "1 \"d\": a channel must be a whole number without a sign, not \"\""},
      {"d2", "1 \"d2\": there is no channel 2, only 2 channels"},
      {"d0:x", "3 \"d0:x\": a number of bytes must be a whole number without a sign, not \"x\""},
      {"d0:-5", "3 \"d0:-5\": a number of bytes must be a whole number without a sign, not \"-5\""},
      {"d0x", "2 \"d0x\": there is more than the token needs"},
      {"b@0", "1 \"b@0\": a checkpoint id must be a whole number without a sign, not \"\""},
      {"b-1@0", "1 \"b-1@0\": a checkpoint id must be a whole number without a sign, not \"-1\""},
      {"b1@-1!S", "3 \"b1@-1!S\": a channel must be a whole number without a sign, not \"-1\""},
      {"+-3", "1 \"+-3\": a time in ms must be a whole number without a sign, not \"-3\""},
      {"x1", "2 \"x1\": an @ and a channel must follow the checkpoint id"},
      {"b1@9", "3 \"b1@9\": there is no channel 9, only 2 channels"},
      {"b1@0!Q", "5 \"b1@0!Q\": ! is followed by U, S or T and a time in ms, each once"},
      {"b1@0!U!U", "7 \"b1@0!U!U\": ! is followed by U, S or T and a time in ms, each once"},
      {"b1@0!T", "6 \"b1@0!T\": a time in ms must be a whole number without a sign, not \"\""},
      {"b1@0~1~2",
       "6 \"b1@0~1~2\": after its channel a barrier has only !U, !S, !T<ms> and one ~<ms>"},
      {"b1@0!S!T5", "9 \"b1@0!S!T5\": a savepoint is aligned and never times out"},
      {"b1@0!U", "6 \"b1@0!U\": an aligned script has no unaligned barriers"},
      {"+1000000000001",
       "1 \"+1000000000001\": a time in ms must be from 0 to 1000000000000, not "
       "\"1000000000001\""},
      {"+1.5", "2 \"+1.5\": there is more than the token needs"},
      {"F1", "1 \"F1\": there is more than the token needs"},
      {"P*", "1 \"P*\": only scripts of the alternating family say when items are taken"},
  };
  for (const auto& [token, fault] : refusals)
    EXPECT_EQ(refusal_within(of_family("aligned", "\"" + token + "\"", ""), token + "\"]"), fault);
  EXPECT_EQ(refusal_within(alternating("\"P:\"", ""), "P:"),
            "2 \"P:\": P is followed by * or by a colon and ann, bar, cancel, data or eop");
  EXPECT_EQ(refusal_within(of_family("aligned", "\"\"", ""), "\"\""),
            "1 \"\": a step starts with d, b, a, x, e, +, ^, F or P");
  EXPECT_EQ(refusal_within(of_family("tracker", R"("+1000000000000", "^1")", ""), "\"^1"),
            "0 a script takes at most 1000000000000 ms");
}

TEST(BarrierScript, EveryExpectationThatCannotBeReadIsRefusedAtItsPlace) {
  const std::string any =
      "must be a whole number from -9223372036854775808 to 9223372036854775807";
  struct {
    std::string expect;
    std::string wrong;  // the part of it where the fault lies
    std::string sentence;
  } const refusals[] = {
      {R"("sung": 1)", "\"sung", "unknown key \"sung\": nothing of that name can be expected"},
      {R"("triggered": 1)", "1}", "\"triggered\" must be an array, not a whole number"},
      {R"("triggered": [1.5])", "1.5", "\"triggered\" " + any},
      {R"("triggered_after_step": [])", "[]}",
       "\"triggered_after_step\" must be an object, not an array"},
      {R"("triggered_after_step": {"1": []})", "\"1\"",
       "there is no step 1: the script has 1 numbered step, from 0"},
      {R"("triggered_after_step": {"x": []})", "\"x", "a step must be a whole number, not \"x\""},
      {R"("aborted": [1])", "1]", "\"aborted\" lists pairs of an id and a reason"},
      {R"("aborted_after_step": {"0": [[1, "CHECKPOINT_EXPIRED"]]})", "[1,",
       "\"aborted_after_step 0\" " + any},
      {R"("trigger_types": [1])", "1]", "\"trigger_types\" must be a text, not a whole number"},
      {R"("checkpoint_pending": 1)", "1}",
       "\"checkpoint_pending\" must be true or false, not a whole number"},
      {R"("captured_inflight_data_by_script_step": {"x": []})", "\"x",
       "a checkpoint id must be a whole number, not \"x\""},
      {R"("captured_buffer_count_by_channel": {"x": 1})", "\"x",
       "a channel must be a whole number, not \"x\""},
      {R"("captured_buffer_count_by_checkpoint_and_channel": {"1": 2})", "2}",
       "\"captured_buffer_count_by_checkpoint_and_channel\" must be an object, not a whole number"},
      {R"("metrics": {"speed": 1})", "\"speed", "unknown key \"speed\": there is no such metric"},
      {R"("metrics": {"x": {}})", "\"x", "a checkpoint id must be a whole number, not \"x\""},
      {R"("metrics": {"at": {"1": {}}})", "\"1\"",
       "there is no step 1: the script has 1 numbered step, from 0"},
      {R"("metrics": {"at": {"0": 1}})", "1}", "\"0\" must be an object, not a whole number"},
  };
  for (const auto& [expect, wrong, sentence] : refusals)
    EXPECT_EQ(refusal_within(of_family("tracker", "\"d0\"", expect), wrong), "0 " + sentence);
}

TEST(BarrierScript, TooManyStepsAreRefused) {
  std::string script = "\"F\"";
  for (int steps = 0; steps < 20'000; ++steps) script += ",\"F\"";
  EXPECT_NE(outcome(alternating(script, "")).find("a script has at most 20000 steps"),
            std::string::npos);
}

}  // namespace
}  // namespace cutline
