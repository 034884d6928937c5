// The driver for tick-based event scripts: sends and snapshots at given ticks, and delays from a
// given list, so that what is recorded can be told in advance.
//
//     tick t: for each process, in order: of its outgoing channels, in order, the first whose head
//             is due is delivered. Then the next process: one delivery for each sender and tick.
//
//     posted at t with draw k  ──────────────▶  due from t + 1 + k on; only the head is looked at
//
// Every event is a step() of the one set of rules; only who is next is decided here.
#pragma once
#include <cstdint>
#include <vector>

#include "core/base/result.h"
#include "core/system/scenario.h"
#include "core/system/world.h"

namespace cutline {

enum class ScriptAct : uint8_t { send, snapshot, tick };

// One line of the script.
struct ScriptEvent {
  ScriptAct act = ScriptAct::tick;
  ChannelId channel;   // send
  ProcessId process;   // snapshot
  int64_t number = 1;  // send: the amount; tick: how many
  int line = 0;        // for faults
  int column = 0;
};

struct TickScript {
  Scenario scenario;  // processes and channels in the order in which they are visited
  std::vector<ScriptEvent> events;
  std::vector<int64_t> draws;  // one for each message, markers included
  int end_line = 1;            // where the script ends, for faults
};

struct TickRun {
  World world;
  // For each snapshot the records that it found in flight, over all channels, in receive order.
  std::vector<std::vector<RecordId>> in_flight;
};

// Runs the script, then ticks until every snapshot is complete, then kTicksAfter more. A fault has
// the line and column of the event that is not possible.
inline constexpr int kTicksAfter = 6;
Result<TickRun> run_tick_script(const TickScript& script);

}  // namespace cutline
