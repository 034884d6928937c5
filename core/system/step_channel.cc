// What channels do to messages: loss, doubling, and the repair: a sequence number on each message,
// cumulative acknowledgements, and one time-out per channel after which the oldest unacknowledged
// message is sent again. What comes ahead of its turn is kept; what comes again is discarded.
#include <algorithm>

#include "core/base/check.h"
#include "core/system/stepping.h"

namespace cutline {

Effect& Stepping::report_item(EffectKind kind, ChannelId channel, const Item& item) {
  Effect& effect = report(kind);
  effect.channel = channel;
  effect.item = item.kind;
  effect.record = item.record;
  effect.snapshot = item.snapshot;
  effect.number = item.number;
  if (item.kind == ItemKind::record) effect.value = world_.records[item.record.index].value;
  return effect;
}

// Gives a message its delay, its fate and its turn.
Item Stepping::post(Item item) {
  item.due = world_.now + draw_delay(scenario_, world_);
  item.fate = draw_fate(scenario_, world_);
  item.order = world_.next_order++;
  return item;
}

// A message enters its channel. Returns its number, 0 without the repair.
uint32_t Stepping::put(ChannelId channel, Item item) {
  std::vector<Item>& queue = world_.channels[channel.index].queue;
  if (world_.links.empty()) {
    queue.push_back(post(item));
    return 0;
  }
  ReliableLink& link = world_.links[channel.index];
  item.number = ++link.last_number;
  queue.push_back(item);
  link.unacknowledged.push_back({item, 0});
  if (link.unacknowledged.size() == 1) start_timer(link);
  transmit(channel, link.unacknowledged.back());
  return item.number;
}

void Stepping::transmit(ChannelId channel, ReliableLink::Unacknowledged& message) {
  ++message.transmissions;
  world_.links[channel.index].wire.push_back(post(message.message));
}

void Stepping::start_timer(ReliableLink& link) {
  link.timer_due = world_.now + scenario_.retransmit_after();
  link.timer_order = world_.next_order++;
}

void Stepping::retransmit(ChannelId channel) {
  ReliableLink& link = world_.links[channel.index];
  ReliableLink::Unacknowledged& oldest = link.unacknowledged.front();
  transmit(channel, oldest);
  start_timer(link);
  Effect& effect = report_item(EffectKind::retransmitted, channel, oldest.message);
  effect.process = scenario_.channels[channel.index].from;
  effect.count = oldest.transmissions;
}

void Stepping::arrive(const Choice& choice) {
  std::vector<Item>& wire = world_.links[choice.channel.index].wire;
  const Item item = wire[choice.position];
  wire.erase(wire.begin() + choice.position);
  if (item.kind == ItemKind::acknowledgement) take_acknowledgement(choice.channel, item);
  else take_message(choice.channel, item);
}

// The receiver's end. It acknowledges whatever comes: also what it discards, since that came again
// because an acknowledgement was late or lost.
void Stepping::take_message(ChannelId channel, const Item& item) {
  ReliableLink& link = world_.links[channel.index];
  const ProcessId receiver = scenario_.channels[channel.index].to;
  const auto place = std::lower_bound(link.early.begin(), link.early.end(), item.number);
  const bool is_in = item.number <= link.arrived ||
                     (place != link.early.end() && *place == item.number);
  EffectKind kind = EffectKind::arrived;
  if (is_in) {
    kind = EffectKind::discarded;
  } else if (item.number > link.arrived + 1) {
    kind = EffectKind::arrived_early;
    link.early.insert(place, item.number);
  }
  report_item(kind, channel, item).process = receiver;
  if (kind == EffectKind::arrived) let_in(channel, item.number);

  Item acknowledgement;
  acknowledgement.kind = ItemKind::acknowledgement;
  acknowledgement.number = link.arrived;
  link.wire.push_back(post(acknowledgement));
  report_item(EffectKind::acknowledgement_sent, channel, acknowledgement).process = receiver;
}

// The message and the early ones that directly follow it may be taken from now on.
void Stepping::let_in(ChannelId channel, uint32_t number) {
  ReliableLink& link = world_.links[channel.index];
  link.arrived = number;
  while (!link.early.empty() && link.early.front() == link.arrived + 1) {
    ++link.arrived;
    link.early.erase(link.early.begin());
  }
  for (Item& item : world_.channels[channel.index].queue)
    if (item.number >= number && item.number <= link.arrived) {
      item.due = world_.now;
      item.order = world_.next_order++;
    }
}

void Stepping::take_acknowledgement(ChannelId channel, const Item& item) {
  ReliableLink& link = world_.links[channel.index];
  const auto still_open =
      std::find_if(link.unacknowledged.begin(), link.unacknowledged.end(),
                   [&](const auto& each) { return each.message.number > item.number; });
  Effect& effect = report_item(EffectKind::acknowledged, channel, item);
  effect.process = scenario_.channels[channel.index].from;
  effect.count = static_cast<uint32_t>(still_open - link.unacknowledged.begin());
  if (effect.count == 0) return;
  link.unacknowledged.erase(link.unacknowledged.begin(), still_open);
  if (!link.unacknowledged.empty()) start_timer(link);
}

// Where messages are lost and doubled: on the wire if there is one.
std::vector<Item>& Stepping::breakable(ChannelId channel) {
  return world_.links.empty() ? world_.channels[channel.index].queue
                              : world_.links[channel.index].wire;
}

// A copy on the wire is nobody's loss or gain.
void Stepping::keep_fault(ChannelId channel, const Item& item, bool doubled) {
  if (!world_.links.empty()) return;
  world_.faults.push_back({doubled, item.kind, channel, item.record, item.snapshot});
  if (item.kind != ItemKind::record) return;
  (doubled ? world_.duplicated : world_.dropped) += world_.records[item.record.index].value;
}

void Stepping::drop(const Choice& choice) {
  std::vector<Item>& items = breakable(choice.channel);
  const Item item = items[choice.position];
  items.erase(items.begin() + choice.position);
  keep_fault(choice.channel, item, false);
  report_item(EffectKind::dropped, choice.channel, item);
}

void Stepping::duplicate(const Choice& choice) {
  std::vector<Item>& items = breakable(choice.channel);
  Item& original = items[choice.position];
  if (original.fate == Fate::doubled) original.fate = Fate::arrives;
  original.copied = true;
  Item copy = original;
  copy.fate = Fate::arrives;
  copy.order = world_.next_order++;
  items.insert(items.begin() + choice.position + 1, copy);
  keep_fault(choice.channel, copy, true);
  report_item(EffectKind::duplicated, choice.channel, copy);
}

}  // namespace cutline
