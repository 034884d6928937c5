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

std::string count_text(size_t count, std::string_view one) {
  return std::to_string(count) + " " + std::string(one) + (count == 1 ? "" : "s");
}

// What lies beneath a reliable channel.
std::string link_sentences(const LabModel& model, const ChannelModel& channel) {
  std::string text = "On its wire: ";
  for (size_t i = 0; i < channel.wire.size(); ++i) {
    const WireModel& item = channel.wire[i];
    text += (i > 0 ? ", " : "") + item.name;
    if (!item.back) text += " as number " + std::to_string(item.number);
  }
  text += channel.wire.empty() ? "nothing." : ".";
  const std::string& sender = model.system.processes[channel.from].name;
  if (channel.unacknowledged.empty()) {
    add(text, sender + " keeps nothing to send again.");
  } else {
    add(text, sender + " keeps " + count_text(channel.unacknowledged.size(), "message") +
                  " until acknowledged; its time-out is at " + channel.time_out + ".");
  }
  const std::string& receiver = model.system.processes[channel.to].name;
  add(text, receiver + " has all up to number " + std::to_string(channel.arrived) + ".");
  return text;
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
  if (channel.reliable) add(text, link_sentences(model, channel));
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

const ChannelModel* reliable_channel(const LabModel& model, const ArrowModel& arrow) {
  for (const ChannelModel& channel : model.system.channels)
    if (channel.reliable && channel.name == arrow.channel) return &channel;
  return nullptr;
}

// Of a transfer on a reliable channel: its copies, and where it is counted all the same.
void tell_copies(const LabModel& model, const ChannelModel& channel, const ArrowModel& first,
                 Story& story) {
  size_t sent = 0;
  size_t lost = 0;
  for (const ArrowModel& arrow : model.diagram.arrows) {
    if (arrow.name != first.name || arrow.marker || arrow.from_step > model.diagram.cursor)
      continue;
    ++sent;
    lost += arrow.lost_by_fault && arrow.to_step <= model.diagram.cursor;
  }
  if (sent > 1) add(story.text, std::to_string(sent) + " copies went on the wire.");
  if (lost > 0) add(story.text, "Lost: " + std::to_string(lost) + ".");
  for (const ItemModel& item : channel.queue) {
    if (item.marker || item.name != first.name) continue;
    story.title = item.name + ": " + with_unit(model.system, item.amount);
    add(story.text, "It is number " + std::to_string(item.number) + " of " + channel.name +
                        " and counted there, once: " + item.place + ".");
    return;
  }
  if (!first.future)
    add(story.text, model.system.processes[channel.to].name + " has received it, once.");
}

Story transfer_story(const LabModel& model, const ArrowModel& arrow) {
  const DiagramModel& diagram = model.diagram;
  const std::string& from = diagram.rows[arrow.from_row];
  const std::string& to = diagram.rows[arrow.to_row];
  const bool ended = arrow.to_step != 0 && arrow.to_step <= diagram.cursor;
  Story story{arrow.name, from + (arrow.future ? " will send it to " : " sent it to ") + to +
                              " at " + time_of(diagram, arrow.from_step) + "."};
  const SnapshotModel* snapshot = selected_snapshot(model);
  if (const ChannelModel* channel = reliable_channel(model, arrow)) {
    tell_copies(model, *channel, arrow, story);
    if (snapshot) add(story.text, state_sentence(arrow.state, snapshot->name));
    return story;
  }
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

Story acknowledgement_story(const ArrowModel& arrow, const DiagramModel& diagram) {
  return {"Acknowledgement on " + arrow.channel,
          diagram.rows[arrow.from_row] + " tells " + diagram.rows[arrow.to_row] +
              " up to which number all are in: " + arrow.name + "."};
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
