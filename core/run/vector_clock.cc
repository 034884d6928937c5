#include "core/run/vector_clock.h"

#include <algorithm>
#include <map>

#include "core/base/check.h"

namespace cutline {
namespace {

// A message on its way: a record, or a snapshot's marker in one channel.
struct Message {
  bool marker = false;
  uint32_t index = 0;
  uint32_t channel = 0;
  auto operator<=>(const Message&) const = default;
};

Message message_of(const Effect& effect, bool marker) {
  return {marker, marker ? effect.snapshot.index : effect.record.index, effect.channel.index};
}

class Clocks {
 public:
  explicit Clocks(size_t processes)
      : present_(processes, VectorClock(processes, 0)), last_step_(processes, 0) {}

  void add(const Happening& happening) {
    ++step_;
    for (const Effect& effect : happening.effects) add(effect);
  }
  std::vector<ClockedEvent> take() { return std::move(events_); }

 private:
  void add(const Effect& effect) {
    switch (effect.kind) {
      case EffectKind::sent: leave(effect, false); break;
      case EffectKind::marker_sent: leave(effect, true); break;
      case EffectKind::received: arrive(effect, false); break;
      case EffectKind::marker_received: arrive(effect, true); break;
      case EffectKind::state_recorded:
      case EffectKind::snapshot_started:
      case EffectKind::local_event: event_at(effect.process); break;
      case EffectKind::channel_recorded:   // part of the receipt that it belongs to
      case EffectKind::channel_read:       // nothing happens at a process
      case EffectKind::snapshot_complete:  // known to nobody but the onlooker
      case EffectKind::dropped:
      case EffectKind::duplicated:         // a copy has the clock of its original
      // Below the processes, which are told nothing of it.
      case EffectKind::retransmitted:
      case EffectKind::arrived:
      case EffectKind::arrived_early:
      case EffectKind::discarded:
      case EffectKind::acknowledgement_sent:
      case EffectKind::acknowledged: break;
    }
  }

  // The event of this step at this process.
  ClockedEvent& event_at(ProcessId process) {
    if (last_step_[process.index] != step_) {
      last_step_[process.index] = step_;
      VectorClock& clock = present_[process.index];
      ++clock[process.index];
      events_.push_back({step_, process, clock});
    }
    const auto found = std::find_if(events_.rbegin(), events_.rend(),
                                    [&](const ClockedEvent& each) {
                                      return each.process == process;
                                    });
    return *found;
  }

  void leave(const Effect& effect, bool marker) {
    sent_[message_of(effect, marker)] = event_at(effect.process).clock;
  }

  void arrive(const Effect& effect, bool marker) {
    const auto message = sent_.find(message_of(effect, marker));
    CUTLINE_CHECK(message != sent_.end(), "what arrives was sent in an earlier step");
    ClockedEvent& event = event_at(effect.process);
    for (size_t index = 0; index < event.clock.size(); ++index)
      event.clock[index] = std::max(event.clock[index], message->second[index]);
    present_[effect.process.index] = event.clock;
  }

  std::vector<ClockedEvent> events_;
  std::vector<VectorClock> present_;     // of each process, after its last event
  std::vector<uint32_t> last_step_;      // of each process: the step of its last event
  std::map<Message, VectorClock> sent_;  // the clock that travels with each message
  uint32_t step_ = 0;
};

}  // namespace

std::vector<ClockedEvent> vector_clocks(const Scenario& scenario,
                                        std::span<const Happening> happenings) {
  Clocks clocks(scenario.processes.size());
  for (const Happening& happening : happenings) clocks.add(happening);
  return clocks.take();
}

bool happened_before(const ClockedEvent& earlier, const ClockedEvent& later) {
  if (earlier.process == later.process) return earlier.step < later.step;
  const uint32_t own = earlier.clock[earlier.process.index];
  return own <= later.clock[earlier.process.index];
}

}  // namespace cutline
