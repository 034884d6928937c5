#include "web/story.h"

#include <algorithm>

namespace cutline {
namespace {

void add(std::string& text, std::string_view sentence) {
  if (sentence.empty()) return;
  if (!text.empty()) text += ' ';
  text += sentence;
}

std::string with_unit(const SystemModel& system, const std::string& amount) {
  return system.unit.empty() ? amount : amount + " " + system.unit;
}

std::string nth_in_queue(size_t place) {
  if (place == 0) return "next to be delivered";
  return place == 1 ? "behind 1 other" : "behind " + std::to_string(place) + " others";
}

Story process_story(const LabModel& model, const ProcessModel& process) {
  std::string text = "Holds " + with_unit(model.system, process.balance) + ".";
  if (!process.label.empty()) add(text, "State: " + process.label + ".");
  if (!process.next.empty()) add(text, "Next: " + process.next + ".");
  const SnapshotModel* snapshot = selected_snapshot(model);
  if (!snapshot) return {"Process " + process.name, text};
  if (process.recorded) {
    add(text, "Recorded in " + snapshot->name + " with " + process.recorded_balance + " at " +
                  process.recorded_at + ".");
  } else {
    add(text, "Not recorded in " + snapshot->name + " yet.");
  }
  return {"Process " + process.name, text};
}

Story channel_story(const LabModel& model, const ChannelModel& channel) {
  std::string text = "Empty.";
  if (!channel.queue.empty()) {
    text = "Waiting, oldest first: ";
    for (size_t i = 0; i < channel.queue.size(); ++i) {
      const ItemModel& item = channel.queue[i];
      text += i > 0 ? ", " : "";
      text += item.marker ? "marker of " + item.name : item.name + " (" + item.amount + ")";
    }
    text += ".";
  }
  if (channel.held) add(text, "Held: the receiver does not read it until its last marker is in.");
  const SnapshotModel* snapshot = selected_snapshot(model);
  if (snapshot && !channel.recording.empty()) {
    std::string recorded;
    for (const std::string& name : channel.recorded)
      recorded += (recorded.empty() ? "" : ", ") + name;
    if (channel.recording == "not yet") {
      add(text, snapshot->name + " does not record it yet.");
    } else {
      add(text, channel.recording == "final" ? "Its state in " + snapshot->name + " is final:"
                                             : snapshot->name + " is recording it, so far:");
      add(text, (recorded.empty() ? std::string("empty") : recorded) + ".");
    }
  }
  return {"Channel " + channel.name, text};
}

Story snapshot_story(const SnapshotModel& snapshot) {
  std::string text =
      snapshot.kind + ", " +
      (snapshot.initiator.empty() ? "all at once at " : "started at " + snapshot.initiator + ", ") +
      snapshot.started + ".";
  if (!snapshot.completed.empty()) add(text, "Complete at " + snapshot.completed + ".");
  add(text, snapshot.ledger.sentence);
  return {"Snapshot " + snapshot.name, text};
}

std::string time_of(const DiagramModel& diagram, uint32_t step) {
  const std::string place = "step " + std::to_string(step);
  if (step == 0 || step > diagram.times.size()) return place;
  return diagram.times[step - 1] + " (" + place + ")";
}

Story transfer_story(const LabModel& model, const ArrowModel& arrow) {
  const DiagramModel& diagram = model.diagram;
  const std::string& from = diagram.rows[arrow.from_row];
  const std::string& to = diagram.rows[arrow.to_row];
  const bool ended = arrow.to_step != 0 && arrow.to_step <= diagram.cursor;
  Story story{arrow.name, from + (arrow.future ? " will send it to " : " sent it to ") + to +
                              " at " + time_of(diagram, arrow.from_step) + "."};
  if (ended && arrow.lost_by_fault)
    add(story.text, "It was taken out of the channel at " + time_of(diagram, arrow.to_step) + ".");
  else if (ended)
    add(story.text, to + " received it at " + time_of(diagram, arrow.to_step) + ".");
  for (const ChannelModel& channel : model.system.channels)
    for (size_t place = 0; place < channel.queue.size(); ++place) {
      const ItemModel& item = channel.queue[place];
      if (item.marker || item.name != arrow.name) continue;
      story.title = item.name + ": " + with_unit(model.system, item.amount);
      add(story.text, "Now it waits in " + channel.name + ", " + nth_in_queue(place) +
                          "; the clock delivers it at " + item.due + ".");
    }
  const SnapshotModel* snapshot = selected_snapshot(model);
  if (snapshot) add(story.text, state_sentence(arrow.state, snapshot->name));
  return story;
}

}  // namespace

const SnapshotModel* selected_snapshot(const LabModel& model) {
  for (const SnapshotModel& snapshot : model.snapshots)
    if (snapshot.selected) return &snapshot;
  return nullptr;
}

std::string state_sentence(std::string_view state, std::string_view snapshot) {
  const std::string name(snapshot);
  if (state == "in flight") return name + " holds it as channel state: it crosses the cut.";
  if (state == "lost") return name + " loses it: sent before the cut, and recorded nowhere.";
  if (state == "repeated") return name + " counts it twice.";
  return "";
}

Story marker_story(const LabModel& model, std::string_view snapshot, std::string_view channel) {
  const std::string name(snapshot);
  std::string text = "On " + std::string(channel) + ": what was sent before it belongs to " + name +
                     ", what comes after it does not.";
  for (const SnapshotModel& each : model.snapshots)
    if (each.name == snapshot && !each.missing.empty()) add(text, name + " " + each.missing + ".");
  return {"Marker of " + name, text};
}

Story story_of(const LabModel& model, std::string_view name) {
  for (const ProcessModel& process : model.system.processes)
    if (process.name == name) return process_story(model, process);
  for (const ChannelModel& channel : model.system.channels)
    if (channel.name == name) return channel_story(model, channel);
  for (const SnapshotModel& snapshot : model.snapshots)
    if (snapshot.name == name) return snapshot_story(snapshot);
  for (const ArrowModel& arrow : model.diagram.arrows)
    if (!arrow.marker && arrow.name == name) return transfer_story(model, arrow);
  return {};
}

}  // namespace cutline
