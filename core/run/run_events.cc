#include "core/run/run_events.h"

#include <algorithm>

#include "core/base/check.h"

namespace cutline {

RunReader::RunReader(Scenario scenario)
    : scenario_(std::move(scenario)), world_(start_world(scenario_)) {
  run_.of_process.resize(scenario_.processes.size());
  for (const Process& process : world_.processes) run_.states.push_back({process.state});
}

void RunReader::add(const Happening& happening) {
  step(scenario_, world_, happening.choice);
  ++at_;
  act_ = happening.choice.act;
  for (const Effect& effect : happening.effects) add(effect);
}

void RunReader::add(const Effect& effect) {
  const bool marker = effect.item == ItemKind::marker;
  switch (effect.kind) {
    case EffectKind::sent: return leave(effect, false);
    case EffectKind::marker_sent: return leave(effect, true);
    case EffectKind::received: return arrive(effect, false);
    case EffectKind::marker_received: return arrive(effect, true);
    case EffectKind::state_recorded:
    case EffectKind::snapshot_started:
    case EffectKind::local_event: event_at(effect.process); return;
    case EffectKind::dropped:  // a reliable channel loses and doubles copies only
      if (!scenario_.channel_rule.reliable) take_out(effect, marker).lost = true;
      return;
    case EffectKind::duplicated:
      if (!scenario_.channel_rule.reliable) copy(effect);
      return;
    case EffectKind::channel_recorded:   // part of the receipt that it belongs to
    case EffectKind::channel_read:       // nothing happens at a process
    case EffectKind::snapshot_complete:  // known to nobody but the onlooker
    // Below the processes, which are told nothing of it.
    case EffectKind::retransmitted:
    case EffectKind::arrived:
    case EffectKind::arrived_early:
    case EffectKind::discarded:
    case EffectKind::acknowledgement_sent:
    case EffectKind::acknowledged: return;
  }
}

// The event of this step at this process.
uint32_t RunReader::event_at(ProcessId process) {
  std::vector<uint32_t>& own = run_.of_process[process.index];
  if (!own.empty() && run_.events[own.back()].step == at_) return own.back();
  RunEvent event;
  event.step = at_;
  event.process = process;
  event.number = static_cast<uint32_t>(own.size()) + 1;
  event.reading = act_ == Act::read || act_ == Act::read_all || act_ == Act::read_each;
  event.clock = own.empty() ? VectorClock(scenario_.processes.size(), 0)
                            : run_.events[own.back()].clock;
  event.clock[process.index] = event.number;
  own.push_back(static_cast<uint32_t>(run_.events.size()));
  run_.states[process.index].push_back(world_.processes[process.index].state);
  run_.events.push_back(std::move(event));
  return own.back();
}

RunReader::MessageKey RunReader::key_of(const RunMessage& message) {
  return {message.marker, message.marker ? message.snapshot.index : message.record.index,
          message.channel.index};
}

RunReader::MessageKey RunReader::key_of(const Effect& effect, bool marker) {
  return {marker, marker ? effect.snapshot.index : effect.record.index, effect.channel.index};
}

void RunReader::leave(const Effect& effect, bool marker) {
  RunMessage message;
  message.marker = marker;
  message.channel = effect.channel;
  message.record = effect.record;
  message.snapshot = effect.snapshot;
  if (!marker) message.value = effect.value;
  message.sent = event_at(effect.process);
  put_in(message);
}

void RunReader::put_in(const RunMessage& message) {
  open_.emplace(key_of(message), run_.messages.size());
  entered_.push_back(at_);
  run_.messages.push_back(message);
}

// The receiver knows all that the sender knew.
void RunReader::arrive(const Effect& effect, bool marker) {
  RunMessage& message = take_out(effect, marker);
  message.received = event_at(effect.process);
  VectorClock& clock = run_.events[message.received].clock;
  const VectorClock& sent = run_.events[message.sent].clock;
  for (size_t index = 0; index < clock.size(); ++index)
    clock[index] = std::max(clock[index], sent[index]);
}

void RunReader::copy(const Effect& effect) {
  RunMessage message =
      run_.messages[oldest(key_of(effect, effect.item == ItemKind::marker))->second];
  message.copy = true;
  put_in(message);
}

// Of equal ones the oldest: find() may give any of them.
RunReader::Open::iterator RunReader::oldest(const MessageKey& key) {
  const auto found = open_.lower_bound(key);
  CUTLINE_CHECK(found != open_.end() && found->first == key, "what is named waits in a channel");
  return found;
}

RunMessage& RunReader::take_out(const Effect& effect, bool marker) {
  const auto found = oldest(key_of(effect, marker));
  RunMessage& message = run_.messages[found->second];
  message.ended = at_;
  open_.erase(found);
  return message;
}

void RunReader::forget_after(uint32_t steps, World world) {
  world_ = std::move(world);
  at_ = steps;
  while (!run_.events.empty() && run_.events.back().step > steps) {
    const uint32_t process = run_.events.back().process.index;
    run_.of_process[process].pop_back();
    run_.states[process].pop_back();
    run_.events.pop_back();
  }
  while (!entered_.empty() && entered_.back() > steps) {
    entered_.pop_back();
    run_.messages.pop_back();
  }
  open_.clear();
  for (size_t index = 0; index < run_.messages.size(); ++index) {
    RunMessage& message = run_.messages[index];
    if (message.ended > steps) {
      message.ended = 0;
      message.lost = false;
      message.received = kNoEvent;
    }
    if (message.ended == 0) open_.emplace(key_of(message), index);
  }
}

RunEvents run_events(const Scenario& scenario, std::span<const Happening> happenings) {
  RunReader reader(scenario);
  for (const Happening& each : happenings) reader.add(each);
  return reader.take();
}

const RunEvents& RunFollower::follow(const History& history) {
  const std::vector<Happening>& happenings = history.happenings();
  if (!reader_ || reader_->scenario() != history.scenario()) {
    reader_.emplace(history.scenario());
    choices_.clear();
  }
  size_t same = 0;  // steps: a run is its choices
  while (same < choices_.size() && same < happenings.size() &&
         choices_[same] == happenings[same].choice)
    ++same;
  if (same < choices_.size()) {
    reader_->forget_after(static_cast<uint32_t>(same), history.world_after(same));
    choices_.resize(same);
  }
  for (; same < happenings.size(); ++same) {
    reader_->add(happenings[same]);
    choices_.push_back(happenings[same].choice);
    ++steps_read_;
  }
  return reader_->run();
}

}  // namespace cutline
