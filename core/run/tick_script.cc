#include "core/run/tick_script.h"

#include <algorithm>
#include <string>

#include "core/base/check.h"
#include "core/base/text.h"
#include "core/system/step.h"

namespace cutline {
namespace {

class TickDriver {
 public:
  explicit TickDriver(const TickScript& script)
      : script_(script), scenario_(script.scenario), dues_(script.scenario.channels.size()) {
    run_.world = start_world(scenario_);
    for (uint32_t index = 0; index < scenario_.processes.size(); ++index)
      outputs_.push_back(channels_from(scenario_, {index}));
  }
  Result<TickRun> run();

 private:
  Result<Done> do_event(const ScriptEvent& event);
  Result<Done> tick();
  Result<Done> deliver_first_due(ProcessId sender);
  Result<Done> perform(Choice choice);
  Result<Done> post(ChannelId channel);
  bool all_complete() const {
    const std::vector<Snapshot>& snapshots = run_.world.snapshots;
    return std::all_of(snapshots.begin(), snapshots.end(),
                       [](const Snapshot& each) { return each.complete; });
  }
  Fault never_completes() const;
  Fault wrong(std::string sentence) const { return fault_at(line_, column_, std::move(sentence)); }

  const TickScript& script_;
  const Scenario& scenario_;
  TickRun run_;
  std::vector<std::vector<ChannelId>> outputs_;  // of each process
  std::vector<std::vector<Tick>> dues_;          // of each channel's queue, its head first
  Tick now_ = 0;                                 // in ticks of the script
  size_t drawn_ = 0;
  size_t under_way_ = 0;                         // messages in all channels
  int line_ = 0;                                 // of the event that is done
  int column_ = 0;
};

Result<TickRun> TickDriver::run() {
  for (const ScriptEvent& event : script_.events) {
    line_ = event.line;
    column_ = event.column;
    if (auto done = do_event(event); !done) return done.error();
  }
  line_ = script_.end_line;
  column_ = 1;
  while (!all_complete()) {
    if (under_way_ == 0) return never_completes();
    if (auto done = tick(); !done) return done.error();
  }
  for (int after = 0; after < kTicksAfter; ++after)
    if (auto done = tick(); !done) return done.error();
  return std::move(run_);
}

Result<Done> TickDriver::do_event(const ScriptEvent& event) {
  Choice choice;
  choice.process = event.process;
  choice.channel = event.channel;
  switch (event.act) {
    case ScriptAct::send:
      choice.act = Act::send;
      choice.value = Value::of(event.number);
      return perform(choice);
    case ScriptAct::snapshot:
      choice.act = Act::snapshot;
      return perform(choice);
    case ScriptAct::tick:
      for (int64_t count = 0; count < event.number; ++count)
        if (auto done = tick(); !done) return done;
      return Done{};
  }
  return Done{};
}

Result<Done> TickDriver::tick() {
  ++now_;
  if (under_way_ == 0) return Done{};
  for (uint32_t sender = 0; sender < scenario_.processes.size(); ++sender)
    if (auto done = deliver_first_due({sender}); !done) return done;
  return Done{};
}

Result<Done> TickDriver::deliver_first_due(ProcessId sender) {
  for (ChannelId channel : outputs_[sender.index]) {
    const std::vector<Tick>& dues = dues_[channel.index];
    if (dues.empty() || dues.front() > now_) continue;
    Choice choice;
    choice.act = Act::deliver;
    choice.channel = channel;
    return perform(choice);
  }
  return Done{};
}

Result<Done> TickDriver::perform(Choice choice) {
  choice.at = now_;
  if (auto why = why_not(scenario_, run_.world, choice)) return wrong(*why);
  for (const Effect& effect : step(scenario_, run_.world, choice)) {
    switch (effect.kind) {
      case EffectKind::sent:
      case EffectKind::marker_sent:
        if (auto done = post(effect.channel); !done) return done;
        break;
      case EffectKind::received:
      case EffectKind::marker_received: {
        std::vector<Tick>& dues = dues_[effect.channel.index];
        dues.erase(dues.begin());
        --under_way_;
        break;
      }
      case EffectKind::snapshot_started: run_.in_flight.emplace_back(); break;
      case EffectKind::channel_recorded:
        run_.in_flight[effect.snapshot.index].push_back(effect.record);
        break;
      default: break;
    }
  }
  return Done{};
}

Result<Done> TickDriver::post(ChannelId channel) {
  if (drawn_ == script_.draws.size())
    return wrong("more delays are needed than the " +
                 count_of(static_cast<int64_t>(drawn_), "draw") + " given");
  dues_[channel.index].push_back(now_ + 1 + script_.draws[drawn_++]);
  ++under_way_;
  return Done{};
}

// At the place of the first snapshot that is left incomplete.
Fault TickDriver::never_completes() const {
  const std::vector<Snapshot>& snapshots = run_.world.snapshots;
  size_t id = 0;
  while (snapshots[id].complete) ++id;
  size_t seen = 0;
  for (const ScriptEvent& event : script_.events)
    if (event.act == ScriptAct::snapshot && seen++ == id)
      return fault_at(event.line, event.column,
                      "snapshot " + std::to_string(id) + " never completes: nothing is under way "
                      "any more, and some process has not had a marker on each of its channels");
  check_failed(__FILE__, __LINE__, "every snapshot was started by an event of the script");
}

}  // namespace

Result<TickRun> run_tick_script(const TickScript& script) {
  CUTLINE_CHECK(script.scenario.fifo, "a tick script delivers in order");
  return TickDriver(script).run();
}

}  // namespace cutline
