// Parts that several read models have. See read_models.h.
#pragma once
#include <string>
#include <vector>

namespace cutline {

struct ActionModel {
  std::string command;  // the line for the command bus; "…" where an argument is to be filled in
  std::string label;    // "Start a snapshot at A"
  std::string group;    // "transport", "snapshot", "deliver", "send", "fault", "queue"
  std::string key;      // shortcut while the canvas is active; may be empty
  std::string why_not;  // empty: it can be done; else the reason, as a sentence
};

struct LedgerLine {
  std::string where;   // "A", "A>B"
  std::string what;    // "90", "T4 10, T7 3", "empty"
  std::string amount;  // "90", "13"
  std::string note;    // "lost T4", "not recorded yet"
};

struct LedgerModel {
  std::string title;       // "Now", "Snapshot S1"
  std::vector<LedgerLine> lines;
  std::string at_processes;
  std::string in_channels;
  std::string total;
  std::string expected;
  std::string verdict;     // "balanced", "incomplete", "consistent", "loses", "repeats",
                           // "loses and repeats"
  std::string sentence;    // the verdict in words, with names: "T4 (10) is lost: …"
};

}  // namespace cutline
