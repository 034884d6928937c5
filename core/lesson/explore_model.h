// What the explorer's panel and the terminal show.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/lesson/read_models_parts.h"

namespace cutline {

struct ClaimModel {
  std::string name;      // "consistent"
  std::string role;      // "always", "reachable", "never"
  std::string sentence;  // "every complete snapshot counts every transfer exactly once"
  std::string verdict;   // "holds", "fails", "reached", "not reached", "met", "not met", or
                         // "open": not decided by what was looked at so far
  bool failed = false;   // always does not hold, reachable is not
  std::string kind;      // "good", "bad" or "open": how the verdict is drawn
  std::string why;       // with names, of the state that decides it
  uint64_t states = 0;   // in which it was decided so
  // Of a shortest run to the first of them; 0: it is the start, or none. Where channels are made
  // reliable, arrivals count as well.
  uint32_t steps = 0;
  std::vector<std::string> run;    // that run, as commands of the bus; empty where there is none
  std::vector<std::string> story;  // a sentence for each of its steps
  uint32_t no_return = 0;          // the step after which failing was certain; 0: from the start
  std::string no_return_text;      // as a sentence; empty where it is not asked for
  std::string open;                // the command that opens the run; empty where there is none
};

// A predicate that can be claimed, or a claim for the next exploration: then it has a role.
struct PredicateModel {
  std::string role;
  std::string name;
  std::string sentence;
};

// A bound of the next exploration.
struct BoundModel {
  std::string key;    // "states", "memory" or "time", for "explore limit KEY VALUE"
  std::string value;  // as that command takes it
};

// What an exploration has used or met so far.
struct ExploreFigure {
  std::string label;  // "Memory"
  std::string value;  // "1.5 MB"
  std::string bound;  // "134 MB"; empty where it has none
};

struct ExploreModel {
  std::string status = "none";  // "none", "running", "stopped", "finished", "too many states",
                         // "too much memory", "too much time"
  std::string scenario;
  std::string sentence;  // how far it got, in words
  std::string advice;    // why it ended early, what would make it smaller; empty where it did not
  uint64_t states = 0;
  uint64_t transitions = 0;
  uint64_t expanded = 0;  // states that were gone on from
  uint32_t depth = 0;     // steps
  uint64_t bytes = 0;
  double share = 0;       // used of the bound that is nearest, up to 1
  std::vector<ExploreFigure> figures;
  std::vector<ClaimModel> claims;
  // What the page offers; empty on the terminal.
  std::vector<PredicateModel> wanted;  // claims of the next exploration
  std::vector<PredicateModel> predicates;
  std::vector<BoundModel> bounds;
  ActionModel action;  // what starts an exploration, or stops the one that is under way
};

// Of a run that is open: what the explorer found out about the state after that step.
struct StepRemark {
  uint32_t step = 0;
  std::string text;  // "Point of no return: …"
};

}  // namespace cutline
