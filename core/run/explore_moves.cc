#include "core/run/explore_moves.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/system/step.h"

namespace cutline {
namespace {

Scenario resolved(Scenario scenario) {
  ExploreSetup& explore = scenario.explore;
  if (explore.amount == 0)
    explore.amount = scenario.traffic.amount_max > 0 ? scenario.traffic.amount_max : 1;
  if (explore.initiators.empty()) {
    for (uint32_t index = 0; index < scenario.processes.size(); ++index)
      if (channels_to(scenario, {index}).empty()) explore.initiators.push_back({index});
    if (explore.initiators.empty()) explore.initiators = {{0}};
  }
  if (explore.endpoints_only) scenario.algorithm = SnapshotAlgorithm::markers;
  if (explore.endpoints_only || scenario.algorithm != SnapshotAlgorithm::markers)
    scenario.rule = {};  // no marker is sent
  return quiet(std::move(scenario));
}

uint8_t bit(size_t index) { return static_cast<uint8_t>(1u << index); }

}  // namespace

Moves::Moves(Scenario scenario)
    : scenario_(std::make_shared<const Scenario>(resolved(std::move(scenario)))),
      form_(scenario_),
      processes_(static_cast<uint32_t>(scenario_->processes.size())),
      channels_(static_cast<uint32_t>(scenario_->channels.size())),
      head_only_(scenario_->fifo && !scenario_->rule.overtake && !form_.faulty()),
      initiator_(processes_),
      blank_(start_world(*scenario_)) {
  for (const ProcessSetup& process : scenario_->processes) expected_ += process.balance;
  for (const ChannelSetup& channel : scenario_->channels) receiver_.push_back(channel.to.index);
  for (ProcessId initiator : scenario_->explore.initiators) initiator_[initiator.index] = true;
  CUTLINE_CHECK(number(ChannelPart{}) == 0, "the empty channel is number 0");
}

std::vector<uint32_t> Moves::start() { return row_of(blank_); }

std::vector<uint32_t> Moves::row_of(const World& world) {
  std::vector<uint32_t> row = {number(CanonicalForm::shared_part(world))};
  for (uint32_t index = 0; index < processes_; ++index)
    row.push_back(number(form_.process_part(world, {index}, form_.blank({index})), {index}));
  for (uint32_t index = 0; index < channels_; ++index)
    row.push_back(number(form_.channel_part(world, {index})));
  return row;
}

uint32_t Moves::number(const ProcessPart& part, ProcessId process) {
  std::string key = part_key(part);
  key.push_back(static_cast<char>(process.index));  // its inputs are its own
  const uint32_t number = process_parts_.number(std::move(key), part);
  if (number < process_facts_.size()) return number;
  ProcessFacts facts;
  const size_t inputs = form_.inputs(process).size();
  for (size_t id = 0; id < form_.snapshots(); ++id) {
    const ProcessPart::Recorded& own = part.snapshots[id];
    bool done = own.recorded && !own.markers_owed;
    Value in_channels;
    for (size_t input = 0; input < inputs; ++input) {
      const ProcessPart::Input& each = part.inputs[id * inputs + input];
      // Of readings and colours no marker is to be waited for.
      done = done && (each.marker_in || scenario_->explore.endpoints_only ||
                      scenario_->algorithm != SnapshotAlgorithm::markers);
      in_channels += each.recorded;
      if (each.lost) facts.lost |= bit(id);
      if (each.repeated) facts.repeated |= bit(id);
    }
    if (done) facts.done |= bit(id);
    if (in_channels != Value{}) facts.in_channels |= bit(id);
    recorded_.push_back(own.recorded ? own.balance + in_channels : in_channels);
  }
  process_facts_.push_back(facts);
  return number;
}

uint32_t Moves::number(const ChannelPart& part) {
  const uint32_t number = channel_parts_.number(part_key(part), part);
  if (number < channel_facts_.size()) return number;
  channel_facts_.push_back({});
  ChannelFacts facts;
  for (const ItemPart& item : part)
    if (item.kind == ItemKind::record && !form_.by_totals())
      facts.white |= static_cast<uint8_t>(~(item.red | item.recorded | item.inside));
  facts.view = number;
  if (!part.empty() && head_only_) {
    if (part.size() > 1) facts.view = this->number(ChannelPart{part.front()});
    facts.rest = this->number(ChannelPart(part.begin() + 1, part.end()));
  }
  channel_facts_[number] = facts;
  return number;
}

uint32_t Moves::number(const SharedPart& part) {
  const uint32_t number = shared_parts_.number(part_key(part), part);
  if (number < shared_facts_.size()) return number;
  SharedFacts facts;
  for (size_t id = 0; id < part.snapshots.size(); ++id) {
    facts.started |= bit(id);
    if (part.snapshots[id].complete) facts.complete |= bit(id);
  }
  shared_facts_.push_back(facts);
  return number;
}

uint32_t Moves::joined(uint32_t content, uint32_t item) {
  if (content == 0) return item;
  if (const uint32_t* known = join_.find(content, item)) return *known;
  ChannelPart part = channel_parts_[content];
  const ChannelPart& last = channel_parts_[item];
  part.insert(part.end(), last.begin(), last.end());
  const uint32_t number = this->number(part);
  join_.add(content, item, number);
  return number;
}

Moves::Span Moves::moves(uint32_t process, uint32_t channel, const uint32_t* row) {
  const uint32_t view =
      channel == kNowhere ? 0 : channel_facts_[row[1 + processes_ + channel]].view;
  const uint64_t who = uint64_t{process} << 32 | row[1 + process];
  // The channel is given by its receiver and its place among the receiver's inputs.
  const uint64_t place = channel == kNowhere ? 0 : 1 + form_.input_index({channel});
  const uint64_t what = place << 48 ^ uint64_t{row[0]} << 32 ^ view;
  if (const Span* known = known_.find(who, what)) return *known;
  const Span span = compute(process, channel, row);
  known_.add(who, what, span);
  return span;
}

void Moves::place(uint32_t process, uint32_t channel, const uint32_t* row) {
  before_ = blank_;
  base_ = process_parts_[row[1 + process]];
  form_.place(before_, ProcessId{process}, shared_parts_[row[0]], base_);
  if (channel == kNowhere) return;
  const uint32_t view = channel_facts_[row[1 + processes_ + channel]].view;
  form_.place(before_, ChannelId{channel}, channel_parts_[view], base_);
}

// Is a snapshot by markers under way in which the process would now record by itself?
bool Moves::may_join(ProcessId process) const {
  if (scenario_->algorithm != SnapshotAlgorithm::markers) return false;  // planned: in enabled()
  const auto open = open_snapshot(before_);
  return open && records_state(scenario_->rule,
                               progress_of(*scenario_, before_.snapshots[open->index], process),
                               true);
}

// Transfers, snapshots and markers that are owed. What a process does by itself is in enabled().
void Moves::own_choices(ProcessId process, std::vector<Choice>& out) const {
  const ExploreSetup& explore = scenario_->explore;
  const int64_t balance = before_.processes[process.index].state.balance.part[0];
  if (base_.transfers_left > 0 && balance > 0)
    for (ChannelId output : form_.outputs(process)) {
      Choice send;
      send.act = Act::send;
      send.channel = output;
      send.value = Value::of(std::min(explore.amount, balance));
      out.push_back(send);
    }
  Choice choice;
  choice.process = process;
  choice.act = explore.endpoints_only ? Act::read_each : Act::snapshot;
  const bool may_start = initiator_[process.index] && before_.snapshots.size() < form_.snapshots();
  if (may_start && !why_not(*scenario_, before_, choice)) out.push_back(choice);
  if (initiator_[process.index] && may_join(process)) {
    choice.joins = true;
    out.push_back(choice);
    choice.joins = false;
  }
  choice.act = Act::markers;
  if (!why_not(*scenario_, before_, choice)) out.push_back(choice);
}

std::vector<Choice> Moves::choices(uint32_t process, uint32_t channel, const uint32_t* row) {
  place(process, channel, row);
  std::vector<Choice> out;
  if (channel == kNowhere) own_choices({process}, out);
  for (Choice choice : enabled(*scenario_, before_)) {
    const bool fault = choice.act == Act::drop || choice.act == Act::duplicate;
    const bool of_channel = fault || choice.act == Act::deliver;
    if (of_channel != (channel != kNowhere)) continue;
    if (of_channel ? choice.channel.index != channel : choice.process.index != process) continue;
    if (fault && before_.faults.size() >= static_cast<size_t>(scenario_->explore.faults)) continue;
    choice.unlikely = false;  // there are no dice
    out.push_back(choice);
  }
  return out;
}

Moves::Span Moves::compute(uint32_t process, uint32_t channel, const uint32_t* row) {
  const std::vector<Choice> all = choices(process, channel, row);
  const uint8_t done = process_facts_[row[1 + process]].done;
  const Span span{static_cast<uint32_t>(moves_.size()), static_cast<uint32_t>(all.size())};
  for (const Choice& choice : all) {
    Move move = outcome(process, channel, choice);
    move.more_done = process_facts_[move.process].done != done;
    moves_.push_back(move);
  }
  return span;
}

Moves::Move Moves::outcome(uint32_t process, uint32_t channel, const Choice& choice) {
  after_ = before_;
  step(*scenario_, after_, choice);
  Move move;
  move.process = number(form_.process_part(after_, {process}, base_), {process});
  // Whether a snapshot is complete shows only in the whole state: complete() sees to it.
  SharedPart shared = CanonicalForm::shared_part(after_);
  for (size_t id = 0; id < shared.snapshots.size(); ++id)
    shared.snapshots[id].complete =
        id < before_.snapshots.size() && before_.snapshots[id].complete;
  move.shared = number(shared);
  if (channel != kNowhere && !head_only_)
    move.content = number(form_.channel_part(after_, {channel}));
  move.first_emit = static_cast<uint32_t>(emits_.size());
  for (ChannelId output : form_.outputs({process}))
    for (const ItemPart& item : form_.channel_part(after_, output))
      emits_.push_back({output.index, number(ChannelPart{item})});
  move.emits = static_cast<uint32_t>(emits_.size()) - move.first_emit;
  check_local(process, channel);
  return move;
}

// Puts back what the parts know about, and compares all the rest. A rule that reaches further, or
// a field that the canonical form does not know, is found here.
void Moves::check_local(uint32_t process, uint32_t channel) {
  World& world = after_;
  world.now = before_.now;
  world.step = before_.step;
  world.next_order = before_.next_order;
  world.dice = before_.dice;
  world.records = before_.records;
  world.faults = before_.faults;
  world.dropped = before_.dropped;
  world.duplicated = before_.duplicated;
  world.processes[process].state = before_.processes[process].state;
  for (ChannelId output : form_.outputs({process})) {
    world.channels[output.index].queue.clear();
    world.channels[output.index].sent.clear();
  }
  if (channel != kNowhere) {
    world.channels[channel].queue = before_.channels[channel].queue;
    world.channels[channel].received = before_.channels[channel].received;
  }
  world.snapshots.resize(before_.snapshots.size());
  for (size_t id = 0; id < world.snapshots.size(); ++id) {
    const Snapshot& old = before_.snapshots[id];
    Snapshot& snapshot = world.snapshots[id];
    snapshot.complete = old.complete;
    snapshot.completed_at = old.completed_at;
    snapshot.completed_step = old.completed_step;
    snapshot.processes[process] = old.processes[process];
    for (ChannelId output : form_.outputs({process}))
      snapshot.channels[output.index].sent_at_cut = old.channels[output.index].sent_at_cut;
    for (ChannelId input : form_.inputs({process}))
      snapshot.channels[input.index] = old.channels[input.index];
  }
  CUTLINE_CHECK(world == before_, "a step changes nothing but what its process's part holds");
}

void Moves::apply(const Move& move, uint32_t process, uint32_t channel, uint32_t* row) {
  uint32_t* contents = row + 1 + processes_;
  row[0] = move.shared;
  row[1 + process] = move.process;
  if (channel != kNowhere)
    contents[channel] = head_only_ ? channel_facts_[contents[channel]].rest : move.content;
  for (uint32_t at = 0; at < move.emits; ++at) {
    const Emit& emit = emits_[move.first_emit + at];
    contents[emit.channel] = joined(contents[emit.channel], emit.item);
  }
  if (move.more_done || scenario_->algorithm != SnapshotAlgorithm::markers) complete(row);
}

uint8_t Moves::done_in(const uint32_t* row) const {
  uint8_t done = shared_facts_[row[0]].started;
  for (uint32_t index = 0; index < processes_; ++index)
    done &= process_facts_[row[1 + index]].done;
  if (scenario_->algorithm == SnapshotAlgorithm::markers) return done;
  // Colours: and no record that was sent before is still on its way.
  if (form_.faulty()) return done & counted_in(row);
  for (uint32_t index = 0; index < channels_; ++index)
    done &= static_cast<uint8_t>(~channel_facts_[row[1 + processes_ + index]].white);
  return done;
}

// The snapshots in which, on every channel, as many white messages were received as were sent. A
// doubled one makes up for another that is still on its way, or was lost.
uint8_t Moves::counted_in(const uint32_t* row) const {
  uint8_t all = 0xff;
  for (uint32_t index = 0; index < channels_; ++index) {
    const ProcessId receiver{receiver_[index]};
    const ProcessPart& part = process_parts_[row[1 + receiver.index]];
    const size_t inputs = form_.inputs(receiver).size();
    for (size_t id = 0; id < form_.snapshots(); ++id) {
      int32_t white = 0;
      for (const ItemPart& item : channel_parts_[row[1 + processes_ + index]])
        white += item.kind == ItemKind::record && (item.red >> id & 1) == 0 ? 1 : 0;
      if (white > part.inputs[id * inputs + form_.input_index({index})].extra)
        all &= static_cast<uint8_t>(~bit(id));
    }
  }
  return all;
}

void Moves::complete(uint32_t* row) {
  const uint8_t complete = done_in(row) | shared_facts_[row[0]].complete;
  if (complete != shared_facts_[row[0]].complete) row[0] = shared_with(row[0], complete);
}

uint32_t Moves::shared_with(uint32_t shared, uint8_t complete) {
  if (const uint32_t* known = completed_.find(shared, complete)) return *known;
  SharedPart part = shared_parts_[shared];
  for (size_t id = 0; id < part.snapshots.size(); ++id)
    part.snapshots[id].complete = (complete & bit(id)) != 0;
  const uint32_t number = this->number(part);
  completed_.add(shared, complete, number);
  return number;
}

Choice Moves::choice(const uint32_t* row, uint32_t number) {
  for (uint32_t process = 0; process < processes_; ++process) {
    const std::vector<Choice> all = choices(process, kNowhere, row);
    if (number < all.size()) return all[number];
    number -= static_cast<uint32_t>(all.size());
  }
  for (uint32_t channel = 0; channel < channels_; ++channel) {
    if (row[1 + processes_ + channel] == 0) continue;
    const std::vector<Choice> all = choices(receiver_[channel], channel, row);
    if (number < all.size()) return all[number];
    number -= static_cast<uint32_t>(all.size());
  }
  CUTLINE_CHECK(false, "the choice is one of the state's");
  return {};
}

uint32_t Moves::facts(const uint32_t* row) const {
  const SharedFacts& shared = shared_facts_[row[0]];
  const uint8_t open = shared.started & static_cast<uint8_t>(~shared.complete);
  uint32_t facts = 0;
  if ((open & (open - 1)) != 0) facts |= kOverlap;
  if (shared.complete == 0) return facts;
  facts |= kComplete;
  uint8_t lost = 0;
  uint8_t repeated = 0;
  uint8_t in_channels = 0;
  for (uint32_t index = 0; index < processes_; ++index) {
    const ProcessFacts& process = process_facts_[row[1 + index]];
    lost |= process.lost;
    repeated |= process.repeated;
    in_channels |= process.in_channels;
  }
  // What was sent before the cut and still waits, unrecorded, is lost as well.
  for (uint32_t index = 0; index < channels_; ++index)
    lost |= channel_facts_[row[1 + processes_ + index]].white;
  if ((lost & shared.complete) != 0) facts |= kLoses;
  if ((repeated & shared.complete) != 0) facts |= kRepeats;
  if ((in_channels & shared.complete) != 0) facts |= kChannelState;
  for (size_t id = 0; id < form_.snapshots(); ++id) {
    if ((shared.complete & bit(id)) == 0) continue;
    Value total;
    for (uint32_t index = 0; index < processes_; ++index)
      total += recorded_[row[1 + index] * form_.snapshots() + id];
    if (total != expected_) facts |= kWrongTotal;
  }
  return facts;
}

uint32_t Moves::facts_at_end(const uint32_t* row) const {
  const SharedFacts& shared = shared_facts_[row[0]];
  bool waits = shared.started != shared.complete;
  for (uint32_t index = 0; index < channels_; ++index)
    waits = waits || row[1 + processes_ + index] != 0;
  return waits ? kStuck : kAtRest;
}

uint32_t Moves::parts_max() const {
  return std::max({process_parts_.size(), channel_parts_.size(), shared_parts_.size()});
}

size_t Moves::bytes() const {
  return process_parts_.bytes() + channel_parts_.bytes() + shared_parts_.bytes() +
         recorded_.capacity() * sizeof(Value) + process_facts_.capacity() * sizeof(ProcessFacts) +
         channel_facts_.capacity() * sizeof(ChannelFacts) + moves_.capacity() * sizeof(Move) +
         emits_.capacity() * sizeof(Emit) + known_.bytes() + join_.bytes() + completed_.bytes();
}

}  // namespace cutline
