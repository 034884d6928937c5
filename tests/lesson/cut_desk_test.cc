// The learner's cut through the command bus: verbs, refusals, read models, saved runs.
#include "core/lesson/cut_desk.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/lesson/embedded_scenarios.h"
#include "core/lesson/lab.h"
#include "core/lesson/page_json.h"
#include "core/lesson/run_file.h"

namespace cutline {
namespace {

void apply(Lab& lab, std::initializer_list<std::string_view> lines) {
  for (std::string_view line : lines) {
    const Result<Done> done = lab.apply_line(line);
    ASSERT_TRUE(done) << line << ": " << print_fault(done.error());
  }
}

std::string refusal(Lab& lab, std::string_view line) {
  const CutDesk before = lab.cut_desk();
  const Result<Done> done = lab.apply_line(line);
  EXPECT_EQ(lab.cut_desk(), before) << line;
  return done ? "" : done.error().sentence;
}

std::vector<uint32_t> inside(const Lab& lab) {
  std::vector<uint32_t> out;
  for (const CutPlaceModel& place : lab.model().cut.places) out.push_back(place.inside);
  return out;
}

std::vector<std::string> names(const std::vector<CutMessageModel>& messages) {
  std::vector<std::string> out;
  for (const CutMessageModel& message : messages) out.push_back(message.name);
  return out;
}

const ActionModel* find_action(const Lab& lab, std::string_view command) {
  for (const ActionModel& action : lab.model().cut.actions)
    if (action.command == command) return &action;
  return nullptr;
}

using Counts = std::vector<uint32_t>;
using Names = std::vector<std::string>;

//  A  1: sends T1   3: receives T2
//  B  2: sends T2   4: receives T1
Lab crossing() {
  Lab lab("never-existed");
  apply(lab, {"send p>q 4", "send q>p 3", "deliver q>p", "deliver p>q"});
  return lab;
}

TEST(CutDesk, TheVerdictNamesItsWitnesses) {
  Lab lab = crossing();
  apply(lab, {"cut now", "cut q 0"});
  EXPECT_EQ(inside(lab), (Counts{2, 0}));
  const LabCutModel& cut = lab.model().cut;
  EXPECT_FALSE(cut.consistent);
  EXPECT_EQ(names(cut.orphans), Names{"T2"});
  EXPECT_EQ(cut.orphans[0].sentence,
            "T2 (3) is received at p inside the cut but sent at q outside it.");
  EXPECT_EQ(names(cut.in_flight), Names{"T1"});
  EXPECT_EQ(cut.in_flight[0].sentence,
            "T1 (4) is sent at p inside the cut and received at q outside it.");
  EXPECT_EQ(cut.ledger.verdict, "not consistent");
  EXPECT_EQ(cut.ledger.sentence,
            "The cut is not consistent. T2 (3) is received at p inside the cut but sent at q "
            "outside it. In flight: T1 (4) on p>q. The total is 23, at the start it was 20: the "
            "orphans' 3 counts twice, still at the sender and already at the receiver.");
  EXPECT_EQ(cut.ledger.total, "23");
  EXPECT_EQ(cut.occurrence, "");
}

TEST(CutDesk, SnapsBothWaysAndSaysSo) {
  Lab lab = crossing();
  apply(lab, {"cut now", "cut q 0", "cut-shrink"});
  EXPECT_EQ(inside(lab), (Counts{1, 0}));
  EXPECT_EQ(refusal(lab, "cut-shrink"), "the cut is consistent already");
  ASSERT_NE(find_action(lab, "cut-shrink"), nullptr);
  EXPECT_EQ(find_action(lab, "cut-shrink")->why_not, "it is consistent already");
  apply(lab, {"cut-set 2,0", "cut-grow"});
  EXPECT_EQ(inside(lab), (Counts{2, 1}));
  EXPECT_EQ(lab.model().cut.occurrence, "The run was in this state after step 3.");
}

TEST(CutDesk, MarksOrphansAndWhatIsInFlightInTheDiagram) {
  Lab lab = crossing();
  apply(lab, {"cut-set 2,0"});
  const std::vector<ArrowModel>& arrows = lab.model().diagram.arrows;
  ASSERT_EQ(arrows.size(), 2u);
  EXPECT_EQ(arrows[0].cut_state, "in flight");
  EXPECT_EQ(arrows[1].cut_state, "orphan");
  apply(lab, {"cut off"});
  EXPECT_EQ(lab.model().diagram.arrows[1].cut_state, "");
  EXPECT_FALSE(lab.model().cut.on);
}

TEST(CutDesk, RefusesWhatIsOutOfRangeWithASentence) {
  Lab lab = crossing();
  EXPECT_EQ(refusal(lab, "cut off"), "there is no cut");
  EXPECT_EQ(refusal(lab, "cut-grow"),
            "there is no cut: lay one with \"cut now\", or load a snapshot's");
  EXPECT_EQ(refusal(lab, "cut p 3"), "the number of events of p must be from 0 to 2, not \"3\"");
  EXPECT_EQ(refusal(lab, "cut p -1"), "the number of events of p must be from 0 to 2, not \"-1\"");
  EXPECT_EQ(refusal(lab, "cut X 1"), "there is no process \"X\"; there are p and q, and all");
  EXPECT_EQ(refusal(lab, "cut all 5"), "the step must be from 0 to 4, not \"5\"");
  EXPECT_EQ(refusal(lab, "cut p"),
            "cut needs a place: a process and a number of its events, \"all\" and a step, \"now\" "
            "or \"off\"");
  EXPECT_EQ(refusal(lab, "cut-set 1"),
            "cut-set takes 2 numbers, one for each process, with commas between");
  EXPECT_EQ(refusal(lab, "cut-set 1,1,1"),
            "cut-set takes 2 numbers, one for each process, with commas between");
  EXPECT_EQ(refusal(lab, "cut-set 1,"),
            "the number of events of q must be a whole number, not \"\"");
  EXPECT_EQ(refusal(lab, "cut-load S1"), "there is no snapshot \"S1\" at this step of the run");
  EXPECT_EQ(refusal(lab, "straighten"),
            "there is no cut: lay one with \"cut now\", or load a snapshot's");
  EXPECT_EQ(refusal(lab, "swap"), "nothing is being straightened: \"straighten\" begins");
  EXPECT_EQ(refusal(lab, "clocks maybe"), "clocks are on or off, not \"maybe\"");
  apply(lab, {"cut-set 2,0"});
  EXPECT_EQ(refusal(lab, "straighten"),
            "only a consistent cut can be straightened: T2 (3) is received at p inside the cut but "
            "sent at q outside it.");
  apply(lab, {"cut now"});
  EXPECT_EQ(refusal(lab, "straighten"),
            "the cut is a straight line in the run's own order already");
  apply(lab, {"snapshot p"});
  EXPECT_EQ(refusal(lab, "cut-load S1"), "S1 has no cut yet: q has not recorded");
}

TEST(CutDesk, ACutLiesOverTheWholeRecordedRunAndFollowsItsChanges) {
  Lab lab("transfers");
  apply(lab, {"step 40", "cut all 30", "seek 10"});
  const Counts before = inside(lab);
  apply(lab, {"step 5", "back 3"});
  EXPECT_EQ(inside(lab), before);
  apply(lab, {"snapshot A"});  // drops what was recorded behind step 12
  EXPECT_EQ(lab.model().length, 13u);
  for (const CutPlaceModel& place : lab.model().cut.places) EXPECT_EQ(place.inside, place.events);
  apply(lab, {"seed 9"});
  EXPECT_FALSE(lab.model().cut.on);
}

TEST(CutDesk, TheStateOfTheExampleNeverExistedAndTwoSwapsBringItAbout) {
  Lab lab("transfers");
  apply(lab, {"open never-existed"});
  EXPECT_EQ(lab.model().scenario, "never-existed");
  EXPECT_EQ(lab.model().announcement, "A state that never existed (Chandy & Lamport 1985).");
  ASSERT_EQ(lab.model().snapshots.size(), 1u);
  EXPECT_EQ(lab.model().snapshots[0].ledger.verdict, "consistent");
  const LabCutModel& cut = lab.model().cut;
  EXPECT_TRUE(cut.consistent);
  EXPECT_FALSE(cut.existed);
  EXPECT_TRUE(cut.occurrence.starts_with("The run was never in this state")) << cut.occurrence;
  EXPECT_EQ(cut.ledger.lines[0].what, "10");
  EXPECT_EQ(cut.ledger.lines[1].what, "5");
  EXPECT_EQ(cut.ledger.lines[3].what, "T2 5, S1's marker");

  apply(lab, {"straighten"});
  const StraighteningModel& opened = lab.model().cut.straightening;
  ASSERT_EQ(opened.swaps.size(), 2u);
  EXPECT_EQ(opened.swaps[0].sentence,
            "T1's sending at p and T2's sending at q are at different processes and neither "
            "causes the other.");
  EXPECT_EQ(opened.swaps[1].sentence,
            "T1's sending at p and the receipt of S1's marker from p at q are at different "
            "processes and neither causes the other.");
  apply(lab, {"swap", "swap"});
  EXPECT_EQ(refusal(lab, "swap"), "the cut is a straight line: every swap is done");
  const StraighteningModel& done = lab.model().cut.straightening;
  Counts steps;
  for (const OrderedEventModel& event : done.order) steps.push_back(event.step);
  EXPECT_EQ(steps, (Counts{1, 3, 4, 2, 5, 6}));
  EXPECT_EQ(done.line, 3u);
  EXPECT_TRUE(done.order[2].inside);
  EXPECT_FALSE(done.order[3].inside);
  EXPECT_EQ(done.changes_from, 1u);
  EXPECT_EQ(done.changes_to, 4u);
  apply(lab, {"unswap 2"});
  EXPECT_EQ(lab.model().cut.straightening.done, 0u);
  EXPECT_EQ(refusal(lab, "unswap"), "this is the run's own order");
  EXPECT_EQ(refusal(lab, "swap 3"), "only 2 swaps are left");
  apply(lab, {"straighten all", "straighten off"});
  EXPECT_FALSE(lab.model().cut.straightening.open);
  EXPECT_EQ(refusal(lab, "straighten off"), "the events stand in the run's own order");
}

TEST(CutDesk, AChangedCutOrRunClosesTheStraightening) {
  Lab lab("transfers");
  apply(lab, {"open never-existed", "straighten 1", "send p>q 1"});
  EXPECT_TRUE(lab.model().cut.straightening.open);  // a later event stands behind the line
  EXPECT_EQ(lab.model().cut.straightening.done, 1u);
  EXPECT_EQ(lab.model().cut.straightening.order.size(), 7u);
  apply(lab, {"cut p 0"});
  EXPECT_FALSE(lab.model().cut.straightening.open);
  apply(lab, {"cut p 1", "straighten 1", "back 6", "send q>p 2"});
  EXPECT_FALSE(lab.model().cut.straightening.open);
}

TEST(CutDesk, ASavedRunHasTheCutAndTheStraighteningAgain) {
  Lab lab("transfers");
  apply(lab, {"open never-existed", "straighten", "swap", "clocks on", "back 2"});
  const std::vector<std::string> lines = lab.run_lines();
  ASSERT_GE(lines.size(), 2u);
  EXPECT_EQ(lines[lines.size() - 2], "cut-set 1,2");
  EXPECT_EQ(lines.back(), "straighten 1");
  Lab again("two-banks");
  for (const std::string& line : lines) apply(again, {line});
  EXPECT_EQ(again.fingerprint(), lab.fingerprint());
  EXPECT_EQ(again.run_lines(), lines);
  EXPECT_EQ(again.model().cut.straightening.sentence, lab.model().cut.straightening.sentence);
  EXPECT_EQ(inside(again), (Counts{1, 2}));

  Lab opened("transfers");
  ASSERT_TRUE(opened.open_run(print_run_file(lab)));
  EXPECT_TRUE(opened.notices().empty());
  EXPECT_EQ(opened.run_lines(), lines);
  apply(opened, {"cut off", "step", "reset"});  // back to the run as it was opened, cut and all
  EXPECT_EQ(opened.run_lines(), lines);
}

TEST(CutDesk, ASavedRunHasOneCutAndOneOrderBehindItsSteps) {
  const std::string end = "\nfingerprint 0000000000000000\n";
  const std::string start = "cutline run 2\nscenario never-existed\nsend p>q 1\ncut-set 1,0\n";
  for (const auto& [line, sentence] : std::initializer_list<std::pair<std::string, std::string>>{
           {"cut-set 0,0", "its cut a saved run cannot come back to its cut"},
           {"send p>q 1", "its cut a saved run cannot come back to its steps"},
           {"cut p 1", "is no part of a saved run"},
           {"straighten 1", "the cut is a straight line in the run's own order already"}}) {
    Lab lab("transfers");
    const Result<Done> done = lab.open_run(start + line + end);
    ASSERT_FALSE(done) << line;
    EXPECT_EQ(done.error().line, 5) << line;
    EXPECT_NE(done.error().sentence.find(sentence), std::string::npos) << done.error().sentence;
    EXPECT_EQ(lab.model().scenario, "transfers");
  }
}

TEST(CutDesk, ListsVectorClocksWhileTheyAreOn) {
  Lab lab = crossing();
  EXPECT_TRUE(lab.model().cut.clock_lines.empty());
  ASSERT_EQ(lab.model().diagram.events.size(), 4u);
  EXPECT_EQ(lab.model().diagram.events[2].clock, (Counts{2, 1}));
  apply(lab, {"clocks on"});
  const std::vector<ClockLine>& lines = lab.model().cut.clock_lines;
  ASSERT_EQ(lines.size(), 4u);
  EXPECT_EQ(lines[2].process, "p");
  EXPECT_EQ(lines[2].number, 2u);
  EXPECT_EQ(lines[2].text, "T2's receipt at p");
  EXPECT_EQ(lines[2].clock, "p 2, q 1");
}

TEST(CutDesk, LongListsOfClocksKeepTheLinesAroundTheCursor) {
  Lab lab("transfers");
  apply(lab, {"step 600", "seek 300", "clocks on"});
  const LabCutModel& cut = lab.model().cut;
  EXPECT_EQ(cut.clock_lines.size(), 200u);
  EXPECT_EQ(cut.clock_lines_before, 200u);
  EXPECT_EQ(cut.clock_lines.front().step, 201u);
}

TEST(CutDesk, KeysMoveTheCutAtTheChosenProcess) {
  Lab lab = crossing();
  const auto key = [&](std::string_view name) -> std::string {
    for (const ActionModel& action : lab.model().cut.actions)
      if (action.key == name && action.why_not.empty()) return action.command;
    return "";
  };
  EXPECT_EQ(key("C"), "cut now");
  EXPECT_EQ(key("Shift+Left"), "");
  apply(lab, {"cut now"});
  EXPECT_EQ(key("C"), "cut off");
  EXPECT_EQ(key("Shift+Left"), "cut p 1");
  EXPECT_EQ(key("Shift+Right"), "");
  apply(lab, {"select p"});
  EXPECT_EQ(key("Down"), "select q");
  EXPECT_EQ(key("Up"), "");
  apply(lab, {"select q", "cut q 1"});
  EXPECT_EQ(key("Shift+Left"), "cut q 0");
  EXPECT_EQ(key("Shift+Right"), "cut q 2");
  EXPECT_EQ(key("Up"), "select p");
}

TEST(CutDesk, ACopyOfADoubledTransferComesFromTheSameSending) {
  Lab lab("never-existed");
  apply(lab, {"send p>q 4", "duplicate p>q", "deliver p>q", "deliver p>q", "cut all 3"});
  const std::vector<ArrowModel>& arrows = lab.model().diagram.arrows;
  ASSERT_EQ(arrows.size(), 2u);
  EXPECT_EQ(arrows[1].from_step, 1u);
  EXPECT_EQ(arrows[0].to_step, 3u);
  EXPECT_EQ(arrows[1].to_step, 4u);
  EXPECT_EQ(arrows[1].cut_state, "in flight");
  EXPECT_TRUE(lab.model().cut.ledger.sentence.ends_with(
      "The total is 24, at the start it was 20: channels doubled 4."))
      << lab.model().cut.ledger.sentence;
}

TEST(CutDesk, ThePageHearsOfIt) {
  Lab lab("transfers");
  apply(lab, {"open never-existed", "straighten 1", "clocks on"});
  const auto page = nlohmann::json::parse(page_json(lab.model()), nullptr, false);
  ASSERT_FALSE(page.is_discarded());
  EXPECT_EQ(page["cut"]["on"], true);
  EXPECT_EQ(page["cut"]["places"][1]["inside"], 2);
  EXPECT_EQ(page["cut"]["straightening"]["swaps"][0]["done"], true);
  EXPECT_EQ(page["cut"]["straightening"]["changing"].size(), 3u);
  EXPECT_EQ(page["cut"]["straightening"]["changing"][0]["place"], 2);
  EXPECT_EQ(page["cut"]["straightening"]["changing"][0]["text"], "T2's sending at q");
  EXPECT_EQ(page["cut"]["clock_lines"][0]["clock"], "p 1, q 0");
}

TEST(CutDesk, EveryRunThatComesWithTheLabOpens) {
  ASSERT_FALSE(embedded_runs().empty());
  for (const EmbeddedText& run : embedded_runs()) {
    Lab lab("transfers");
    EXPECT_TRUE(lab.apply_line("open " + std::string(run.name))) << run.name;
    EXPECT_GT(lab.model().step, 0u);
    EXPECT_TRUE(lab.notices().empty()) << lab.notices()[0].sentence;  // its fingerprint is another
    EXPECT_TRUE(run.text.starts_with("# ")) << run.name;
  }
  Lab lab("transfers");
  apply(lab, {"step 3"});
  const uint64_t before = lab.fingerprint();
  EXPECT_FALSE(lab.apply_line("open nowhere"));
  EXPECT_EQ(lab.fingerprint(), before);
}

}  // namespace
}  // namespace cutline
