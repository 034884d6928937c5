// Every step, every refusal and every verdict has its sentence, whatever the run.
#include "core/lesson/explain.h"

#include <gtest/gtest.h>

#include <map>

#include "core/lesson/words.h"
#include "core/system/choice.h"
#include "tests/run/random_run.h"

namespace cutline::test {
namespace {

Scenario random_scenario(Dice& dice, uint64_t seed) {
  const auto coin = [&dice] { return dice.between(0, 1) == 1; };
  Scenario scenario = random_run_scenario(dice, seed);
  if (coin()) scenario.rule = kMarkerRules[dice.between(0, 3)].rule;
  else scenario.rule = {coin() ? RecordAt::first_marker : RecordAt::last_marker, coin(), coin(),
                        coin()};
  scenario.rule.record_twice = dice.between(0, 4) == 0;
  scenario.rule.never_stop = dice.between(0, 4) == 0;
  scenario.rule.late_markers = dice.between(0, 4) == 0;
  if (dice.between(0, 3) == 0)
    scenario.algorithm = coin() ? SnapshotAlgorithm::lai_yang : SnapshotAlgorithm::mattern;
  if (!scenario.channel_rule.reliable) {
    scenario.fifo = dice.between(0, 3) != 0;
    if (coin()) scenario.channel_rule = {100, 100, false, 0};
  }
  return scenario;
}

// Every choice that can be written down here, possible or not; also some beyond the edge.
std::vector<Choice> all_choices(const World& world) {
  std::vector<Choice> out;
  const auto add = [&](const Choice& choice) {
    out.push_back(choice);
    out.back().at = world.now;
  };
  constexpr Act kOfProcess[] = {Act::snapshot,  Act::read,        Act::read_all, Act::read_each,
                                Act::record_only, Act::markers, Act::local};
  constexpr Act kOfChannel[] = {Act::send, Act::deliver, Act::read_channel, Act::drop,
                                Act::duplicate, Act::arrive, Act::retransmit};
  for (uint32_t index = 0; index <= world.processes.size(); ++index)
    for (Act act : kOfProcess)
      for (bool joins : {false, true}) {
        Choice choice;
        choice.act = act;
        choice.process = {index};
        choice.joins = joins && (act == Act::snapshot || act == Act::record_only);
        add(choice);
      }
  for (uint32_t index = 0; index <= world.channels.size(); ++index)
    for (Act act : kOfChannel)
      for (uint32_t position = 0; position < 4; ++position) {
        Choice choice;
        choice.act = act;
        choice.channel = {index};
        choice.position = position;
        choice.value = Value::of(position * 50);
        add(choice);
      }
  return out;
}

void expect_sentence(const std::string& sentence, bool ends) {
  EXPECT_GT(sentence.size(), 8u) << sentence;
  EXPECT_EQ(sentence.back() == '.', ends) << sentence;
  EXPECT_EQ(sentence.find("  "), std::string::npos) << sentence;
  EXPECT_EQ(sentence.find(" ,"), std::string::npos) << sentence;
}

// A refusal names whom it is about, and who must do something first where it is held.
void expect_refusal(const Scenario& scenario, const World& world, const Choice& choice,
                    const std::string& why, std::map<std::string, int>& kinds) {
  expect_sentence(why, false);
  const bool of_channel = choice.act == Act::send || choice.act == Act::deliver ||
                          choice.act == Act::read_channel || choice.act == Act::drop ||
                          choice.act == Act::duplicate || choice.act == Act::arrive ||
                          choice.act == Act::retransmit;
  const bool there = of_channel ? choice.channel.index < world.channels.size()
                                : choice.process.index < world.processes.size();
  if (!there) return;
  ++kinds[std::to_string(static_cast<int>(choice.act))];
  if (const size_t holds = why.find(" holds "); holds != std::string::npos) {
    ++kinds["held"];
    const ProcessId receiver = scenario.channels[choice.channel.index].to;
    EXPECT_EQ(why.substr(0, holds), scenario.processes[receiver.index].name);
    const size_t until = why.find(" until ");
    bool named = false;  // a channel whose marker is missing
    for (ChannelId input : channels_to(scenario, receiver))
      named = named || why.find(scenario.channel_name(input), until) != std::string::npos;
    EXPECT_TRUE(named) << why;
  }
  if (choice.act == Act::deliver) {
    EXPECT_NE(why.find(scenario.channel_name(choice.channel)), std::string::npos) << why;
  }
}

void expect_verdict(const Scenario& scenario, const World& world, SnapshotId id) {
  const SnapshotLedger ledger = snapshot_ledger(scenario, world, id);
  if (ledger.verdict == Verdict::incomplete) {
    expect_sentence(explain_missing(scenario, world, id), false);
    return;
  }
  const std::string sentence = explain_verdict(scenario, world, id);
  expect_sentence(sentence, true);
  for (const ChannelLedger& channel : ledger.channels) {
    for (RecordId record : channel.lost)
      EXPECT_NE(sentence.find(record_text(world, record)), std::string::npos) << sentence;
    for (RecordId record : channel.repeated)
      EXPECT_NE(sentence.find(record_text(world, record)), std::string::npos) << sentence;
  }
}

TEST(Explain, EveryChoiceEveryRefusalAndEveryVerdictOfRandomRunsHasItsSentence) {
  std::map<std::string, int> refusals;
  int steps = 0;
  std::map<Verdict, int> verdicts;
  for (uint64_t seed = 1; seed <= 150; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    const Scenario scenario = random_scenario(dice, seed);
    World world = start_world(scenario);
    for (int taken = 0; taken < 50; ++taken) {
      std::vector<Choice> possible = enabled(scenario, world);
      for (const Choice& choice : all_choices(world)) {
        if (const auto why = why_not(scenario, world, choice))
          expect_refusal(scenario, world, choice, *why, refusals);
        else if (choice.act != Act::local)
          possible.push_back(choice);
      }
      ASSERT_FALSE(HasFailure());
      if (possible.empty()) break;
      const auto which = dice.between(0, static_cast<int64_t>(possible.size()) - 1);
      Happening happening;
      happening.choice = possible[static_cast<size_t>(which)];
      happening.effects = step(scenario, world, happening.choice);
      const std::string sentence = explain_step(scenario, happening);
      expect_sentence(sentence, true);
      EXPECT_EQ(sentence == "Nothing changes.", happening.effects.empty());
      ++steps;
      for (uint32_t index = 0; index < world.snapshots.size(); ++index) {
        expect_verdict(scenario, world, {index});
        ++verdicts[snapshot_ledger(scenario, world, {index}).verdict];
      }
      ASSERT_FALSE(HasFailure()) << sentence;
    }
  }
  EXPECT_GT(steps, 5'000);
  EXPECT_GT(refusals["held"], 40);
  for (Verdict verdict : {Verdict::incomplete, Verdict::consistent, Verdict::loses,
                          Verdict::repeats, Verdict::loses_and_repeats})
    EXPECT_GT(verdicts[verdict], 20) << verdict_text(verdict);
}

}  // namespace
}  // namespace cutline::test
