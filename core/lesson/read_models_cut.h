// Read models of the learner's cut: its places, verdict and witnesses, whether its state ever
// existed, the straightening, the vector clocks. See read_models.h.
#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "core/lesson/read_models_parts.h"

namespace cutline {

// Where the cut runs at one process.
struct CutPlaceModel {
  std::string process;
  uint32_t inside = 0;       // of its own events
  uint32_t events = 0;       // it has in the whole recorded run
  uint32_t after_step = 0;   // the step of the last event inside; 0: none is
  uint32_t before_step = 0;  // the step of the first event outside; length + 1: none is
  std::string last;          // the last event inside: "T3's receipt at B"; may be empty
};

struct CutMessageModel {
  std::string name;      // "T4", "S1's marker"
  std::string channel;   // "A>B"
  std::string sentence;  // why it counts as what it does
};

// An event in the order that is shown. Its place in the diagram is its place in this list.
struct OrderedEventModel {
  uint32_t row = 0;   // of the diagram
  uint32_t step = 0;  // in the run
  std::string text;   // "T3's receipt at B"
  bool inside = false;
};

struct SwapModel {
  std::string left;      // the event that goes behind the other
  std::string right;
  std::string sentence;  // why that is allowed
  uint32_t place = 0;    // of the left one in the order before it, from 0
  bool done = false;
};

struct StraighteningModel {
  bool open = false;
  uint32_t done = 0;
  std::vector<SwapModel> swaps;
  std::vector<OrderedEventModel> order;  // of all events, after the swaps done
  uint32_t changes_from = 0;  // what the swaps touch: order[changes_from, changes_to)
  uint32_t changes_to = 0;
  uint32_t line = 0;          // in the end that many stand before the line
  std::string sentence;       // where it stands, and the reason of the last swap
};

// An event with its clock, for the list.
struct ClockLine {
  uint32_t step = 0;
  std::string process;
  uint32_t number = 0;  // among the process's own
  std::string text;     // "T3's receipt at B"
  std::string clock;    // "A 3, B 1, C 0"
};

struct LabCutModel {
  bool on = false;
  std::vector<CutPlaceModel> places;  // parallel to the diagram's rows
  bool consistent = false;
  std::vector<CutMessageModel> orphans;
  std::vector<CutMessageModel> in_flight;
  std::vector<CutMessageModel> lost;  // sent inside, and lost by their channels
  LedgerModel ledger;        // at the cut; its sentence is the verdict with the witnesses
  bool existed = false;      // consistent, and the run was in its state at an instant
  std::string occurrence;    // when, or that it never was; empty where not consistent
  StraighteningModel straightening;
  bool clocks = false;
  std::vector<ClockLine> clock_lines;  // around the cursor, while clocks are shown
  uint32_t clock_lines_before = 0;     // earlier ones that are left out
  std::vector<ActionModel> actions;
};

}  // namespace cutline
