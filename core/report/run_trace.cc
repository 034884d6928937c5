#include "core/report/run_trace.h"

#include <algorithm>

#include "core/report/report_events.h"
#include "core/report/trace_events.h"

namespace cutline {
namespace {

using Json = nlohmann::ordered_json;

constexpr Tick kSliceLength = 5 * kMillisecond;  // for the eye
constexpr int kGroup = 1;

TraceTrack track_of(ProcessId process) {
  return {kGroup, static_cast<int>(process.index) + 1};
}

class RunTrace {
 public:
  explicit RunTrace(const History& history)
      : history_(history), scenario_(history.scenario()), run_(report_events(history)) {}

  std::string text() {
    trace_.name_process(kGroup, scenario_.title);
    for (uint32_t index = 0; index < scenario_.processes.size(); ++index)
      trace_.name_thread(track_of({index}), scenario_.processes[index].name);
    add_snapshot_starts();
    add_events();
    add_messages();
    add_counters();
    return trace_.take({{"scenario", scenario_.name},
                        {"seed", scenario_.seed},
                        {"note", "Simulated time. Events take no time: a slice is at most 5 ms "
                                 "long, so that arrows have an end to hold on to."}});
  }

 private:
  void add_snapshot_starts();
  void add_events();
  void add_messages();
  void add_counters();

  const History& history_;
  const Scenario& scenario_;
  ReportEvents run_;
  TraceEvents trace_;
};

void RunTrace::add_events() {
  std::vector<Tick> next(scenario_.processes.size(), INT64_MAX);  // the event behind, per process
  std::vector<Tick> lengths(run_.events.size());
  for (size_t index = run_.events.size(); index-- > 0;) {
    const ReportEvent& event = run_.events[index];
    lengths[index] = std::min(kSliceLength, next[event.process.index] - event.at);
    next[event.process.index] = event.at;
  }
  for (size_t index = 0; index < run_.events.size(); ++index) {
    const ReportEvent& event = run_.events[index];
    Json clock = Json::object();
    for (size_t at = 0; at < event.clock.size(); ++at)
      clock[scenario_.processes[at].name] = event.clock[at];
    trace_.slice(track_of(event.process), event.text, event.at, lengths[index],
                 {{"step", event.step}, {"clock", clock}});
  }
}

void RunTrace::add_messages() {
  for (size_t index = 0; index < run_.messages.size(); ++index) {
    const ReportMessage& message = run_.messages[index];
    const ReportEvent& sent = run_.events[message.from_event];
    Json about = {{"end", message_end_name(message.end)}};
    if (!message.marker) about["amount"] = message.value.part[0];
    if (message.copy) about["copy"] = true;
    trace_.flow(true, track_of(sent.process), message.name, index + 1, sent.at, about);
    if (!message.to_event) continue;
    const ReportEvent& received = run_.events[*message.to_event];
    trace_.flow(false, track_of(received.process), message.name, index + 1, received.at, {});
  }
}

void RunTrace::add_snapshot_starts() {
  const std::vector<Snapshot>& snapshots = history_.world().snapshots;
  for (uint32_t index = 0; index < snapshots.size(); ++index) {
    const Snapshot& snapshot = snapshots[index];
    const std::string name = snapshot_name({index});
    const TraceTrack track = track_of(snapshot.initiator);
    const auto add = [&](const char* phase, const std::string& text, Tick at, Json about) {
      trace_.asynchronous(phase, track, "snapshot", name, text, at, std::move(about));
    };
    add("b", name, snapshot.started_at, {{"started_at_step", snapshot.started_step}});
    for (uint32_t process = 0; process < snapshot.processes.size(); ++process) {
      const ProcessRecording& each = snapshot.processes[process];
      if (!each.recorded) continue;
      add("n", scenario_.processes[process].name + " recorded", each.at,
          {{"step", each.step}, {"balance", each.state.balance.part[0]}});
    }
    // One that is under way has no end.
    if (snapshot.complete)
      add("e", name, snapshot.completed_at, {{"step", snapshot.completed_step}});
  }
}

void RunTrace::add_counters() {
  struct Change {
    Tick at = 0;
    uint32_t step = 0;
    ChannelId channel;
    int by = 0;
  };
  std::vector<Change> changes;
  for (const ReportMessage& message : run_.messages) {
    const ReportEvent& sent = run_.events[message.from_event];
    changes.push_back({sent.at, sent.step, message.channel, 1});
    if (message.end != MessageEnd::in_flight)
      changes.push_back({message.end_at, message.end_step, message.channel, -1});
  }
  std::stable_sort(changes.begin(), changes.end(), [](const Change& left, const Change& right) {
    return left.step < right.step;
  });
  std::vector<int> waiting(scenario_.channels.size(), 0);
  for (const Change& change : changes) {
    waiting[change.channel.index] += change.by;
    trace_.counter(kGroup, "waiting in " + scenario_.channel_name(change.channel), change.at,
                   {{"messages", waiting[change.channel.index]}});
  }
}

}  // namespace

std::string run_trace(const History& history) { return RunTrace(history).text(); }

}  // namespace cutline
