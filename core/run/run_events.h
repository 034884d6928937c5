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
#include <map>
#include <optional>
#include <span>
#include <tuple>
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
  friend bool operator==(const RunEvent&, const RunEvent&) = default;
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
  friend bool operator==(const RunMessage&, const RunMessage&) = default;
};

struct RunEvents {
  std::vector<RunEvent> events;      // in the order in which they happened
  std::vector<RunMessage> messages;  // in the order in which they were sent or doubled
  std::vector<std::vector<uint32_t>> of_process;   // indices into `events`
  std::vector<std::vector<ProcessState>> states;   // of each process after 0, 1, 2, … own events
  friend bool operator==(const RunEvents&, const RunEvents&) = default;
};

// The happenings must be a run of that scenario from its start.
RunEvents run_events(const Scenario& scenario, std::span<const Happening> happenings);

// Reads a run step by step, and can go back in it.
class RunReader {
 public:
  explicit RunReader(Scenario scenario);

  const Scenario& scenario() const { return scenario_; }
  const RunEvents& run() const { return run_; }
  void add(const Happening& happening);  // the next step
  // Takes back all behind that many steps; `world` is the run's after them.
  void forget_after(uint32_t steps, World world);
  RunEvents take() { return std::move(run_); }

 private:
  // Which message an effect is about: a record or a snapshot's marker, and its channel.
  using MessageKey = std::tuple<bool, uint32_t, uint32_t>;
  using Open = std::multimap<MessageKey, size_t>;

  static MessageKey key_of(const RunMessage& message);
  static MessageKey key_of(const Effect& effect, bool marker);
  void add(const Effect& effect);
  uint32_t event_at(ProcessId process);
  void leave(const Effect& effect, bool marker);
  void arrive(const Effect& effect, bool marker);
  void copy(const Effect& effect);
  Open::iterator oldest(const MessageKey& key);
  RunMessage& take_out(const Effect& effect, bool marker);
  void put_in(const RunMessage& message);

  Scenario scenario_;
  World world_;
  uint32_t at_ = 0;       // the present step
  Act act_ = Act::local;  // what it does
  Open open_;             // messages that wait: indices into RunEvents::messages, in their order
  std::vector<uint32_t> entered_;  // of each message: the step in which it was sent or doubled
  RunEvents run_;
};

// Reads the run of a history that goes on, back and down other branches: only what is new in it.
// A copy begins anew.
class RunFollower {
 public:
  RunFollower() = default;
  RunFollower(RunFollower&&) = default;
  RunFollower& operator=(RunFollower&&) = default;
  RunFollower(const RunFollower&) {}
  RunFollower& operator=(const RunFollower&) {
    reader_.reset();
    return *this;
  }

  // The same as run_events() of its happenings, the future included. Valid until the next call.
  const RunEvents& follow(const History& history);

  // Steps, over all calls: what the reading has cost.
  uint64_t steps_read() const { return steps_read_; }

 private:
  std::optional<RunReader> reader_;
  std::vector<Choice> choices_;  // that it has read
  uint64_t steps_read_ = 0;
};

}  // namespace cutline
