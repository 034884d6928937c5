#include "core/run/straighten.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/limits.h"
#include "core/system/choice.h"

namespace cutline {
namespace {

constexpr uint32_t kNowhere = UINT32_MAX;

// What an effect is about: the number of its record or snapshot.
uint32_t item_of(const Effect& effect, bool marker) {
  return marker ? effect.snapshot.index : effect.record.index;
}

}  // namespace

Result<Straightening> straighten(const RunEvents& run, const Cut& cut) {
  CUTLINE_CHECK(is_consistent(run, cut), "only a consistent cut can be straightened");
  Straightening out;
  size_t outside = 0;
  size_t needed = 0;
  for (uint32_t event = 0; event < run.events.size(); ++event) {
    out.order.push_back(event);
    if (is_inside(run, cut, event)) {
      needed += outside;
      ++out.line;
    } else {
      ++outside;
    }
  }
  if (needed > kSwapsMax)
    return fault("this cut needs " + std::to_string(needed) + " swaps; at most " +
                 std::to_string(kSwapsMax) + " are shown");
  std::vector<uint32_t> order = out.order;
  uint32_t line = 0;  // before it all are inside
  for (uint32_t at = 0; at < order.size(); ++at) {
    if (!is_inside(run, cut, order[at])) continue;
    for (uint32_t place = at; place > line; --place) {
      out.swaps.push_back({place - 1, order[place - 1], order[place]});
      std::swap(order[place - 1], order[place]);
    }
    ++line;
  }
  return out;
}

std::vector<uint32_t> order_after(const Straightening& straightening, size_t swaps) {
  CUTLINE_CHECK(swaps <= straightening.swaps.size(), "no more swaps are done than there are");
  std::vector<uint32_t> order = straightening.order;
  for (size_t done = 0; done < swaps; ++done) {
    const Swap& swap = straightening.swaps[done];
    std::swap(order[swap.place], order[swap.place + 1]);
  }
  return order;
}

OrderReplay::OrderReplay(const Scenario& scenario, std::span<const Happening> happenings,
                         const RunEvents& run)
    : scenario_(above_the_wire(scenario)),
      happenings_(happenings),
      run_(run),
      world_(start_world(scenario_)) {
  if (scenario.channel_rule.reliable) return;  // only copies were lost or doubled
  for (uint32_t index = 0; index < happenings.size(); ++index) {
    const Act act = happenings[index].choice.act;
    if (act == Act::drop || act == Act::duplicate) faults_.push_back(index);
  }
}

Result<Done> OrderReplay::take(uint32_t event) {
  const RunEvent& each = run_.events[event];
  if (each.reading) return Done{};
  const Happening& happening = happenings_[each.step - 1];
  const Result<Choice> choice = choice_for(happening);
  if (!choice) return choice.error();
  if (auto why = why_not(scenario_, world_, *choice)) return fault(*why);
  learn(happening, step(scenario_, world_, *choice));
  break_sent(happening);
  return Done{};
}

// The same choice at the present time, with the place at which its message waits now.
Result<Choice> OrderReplay::choice_for(const Happening& happening) const {
  Choice choice = happening.choice;
  choice.at = world_.now;
  choice.order = UINT64_MAX;  // a hand's: nothing is planned
  if (choice.act != Act::deliver) return choice;
  for (const Effect& effect : happening.effects) {
    const bool marker = effect.kind == EffectKind::marker_received;
    if (!marker && effect.kind != EffectKind::received) continue;
    choice.position = find(effect.channel, marker, item_of(effect, marker));
    if (choice.position == kNowhere)
      return fault("the message has not been sent yet in this order");
    return choice;
  }
  return fault("the delivery brings nothing");
}

uint32_t OrderReplay::find(ChannelId channel, bool marker, uint32_t index) const {
  const std::vector<uint32_t>& numbers = marker ? snapshots_ : records_;
  if (index >= numbers.size() || numbers[index] == kNowhere) return kNowhere;
  const std::vector<Item>& queue = world_.channels[channel.index].queue;
  for (uint32_t place = 0; place < queue.size(); ++place) {
    if ((queue[place].kind == ItemKind::marker) != marker) continue;
    const uint32_t here = marker ? queue[place].snapshot.index : queue[place].record.index;
    if (here == numbers[index]) return place;
  }
  return kNowhere;
}

// Records and snapshots are numbered as they come: in another order they get other numbers.
void OrderReplay::learn(const Happening& happening, const std::vector<Effect>& effects) {
  for (EffectKind kind : {EffectKind::sent, EffectKind::snapshot_started}) {
    const bool marker = kind == EffectKind::snapshot_started;
    std::vector<uint32_t>& numbers = marker ? snapshots_ : records_;
    auto now = effects.begin();
    for (const Effect& then : happening.effects) {
      if (then.kind != kind) continue;
      now = std::find_if(now, effects.end(), [&](const Effect& each) { return each.kind == kind; });
      CUTLINE_CHECK(now != effects.end(), "an event does the same in every order");
      if (numbers.size() <= item_of(then, marker))
        numbers.resize(item_of(then, marker) + 1, kNowhere);
      numbers[item_of(then, marker)] = item_of(*now++, marker);
    }
  }
}

// What the channels do to the messages that this event sent.
void OrderReplay::break_sent(const Happening& happening) {
  for (const Effect& sent : happening.effects) {
    const bool marker = sent.kind == EffectKind::marker_sent;
    if (!marker && sent.kind != EffectKind::sent) continue;
    for (uint32_t fault_at : faults_) {
      const Happening& each = happenings_[fault_at];
      const Effect& broken = each.effects.front();
      if ((broken.item == ItemKind::marker) != marker || broken.channel != sent.channel ||
          item_of(broken, marker) != item_of(sent, marker))
        continue;
      Choice choice;
      choice.act = each.choice.act;
      choice.channel = sent.channel;
      choice.position = find(sent.channel, marker, item_of(sent, marker));
      choice.at = world_.now;
      CUTLINE_CHECK(choice.position != kNowhere, "what a channel breaks waits in it");
      step(scenario_, world_, choice);
    }
  }
}

}  // namespace cutline
