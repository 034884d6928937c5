// The canonical form of a world: what decides the future or a verdict, and nothing else. It comes
// in parts: one for each process, one for each channel, one for what all share. Time, order
// numbers, dice, plans, names of records and logs are left out, and so are the records that were
// received: what they prove is kept as two flags. Of a transfer that a channel has doubled, the
// copy that still waits has what has counted the other one. Where a rule moves a cut after it was
// made (record_twice), flags and colours would have to be undone: there only totals are kept.
//
//     Process A: balance 90, 1 transfer left, S1: recorded 100; input B>A: marker in, recorded 10
//     Channel A>B: T 10 red, | S1         red: sent after its sender recorded (Lai & Yang's colour)
//     Shared: S1 under way
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/system/scenario.h"
#include "core/system/world.h"

namespace cutline {

struct ProcessPart {
  struct Recorded {  // in one snapshot
    bool recorded = false;
    bool markers_owed = false;
    Value balance;
    uint32_t label = 0;
    friend bool operator==(const Recorded&, const Recorded&) = default;
  };
  struct Input {  // of one channel to the process, in one snapshot
    bool marker_in = false;
    bool goes_on = false;   // its marker has not ended the recording (a wrong rule)
    Value recorded;         // in flight, their sum
    bool lost = false;      // a record that was received is counted nowhere
    bool repeated = false;  // one is counted twice, or will be once the process records
    // Colours, where channels lose or double: white transfers doubled, less those lost. A snapshot
    // ends when no more white ones wait than that: the counters see no difference.
    int32_t extra = 0;
    friend bool operator==(const Input&, const Input&) = default;
  };
  Value balance;
  uint32_t label = 0;
  int64_t transfers_left = 0;
  std::vector<Recorded> snapshots;  // all that may be started
  std::vector<Input> inputs;        // snapshot by snapshot, in the order of channels_to()
  friend bool operator==(const ProcessPart&, const ProcessPart&) = default;
};

struct ItemPart {
  ItemKind kind = ItemKind::record;
  Value value;            // where kind is record
  uint8_t red = 0;        // a bit for each snapshot: sent after its sender recorded
  uint8_t recorded = 0;   // a bit for each snapshot: recorded already, as a marker overtook it
  uint32_t snapshot = 0;  // where kind is marker
  // Where channels double messages:
  bool copied = false;  // it is not doubled again
  bool twin = false;    // the next item is the same transfer
  uint8_t inside = 0;   // a bit for each snapshot: a copy was received before its receiver recorded
  friend bool operator==(const ItemPart&, const ItemPart&) = default;
};
using ChannelPart = std::vector<ItemPart>;  // oldest first

struct SharedPart {
  struct Started {
    SnapshotKind kind = SnapshotKind::markers;
    bool complete = false;
    friend bool operator==(const Started&, const Started&) = default;
  };
  std::vector<Started> snapshots;
  uint32_t faults = 0;  // messages lost and doubled so far
  friend bool operator==(const SharedPart&, const SharedPart&) = default;
};

// The same bytes for the same part, others for another.
std::string part_key(const ProcessPart& part);
std::string part_key(const ChannelPart& part);
std::string part_key(const SharedPart& part);

inline size_t heap_bytes(const ProcessPart& part) {
  return part.snapshots.size() * sizeof(ProcessPart::Recorded) +
         part.inputs.size() * sizeof(ProcessPart::Input);
}
inline size_t heap_bytes(const ChannelPart& part) { return part.size() * sizeof(ItemPart); }
inline size_t heap_bytes(const SharedPart& part) {
  return part.snapshots.size() * sizeof(SharedPart::Started);
}

// The scenario without traffic of its own, above the wire where its channels are made reliable:
// what the explorer steps through.
Scenario quiet(Scenario scenario);

class CanonicalForm {
 public:
  explicit CanonicalForm(std::shared_ptr<const Scenario> scenario);

  // Of a process before the first step.
  ProcessPart blank(ProcessId process) const;
  // Of a world that began as `before` says: logs and recorded records are added to what it holds.
  ProcessPart process_part(const World& world, ProcessId process, ProcessPart before) const;
  ChannelPart channel_part(const World& world, ChannelId channel) const;
  static SharedPart shared_part(const World& world);

  // A world in which the process, what all share, and perhaps one channel to it are as the parts
  // say, and everything else is as if it had never done anything. What the process does next, and
  // what comes of it for its own part and its channels, is the same as in the whole world.
  // `before` becomes what process_part() needs in order to go on from here.
  void place(World& world, ProcessId process, const SharedPart& shared, ProcessPart& before) const;
  void place(World& world, ChannelId channel, const ChannelPart& part, ProcessPart& before) const;

  const std::vector<ChannelId>& inputs(ProcessId process) const { return inputs_[process.index]; }
  const std::vector<ChannelId>& outputs(ProcessId process) const {
    return outputs_[process.index];
  }
  bool by_totals() const { return by_totals_; }
  bool faulty() const { return faulty_; }  // channels may lose or double messages
  size_t snapshots() const { return snapshots_; }
  size_t input_index(ChannelId channel) const { return input_index_[channel.index]; }

 private:
  bool is_red(const World& world, SnapshotId snapshot, RecordId record) const;
  size_t received_inside(const World& world, SnapshotId snapshot, ChannelId channel) const;
  int64_t times_counted(const World& world, SnapshotId snapshot, ChannelId channel,
                        RecordId record) const;
  int32_t extra(const World& world, SnapshotId snapshot, ChannelId channel) const;
  void add_verdicts(const World& world, SnapshotId snapshot, ChannelId channel,
                    ProcessPart::Input& input) const;
  void add_input(const World& world, SnapshotId snapshot, ChannelId channel,
                 ProcessPart::Input& input) const;
  ItemPart record_part(const World& world, ChannelId channel, const Item& item) const;
  void place_received(World& world, ChannelId channel, const ChannelPart& part) const;

  std::shared_ptr<const Scenario> scenario_;
  size_t snapshots_;
  bool by_totals_;  // no flags, no colours
  bool faulty_;
  std::vector<std::vector<ChannelId>> inputs_;
  std::vector<std::vector<ChannelId>> outputs_;
  std::vector<size_t> input_index_;  // of a channel among its receiver's inputs
};

}  // namespace cutline
