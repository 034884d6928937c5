// A case about processes and channels (algorithms cl, naive and lai-yang), read and checked as far
// as that is possible without running it.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/base/result.h"
#include "core/system/scenario.h"

namespace cutline {

enum class CaseAct : uint8_t {
  send, recv, snapshot, turn_red, local, read, read_channel, record_only, markers, drop,
  duplicate,
};

// One of the case's "ops".
struct CaseStep {
  CaseAct act = CaseAct::local;
  const JsonValue* place = nullptr;  // for faults: the value that decides whether it is possible
  ProcessId process;
  ChannelId channel;
  std::string name;                  // of the message, the marker or the event
  Value value;
  std::optional<uint32_t> label;     // the acting process's new named state
};

enum class StateKind : uint8_t { amount, parts, label };

struct SnapshotCase {
  Scenario scenario;
  std::vector<StateKind> kinds;  // of the processes' states
  int parts = 1;                 // numbers in a state, where states are numbers
  bool coordinated = true;       // "snapshot" starts an algorithm; else it only reads
  bool receive_count = false;    // a state is its initial number + messages received
  std::string marker;            // the marker's name
  bool keeps_run_states = false;  // what is expected asks for the states of the run
  std::vector<CaseStep> steps;
};

// The case is kept alive by whoever calls: steps point into it.
Result<SnapshotCase> read_snapshot_case(const JsonValue& json);

}  // namespace cutline
