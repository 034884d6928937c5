#include "core/report/checkpoint_times.h"

#include <algorithm>

namespace cutline {
namespace {

// Acknowledged as soon as the process has recorded and no marker is missing.
void acknowledge_if_done(const Scenario& scenario, SubtaskTimes& times, ProcessId process,
                         size_t markers_in, Tick now) {
  if (times.recorded && markers_in == channels_to(scenario, process).size())
    times.acknowledged_at = now;
}

CheckpointTimes times_of(const History& history, SnapshotId snapshot) {
  const Scenario& scenario = history.scenario();
  const Snapshot& recorded = history.world().snapshots[snapshot.index];
  CheckpointTimes times;
  times.id = snapshot.index + 1;
  times.triggered_at = recorded.started_at;
  times.complete = recorded.complete;
  times.subtasks.resize(scenario.processes.size());
  std::vector<bool> marker_in(scenario.channels.size());
  std::vector<size_t> markers_in(scenario.processes.size());
  for (size_t at = 0; at < history.cursor(); ++at) {
    const Happening& happening = history.happenings()[at];
    const Tick now = happening.choice.at;
    for (const Effect& effect : happening.effects) {
      if (effect.snapshot != snapshot) continue;
      SubtaskTimes& subtask = times.subtasks[effect.process.index];
      if (effect.kind == EffectKind::state_recorded) {
        subtask.recorded = true;
        subtask.recorded_at = now;
      } else if (effect.kind == EffectKind::marker_received && !marker_in[effect.channel.index]) {
        marker_in[effect.channel.index] = true;  // a doubled marker counts once
        ++markers_in[effect.process.index];
        if (!subtask.first_marker_at) subtask.first_marker_at = now;
        subtask.last_marker_at = now;
      } else {
        continue;
      }
      acknowledge_if_done(scenario, subtask, effect.process, markers_in[effect.process.index],
                          now);
    }
  }
  return times;
}

}  // namespace

size_t CheckpointTimes::acknowledged() const {
  return static_cast<size_t>(std::count_if(
      subtasks.begin(), subtasks.end(),
      [](const SubtaskTimes& each) { return each.acknowledged_at.has_value(); }));
}

std::optional<Tick> CheckpointTimes::latest_acknowledgement() const {
  std::optional<Tick> latest;
  for (const SubtaskTimes& each : subtasks)
    if (each.acknowledged_at) latest = std::max(latest.value_or(0), *each.acknowledged_at);
  return latest;
}

std::vector<CheckpointTimes> checkpoint_times(const History& history) {
  std::vector<CheckpointTimes> out;
  const std::vector<Snapshot>& snapshots = history.world().snapshots;
  for (uint32_t index = 0; index < snapshots.size(); ++index)
    if (snapshots[index].kind == SnapshotKind::markers) out.push_back(times_of(history, {index}));
  return out;
}

}  // namespace cutline
