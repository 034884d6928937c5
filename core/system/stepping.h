// The class behind step(); nobody else includes this.
#pragma once
#include <vector>

#include "core/system/step.h"
#include "core/system/traffic.h"

namespace cutline {

// One step under way: the world it changes and the effects so far. step.cc has the messages,
// step_channel.cc what channels do to them, step_snapshot.cc what is recorded of them.
class Stepping {
 public:
  Stepping(const Scenario& scenario, World& world) : scenario_(scenario), world_(world) {}

  void send(const Choice& choice);
  void deliver(const Choice& choice);
  SnapshotId start(SnapshotKind kind, ProcessId initiator);
  void start_snapshot(const Choice& choice);
  void start_by_markers(const Choice& choice);
  void start_by_colors(const Choice& choice);
  void read(ProcessId process);
  void read_channel(ChannelId channel);
  void read_all(ProcessId first);
  void read_each(ProcessId first);
  void send_owed_markers(ProcessId process);
  void local(ProcessId process) { report(EffectKind::local_event).process = process; }
  void drop(const Choice& choice);
  void duplicate(const Choice& choice);
  void arrive(const Choice& choice);
  void retransmit(ChannelId channel);

  std::vector<Effect> effects;

 private:
  Effect& report(EffectKind kind) {
    effects.push_back({});
    effects.back().kind = kind;
    return effects.back();
  }
  void report_snapshot(EffectKind kind, ProcessId process, SnapshotId snapshot) {
    Effect& effect = report(kind);
    effect.process = process;
    effect.snapshot = snapshot;
  }
  Effect& report_item(EffectKind kind, ChannelId channel, const Item& item);
  Item post(Item item);
  uint32_t put(ChannelId channel, Item item);
  void transmit(ChannelId channel, ReliableLink::Unacknowledged& message);
  void start_timer(ReliableLink& link);
  void take_message(ChannelId channel, const Item& item);
  void take_acknowledgement(ChannelId channel, const Item& item);
  void let_in(ChannelId channel, uint32_t number);
  std::vector<Item>& breakable(ChannelId channel);
  void keep_fault(ChannelId channel, const Item& item, bool doubled);
  void deliver_record(ChannelId channel, RecordId record);
  void count_by_markers(ChannelId channel, RecordId record);
  void count_by_colors(ChannelId channel, RecordId record);
  void deliver_marker(ChannelId channel, SnapshotId id, uint32_t overtaken);
  void record_before_red(ChannelId channel, RecordId record);
  Tick plan_reading(ProcessId process, SnapshotId id, Tick from);
  void record_state(ProcessId process, SnapshotId id);
  void write_state(ProcessId process, SnapshotId id, bool by_fault);
  void send_or_owe_markers(ProcessId process, SnapshotId id);
  void record_in_channel(ChannelId channel, RecordId record, SnapshotId id);
  void send_markers(ProcessId process, SnapshotId id);
  void complete_if_done(SnapshotId id);
  Snapshot& snapshot(SnapshotId id) { return world_.snapshots[id.index]; }

  const Scenario& scenario_;
  World& world_;
};

}  // namespace cutline
