// The whole simulated system at one instant, as one plain value: copy it, compare it, hash it.
//
//     Process A ──channel A>B: queue [ T4 | T5 ]──▶ Process B
//       balance        │   └ oldest first; T = transfer, | = marker
//                      └ sent and received logs: every record that ever entered or left
//
// Nothing but step() changes a world.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/dice.h"
#include "core/base/ids.h"
#include "core/base/ticks.h"
#include "core/system/scenario.h"
#include "core/system/value.h"

namespace cutline {

// A transfer that was sent at some time. Its name is "T" and its number from 1.
struct Record {
  ChannelId channel;
  Value value;
  friend bool operator==(const Record&, const Record&) = default;
};

enum class ItemKind : uint8_t { record, marker, acknowledgement };

// What the dice have decided for a message when it was sent.
enum class Fate : uint8_t { arrives, lost, doubled };

// What waits in a channel, or is on its wire.
struct Item {
  ItemKind kind = ItemKind::record;
  Fate fate = Fate::arrives;
  bool copied = false;   // doubled already, or the copy: the dice do not double it again
  RecordId record;       // where kind is record
  SnapshotId snapshot;   // where kind is marker
  uint32_t number = 0;   // reliable: its sequence number, from 1; acknowledgement: the last one in
  Tick due = 0;         // the clock delivers it no earlier
  uint64_t order = 0;   // breaks ties between events due at the same tick
  friend bool operator==(const Item&, const Item&) = default;
};

struct Channel {
  std::vector<Item> queue;         // oldest first
  std::vector<RecordId> sent;      // in the order of sending
  std::vector<RecordId> received;  // in the order of receiving
  friend bool operator==(const Channel&, const Channel&) = default;
};

// What makes a channel reliable, where the scenario says so: it lies beneath Channel::queue, which
// then holds every message once from its sending until its receiver takes it, wherever its copies
// are. Those carry no amount.
//
//     A ── resend buffer [3 4 5] ──▶ wire (3) (5) ──▶ early [5] ── all up to 2 are in ──▶ B
//          until acknowledged   ◀── wire (ack 2) ◀──
struct ReliableLink {
  struct Unacknowledged {
    Item message;
    uint32_t transmissions = 0;
    friend bool operator==(const Unacknowledged&, const Unacknowledged&) = default;
  };
  // The sender's end. The timer runs while anything is unacknowledged.
  uint32_t last_number = 0;
  std::vector<Unacknowledged> unacknowledged;  // the resend buffer: oldest first, no number missing
  Tick timer_due = 0;
  uint64_t timer_order = 0;
  // Both ways: messages to the receiver, acknowledgements to the sender; in the order of sending.
  std::vector<Item> wire;
  // The receiver's end.
  uint32_t arrived = 0;         // all up to this number are in
  std::vector<uint32_t> early;  // numbers that came ahead of their turn, ascending
  friend bool operator==(const ReliableLink&, const ReliableLink&) = default;
};

// A message that a channel without the repair has lost or doubled.
struct ChannelFault {
  bool doubled = false;  // else lost
  ItemKind kind = ItemKind::record;
  ChannelId channel;
  RecordId record;
  SnapshotId snapshot;
  friend bool operator==(const ChannelFault&, const ChannelFault&) = default;
};

// The transfer that a process will make next by itself.
struct SendPlan {
  bool armed = false;
  Tick due = 0;
  ChannelId channel;
  int64_t amount = 0;
  uint64_t order = 0;
  friend bool operator==(const SendPlan&, const SendPlan&) = default;
};

// What a snapshot records of a process.
struct ProcessState {
  Value balance;
  uint32_t label = 0;     // index into Scenario::labels
  uint64_t received = 0;  // application messages received so far
  friend bool operator==(const ProcessState&, const ProcessState&) = default;
};

struct Process {
  ProcessState state;
  SendPlan plan;
  friend bool operator==(const Process&, const Process&) = default;
};

struct ProcessRecording {
  bool recorded = false;
  bool markers_owed = false;  // recorded, its markers not sent yet (a wrong rule, on purpose)
  ProcessState state;
  Tick at = 0;
  uint64_t step = 0;  // the step in which it recorded
  bool read_planned = false;  // the clock will read it (uncoordinated), make it record (colors) or
  Tick read_due = 0;          // send the markers owed, at this time
  uint64_t read_order = 0;
  friend bool operator==(const ProcessRecording&, const ProcessRecording&) = default;
};

struct ChannelRecording {
  bool marker_in = false;         // its marker has arrived; uncoordinated: it has been read
  bool goes_on = false;           // its marker has not ended the recording (a wrong rule)
  uint32_t sent_at_cut = 0;       // prefix of Channel::sent when the sender recorded
  uint32_t received_at_cut = 0;   // prefix of Channel::received when the receiver recorded
  std::vector<RecordId> records;  // recorded in flight, in receive order
  friend bool operator==(const ChannelRecording&, const ChannelRecording&) = default;
};

enum class SnapshotKind : uint8_t {
  markers,        // by the scenario's marker rule
  colors,         // without markers: Lai–Yang and Mattern
  uncoordinated,  // somebody reads the processes (and perhaps channels) whenever they like
};

struct Snapshot {
  SnapshotKind kind = SnapshotKind::markers;
  ProcessId initiator;
  Tick started_at = 0;
  uint64_t started_step = 0;
  bool complete = false;
  Tick completed_at = 0;
  uint64_t completed_step = 0;
  std::vector<ProcessRecording> processes;  // parallel to World::processes
  std::vector<ChannelRecording> channels;   // parallel to World::channels
  friend bool operator==(const Snapshot&, const Snapshot&) = default;
};

struct World {
  Tick now = 0;
  uint64_t step = 0;        // steps taken since the start
  uint64_t next_order = 0;  // for the next planned event
  Dice dice;
  std::vector<Process> processes;
  std::vector<Channel> channels;
  std::vector<Record> records;
  std::vector<Snapshot> snapshots;
  std::vector<ReliableLink> links;           // parallel to channels where reliable, else empty
  std::vector<ChannelFault> faults;  // in the order in which they happened
  Value dropped;                     // lost by channels
  Value duplicated;                  // put into channels by doubling
  friend bool operator==(const World&, const World&) = default;
};

// The world before the first step. The scenario must be usable.
World start_world(const Scenario& scenario);

uint64_t fingerprint(const World& world);

// Where a process stands in a snapshot, for the marker rule.
MarkerProgress progress_of(const Scenario& scenario, const Snapshot& snapshot, ProcessId process);

// The uncoordinated snapshot that is being read right now, if any. There is at most one.
std::optional<SnapshotId> open_reading(const World& world);

// Colors: was the record sent before its sender recorded? Such a record is white, else red.
bool is_white(const World& world, const Snapshot& snapshot, RecordId record);

// Is the channel's recorded state final? Markers: its marker is in. Colors: both ends have recorded
// and every white record is in. Uncoordinated: it has been read, or never will be.
bool is_channel_final(const Scenario& scenario, const Snapshot& snapshot, ChannelId channel);

// Mattern's counter of a process that has recorded: white sends minus white receipts.
int64_t white_counter(const Scenario& scenario, const Snapshot& snapshot, ProcessId process);

// The newest snapshot by markers or colors that is under way.
std::optional<SnapshotId> open_snapshot(const World& world);

// Is the channel left unread because a snapshot's rule holds it?
bool is_held(const Scenario& scenario, const World& world, ChannelId channel);

// Reliable: has the message reached its receiver's end, with all that were sent before it? Always
// true of other channels.
bool has_arrived(const World& world, ChannelId channel, const Item& message);

std::string record_name(RecordId record);      // "T1"
std::string snapshot_name(SnapshotId snapshot);  // "S1"

}  // namespace cutline
