// A run seen from its processes: the events of each, in its own order, and the messages between
// them. What cuts, happened-before and re-ordered runs are about.
//
//     A  ──1──2─────────3──      number: the process's own count, from 1
//            ╲ T1      ╱ S1
//     B  ─────1──2────3────      a cut is one number per process: how many of these lie inside
//
// An event is what one step did at one process (vector_clock.h). A loss or a doubling is no event:
// the channel does it. It counts from the message's sending on, so that it needs no place in the
// order: a lost message is in no channel at any cut, a doubled one is there as often as it came.
#pragma once
#include <span>
#include <vector>

#include "core/run/history.h"
#include "core/run/vector_clock.h"

namespace cutline {

inline constexpr uint32_t kNoEvent = UINT32_MAX;

struct RunEvent {
  uint32_t step = 0;  // of the run, from 1
  ProcessId process;
  uint32_t number = 0;   // among the process's own, from 1
  bool reading = false;  // somebody read the process: nothing of it changed
  VectorClock clock;
};

// A transfer or a marker. A doubled one is there once for each copy.
struct RunMessage {
  bool marker = false;
  ChannelId channel;
  RecordId record;      // where it is no marker
  SnapshotId snapshot;  // where it is one
  Value value;          // nothing for a marker
  uint32_t sent = 0;             // index into RunEvents::events; a copy has its original's
  uint32_t received = kNoEvent;  // kNoEvent: in its channel at the end of the run, or lost
  bool lost = false;  // taken out of its channel
  uint32_t ended = 0;  // the step in which it was received or lost; 0: neither
  bool copy = false;  // put in by a doubling
};

struct RunEvents {
  std::vector<RunEvent> events;      // in the order in which they happened
  std::vector<RunMessage> messages;  // in the order in which they were sent or doubled
  std::vector<std::vector<uint32_t>> of_process;   // indices into `events`
  std::vector<std::vector<ProcessState>> states;   // of each process after 0, 1, 2, … own events
};

// The happenings must be a run of that scenario from its start.
RunEvents run_events(const Scenario& scenario, std::span<const Happening> happenings);

}  // namespace cutline
