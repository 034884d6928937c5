// What can be done, as command lines with words, and the reason where one cannot be done.
#include <algorithm>

#include "core/lesson/command.h"
#include "core/lesson/lab_model.h"
#include "core/lesson/words.h"
#include "core/system/choice.h"

namespace cutline {
namespace {

class Actions {
 public:
  explicit Actions(const History& history) : history_(history) {}

  void add(Verb verb, std::vector<std::string> arguments, std::string label, std::string group,
           std::optional<std::string> why_not = std::nullopt) {
    ActionModel action;
    action.command = print_command({verb, std::move(arguments)});
    action.label = std::move(label);
    action.group = std::move(group);
    for (const VerbInfo& info : verbs())
      if (info.verb == verb) action.key = info.key;
    action.why_not = why_not.value_or("");
    actions_.push_back(std::move(action));
  }
  void add_transport(bool playing);
  void add_snapshots();
  void add_messages();
  std::vector<ActionModel> take() { return std::move(actions_); }

 private:
  std::optional<std::string> why_not(Choice choice) const {
    choice.at = history_.world().now;
    return cutline::why_not(history_.scenario(), history_.world(), choice);
  }
  void add_channel(ChannelId channel);
  void add_wire(ChannelId channel);
  void add_faults(ChannelId channel, uint32_t position, const Item& item);
  std::string item_text(const Item& item) const {
    if (item.kind == ItemKind::acknowledgement) return "ack " + std::to_string(item.number);
    return item.kind == ItemKind::marker ? snapshot_name(item.snapshot) + "'s marker"
                                         : record_text(history_.world(), item.record);
  }

  const History& history_;
  std::vector<ActionModel> actions_;
};

void Actions::add_transport(bool playing) {
  const std::optional<std::string> at_start =
      history_.cursor() == 0 ? std::optional<std::string>("this is the start of the run")
                             : std::nullopt;
  add(Verb::back, {}, "Back", "transport", at_start);
  add(Verb::step, {}, "Step", "transport", history_.why_not_forward());
  if (playing) add(Verb::pause, {}, "Pause", "transport");
  else add(Verb::play, {}, "Play", "transport", history_.why_not_forward());
  add(Verb::reset, {}, "Reset", "transport");
}

void Actions::add_snapshots() {
  Choice choice;
  const std::vector<ProcessSetup>& processes = history_.scenario().processes;
  for (uint32_t index = 0; index < processes.size(); ++index) {
    choice.act = Act::snapshot;
    choice.process = {index};
    add(Verb::snapshot, {processes[index].name}, "Start a snapshot at " + processes[index].name,
        "snapshot", why_not(choice));
  }
  choice.process = {0};
  choice.act = Act::read_all;
  add(Verb::read_all, {}, "Record only the endpoints, all at once", "snapshot", why_not(choice));
  for (uint32_t index = 0; index < processes.size(); ++index) {
    choice.act = Act::read_each;
    choice.process = {index};
    add(Verb::read_each, {processes[index].name},
        "Record only the endpoints, one by one from " + processes[index].name, "snapshot",
        why_not(choice));
  }
}

void Actions::add_channel(ChannelId channel) {
  const std::string name = history_.scenario().channel_name(channel);
  const ChannelSetup& setup = history_.scenario().channels[channel.index];
  const std::string& sender = history_.scenario().processes[setup.from.index].name;
  const std::string& receiver = history_.scenario().processes[setup.to.index].name;
  const std::vector<Item>& queue = history_.world().channels[channel.index].queue;
  Choice choice;
  choice.channel = channel;
  for (uint32_t position = 0; position < queue.size(); ++position) {
    choice.act = Act::deliver;
    choice.position = position;
    const auto refused = why_not(choice);
    if (position > 0 && refused) continue;  // the head says it for those behind it
    const std::string item = item_text(queue[position]);
    std::vector<std::string> arguments{name};
    if (position > 0) arguments.push_back(std::to_string(position + 1));
    // Markers of one snapshot have one name: their sender tells them apart.
    const bool marker = queue[position].kind == ItemKind::marker;
    const std::string from = marker ? " from " + sender : "";
    add(Verb::deliver, arguments, "Deliver " + item + from + " to " + receiver, "deliver", refused);
  }
  if (!history_.world().links.empty()) add_wire(channel);
  else if (!queue.empty()) add_faults(channel, 0, queue[0]);
}

void Actions::add_faults(ChannelId channel, uint32_t position, const Item& item) {
  const std::string name = history_.scenario().channel_name(channel);
  std::vector<std::string> arguments{name};
  if (position > 0) arguments.push_back(std::to_string(position + 1));
  const std::string where = history_.world().links.empty() ? name : "the wire of " + name;
  add(Verb::drop, arguments, "Lose " + item_text(item) + " from " + where, "fault");
  add(Verb::duplicate, arguments, "Double " + item_text(item) + " in " + where, "fault");
}

// Beneath a reliable channel.
void Actions::add_wire(ChannelId channel) {
  const std::string name = history_.scenario().channel_name(channel);
  const ChannelSetup& setup = history_.scenario().channels[channel.index];
  const std::string& sender = history_.scenario().processes[setup.from.index].name;
  const std::string& receiver = history_.scenario().processes[setup.to.index].name;
  const ReliableLink& link = history_.world().links[channel.index];
  Choice choice;
  choice.channel = channel;
  choice.act = Act::arrive;
  bool broken[2] = {false, false};  // the oldest each way can be broken by a button
  for (uint32_t position = 0; position < link.wire.size(); ++position) {
    const Item& item = link.wire[position];
    const bool back = item.kind == ItemKind::acknowledgement;
    choice.position = position;
    if (!broken[back]) add_faults(channel, position, item);
    broken[back] = true;
    if (why_not(choice)) continue;  // one ahead of it says it
    std::vector<std::string> arguments{name};
    if (position > 0) arguments.push_back(std::to_string(position + 1));
    const std::string number = back ? "" : ", number " + std::to_string(item.number) + ",";
    add(Verb::arrive, arguments,
        "Let " + item_text(item) + number + " arrive at " + (back ? sender : receiver) +
            " from " + (back ? receiver : sender),
        "wire");
  }
  if (link.unacknowledged.empty()) return;
  const Item& oldest = link.unacknowledged[0].message;
  add(Verb::retransmit, {name},
      "End " + sender + "'s time-out: send " + item_text(oldest) + ", number " +
          std::to_string(oldest.number) + ", again",
      "wire");
}

void Actions::add_messages() {
  for (uint32_t index = 0; index < history_.world().channels.size(); ++index) add_channel({index});
  for (uint32_t index = 0; index < history_.world().channels.size(); ++index) {
    Choice choice;
    choice.act = Act::send;
    choice.channel = {index};
    choice.value = Value::of(1);
    const ChannelSetup& setup = history_.scenario().channels[index];
    const std::string& from = history_.scenario().processes[setup.from.index].name;
    const std::string& to = history_.scenario().processes[setup.to.index].name;
    add(Verb::send, {history_.scenario().channel_name({index}), "…"},
        "Send from " + from + " to " + to, "send", why_not(choice));
  }
}

}  // namespace

std::vector<ActionModel> build_actions(const History& history, bool playing) {
  Actions actions(history);
  actions.add_transport(playing);
  actions.add_snapshots();
  actions.add_messages();
  return actions.take();
}

}  // namespace cutline
