#include "core/lesson/snapshot_case_run.h"

#include <algorithm>

#include "core/base/text.h"
#include "core/system/step.h"

namespace cutline {
namespace {

constexpr size_t kRunStateBytesMax = 64 * 1024 * 1024;  // of the states that a case compares

class CaseRunner {
 public:
  explicit CaseRunner(const SnapshotCase& snapshot_case) : case_(snapshot_case) {
    trace_.world = start_world(scenario_);
    const size_t processes = trace_.world.processes.size();
    const size_t channels = trace_.world.channels.size();
    trace_.logs.resize(processes);
    trace_.log_cuts.resize(processes);
    trace_.readings.processes.resize(processes);
    trace_.readings.channels.resize(channels);
    trace_.channel_read.resize(channels);
  }
  Result<CaseRecord> run();

 private:
  Result<Done> do_step(const CaseStep& op);
  Result<Done> send(const CaseStep& op);
  Result<Done> receive(const CaseStep& op);
  Result<Done> break_channel(const CaseStep& op, Act act);
  Result<Done> start(const CaseStep& op, Act act);
  Result<Done> turn_red(const CaseStep& op);
  Result<Done> perform(const CaseStep& op, const Choice& choice);
  void read(ProcessId process);
  void read_channel(ChannelId channel);
  Result<uint32_t> find_item(const CaseStep& op) const;
  void keep_run_state();

  const std::vector<Item>& queue(ChannelId channel) const {
    return trace_.world.channels[channel.index].queue;
  }
  std::string name(const Item& item) const { return item_name(case_, trace_, item); }
  void note(ProcessId process, std::string event) {
    trace_.logs[process.index].push_back(std::move(event));
  }

