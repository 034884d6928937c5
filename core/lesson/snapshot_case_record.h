// What a case's schedule left behind, in the words of the file: states and totals as JSON text, and
// messages by the names that the file gives them.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/lesson/snapshot_case_file.h"
#include "core/system/world.h"

namespace cutline {

// A state of the whole system: states in the order of "initial", then the messages in the channels.
struct RunState {
  std::string shown;     // as JSON
  std::string compared;  // the same, but without the messages' order where channels have none
};

// A schedule under way.
struct CaseTrace {
  World world;
  std::vector<std::string> names;              // of the records
  std::vector<Value> amounts;                  // of the records, as the file has them
  std::vector<std::vector<std::string>> logs;  // by process
  std::vector<size_t> log_cuts;                // entries made before recording, where it has
  Snapshot readings;                           // what "read" has read since the last snapshot began
  std::vector<bool> channel_read;
  std::vector<RunState> run_states;            // where kept; each differs from the one before
};

struct CaseRecord {
  std::vector<std::optional<std::string>> states;      // recorded, by process: 5, [50,2000], "A"
  std::vector<std::vector<std::string>> channels;      // recorded message names, by channel
  std::vector<std::vector<std::string>> logs;          // what each process did before it recorded
  std::optional<std::string> total;                    // nothing where no state is a number
  bool complete = false;
  std::vector<RunState> run_states;
  bool occurred = false;                               // the recorded state is one of them
  std::vector<std::optional<int64_t>> counters;        // white sends - white receipts, by process
  std::vector<std::optional<int64_t>> channel_counts;  // the same by channel
};

CaseRecord gather_record(const SnapshotCase& of, const CaseTrace& trace);

RunState present_state(const SnapshotCase& of, const CaseTrace& trace);
std::string item_name(const SnapshotCase& of, const CaseTrace& trace, const Item& item);
// 5 or [50,2000], as the case writes it.
std::string print_value(const SnapshotCase& of, const Value& value);

}  // namespace cutline
