// Read model of a comparison: the same job in several modes, and what a real cluster says, side by
// side, with the differences in words. See read_models.h.
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace cutline {

inline constexpr size_t kComparedCheckpointsShown = 12;  // of each column, the newest

struct ComparedCheckpointModel {
  std::string name;        // "chk-3"; a cluster's: "13"
  std::string status;      // "in progress", "completed", "failed"
  std::string triggered;   // "9.457 s"; a cluster's: since its first one that is listed
  std::string duration;    // end to end; empty while it is not known
  std::string alignment;   // the longest of its tasks; empty where it is not known
  std::string bytes;       // newly written
  std::string in_flight;   // of them channel state
  std::string limit;       // "queue", "alignment", "sync", "storage", "coordinator"; may be empty
  std::string limited_by;  // the same as a sentence
  double triggered_s = 0;
  double ended_s = -1;     // -1: in progress
};

struct CompareColumnModel {
  std::string name;   // "aligned"; of a cluster the file's
  std::string title;  // "EXACTLY_ONCE, aligned"
  bool cluster = false;
  std::string why_not;             // the engine refuses the job in this mode
  std::vector<std::string> notes;  // what it changed of the options; hands that were refused
  std::vector<ComparedCheckpointModel> checkpoints;  // oldest first
  int64_t checkpoints_before = 0;                    // older ones that are left out
};

struct CompareRowModel {
  std::string name;                 // "Mean duration"
  std::vector<std::string> values;  // by column; "–" where it is not known or not told
  std::vector<double> shares;       // of the largest, for drawing; -1 where it is not known
  std::string difference;           // "unaligned 0.3 s, 2.5 s less than aligned"; "the same"
};

struct CompareModel {
  std::vector<CompareColumnModel> columns;  // none: nothing is compared
  std::vector<CompareRowModel> rows;
  std::vector<std::string> differences;  // sentences, of the rows that differ
  double now_s = 0;
  double until_s = 0;
};

}  // namespace cutline
