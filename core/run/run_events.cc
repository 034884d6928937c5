#include "core/run/run_events.h"

#include <map>
#include <tuple>

#include "core/base/check.h"

namespace cutline {
namespace {

// Which message an effect is about: a record or a snapshot's marker, and its channel.
using MessageKey = std::tuple<bool, uint32_t, uint32_t>;

class Reader {
 public:
  Reader(const Scenario& scenario, std::span<const Happening> happenings)
      : scenario_(scenario),
        happenings_(happenings),
        world_(start_world(scenario)),
        last_(scenario.processes.size(), kNoEvent) {
    out_.of_process.resize(scenario.processes.size());
    for (const Process& process : world_.processes) out_.states.push_back({process.state});
  }

  RunEvents read() {
    const std::vector<ClockedEvent> clocked = vector_clocks(scenario_, happenings_);
    auto next = clocked.begin();
    for (const Happening& happening : happenings_) {
      step(scenario_, world_, happening.choice);
      ++at_;
      for (; next != clocked.end() && next->step == at_; ++next) add_event(*next, happening);
      for (const Effect& effect : happening.effects) add(effect);
    }
    CUTLINE_CHECK(next == clocked.end(), "every event belongs to a step of the run");
    return std::move(out_);
  }

 private:
  static MessageKey key_of(const Effect& effect, bool marker) {
    return {marker, marker ? effect.snapshot.index : effect.record.index, effect.channel.index};
  }

  void add_event(const ClockedEvent& clocked, const Happening& happening) {
    RunEvent event;
    event.step = clocked.step;
    event.process = clocked.process;
    event.number = clocked.clock[clocked.process.index];
    event.clock = clocked.clock;
    const Act act = happening.choice.act;
    event.reading = act == Act::read || act == Act::read_all || act == Act::read_each;
    last_[event.process.index] = static_cast<uint32_t>(out_.events.size());
    out_.of_process[event.process.index].push_back(last_[event.process.index]);
    out_.states[event.process.index].push_back(world_.processes[event.process.index].state);
    out_.events.push_back(std::move(event));
  }

  void add(const Effect& effect) {
    switch (effect.kind) {
      case EffectKind::sent: leave(effect, false); break;
      case EffectKind::marker_sent: leave(effect, true); break;
      case EffectKind::received: take_out(effect, false).received = event_at(effect); break;
      case EffectKind::marker_received: take_out(effect, true).received = event_at(effect); break;
      case EffectKind::dropped:  // a reliable channel loses and doubles copies only
        if (scenario_.channel_rule.reliable) break;
        take_out(effect, effect.item == ItemKind::marker).lost = true;
        break;
      case EffectKind::duplicated:
        if (scenario_.channel_rule.reliable) break;
        copy(key_of(effect, effect.item == ItemKind::marker));
        break;
      case EffectKind::state_recorded: case EffectKind::channel_recorded:
      case EffectKind::channel_read: case EffectKind::snapshot_started:
      case EffectKind::snapshot_complete: case EffectKind::local_event:
      case EffectKind::retransmitted: case EffectKind::arrived: case EffectKind::arrived_early:
      case EffectKind::discarded: case EffectKind::acknowledgement_sent:
      case EffectKind::acknowledged: break;
    }
  }

  uint32_t event_at(const Effect& effect) const { return last_[effect.process.index]; }

  void leave(const Effect& effect, bool marker) {
    RunMessage message;
    message.marker = marker;
    message.channel = effect.channel;
    message.record = effect.record;
    message.snapshot = effect.snapshot;
    if (!marker) message.value = effect.value;
    message.sent = event_at(effect);
    open_.emplace(key_of(effect, marker), out_.messages.size());
    out_.messages.push_back(message);
  }

  // Of equal ones the oldest: find() may give any of them.
  std::multimap<MessageKey, size_t>::iterator oldest(const MessageKey& key) {
    const auto found = open_.lower_bound(key);
    CUTLINE_CHECK(found != open_.end() && found->first == key, "what is named waits in a channel");
    return found;
  }

  RunMessage& take_out(const Effect& effect, bool marker) {
    const auto found = oldest(key_of(effect, marker));
    RunMessage& message = out_.messages[found->second];
    message.ended = at_;
    open_.erase(found);
    return message;
  }

  void copy(const MessageKey& key) {
    RunMessage message = out_.messages[oldest(key)->second];
    message.copy = true;
    open_.emplace(key, out_.messages.size());
    out_.messages.push_back(message);
  }

  const Scenario& scenario_;
  std::span<const Happening> happenings_;
  World world_;
  uint32_t at_ = 0;  // the present step
  std::vector<uint32_t> last_;  // of each process: its last event
  std::multimap<MessageKey, size_t> open_;  // messages that wait; equal ones in their order
  RunEvents out_;
};

}  // namespace

RunEvents run_events(const Scenario& scenario, std::span<const Happening> happenings) {
  return Reader(scenario, happenings).read();
}

}  // namespace cutline
