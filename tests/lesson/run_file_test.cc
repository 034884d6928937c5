// Saved runs: they come back as they were, and what is no saved run is refused with its line.
#include "core/lesson/run_file.h"

#include <gtest/gtest.h>

#include "core/base/dice.h"
#include "core/base/fingerprint.h"
#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/lesson/command_budget.h"
#include "core/lesson/lab.h"
#include "tests/system/scenarios.h"

namespace cutline {
namespace {

void apply(Lab& lab, std::initializer_list<std::string> lines) {
  for (const std::string& line : lines) {
    const Result<Done> done = lab.apply_line(line);
    ASSERT_TRUE(done) << line << ": " << print_fault(done.error());
  }
}

// "3:1: sentence", or "" where the text opens. A refusal must leave the present run alone.
std::string refusal(std::string_view text) {
  Lab lab("two-banks");
  apply(lab, {"step 5", "queue lambda 3"});
  const uint64_t before = lab.fingerprint();
  const Result<Done> done = lab.open_run(text);
  if (done) return "";
  EXPECT_EQ(lab.fingerprint(), before);
  EXPECT_EQ(lab.authored().name, "two-banks");
  EXPECT_EQ(lab.notices().size(), 1u);
  const std::string place =
      done.error().line > 0 ? "line " + std::to_string(done.error().line) + ": " : "";
  EXPECT_EQ(lab.notices().back().sentence,
            "The run was not opened: " + place + done.error().sentence);
  return print_fault(done.error());
}

void expect_same(const Lab& got, const Lab& wanted) {
  EXPECT_EQ(got.fingerprint(), wanted.fingerprint());
  EXPECT_EQ(got.history().world(), wanted.history().world());
  EXPECT_EQ(got.history().cursor(), wanted.history().cursor());
  ASSERT_EQ(got.history().length(), wanted.history().length());
  for (size_t at = 0; at < got.history().length(); ++at) {
    const Happening& left = got.history().happenings()[at];
    const Happening& right = wanted.history().happenings()[at];
    ASSERT_EQ(left.choice, right.choice) << "step " << at + 1;
    ASSERT_EQ(left.effects, right.effects) << "step " << at + 1;
    ASSERT_EQ(left.by_clock, right.by_clock) << "step " << at + 1;
  }
  EXPECT_EQ(got.history().scenario(), wanted.history().scenario());
  EXPECT_EQ(got.run_lines(), wanted.run_lines());
  EXPECT_EQ(got.screen(), wanted.screen());
  EXPECT_EQ(got.queue().lambda, wanted.queue().lambda);
  EXPECT_EQ(got.queue().mu, wanted.queue().mu);
  EXPECT_EQ(got.queue().steps, wanted.queue().steps);
}

TEST(RunFile, HasTheCommandsTheScreenAndTheFingerprint) {
  Lab lab("transfers");
  apply(lab, {"seed 9", "step 3", "snapshot A", "step", "queue lambda 3", "queue step 2",
              "show queue", "back"});
  EXPECT_EQ(print_run_file(lab),
            "cutline run 2\nscenario transfers\nseed 9\nstep 3\nsnapshot A\nstep\nseek 4\n"
            "queue lambda 3\nqueue step 2\nselect S1\nshow queue\nfingerprint " +
                print_fingerprint(run_fingerprint(lab)) + "\n");
}

// Anything that may be pressed, and going back and forth.
void act_at_random(Lab& lab, Dice& dice) {
  const auto below = [&](size_t end) {
    return static_cast<size_t>(dice.between(0, static_cast<int64_t>(end) - 1));
  };
  const int64_t kind = dice.between(0, 9);
  if (kind == 0) return apply(lab, {"seek " + std::to_string(below(lab.history().length() + 1))});
  if (kind == 1) return apply(lab, {"queue lambda " + print_decimal(dice.between(0, 40) / 8.0)});
  if (kind == 2) return apply(lab, {"queue step " + std::to_string(dice.between(1, 5))});
  const std::vector<ActionModel> actions = lab.model().actions;
  std::string line = actions[below(actions.size())].command;
  if (line == "play" || line == "reset" || line == "back") line = "step 3";
  if (const size_t open = line.find("…"); open != std::string::npos)
    line = line.substr(0, open) + std::to_string(dice.between(1, 20));
  (void)lab.apply_line(line);  // one that is refused now changes nothing
}

TEST(RunFile, ARandomRunComesBackWithItsWorldCursorAndRecordedFuture) {
  constexpr std::string_view kScenarios[] = {"transfers", "two-banks", "ring"};
  const std::string kSettings[] = {"set fifo off", "set algorithm lai-yang",
                                            "set delay-max 3s", "seed 77"};
  size_t with_future = 0;
  for (uint64_t seed = 1; seed <= 30; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    Lab lab(kScenarios[seed % 3]);
    apply(lab, {kSettings[seed % 4]});
    for (int act = 0; act < 60; ++act) act_at_random(lab, dice);
    if (seed % 2 == 0)
      apply(lab, {"show queue", "seek " + std::to_string(lab.history().length() / 2)});
    with_future += lab.history().cursor() < lab.history().length() ? 1 : 0;
    const std::string text = print_run_file(lab);
    Lab other("two-banks");
    const Result<Done> opened = other.open_run(text);
    ASSERT_TRUE(opened) << print_fault(opened.error()) << "\n" << text;
    EXPECT_TRUE(other.notices().empty());
    expect_same(other, lab);
    EXPECT_EQ(print_run_file(other), text);
  }
  EXPECT_GT(with_future, 3u);
}

TEST(RunFile, ResetGoesBackToTheRunAsItWasOpened) {
  Lab saved("transfers");
  apply(saved, {"seed 3", "step 8", "snapshot B", "step 4", "seek 10"});
  Lab lab("two-banks");
  ASSERT_TRUE(lab.open_run(print_run_file(saved)));
  EXPECT_EQ(lab.announcement(), "Opened a saved run: " + saved.history().scenario().title +
                                    ", step 10 of 13, t = " + lab.model().time + ".");
  apply(lab, {"set delay-max 3s", "step 30", "reset"});
  expect_same(lab, saved);
  apply(lab, {"scenario transfers", "step", "reset"});
  EXPECT_EQ(lab.history().length(), 0u) << "a scenario that is chosen is no longer the opened run";
}

TEST(RunFile, OneThatEndsElsewhereIsRefusedAtItsLastLine) {
  Lab saved("transfers");
  apply(saved, {"step 8", "snapshot A", "step 3", "cut-set 3,2,1", "select A"});
  const std::string text = print_run_file(saved);
  const std::string last = text.substr(text.size() - 17, 16);
  const auto edited = [&](std::string_view from, std::string_view to) {
    std::string out = text;
    out.replace(out.find(from), from.size(), to);
    return refusal(out);
  };
  for (const auto& [from, to] : std::initializer_list<std::pair<std::string, std::string>>{
           {"step 8", "step 9"},
           {"snapshot A", "snapshot B"},
           {"cut-set 3,2,1", "cut-set 3,2,0"},
           {"cut-set 3,2,1\n", "\n"},
           {"select A", "select B"},
           {"select A\n", "select A\nshow queue\n"},
           {last, "0123456789abcdef"}}) {
    SCOPED_TRACE(from + " became " + to);
    const std::string got = edited(from, to);
    EXPECT_EQ(got.find(to.ends_with("queue\n") ? "9:13: " : "8:13: "), 0u) << got;
    EXPECT_NE(got.find("this run ends elsewhere than when it was saved (fingerprint "),
              std::string::npos) << got;
  }
  EXPECT_EQ(edited("step 8\n", "step 4\nstep 4\n# the same run\n"), "");
}

TEST(RunFile, AnOlderFormIsRefused) {
  EXPECT_EQ(refusal("cutline run 1\nscenario ring\nfingerprint 0123456789abcdef").find(
                "1:13: this run was saved by an older Cutline, in form 1"), 0u);
}

TEST(RunFile, CommentsEmptyLinesAByteOrderMarkAndWindowsLineEndsAreNoFault) {
  Lab saved("transfers");
  apply(saved, {"step 2"});
  const std::string print = print_fingerprint(run_fingerprint(saved));
  const std::string text = "\xef\xbb\xbf# mine\r\n\r\n cutline run 2\r\n\tscenario transfers\r\n"
                           "# now two\r\nstep 2\r\nfingerprint " + print;
  EXPECT_TRUE(is_run_text(text));
  EXPECT_EQ(refusal(text), "");
}

TEST(RunFile, WhatIsNoSavedRunIsRefusedWithItsLine) {
  EXPECT_FALSE(is_run_text("step 3\n"));
  EXPECT_FALSE(is_run_text(""));
  const std::string no_run = "this is not a saved run: its first line must be \"cutline run 2\"";
  EXPECT_EQ(refusal(""), "1:1: " + no_run);
  EXPECT_EQ(refusal("\n# nothing\n"), "3:1: " + no_run);
  EXPECT_EQ(refusal("{\"scenario\": 1}"), "1:1: " + no_run);
  EXPECT_EQ(refusal("\n  cutline ran 1"), "2:3: " + no_run);
  EXPECT_EQ(refusal("cutline run"), "1:9: the form needs its version: cutline run 2");
  EXPECT_EQ(refusal("cutline run one"),
            "1:13: the version must be a whole number, not \"one\"");
  EXPECT_EQ(refusal("cutline run 3"),
            "1:13: this run was saved by a newer Cutline, in form 3; this one reads form 2");
  EXPECT_EQ(refusal("cutline run 2\nscenario ring\nstep 2\n"),
            "4:1: the run is cut short: its last line must be its fingerprint");
  EXPECT_EQ(refusal("cutline run 2\nfingerprint 0123456789abcdef"),
            "3:1: a saved run starts with its scenario: scenario NAME");
  EXPECT_EQ(refusal("cutline run 2\nscenario ring\nfingerprint 0123456789abcdeg"),
            "3:13: a fingerprint has 16 hexadecimal digits");
  EXPECT_EQ(refusal("cutline run 2\nscenario ring\nfingerprint"),
            "3:1: a fingerprint has 16 hexadecimal digits");
  EXPECT_EQ(refusal("cutline run 2\nscenario ring\nfingerprint 0123456789abcdef\nstep"),
            "4:1: nothing stands behind the fingerprint of a saved run");
}

TEST(RunFile, AnEditedRunIsRefusedWithTheLineThatFails) {
  const std::string start = "cutline run 2\nscenario transfers\n";
  const std::string end = "\nfingerprint 0123456789abcdef\n";
  EXPECT_EQ(refusal(start + "stpe 3" + end), "3:1: there is no command \"stpe\"");
  EXPECT_EQ(refusal(start + "step 2 3" + end), "3:8: \"3\" is one word too many: step [COUNT]");
  EXPECT_EQ(refusal(start + "step x" + end),
            "3:1: the number of steps must be a whole number, not \"x\"");
  EXPECT_EQ(refusal(start + "snapshot Q" + end),
            "3:1: there is no process \"Q\"; there are A, B and C");
  EXPECT_EQ(refusal("cutline run 2\nscenario moon" + end),
            "2:1: there is no scenario \"moon\"; there are doubling, join, lossy, mesh-2, mesh-3, "
            "never-existed, repaired, ring, transfers and two-banks");
  EXPECT_EQ(refusal("cutline run 2\nstep" + end),
            "2:1: a saved run starts with its scenario: scenario NAME");
  for (const char* line : {"play", "dismiss all", "back", "reset", "queue back"})
    EXPECT_EQ(refusal(start + line + end),
              "3:1: \"" + std::string(line) + "\" is no part of a saved run");
  const std::string late = " stands too late: behind its ";
  EXPECT_EQ(refusal(start + "step\nseed 3" + end),
            "4:1: \"seed 3\"" + late + "steps a saved run cannot come back to its settings");
  EXPECT_EQ(refusal(start + "step 2\nseek 1\nseek 2" + end),
            "5:1: \"seek 2\"" + late + "place a saved run cannot come back to its place");
  EXPECT_EQ(refusal(start + "scenario ring" + end),
            "3:1: \"scenario ring\"" + late +
                "scenario a saved run cannot come back to its scenario");
}

TEST(RunFile, LimitsAreRefusedAndNotReached) {
  EXPECT_EQ(refusal(std::string(kRunBytesMax + 1, '#')),
            "a saved run has at most 4194304 bytes");
  std::string many = "cutline run 2\nscenario ring\n";
  for (size_t line = 0; line < kRunLinesMax; ++line) many += "step\n";
  EXPECT_EQ(refusal(many), "21002: a saved run has at most 21000 commands");
  many = "cutline run 2\nscenario ring\n";
  for (size_t line = 0; line <= kRunSettingsMax; ++line) many += "seed 1\n";
  EXPECT_EQ(refusal(many), "203:1: a saved run has at most 200 settings");
  const std::string start = "cutline run 2\nscenario ring\n";
  const std::string late = " stands too late: behind its screen a saved run cannot come back to ";
  EXPECT_EQ(refusal(start + "select A\nselect B"), "4:1: \"select B\"" + late + "its screen");
  EXPECT_EQ(refusal(start + "show queue\nshow queue"), "4:1: \"show queue\"" + late + "its screen");
}

// Every command about a cut looks at the whole run.
TEST(RunFile, CommandsOfOneFileMayAskForSoMuchWork) {
  Lab lab(test::mesh({1'000'000, 0}));
  CommandBudget budget;
  for (size_t step = 0; step < 5000; ++step) {
    apply(lab, {"send A>B 1", "deliver A>B"});
    ASSERT_TRUE(budget.spend(lab));
  }
  apply(lab, {"cut now"});
  size_t commands = 0;
  while (budget.spend(lab)) ASSERT_LT(++commands, 10'000u);
  EXPECT_EQ(commands, (static_cast<size_t>(kCommandWorkMax) - 15'000) / 10'000);
}

TEST(RunFile, TheLongestRunThereCanBeComesBack) {
  const Scenario scenario = test::mesh({1'000'000, 0});
  Lab saved(scenario);
  for (size_t step = 0; step < kStepsMax / 2; ++step) apply(saved, {"send A>B 1", "deliver A>B"});
  const std::string text = print_run_file(saved);
  EXPECT_LT(text.size(), kRunBytesMax);
  Lab lab(scenario);  // no scenario that comes with the build: the open one is meant
  const Result<Done> opened = lab.open_run(text);
  ASSERT_TRUE(opened) << print_fault(opened.error());
  expect_same(lab, saved);
}

}  // namespace
}  // namespace cutline