  const SnapshotCase& case_;
  const Scenario& scenario_ = case_.scenario;
  CaseTrace trace_;
  size_t run_state_bytes_ = 0;
};

Result<CaseRecord> CaseRunner::run() {
  keep_run_state();
  for (const CaseStep& op : case_.steps) {
    if (auto done = do_step(op); !done) return done.error();
    keep_run_state();
    if (run_state_bytes_ > kRunStateBytesMax)
      return op.place->wrong("the states of the run take more than " +
                             std::to_string(kRunStateBytesMax) +
                             " bytes up to here: with run_states or occurred_during_run a case has "
                             "fewer steps, or fewer messages under way");
  }
  return gather_record(case_, trace_);
}

Result<Done> CaseRunner::do_step(const CaseStep& op) {
  Choice choice;
  choice.process = op.process;
  switch (op.act) {
    case CaseAct::send: return send(op);
    case CaseAct::recv: return receive(op);
    case CaseAct::drop: return break_channel(op, Act::drop);
    case CaseAct::duplicate: return break_channel(op, Act::duplicate);
    case CaseAct::record_only: return start(op, Act::record_only);
    case CaseAct::turn_red: return turn_red(op);
    case CaseAct::snapshot:
      if (case_.coordinated) return start(op, Act::snapshot);
      read(op.process);
      return Done{};
    case CaseAct::read: read(op.process); return Done{};
    case CaseAct::read_channel: read_channel(op.channel); return Done{};
    case CaseAct::markers: choice.act = Act::markers; return perform(op, choice);
    case CaseAct::local:
      note(op.process, op.name);
      choice.act = Act::local;
      return perform(op, choice);
  }
  return Done{};
}

Result<Done> CaseRunner::send(const CaseStep& op) {
  const ProcessId sender = scenario_.channels[op.channel.index].from;
  Choice choice;
  choice.act = Act::send;
  choice.channel = op.channel;
  if (!case_.receive_count) choice.value = op.value;  // else a state does not change by amounts
  if (op.label) choice.label = *op.label + 1;
  const Value& balance = trace_.world.processes[sender.index].state.balance;
  if (!balance.covers(choice.value))
    return op.place->wrong(scenario_.processes[sender.index].name + " has " +
                           print_value(case_, balance) + " and cannot send " +
                           print_value(case_, choice.value));
  trace_.names.push_back(op.name);
  trace_.amounts.push_back(op.value);
  note(sender, "send " + op.name);
  return perform(op, choice);
}

Result<Done> CaseRunner::receive(const CaseStep& op) {
  const Result<uint32_t> position = find_item(op);
  if (!position) return position.error();
  Choice choice;
  choice.act = Act::deliver;
  choice.channel = op.channel;
  choice.position = *position;
  if (op.label) choice.label = *op.label + 1;
  const bool is_record = queue(op.channel)[*position].kind == ItemKind::record;
  if (!is_record && op.label) return op.place->wrong("a marker changes no state");
  if (auto done = perform(op, choice); !done) return done;
  // Behind the step: a red message makes its receiver record first.
  if (is_record) note(op.process, "recv " + op.name);
  return Done{};
}

Result<Done> CaseRunner::break_channel(const CaseStep& op, Act act) {
  const Result<uint32_t> position = find_item(op);
  if (!position) return position.error();
  Choice choice;
  choice.act = act;
  choice.channel = op.channel;
  choice.position = *position;
  return perform(op, choice);
}

// Markers and colours carry no number in these cases: who starts while one is under way joins it.
Result<Done> CaseRunner::start(const CaseStep& op, Act act) {
  Choice choice;
  choice.act = act;
  choice.process = op.process;
  choice.joins = open_snapshot(trace_.world).has_value();
  return perform(op, choice);
}

// A snapshot may be complete as soon as its last process has turned red: that one is red too.
Result<Done> CaseRunner::turn_red(const CaseStep& op) {
  const std::vector<Snapshot>& snapshots = trace_.world.snapshots;
  if (!snapshots.empty() && snapshots.back().processes[op.process.index].recorded)
    return op.place->wrong(scenario_.processes[op.process.index].name + " is red already");
  return start(op, Act::snapshot);
}

Result<Done> CaseRunner::perform(const CaseStep& op, const Choice& choice) {
  if (auto why = why_not(scenario_, trace_.world, choice)) return op.place->wrong(*why);
  for (const Effect& effect : step(scenario_, trace_.world, choice)) {
    if (effect.kind == EffectKind::snapshot_started) {
      for (ProcessRecording& reading : trace_.readings.processes) reading = {};
      trace_.channel_read.assign(trace_.channel_read.size(), false);
    }
    if (effect.kind == EffectKind::state_recorded)
      trace_.log_cuts[effect.process.index] = trace_.logs[effect.process.index].size();
  }
  return Done{};
}

void CaseRunner::read(ProcessId process) {
  ProcessRecording& reading = trace_.readings.processes[process.index];
  reading.recorded = true;
  reading.state = trace_.world.processes[process.index].state;
  trace_.log_cuts[process.index] = trace_.logs[process.index].size();
  for (uint32_t index = 0; index < trace_.world.channels.size(); ++index) {
    const Channel& channel = trace_.world.channels[index];
    ChannelRecording& cut = trace_.readings.channels[index];
    if (scenario_.channels[index].from == process)
      cut.sent_at_cut = static_cast<uint32_t>(channel.sent.size());
    if (scenario_.channels[index].to == process)
      cut.received_at_cut = static_cast<uint32_t>(channel.received.size());
  }
}

void CaseRunner::read_channel(ChannelId channel) {
  std::vector<RecordId>& records = trace_.readings.channels[channel.index].records;
  records.clear();
  for (const Item& item : queue(channel))
    if (item.kind == ItemKind::record) records.push_back(item.record);
  trace_.channel_read[channel.index] = true;
}

// The place in the queue of what the step expects there.
Result<uint32_t> CaseRunner::find_item(const CaseStep& op) const {
  const std::vector<Item>& items = queue(op.channel);
  const std::string channel = scenario_.channel_name(op.channel);
  if (items.empty()) return op.place->wrong("nothing waits in " + channel);
  const auto is_meant = [&](const Item& item) { return name(item) == op.name; };
  const auto found = std::find_if(items.begin(), items.end(), is_meant);
  const bool takes_head = op.act == CaseAct::recv && scenario_.fifo;
  if (takes_head && found != items.begin())
    return op.place->wrong("the head of " + channel + " is " + in_quotes(name(items[0])) +
                           ", not " + in_quotes(op.name) + ", and the channel is FIFO");
  if (found == items.end())
    return op.place->wrong("no " + in_quotes(op.name) + " waits in " + channel);
  const bool ambiguous = std::any_of(found, items.end(), [&](const Item& item) {
    return is_meant(item) && item.kind != found->kind;
  });
  if (!takes_head && ambiguous)
    return op.place->wrong("both a message and the marker named " + in_quotes(op.name) +
                           " wait in " + channel);
  return static_cast<uint32_t>(found - items.begin());
}

void CaseRunner::keep_run_state() {
  if (!case_.keeps_run_states) return;
  RunState state = present_state(case_, trace_);
  if (!trace_.run_states.empty() && trace_.run_states.back().shown == state.shown) return;
  run_state_bytes_ += state.shown.size() + state.compared.size();
  trace_.run_states.push_back(std::move(state));
}

}  // namespace

Result<CaseRecord> run_snapshot_case(const SnapshotCase& snapshot_case) {
  return CaseRunner(snapshot_case).run();
}

}  // namespace cutline
