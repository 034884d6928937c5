// What may happen in a canonical state, and what comes of it. A state is a row of numbers of parts:
//
//     shared | process A, process B, … | channel 0, channel 1, …
//
// A step concerns one process, and of the channels only those at that process. So the step is done
// once, by step(), for each process part, shared part and message that meet, in a world that holds
// nothing else; its outcome is kept, and from then on a successor is a row with a few numbers
// exchanged. That nothing else was changed is checked each time a step is done.
#pragma once
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/run/canonical.h"
#include "core/run/part_table.h"
#include "core/system/choice.h"

namespace cutline {

// What is the case in a state, as bits.
enum Fact : uint32_t {
  kLoses = 1,          // a complete snapshot counts a record nowhere
  kRepeats = 2,        // ... or twice
  kWrongTotal = 4,     // its total is not what the run started with
  kComplete = 8,       // a snapshot is complete
  kChannelState = 16,  // a complete snapshot has recorded something in flight
  kOverlap = 32,       // two snapshots are under way
  kStuck = 64,         // nothing can happen, but a snapshot is unfinished or a message waits
  kAtRest = 128,       // nothing can happen, and nothing is left to do
};

class Moves {
 public:
  // The scenario must be usable. Its own traffic does not count.
  explicit Moves(Scenario scenario);

  const Scenario& scenario() const { return *scenario_; }
  size_t row_size() const { return 1 + processes_ + channels_; }

  std::vector<uint32_t> start();
  // The row of a world that began at the scenario's start.
  std::vector<uint32_t> row_of(const World& world);

  // Calls found(number of the choice) for each successor, in a fixed order, with the row changed
  // to it meanwhile. Returns how many there are.
  template <class Found>
  uint32_t each_successor(uint32_t* row, Found found);
  // The choice of that number in the row's state, as it can be made in a whole world that is there.
  Choice choice(const uint32_t* row, uint32_t number);

  // Facts of the state, without kStuck and kAtRest: those need its successors.
  uint32_t facts(const uint32_t* row) const;
  // kStuck or kAtRest, of a state without successors.
  uint32_t facts_at_end(const uint32_t* row) const;

  uint32_t parts_max() const;  // the most parts of a kind: all numbers in rows are below it
  size_t bytes() const;

 private:
  struct Emit {
    uint32_t channel = 0;
    uint32_t item = 0;  // the number of the content that is this item alone
  };
  struct Move {
    uint32_t process = 0;  // its new part
    uint32_t shared = 0;
    uint32_t content = 0;  // of the channel delivered from, where it is seen whole
    uint32_t first_emit = 0;
    uint32_t emits = 0;
    bool more_done = false;  // the process has finished its part in one snapshot more, or less
  };
  struct Span {
    uint32_t first = 0;
    uint32_t count = 0;
  };
  struct ProcessFacts {
    uint8_t done = 0;  // a bit for each snapshot: all it has to do is done
    uint8_t lost = 0;
    uint8_t repeated = 0;
    uint8_t in_channels = 0;
  };
  struct ChannelFacts {
    uint8_t white = 0;  // a bit for each snapshot: holds a record sent before it, not recorded
    uint32_t view = 0;  // what the receiver gets to see: the head, or all of it
    uint32_t rest = 0;  // without the head
  };
  struct SharedFacts {
    uint8_t started = 0;
    uint8_t complete = 0;
  };
  static constexpr uint32_t kNowhere = UINT32_MAX;

  Span moves(uint32_t process, uint32_t channel, const uint32_t* row);
  Span compute(uint32_t process, uint32_t channel, const uint32_t* row);
  std::vector<Choice> choices(uint32_t process, uint32_t channel, const uint32_t* row);
  void place(uint32_t process, uint32_t channel, const uint32_t* row);
  bool may_join(ProcessId process) const;
  void own_choices(ProcessId process, std::vector<Choice>& out) const;
  Move outcome(uint32_t process, uint32_t channel, const Choice& choice);
  void check_local(uint32_t process, uint32_t channel);
  uint32_t number(const ProcessPart& part, ProcessId process);
  uint32_t number(const ChannelPart& part);
  uint32_t number(const SharedPart& part);
  uint32_t joined(uint32_t content, uint32_t item);
  void apply(const Move& move, uint32_t process, uint32_t channel, uint32_t* row);
  void complete(uint32_t* row);
  uint32_t shared_with(uint32_t shared, uint8_t complete);
  uint8_t done_in(const uint32_t* row) const;
  uint8_t counted_in(const uint32_t* row) const;

  std::shared_ptr<const Scenario> scenario_;
  CanonicalForm form_;
  uint32_t processes_;
  uint32_t channels_;
  bool head_only_;  // a receiver sees only the oldest message
  Value expected_;
  std::vector<uint32_t> receiver_;  // of each channel
  std::vector<bool> initiator_;     // of each process
  World blank_;
  PartTable<ProcessPart> process_parts_;
  PartTable<ChannelPart> channel_parts_;
  PartTable<SharedPart> shared_parts_;
  std::vector<ProcessFacts> process_facts_;
  std::vector<Value> recorded_;  // by a process part in a snapshot, states and channels
  std::vector<ChannelFacts> channel_facts_;
  std::vector<SharedFacts> shared_facts_;
  std::vector<Move> moves_;
  std::vector<Emit> emits_;
  PairTable<Span> known_;     // process and its part; channel, view and shared part
  PairTable<uint32_t> join_;  // content and item
  PairTable<uint32_t> completed_;
  std::vector<uint32_t> kept_;  // a row's numbers while it is changed
  World before_;  // of the step that is being looked at
  World after_;
  ProcessPart base_;  // what the process part of after_ is counted from
};

template <class Found>
uint32_t Moves::each_successor(uint32_t* row, Found found) {
  uint32_t number = 0;
  const auto go_through = [&](uint32_t process, uint32_t channel) {
    const Span span = moves(process, channel, row);
    for (uint32_t at = 0; at < span.count; ++at) {
      const Move move = moves_[span.first + at];
      const uint32_t shared = row[0];
      const uint32_t own = row[1 + process];
      const uint32_t content = channel == kNowhere ? 0 : row[1 + processes_ + channel];
      kept_.clear();
      for (uint32_t emit = 0; emit < move.emits; ++emit)
        kept_.push_back(row[1 + processes_ + emits_[move.first_emit + emit].channel]);
      apply(move, process, channel, row);
      found(number++);
      for (uint32_t emit = move.emits; emit-- > 0;)
        row[1 + processes_ + emits_[move.first_emit + emit].channel] = kept_[emit];
      if (channel != kNowhere) row[1 + processes_ + channel] = content;
      row[1 + process] = own;
      row[0] = shared;
    }
  };
  for (uint32_t process = 0; process < processes_; ++process) go_through(process, kNowhere);
  for (uint32_t channel = 0; channel < channels_; ++channel)
    if (row[1 + processes_ + channel] != 0) go_through(receiver_[channel], channel);
  return number;
}

}  // namespace cutline
