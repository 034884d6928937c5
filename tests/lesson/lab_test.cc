// The lab through its command bus: what a button, a key or a script does, and what is then shown.
#include "core/lesson/lab.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <set>

#include "core/lesson/page_json.h"
#include "tests/system/scenarios.h"

namespace cutline {
namespace {

void apply(Lab& lab, std::initializer_list<std::string_view> lines) {
  for (std::string_view line : lines) {
    const Result<Done> done = lab.apply_line(line);
    ASSERT_TRUE(done) << line << ": " << print_fault(done.error());
  }
}

std::string refusal(Lab& lab, std::string_view line) {
  const Result<Done> done = lab.apply_line(line);
  return done ? "" : done.error().sentence;
}

// Everything shown, but for what says how it was reached.
std::string shown(const Lab& lab) {
  LabModel model = lab.model();
  model.revision = 0;
  model.announcement.clear();
  model.announcement_id = 0;
  model.notices.clear();
  return page_json(model);
}

const ActionModel* find_action(const Lab& lab, std::string_view command) {
  for (const ActionModel& action : lab.model().actions)
    if (action.command == command) return &action;
  return nullptr;
}

TEST(Lab, OpensOnTheTransfersWithMoneyInFlightAfterAFewSteps) {
  Lab lab("transfers");
  EXPECT_EQ(lab.model().show, "transfers");
  EXPECT_EQ(lab.model().system.processes.size(), 3u);
  EXPECT_EQ(lab.model().ledger.verdict, "balanced");
  apply(lab, {"step 12"});
  EXPECT_NE(lab.model().ledger.in_channels, "0");
  EXPECT_EQ(lab.model().ledger.total, lab.model().ledger.expected);
  EXPECT_EQ(lab.model().log.size(), 12u);
}

TEST(Lab, ASnapshotIsRecordedJudgedAndShown) {
  Lab lab("transfers");
  apply(lab, {"step 10", "snapshot A", "step 40"});
  ASSERT_EQ(lab.model().snapshots.size(), 1u);
  const SnapshotModel& snapshot = lab.model().snapshots[0];
  EXPECT_EQ(snapshot.kind, "Chandy–Lamport");
  EXPECT_EQ(snapshot.ledger.verdict, "consistent");
  EXPECT_EQ(snapshot.ledger.total, snapshot.ledger.expected);
  EXPECT_NE(snapshot.ledger.in_channels, "0") << "the seed leaves transfers in flight at the cut";
  EXPECT_TRUE(snapshot.selected);
  EXPECT_EQ(lab.model().selected, "S1");
  EXPECT_EQ(lab.model().diagram.cuts.size(), 1u);
}

TEST(Lab, EndpointsOnlyLosesByName) {
  Lab lab("transfers");
  apply(lab, {"step 12", "read-all"});
  const SnapshotModel& snapshot = lab.model().snapshots[0];
  EXPECT_EQ(snapshot.kind, "endpoints only");
  EXPECT_EQ(snapshot.ledger.verdict, "loses");
  ASSERT_FALSE(snapshot.lost.empty());
  EXPECT_NE(snapshot.ledger.sentence.find(snapshot.lost[0]), std::string::npos);
  EXPECT_NE(snapshot.ledger.sentence.find("no channel state holds"), std::string::npos);
}

TEST(Lab, WhatIsReadAllAtOnceIsStartedByNoProcess) {
  Lab lab("transfers");
  apply(lab, {"step 12", "read-all", "read-each B"});
  EXPECT_EQ(lab.model().snapshots[0].initiator, "");
  EXPECT_EQ(lab.model().snapshots[1].initiator, "B");
}

TEST(Lab, NoTwoActionsHaveTheSameLabel) {
  Lab lab("transfers");
  apply(lab, {"step 12", "snapshot A", "step 6"});
  std::set<std::string> labels;
  size_t markers = 0;
  for (const ActionModel& action : lab.model().actions) {
    EXPECT_TRUE(labels.insert(action.label).second) << action.label;
    markers += action.label.starts_with("Deliver S1's marker from ") ? 1 : 0;
  }
  EXPECT_GE(markers, 2u);
}

TEST(Lab, TheQueueLabHasTheKeysOfTheRun) {
  std::string keys;
  const Lab lab("transfers");
  for (const ActionModel& action : lab.model().queue.actions) keys += action.key + " ";
  EXPECT_EQ(keys, "Left Right R ");
}

TEST(Lab, EndpointsOneByOneCountATransferTwiceByName) {
  Lab lab(test::mesh({100, 100}));
  apply(lab, {"read-each A", "send A>B 10", "deliver A>B", "read B"});
  const SnapshotModel& snapshot = lab.model().snapshots[0];
  EXPECT_EQ(snapshot.ledger.verdict, "repeats");
  EXPECT_EQ(snapshot.repeated, std::vector<std::string>{"T1"});
  EXPECT_EQ(snapshot.ledger.sentence,
            "S1 recorded 210 of 200. T1 (10) is counted twice: A recorded before sending it, B "
            "after receiving it.");
}

TEST(Lab, BackAndForthShowExactlyTheSame) {
  Lab lab("transfers");
  apply(lab, {"step 10", "snapshot B", "step 25"});
  const std::string at_36 = shown(lab);
  apply(lab, {"back"});
  const std::string at_35 = shown(lab);
  EXPECT_NE(at_35, at_36);
  apply(lab, {"step"});
  EXPECT_EQ(shown(lab), at_36);
  apply(lab, {"seek 0", "seek 35"});
  EXPECT_EQ(shown(lab), at_35);
}

TEST(Lab, ARefusedCommandLeavesTheStateAsItWasAndANotice) {
  Lab lab("transfers");
  apply(lab, {"step 5"});
  const std::string before = shown(lab);
  EXPECT_EQ(refusal(lab, "send A>B 1000000"), "A has 99 and cannot send 1000000");
  EXPECT_EQ(refusal(lab, "snapshot Q"), "there is no process \"Q\"; there are A, B and C");
  EXPECT_EQ(refusal(lab, "send A>Q 1"),
            "channel \"A>Q\": there is no process \"Q\"; there are A, B and C");
  EXPECT_EQ(refusal(lab, "send AB 1"), "a channel is written FROM>TO, not \"AB\"");
  EXPECT_EQ(refusal(lab, "seek -1"), "the step must be from 0 to 20000, not \"-1\"");
  EXPECT_EQ(refusal(lab, "back 6"), "only 5 steps lie behind");
  EXPECT_EQ(refusal(lab, "set color red").substr(0, 29), "there is no parameter \"color\"");
  EXPECT_EQ(refusal(lab, "set delay-min 2h"),
            "\"Message delay, shortest\" (delay-min): must be at most 1h");
  EXPECT_EQ(refusal(lab, "queue lambda -1").empty(), false);
  EXPECT_EQ(refusal(lab, "warp"), "there is no command \"warp\"");
  EXPECT_EQ(shown(lab), before);
  EXPECT_EQ(lab.model().notices.size(), 8u) << "the oldest of ten are gone";
  EXPECT_EQ(lab.model().notices.back().sentence, "there is no command \"warp\"");
  apply(lab, {"dismiss " + std::to_string(lab.model().notices.back().id)});
  EXPECT_EQ(lab.model().notices.size(), 7u);
  apply(lab, {"dismiss all"});
  EXPECT_TRUE(lab.model().notices.empty());
}

TEST(Lab, EveryEnabledActionCanBeDoneAndEveryRefusedOneIsRefusedForItsReason) {
  Lab lab("transfers");
  apply(lab, {"step 14", "read-each B", "snapshot A"});
  size_t done = 0;
  size_t refused = 0;
  for (const ActionModel& action : std::vector<ActionModel>(lab.model().actions)) {
    Lab copy = lab;
    std::string line = action.command;
    if (const size_t blank = line.find("…"); blank != std::string::npos)
      line.replace(blank, std::string("…").size(), "1");
    const Result<Done> result = copy.apply_line(line);
    EXPECT_EQ(static_cast<bool>(result), action.why_not.empty()) << line;
    if (!result) {
      EXPECT_EQ(result.error().sentence, action.why_not) << line;
    }
    ++(result ? done : refused);
  }
  EXPECT_GT(done, 10u);
  EXPECT_GT(refused, 2u);
}

TEST(Lab, TheRunAsCommandsLeadsToTheSameFingerprint) {
  Lab lab("transfers");
  apply(lab, {"set delay-min 50ms", "set delay-max 100ms", "seed 99", "step 9", "send A>B 3",
              "snapshot C", "step 20", "send B>C 2", "drop B>C", "read-all", "step 7", "back 4",
              "queue lambda 3", "queue mu 2.5", "queue step 3"});
  Lab replayed("two-banks");
  for (const std::string& line : lab.run_lines()) ASSERT_TRUE(replayed.apply_line(line)) << line;
  EXPECT_EQ(replayed.fingerprint(), lab.fingerprint());
  EXPECT_EQ(replayed.run_lines(), lab.run_lines());
  EXPECT_EQ(replayed.history().world(), lab.history().world());
  EXPECT_EQ(replayed.history().length(), lab.history().length());
}

TEST(Lab, SettingsThatDependOnEachOtherAreReplayedInAnOrderThatIsAllowed) {
  Lab lab("transfers");
  apply(lab, {"set delay-min 1ms", "set delay-max 2ms", "set send-interval-max 50s",
              "set send-interval-min 40s"});
  Lab replayed("transfers");
  for (const std::string& line : lab.run_lines()) ASSERT_TRUE(replayed.apply_line(line)) << line;
  EXPECT_EQ(replayed.history().scenario(), lab.history().scenario());
}

TEST(Lab, RulesOfOnesOwnAreReplayedToo) {
  Lab lab("transfers");
  apply(lab, {"set rule unaligned", "set hold on", "set record-at last-marker",
              "set late-markers on", "step 9", "snapshot A", "step 9"});
  Lab replayed("ring");
  for (const std::string& line : lab.run_lines()) ASSERT_TRUE(replayed.apply_line(line)) << line;
  EXPECT_EQ(replayed.history().scenario(), lab.history().scenario());
  EXPECT_EQ(replayed.fingerprint(), lab.fingerprint());
  apply(lab, {"set rule chandy-lamport"});
  for (const std::string& line : lab.run_lines()) ASSERT_TRUE(replayed.apply_line(line)) << line;
  EXPECT_EQ(replayed.history().scenario(), lab.history().scenario());
}

TEST(Lab, ResetGoesBackToTheScenarioAsItWasWritten) {
  Lab lab("transfers");
  const std::string start = shown(lab);
  apply(lab, {"seed 5", "set fifo off", "step 5", "reset"});
  EXPECT_EQ(shown(lab), start);
}

TEST(Lab, QueueExperimentsOfTheFirstPage) {
  Lab lab("transfers");
  apply(lab, {"queue reset", "queue lambda 3", "queue mu 2", "queue step", "queue step",
              "queue step", "queue step"});
  EXPECT_EQ(lab.model().queue.time_text, "2 s");
  EXPECT_EQ(lab.model().queue.backlog_text, "6");
  EXPECT_EQ(lab.model().queue.steady_sentence,
            "no steady state: λ ≥ μ, the mean backlog grows without bound");
  apply(lab, {"queue reset", "queue lambda 2", "queue mu 3", "queue step 4"});
  EXPECT_EQ(lab.model().queue.backlog_text, "2");
  EXPECT_EQ(lab.model().queue.empties, "empties at t = 4 s");
  EXPECT_EQ(lab.model().queue.lq, "1.333");
}

TEST(Lab, QueueEditsKeepTheTimeAndPredictionsAreCompared) {
  Lab lab("transfers");
  apply(lab, {"queue step 4", "queue lambda 3"});
  EXPECT_EQ(lab.model().queue.time_text, "2 s");
  EXPECT_EQ(lab.model().queue.backlog_text, "6") << "recomputed from four at the new rates";
  apply(lab, {"queue predict 6.5", "queue step"});
  EXPECT_TRUE(lab.model().queue.judged_right);
  EXPECT_EQ(lab.model().queue.judgement, "You predicted 6.5, the backlog is 6.5: right.");
  apply(lab, {"queue predict 9", "queue step"});
  EXPECT_FALSE(lab.model().queue.judged_right);
  EXPECT_EQ(lab.model().queue.judgement, "You predicted 9, the backlog is 7: 2 too many.");
  apply(lab, {"queue lambda 0", "queue mu 0"});
  EXPECT_EQ(lab.model().queue.backlog_text, "4");
  EXPECT_EQ(lab.model().queue.empties_at, -1);
}

TEST(Lab, PlayingStopsWhereNothingIsLeft) {
  Lab lab(test::mesh({5, 5}));
  EXPECT_EQ(refusal(lab, "play"),
            "nothing is left to happen by itself: no transfer is planned, nothing is in flight");
  apply(lab, {"send A>B 1", "play", "step"});
  EXPECT_TRUE(lab.playing());
  EXPECT_FALSE(lab.apply_line("step"));
  EXPECT_FALSE(lab.playing());
}

TEST(Lab, TheFaultsOfChannelsAreActionsToo) {
  Lab lab(test::mesh({5, 5}));
  apply(lab, {"send A>B 2"});
  ASSERT_NE(find_action(lab, "drop A>B"), nullptr);
  EXPECT_EQ(find_action(lab, "drop A>B")->label, "Lose T1 (2) from A>B");
  apply(lab, {"drop A>B"});
  EXPECT_EQ(lab.model().ledger.verdict, "not balanced");
  EXPECT_EQ(lab.model().ledger.sentence,
            "Processes hold 8, channels 0: together 8, not 10 as at the start: 2 was lost in "
            "channels.");
  ASSERT_EQ(lab.model().diagram.arrows.size(), 1u);
  EXPECT_TRUE(lab.model().diagram.arrows[0].lost_by_fault);
}

TEST(PageJson, IsJsonEvenWhenANoticeQuotesBytesThatAreNotText) {
  Lab lab("transfers");
  EXPECT_FALSE(lab.apply_line("snapshot \xff\xfe"));
  const auto json = nlohmann::json::parse(page_json(lab.model()), nullptr, false);
  ASSERT_FALSE(json.is_discarded());
  EXPECT_EQ(json["system"]["processes"].size(), 3u);
  EXPECT_EQ(json["notices"].size(), 1u);
  EXPECT_EQ(json["queue"]["backlog_text"], "4");
}

}  // namespace
}  // namespace cutline
