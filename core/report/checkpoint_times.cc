#include "core/report/checkpoint_times.h"

#include <algorithm>

namespace cutline {
namespace {

// When the last thing happened that made a channel's recorded state final.
std::vector<Tick> channel_times(const History& history, SnapshotId snapshot,
                                std::vector<SubtaskTimes>& subtasks) {
  std::vector<Tick> last(history.scenario().channels.size());
  std::vector<bool> marker_in(last.size());
  for (size_t at = 0; at < history.cursor(); ++at) {
    const Happening& happening = history.happenings()[at];
    const Tick now = happening.choice.at;
    for (const Effect& effect : happening.effects) {
      if (effect.snapshot != snapshot) continue;
      SubtaskTimes& subtask = subtasks[effect.process.index];
      if (effect.kind == EffectKind::state_recorded) {
        subtask.recorded = true;
        subtask.recorded_at = now;
      } else if (effect.kind == EffectKind::channel_recorded) {
        last[effect.channel.index] = now;
      } else if (effect.kind == EffectKind::marker_received && !marker_in[effect.channel.index]) {
        marker_in[effect.channel.index] = true;  // a doubled marker counts once
        last[effect.channel.index] = now;
        if (!subtask.first_marker_at) subtask.first_marker_at = now;
        subtask.last_marker_at = now;
      }
    }
  }
  return last;
}

CheckpointTimes times_of(const History& history, SnapshotId id) {
  const Scenario& scenario = history.scenario();
  const Snapshot& snapshot = history.world().snapshots[id.index];
  CheckpointTimes times;
  times.id = id.index + 1;
  times.triggered_at = snapshot.started_at;
  times.complete = snapshot.complete;
  times.subtasks.resize(scenario.processes.size());
  const std::vector<Tick> last = channel_times(history, id, times.subtasks);
  for (uint32_t index = 0; index < times.subtasks.size(); ++index) {
    SubtaskTimes& subtask = times.subtasks[index];
    bool done = subtask.recorded;
    Tick at = subtask.recorded_at;
    for (ChannelId input : channels_to(scenario, {index})) {
      done = done && is_channel_final(scenario, snapshot, input);
      at = std::max(at, last[input.index]);
      // Without markers a channel is final no sooner than its sender has recorded.
      if (snapshot.kind == SnapshotKind::colors)
        at = std::max(at, times.subtasks[scenario.channels[input.index].from.index].recorded_at);
    }
    if (done) subtask.acknowledged_at = at;
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
    if (snapshots[index].kind != SnapshotKind::uncoordinated)
      out.push_back(times_of(history, {index}));
  return out;
}

}  // namespace cutline
