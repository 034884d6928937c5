#include "core/lesson/settings.h"

#include <gtest/gtest.h>

#include "tests/system/scenarios.h"

namespace cutline {
namespace {

Scenario set(Scenario scenario, std::string_view key, std::string_view value) {
  const Result<Scenario> changed = with_setting(std::move(scenario), key, value);
  EXPECT_TRUE(changed) << key << " " << value << ": "
                       << (changed ? "" : changed.error().sentence);
  return changed ? *changed : Scenario{};
}

std::string refusal(std::string_view key, std::string_view value) {
  const Result<Scenario> changed = with_setting(test::mesh({1, 1}), key, value);
  return changed ? "accepted" : changed.error().sentence;
}

TEST(Settings, EveryWordThatASettingOffersIsTakenAndShownAgain) {
  size_t words = 0;
  for (const SettingInfo& setting : settings())
    for (const std::string& word : setting.options()) {
      if (word == "other") continue;
      const Scenario changed = set(test::mesh({1, 1}), setting.key, word);
      EXPECT_EQ(setting_value(changed, setting.key), word) << setting.key;
      ++words;
    }
  EXPECT_GE(words, 20u);
}

TEST(Settings, ARuleSetsTheFourSwitchesAndLeavesTheFaults) {
  Scenario scenario = set(test::mesh({1, 1}), "never-stop", "on");
  scenario = set(scenario, "rule", "aligned");
  EXPECT_EQ(setting_value(scenario, "record-at"), "last-marker");
  EXPECT_EQ(setting_value(scenario, "hold"), "on");
  EXPECT_EQ(setting_value(scenario, "record"), "off");
  EXPECT_EQ(setting_value(scenario, "overtake"), "off");
  EXPECT_EQ(setting_value(scenario, "never-stop"), "on");
  scenario = set(scenario, "hold", "off");
  EXPECT_EQ(setting_value(scenario, "rule"), "at-least-once");
  scenario = set(scenario, "overtake", "on");
  EXPECT_EQ(setting_value(scenario, "rule"), "other");
}

TEST(Settings, WrongSettingsSayThatTheyAreWrong) {
  size_t wrong = 0;
  for (const SettingInfo& setting : settings())
    for (std::string_view key : {"record-twice", "never-stop", "late-markers"})
      if (setting.key == key) {
        EXPECT_NE(setting.hint.find("on is wrong"), std::string_view::npos) << key;
        ++wrong;
      }
  EXPECT_EQ(wrong, 3u);
}

TEST(Settings, WhatChannelsDoIsSetByNumbersAndAWord) {
  Scenario scenario = set(test::mesh({1, 1}), "loss", "250");
  scenario = set(scenario, "duplication", "1000");
  scenario = set(scenario, "reliable", "on");
  scenario = set(scenario, "timeout", "1500ms");
  EXPECT_EQ(scenario.channel_rule, (ChannelRule{250, 1000, true, 1500 * kMillisecond}));
  EXPECT_EQ(setting_value(scenario, "loss"), "250");
  EXPECT_EQ(setting_value(scenario, "timeout"), "1.5s");
  EXPECT_EQ(refusal("loss", "1001"),
            "\"Messages lost, per mille\" (loss) must be from 0 to 1000, not \"1001\"");
  EXPECT_EQ(refusal("duplication", "half"),
            "\"Messages doubled, per mille\" (duplication) must be a whole number, not \"half\"");
  EXPECT_EQ(refusal("timeout", "2h"), 
            "\"Time-out until a message is sent again\" (timeout): must be at most 1h");
}

TEST(Settings, RefusalsNameWhatIsAllowed) {
  EXPECT_EQ(refusal("hold", "yes"),
            "\"Hold a channel whose marker is in\" (hold): must be on or off, not \"yes\"");
  EXPECT_EQ(refusal("record-at", "never"),
            "\"A process records at\" (record-at): must be first-marker or last-marker, not "
            "\"never\"");
  EXPECT_EQ(refusal("rule", "naive"),
            "\"Marker rule: sets the four switches below\" (rule): must be chandy-lamport, "
            "aligned, at-least-once, unaligned or other, not \"naive\"");
  EXPECT_EQ(refusal("rule", "other"), "rule: change the four switches to make a rule of your own");
  EXPECT_EQ(refusal("algorithm", "raft"),
            "\"Snapshot algorithm\" (algorithm): must be chandy-lamport, lai-yang or mattern, not "
            "\"raft\"");
  EXPECT_EQ(refusal("amount-max", "0"),
            "\"Largest transfer\" (amount-max) must be from 1 to 1000000000000, not \"0\"");
}

}  // namespace
}  // namespace cutline
