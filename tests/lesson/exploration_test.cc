// Explorations as they are shown: claims with names and reasons, runs that open in the lab.
#include "core/lesson/exploration.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/base/dice.h"
#include "core/lesson/lab.h"
#include "core/lesson/page_json.h"

namespace cutline {
namespace {

std::string refusal(Lab& lab, std::string_view line) {
  const Result<Done> done = lab.apply_line(line);
  return done ? "done" : done.error().sentence;
}

std::string line_list(const Lab& lab) {
  std::string out;
  for (const std::string& line : lab.run_lines()) out += line + "\n";
  return out;
}

void explore_whole(Lab& lab) {
  ASSERT_EQ(refusal(lab, "explore"), "done");
  for (int slices = 0; lab.exploration()->running(); ++slices) {
    ASSERT_LT(slices, 1'000);
    ASSERT_EQ(refusal(lab, "explore on 500"), "done");
  }
}

// Case T16: the full mesh under Chandy–Lamport, by scenario and settings as an author writes them.
TEST(Exploration, CaseT16TheMeshHasTheStatesThatOthersCountedAndNoViolation) {
  struct Case {
    const char* scenario;
    const char* transfers;
    const char* balances;
    uint64_t states, transitions;
  };
  constexpr Case kCases[] = {
      {"mesh-2", "1", "1", 64, 101},   {"mesh-2", "2", "1", 195, 344},
      {"mesh-2", "2", "2", 416, 850},  {"mesh-3", "1", "1", 20'963, 72'078},
  };
  for (const Case& each : kCases) {
    Lab lab(each.scenario);
    ASSERT_EQ(refusal(lab, std::string("set explore-transfers ") + each.transfers), "done");
    ASSERT_EQ(refusal(lab, std::string("set balances ") + each.balances), "done");
    explore_whole(lab);
    const ExploreModel& model = lab.model().explore;
    EXPECT_EQ(model.status, "finished");
    EXPECT_EQ(model.states, each.states);
    EXPECT_EQ(model.transitions, each.transitions);
    ASSERT_EQ(model.claims.size(), 3u);
    EXPECT_EQ(model.claims[0].verdict, "holds");
    EXPECT_EQ(model.claims[1].verdict, "holds");
    EXPECT_EQ(model.claims[2].verdict, "reached");
    EXPECT_FALSE(lab.exploration()->failed());
  }
}

TEST(Exploration, CaseT16EveryFaultIsFoundAndTheOneThatNeverStopsOnlyAmongThree) {
  struct Case {
    const char* scenario;
    const char* setting;
    const char* verdict;
    const char* why;
  };
  constexpr Case kCases[] = {
      {"mesh-2", "record off", "fails", "S1 recorded 1 of 2. T1 (1) is lost"},
      {"mesh-2", "record-twice on", "fails", "S1 recorded 1 of 2. T1 (1) is lost"},
      {"mesh-2", "late-markers on", "fails", "S1 recorded 3 of 2. T1 (1) is counted twice"},
      {"mesh-2", "fifo off", "fails", "S1 recorded 1 of 2. T1 (1) is lost"},
      {"mesh-2", "never-stop on", "holds", ""},
      {"mesh-3", "never-stop on", "fails", "S1 recorded 4 of 3. T1 (1) is counted twice"},
  };
  for (const Case& each : kCases) {
    SCOPED_TRACE(std::string(each.scenario) + " " + each.setting);
    Lab lab(each.scenario);
    ASSERT_EQ(refusal(lab, std::string("set ") + each.setting), "done");
    explore_whole(lab);
    const ClaimModel claim = lab.model().explore.claims[0];
    EXPECT_EQ(claim.verdict, each.verdict);
    EXPECT_EQ(claim.why.substr(0, std::string_view(each.why).size()), each.why);
    if (claim.verdict == "holds") continue;
    // The run opens in the lab, ends in what was said of it, and is what its lines make.
    ASSERT_EQ(refusal(lab, "explore open consistent"), "done");
    EXPECT_EQ(lab.history().length(), claim.steps);
    EXPECT_EQ(lab.run_lines(), claim.run);
    EXPECT_EQ(lab.model().snapshots[0].ledger.sentence, claim.why);
    EXPECT_EQ(lab.model().explore.status, "finished");  // it can still be read
    Lab again("two-banks");
    for (const std::string& line : claim.run) ASSERT_EQ(refusal(again, line), "done") << line;
    EXPECT_EQ(again.fingerprint(), lab.fingerprint()) << line_list(lab) << line_list(again);
  }
}

TEST(Exploration, SaysAfterWhichStepFailingWasCertain) {
  Lab lab("mesh-2");
  ASSERT_EQ(refusal(lab, "set record off"), "done");
  explore_whole(lab);
  const ClaimModel& claim = lab.model().explore.claims[0];
  EXPECT_EQ(claim.no_return, 2u);
  EXPECT_EQ(claim.no_return_text, "After step 2 it was certain: whatever happens then, it fails.");
  ASSERT_EQ(claim.story.size(), 5u);
  EXPECT_EQ(claim.story[1], "B sends T1 (1) to A.");
}

TEST(Exploration, ARunInWhichSeveralStartTheSameSnapshotOpensToo) {
  Lab lab("join");
  ASSERT_EQ(refusal(lab, "set rule at-least-once"), "done");
  explore_whole(lab);
  ASSERT_EQ(refusal(lab, "explore open consistent"), "done");
  const std::vector<std::string> lines = lab.run_lines();
  EXPECT_EQ(std::count(lines.begin(), lines.end(), "join B"), 1);
  Lab again("two-banks");
  for (const std::string& line : lines) ASSERT_EQ(refusal(again, line), "done") << line;
  EXPECT_EQ(again.fingerprint(), lab.fingerprint());
  EXPECT_EQ(lab.model().snapshots[0].ledger.verdict, "repeats");
}

TEST(Exploration, ANewerOneOrAnotherSettingTakesItsPlace) {
  Lab lab("mesh-2");
  EXPECT_EQ(lab.model().explore.status, "none");
  EXPECT_EQ(refusal(lab, "explore on"), "nothing was explored yet: explore starts it");
  EXPECT_EQ(refusal(lab, "explore stop"), "nothing was explored yet: explore starts it");
  explore_whole(lab);
  EXPECT_EQ(refusal(lab, "explore on"), "the exploration is over: finished");
  EXPECT_EQ(refusal(lab, "explore open loses"), "the explorer looks at no claim \"loses\"");
  EXPECT_EQ(refusal(lab, "explore open consistent"),
            "no run decides \"consistent\": it is \"holds\"");
  EXPECT_EQ(refusal(lab, "explore 0"),
            "the number of states must be from 1 to 100000000, not \"0\"");
  ASSERT_EQ(refusal(lab, "send A>B 1"), "done");
  EXPECT_EQ(lab.model().explore.status, "finished");
  ASSERT_EQ(refusal(lab, "set fifo off"), "done");
  EXPECT_EQ(lab.model().explore.status, "none");
}

// Loss and doubling are switches like the others: a shortest run shows what each does.
TEST(Exploration, FindsTheShortestRunThatALossOrADoublingSpoils) {
  struct Case {
    const char* scenario;
    const char* claim;
    const char* verdict;
    size_t steps;
    const char* why;
  };
  constexpr Case kCases[] = {
      {"lossy", "consistent", "fails", 5,
       "S1 recorded 170 of 200. T1 (30) is lost: A recorded after sending it, and the channel to "
       "B lost it."},
      {"lossy", "not-stuck", "fails", 6,
       "Nothing can happen. S1 waits for the marker on B>A, and waits for ever for the marker "
       "that was lost on A>B."},
      {"lossy", "complete", "reached", 3, ""},
      {"doubling", "consistent", "fails", 7,
       "S1 recorded 230 of 200. T1 (30) is counted twice: B received it more than once, as the "
       "channel doubled it."},
      // A second marker does no harm.
      {"doubling", "not-stuck", "holds", 0, ""},
      {"repaired", "consistent", "holds", 0, ""},
      {"repaired", "not-stuck", "holds", 0, ""},
      {"repaired", "complete", "reached", 5, ""},
  };
  for (const Case& each : kCases) {
    SCOPED_TRACE(std::string(each.scenario) + " " + each.claim);
    Lab lab(each.scenario);
    explore_whole(lab);
    EXPECT_EQ(lab.model().explore.status, "finished");
    for (const ClaimModel& claim : lab.model().explore.claims) {
      if (claim.name != each.claim) continue;
      EXPECT_EQ(claim.verdict, each.verdict);
      if (each.steps > 0) {
        EXPECT_EQ(claim.steps, each.steps);
      }
      EXPECT_EQ(claim.why.substr(0, std::string_view(each.why).size()), each.why);
      if (claim.run.empty()) continue;
      ASSERT_EQ(refusal(lab, "explore open " + claim.name), "done");
      EXPECT_EQ(lab.history().length(), claim.steps);
      EXPECT_EQ(lab.run_lines(), claim.run);
      Lab again("two-banks");
      for (const std::string& line : claim.run) ASSERT_EQ(refusal(again, line), "done") << line;
      EXPECT_EQ(again.fingerprint(), lab.fingerprint()) << line_list(lab);
    }
  }
}

TEST(Exploration, SaysHowManyLossesItAllowsAndWhatReliableChannelsCountAs) {
  Lab lossy("lossy");
  explore_whole(lossy);
  EXPECT_NE(lossy.model().explore.sentence.find("at most 1 message in a run"), std::string::npos);
  const uint64_t states = lossy.model().explore.states;
  ASSERT_EQ(refusal(lossy, "set explore-faults 2"), "done");
  explore_whole(lossy);
  EXPECT_GT(lossy.model().explore.states, states);
  ASSERT_EQ(refusal(lossy, "set explore-faults 0"), "done");
  explore_whole(lossy);
  EXPECT_EQ(lossy.model().explore.claims[0].verdict, "holds");
  EXPECT_EQ(lossy.model().explore.claims[1].verdict, "holds");

  // A repaired system has the states of one whose channels are sound and FIFO.
  Lab repaired("repaired");
  explore_whole(repaired);
  EXPECT_NE(repaired.model().explore.sentence.find("in order, and without loss"),
            std::string::npos);
  EXPECT_EQ(repaired.model().explore.states, lossy.model().explore.states);
}

// The step that is marked is one of the run as it opens, arrivals counted.
TEST(Exploration, ThePointOfNoReturnOfAReliableRunCountsArrivals) {
  Lab lab("repaired");
  ASSERT_EQ(refusal(lab, "set record off"), "done");
  explore_whole(lab);
  const ClaimModel& claim = lab.model().explore.claims[0];
  ASSERT_EQ(claim.verdict, "fails");
  EXPECT_GT(claim.no_return, 0u);
  EXPECT_LT(claim.no_return, claim.steps);
  EXPECT_EQ(claim.no_return_text, "After step " + std::to_string(claim.no_return) +
                                      " it was certain: whatever happens then, it fails.");
  EXPECT_NE(claim.story[claim.no_return - 1].find("sends T1"), std::string::npos)
      << claim.story[claim.no_return - 1];
}

TEST(Exploration, LooksAtTheClaimsThatAreChosen) {
  Lab lab("mesh-2");
  ASSERT_EQ(lab.model().explore.wanted.size(), 3u);
  EXPECT_EQ(lab.model().explore.predicates.size(), predicates().size());
  EXPECT_EQ(refusal(lab, "claim always consistent"), "\"always consistent\" is claimed already");
  EXPECT_EQ(refusal(lab, "claim often consistent"),
            "a claim is always, reachable or never, not \"often\"");
  EXPECT_EQ(refusal(lab, "claim always"), "claim always needs a predicate");
  EXPECT_EQ(refusal(lab, "claim always lost").substr(0, 30), "there is no predicate \"lost\"; ");
  EXPECT_EQ(refusal(lab, "unclaim never complete"), "\"never complete\" is not claimed");
  ASSERT_EQ(refusal(lab, "unclaim always consistent"), "done");
  ASSERT_EQ(refusal(lab, "unclaim always not-stuck"), "done");
  ASSERT_EQ(refusal(lab, "claim always complete"), "done");
  explore_whole(lab);
  const std::vector<ClaimModel> claims = lab.model().explore.claims;
  ASSERT_EQ(claims.size(), 2u);
  EXPECT_EQ(claims[0].role, "reachable");
  EXPECT_EQ(claims[0].verdict, "reached");
  EXPECT_EQ(claims[1].verdict, "fails");
  EXPECT_EQ(claims[1].steps, 0u);
  EXPECT_EQ(claims[1].why, "No snapshot was started yet.");
  EXPECT_EQ(claims[1].no_return_text, "That is so at the start already.");
  EXPECT_EQ(refusal(lab, "explore open complete"),
            "\"complete\" is claimed reachable and always: say which of them");
  ASSERT_EQ(refusal(lab, "explore open complete reachable"), "done");
  EXPECT_EQ(lab.history().length(), claims[0].steps);
  ASSERT_EQ(refusal(lab, "claim usual"), "done");
  EXPECT_EQ(lab.model().explore.wanted[0].name, "consistent");
}

TEST(Exploration, EachClaimThatFailsSaysWhatIsTheCaseInstead) {
  struct Case {
    const char* predicate;
    const char* why;
  };
  constexpr Case kCases[] = {
      {"stuck", "3 things can happen next."},
      {"at-rest", "3 things can happen next."},
      {"overlap", "No snapshot is under way."},
      {"complete", "No snapshot was started yet."},
      {"channel-state", "No snapshot was started yet."},
      {"loses", "No snapshot was started yet."},
  };
  for (const Case& each : kCases) {
    Lab lab("mesh-2");
    ASSERT_EQ(refusal(lab, std::string("claim always ") + each.predicate), "done");
    explore_whole(lab);
    const ClaimModel claim = lab.model().explore.claims[3];
    EXPECT_EQ(claim.verdict, "fails");
    EXPECT_EQ(claim.why, each.why);
  }
}

// The search for the point of no return goes on in slices too, and can be stopped.
TEST(Exploration, LooksForThePointOfNoReturnASliceAtATime) {
  Lab lab("mesh-3");
  ASSERT_EQ(refusal(lab, "set never-stop on"), "done");
  ASSERT_EQ(refusal(lab, "explore"), "done");
  while (lab.model().explore.sentence.find("point of no return") == std::string::npos)
    ASSERT_EQ(refusal(lab, "explore on 100000"), "done");
  EXPECT_EQ(lab.model().explore.status, "running");
  EXPECT_EQ(lab.model().explore.claims[0].verdict, "fails");
  Lab other = lab;  // a lab is a value, also in the middle of this
  ASSERT_EQ(refusal(other, "explore stop"), "done");
  EXPECT_EQ(other.model().explore.status, "finished");
  EXPECT_EQ(other.model().explore.claims[0].no_return_text,
            "It was stopped before it was known from which step on this was certain.");
  int slices = 0;
  for (; lab.exploration()->running(); ++slices) ASSERT_EQ(refusal(lab, "explore on 4"), "done");
  EXPECT_GT(slices, 5);
  EXPECT_EQ(lab.model().explore.claims[0].no_return, 7u);
}

TEST(Exploration, StopsWhereItIsAndAtItsLimitAndSaysWhatWouldMakeItSmaller) {
  Lab lab("mesh-3");
  ASSERT_EQ(refusal(lab, "set explore-transfers 3"), "done");
  ASSERT_EQ(refusal(lab, "explore"), "done");
  ASSERT_EQ(refusal(lab, "explore on 1000"), "done");
  EXPECT_EQ(lab.model().explore.status, "running");
  EXPECT_EQ(lab.model().explore.expanded, 1'000u);
  EXPECT_EQ(lab.announcement(), "");  // nothing is said before it is over
  ASSERT_EQ(refusal(lab, "explore stop"), "done");
  EXPECT_EQ(lab.model().explore.status, "stopped");
  EXPECT_EQ(lab.model().explore.claims[0].verdict, "open");
  ASSERT_EQ(refusal(lab, "explore 5000"), "done");
  ASSERT_EQ(refusal(lab, "explore on 1000000"), "done");
  const ExploreModel& model = lab.model().explore;
  EXPECT_EQ(model.status, "too many states");
  EXPECT_EQ(model.states, 5'000u);
  EXPECT_NE(model.advice.find("fewer transfers (explore-transfers)"), std::string::npos);
  EXPECT_NE(page_json(lab.model()).find("\"status\":\"too many states\""), std::string::npos);
}

TEST(Exploration, EndsAtEachOfItsBoundsAndSaysAtWhich) {
  Lab lab("mesh-3");
  ASSERT_EQ(refusal(lab, "set explore-transfers 3"), "done");
  ASSERT_EQ(refusal(lab, "explore limit states 3000"), "done");
  ASSERT_EQ(refusal(lab, "explore limit memory 2"), "done");
  ASSERT_EQ(refusal(lab, "explore limit time 1500ms"), "done");
  EXPECT_EQ(lab.model().explore.status, "none");
  ASSERT_EQ(lab.model().explore.bounds.size(), 3u);
  EXPECT_EQ(lab.model().explore.bounds[0].value, "3000");
  EXPECT_EQ(lab.model().explore.bounds[1].value, "2");
  EXPECT_EQ(lab.model().explore.bounds[2].value, "1.5s");
  ASSERT_EQ(refusal(lab, "explore"), "done");
  ASSERT_EQ(refusal(lab, "explore on 1000000 20ms"), "done");
  EXPECT_EQ(lab.model().explore.status, "too many states");
  EXPECT_EQ(lab.model().explore.states, 3'000u);
  EXPECT_EQ(lab.model().explore.share, 1.0);
  EXPECT_EQ(lab.model().explore.advice.substr(0, 39), "It ended at its bound of 3000 states. W");

  ASSERT_EQ(refusal(lab, "explore limit states 5000000"), "done");
  EXPECT_EQ(lab.model().explore.status, "too many states");  // the present one keeps its bounds
  ASSERT_EQ(refusal(lab, "explore"), "done");
  ASSERT_EQ(refusal(lab, "explore on 1000000"), "done");
  EXPECT_EQ(lab.model().explore.status, "too much memory");
  EXPECT_LE(lab.model().explore.bytes, 2'000'000u);
  EXPECT_EQ(lab.model().explore.advice.substr(0, 43),
            "It ended at its bound of 2 MB of memory. Wh");

  ASSERT_EQ(refusal(lab, "explore limit memory 128"), "done");
  ASSERT_EQ(refusal(lab, "explore"), "done");
  ASSERT_EQ(refusal(lab, "explore on 100 1s"), "done");
  EXPECT_EQ(lab.model().explore.status, "running");
  EXPECT_NEAR(lab.model().explore.share, 2.0 / 3, 1e-9);
  ASSERT_EQ(refusal(lab, "explore on 100 1s"), "done");
  EXPECT_EQ(lab.model().explore.status, "too much time");
  EXPECT_EQ(lab.model().explore.expanded, 100u);  // nothing was done after the time was over
  EXPECT_EQ(lab.model().explore.advice.substr(0, 41),
            "It ended when its time of 1.5 s was over.");
}

TEST(Exploration, RefusesBoundsThatAreNone) {
  Lab lab("mesh-2");
  EXPECT_EQ(refusal(lab, "explore limit states 0"),
            "the number of states must be from 1 to 100000000, not \"0\"");
  EXPECT_EQ(refusal(lab, "explore limit memory 129"),
            "the memory in MB must be from 1 to 128, not \"129\"");
  EXPECT_EQ(refusal(lab, "explore limit time 5"),
            "the time: a duration needs a unit (ns, us, ms, s, min or h): \"5\"");
  EXPECT_EQ(refusal(lab, "explore limit time 2h"), "the time must be from 0 to 1h, not \"2h\"");
  EXPECT_EQ(refusal(lab, "explore limit depth 3"),
            "a bound is of states, memory or time, not of \"depth\"");
  ASSERT_EQ(refusal(lab, "explore"), "done");
  EXPECT_EQ(refusal(lab, "explore on 5 2h"),
            "the time since must be from 0 to 1h, not \"2h\"");
  EXPECT_EQ(refusal(lab, "explore on 5 -1s").substr(0, 16), "the time since: ");
  EXPECT_EQ(lab.model().explore.expanded, 0u);
}

TEST(Exploration, SaysWhatItHasUsedAndHowEachVerdictIsDrawn) {
  Lab lab("mesh-2");
  EXPECT_EQ(lab.model().explore.action.command, "explore");
  ASSERT_EQ(refusal(lab, "set record off"), "done");
  ASSERT_EQ(refusal(lab, "claim never overlap"), "done");
  ASSERT_EQ(refusal(lab, "explore"), "done");
  EXPECT_EQ(lab.model().explore.action.command, "explore stop");
  EXPECT_EQ(lab.model().explore.claims[0].kind, "open");
  EXPECT_EQ(lab.model().explore.claims[0].open, "");
  while (lab.exploration()->running()) ASSERT_EQ(refusal(lab, "explore on 50 300ms"), "done");
  const ExploreModel& model = lab.model().explore;
  EXPECT_EQ(model.action.command, "explore");
  ASSERT_EQ(model.figures.size(), 6u);
  EXPECT_EQ(model.figures[0].label, "States");
  EXPECT_EQ(model.figures[0].value, std::to_string(model.states));
  EXPECT_EQ(model.figures[0].bound, "2,500,000");
  EXPECT_EQ(model.figures[1].value, "0");  // every one was gone on from
  EXPECT_EQ(model.figures[4].bound, "128 MB");
  EXPECT_EQ(model.figures[5].bound, "600 s");
  EXPECT_EQ(model.claims[0].kind, "bad");
  EXPECT_EQ(model.claims[0].open, "explore open consistent always");
  EXPECT_EQ(model.claims[1].kind, "good");
  EXPECT_EQ(model.claims[2].kind, "good");
  EXPECT_EQ(model.claims[3].verdict, "not met");
  EXPECT_EQ(model.claims[3].kind, "good");
}

// In the log of the run that is open, as long as it is that run.
TEST(Exploration, MarksThePointOfNoReturnInTheRunThatItFound) {
  Lab lab("mesh-2");
  ASSERT_EQ(refusal(lab, "set record off"), "done");
  explore_whole(lab);
  for (const LogLine& line : lab.model().log) EXPECT_EQ(line.remark, "");
  ASSERT_EQ(refusal(lab, "explore open consistent"), "done");
  constexpr const char* kPoint =
      "Point of no return: whatever happens from here on, \"always consistent\" fails.";
  const auto remarks = [&lab] {
    std::vector<std::string> out;
    for (const LogLine& line : lab.model().log) out.push_back(line.remark);
    return out;
  };
  EXPECT_EQ(remarks(),
            (std::vector<std::string>{"", kPoint, "", "", "Here \"always consistent\" fails."}));
  ASSERT_EQ(refusal(lab, "seek 2"), "done");  // the rest is still ahead
  EXPECT_EQ(remarks().size(), 5u);
  EXPECT_EQ(remarks()[1], kPoint);
  ASSERT_EQ(refusal(lab, "deliver B>A"), "done");  // another way on: failing is as certain
  EXPECT_EQ(remarks(), (std::vector<std::string>{"", kPoint, ""}));
  ASSERT_EQ(refusal(lab, "seek 1"), "done");
  ASSERT_EQ(refusal(lab, "deliver A>B"), "done");  // and before it nothing was
  EXPECT_EQ(remarks(), (std::vector<std::string>{"", ""}));
}

// Whatever is asked for, in whatever order, is done or refused with a sentence, and ends.
TEST(Exploration, TakesAnyOptionsOrRefusesThem) {
  constexpr const char* kLines[] = {
      "explore", "explore on", "explore stop", "explore open", "explore limit",
      "set explore-transfers",
      "set explore-amount", "set explore-snapshots", "set balances", "set fifo", "set rule",
      "set algorithm", "claim", "unclaim", "set loss", "set duplication", "set reliable",
      "set explore-faults", "set late-markers", "set record-twice", "set never-stop", "scenario"};
  constexpr const char* kWords[] = {
      "", " 0", " 1", " 2", " 3", " 8", " 500", " -1", " 99999999999999999999", " 1,2", " 1,2,3",
      " ,", " on", " off", " aligned", " mattern", " unaligned", " consistent", " complete",
      " always consistent", " reachable stuck", " never overlap", " usual",
      " memory 1", " states 60", " time 0", " 500 1ms",
      " mesh-2", " two-banks", " ring", " x", " \xff"};
  int done = 0;
  int refused = 0;
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Dice dice(seed);
    Lab lab("mesh-2");
    for (int lines = 0; lines < 40; ++lines) {
      const std::string line =
          std::string(kLines[dice.between(0, std::size(kLines) - 1)]) +
          kWords[dice.between(0, std::size(kWords) - 1)];
      const Result<Done> result = lab.apply_line(line);
      EXPECT_TRUE(result || !result.error().sentence.empty()) << line;
      ++(result ? done : refused);
      EXPECT_LE(lab.model().explore.bytes, 128'000'000u);
    }
  }
  EXPECT_GE(done, 500);
  EXPECT_GE(refused, 500);
}

TEST(Predicate, EveryNameIsFoundAndAnotherIsRefusedWithTheList) {
  for (const Predicate& predicate : predicates()) {
    const Result<Claim> claim = find_claim(Role::always, predicate.name);
    ASSERT_TRUE(claim);
    EXPECT_EQ(claim->predicate.facts, predicate.facts);
    EXPECT_FALSE(predicate.sentence.empty());
  }
  EXPECT_EQ(find_claim(Role::never, "lost").error().sentence.substr(0, 59),
            "there is no predicate \"lost\"; there are consistent, loses, ");
}

}  // namespace
}  // namespace cutline
