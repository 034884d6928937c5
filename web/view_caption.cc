// The line under the graph: what the last step did, or the story of what is selected, with buttons
// for what can be done to it.
#include "core/base/text.h"
#include "web/view.h"
#include "web/widgets.h"

namespace cutline {
namespace {

// What the buttons are about: a process, or a channel and perhaps one place in its queue.
struct Subject {
  std::string name;
  size_t place = 0;  // from 1; 0: the whole channel
  std::string item;  // at that place
};

Subject subject_of(const LabModel& model) {
  for (const ChannelModel& channel : model.system.channels)
    for (size_t place = 0; place < channel.queue.size(); ++place)
      if (!channel.queue[place].marker && channel.queue[place].name == model.selected)
        return {channel.name, place + 1, model.selected};
  return {model.selected, 0, ""};
}

bool is_about(const ActionModel& action, const Subject& subject) {
  const bool on_wire = action.group == "wire" ||
                       action.label.find(" the wire of ") != std::string::npos;
  if (action.group != "deliver" && action.group != "fault" && action.group != "snapshot" &&
      !on_wire)
    return false;
  const std::vector<Word> words = split_words(action.command);
  if (words.size() < 2 || words[1].text != subject.name) return false;
  if (subject.place == 0) return true;
  // Places on a wire are not those in the queue above it.
  if (on_wire) return action.label.find(" " + subject.item + " (") != std::string::npos;
  const std::string place = words.size() > 2 ? std::string(words[2].text) : "1";
  return place == std::to_string(subject.place);
}

// The line says what it is about; the button only has to say what it does. Hovering gives the whole
// label.
std::string short_label(const ActionModel& action) {
  if (action.group == "snapshot")
    return action.command.starts_with("snapshot") ? "Snapshot" : "One by one";
  if (action.command.starts_with("retransmit")) return "Send again";
  const std::vector<Word> words = split_words(action.label);  // "Deliver T4 (10) to B"
  if (words.size() < 3) return action.label;
  if (action.command.starts_with("arrive")) return "Let " + std::string(words[1].text) + " arrive";
  std::string label = std::string(words[0].text) + " " + std::string(words[1].text);
  if (words[1].text.ends_with("'s")) label += " " + std::string(words[2].text);
  return label;
}

// Buttons for what can be done to the subject, at the right end of the line; takes them off it.
bool draw_buttons(View& view, Box& line, const Subject& subject) {
  const Pen pen(view);
  const float least =
      line.width() < 480 ? 0 : line.width() * 0.4f;  // of the story, to stay readable
  std::vector<const ActionModel*> fitting;
  float width = 0;
  for (const ActionModel& action : view.model.actions) {
    if (!is_about(action, subject)) continue;
    const float more = button_width(pen, short_label(action)) + 6;
    if (line.width() - width - more < least) break;
    width += more;
    fitting.push_back(&action);
  }
  Box buttons = line.cut_right(width).inset(0, std::max(0.0f, line.height() - 32) / 2);
  for (const ActionModel* action : fitting) {
    buttons.cut_left(6);
    const std::string label = short_label(*action);
    action_button(view, *action, buttons.cut_left(button_width(pen, label)), {label});
  }
  return !fitting.empty();
}

// Whole words, with "…" where some are left out.
std::string as_much_as_fits(const Pen& pen, std::string words, Box line) {
  bool cut = false;
  while (!words.empty() && pen.paragraph_height(line.width(), words + (cut ? "…" : ""),
                                                Type::small) > line.height()) {
    words.resize(words.find_last_of(' ') == std::string::npos ? 0 : words.find_last_of(' '));
    cut = true;
  }
  return cut ? words + "…" : words;
}

}  // namespace

void draw_caption(View& view, Box line) {
  const Pen pen(view);
  const std::string& selected = view.model.selected;
  // A snapshot's story is told by the ledger.
  const SnapshotModel* snapshot = selected_snapshot(view.model);
  const bool own_story = !selected.empty() && !(snapshot && snapshot->name == selected);
  const std::string words =
      own_story ? story_of(view.model, selected).text : view.model.announcement;
  const bool buttons = !selected.empty() && draw_buttons(view, line, subject_of(view.model));
  if (buttons && line.width() < 140) return;
  const std::string fitting = as_much_as_fits(pen, words, line);
  const float height = pen.paragraph_height(line.width(), fitting, Type::small);
  pen.paragraph({line.left, line.centre().y - height / 2}, line.width(), fitting,
                {Type::small, pen.palette.muted});
}

}  // namespace cutline
