// Straightening a consistent cut: an order of the same events in which the cut is a straight line,
// so that its global state, which perhaps never existed, is the state at one instant.
//
//     run         a  X  b  Y  c        small: inside the cut, capital: outside
//     swaps       a  b  X  Y  c        b past X
//                 a  b  X  c  Y        c past Y
//                 a  b  c │X  Y        c past X: the line
//
// A swap exchanges two neighbours of which the left is outside and the right inside. They are at
// different processes and neither causes the other, else the cut would not be consistent; so no
// process can tell the difference (Chandy & Lamport 1985, section 4.1, theorem 1).
#pragma once
#include <span>
#include <vector>

#include "core/base/result.h"
#include "core/run/cut.h"

namespace cutline {

struct Swap {
  uint32_t place = 0;  // of the left one in the order, from 0
  uint32_t left = 0;   // indices into RunEvents::events
  uint32_t right = 0;
  friend bool operator==(const Swap&, const Swap&) = default;
};

struct Straightening {
  std::vector<uint32_t> order;  // the run's own: indices into RunEvents::events
  std::vector<Swap> swaps;
  uint32_t line = 0;  // in the end that many events stand before the line
  friend bool operator==(const Straightening&, const Straightening&) = default;
};

// Refused: more than kSwapsMax swaps. The cut must be consistent.
Result<Straightening> straighten(const RunEvents& run, const Cut& cut);

// The order after the first `swaps` swaps.
std::vector<uint32_t> order_after(const Straightening& straightening, size_t swaps);

// Does the events of a run in another order through step(). A channel loses or doubles a message as
// soon as it is sent; readings, which change nothing, are left out.
class OrderReplay {
 public:
  // The steps and their events must outlive the replay.
  OrderReplay(const Scenario& scenario, std::span<const Happening> happenings,
              const RunEvents& run);

  // Refused where the rules do not allow the event now; the world is then what it was.
  Result<Done> take(uint32_t event);

  const World& world() const { return world_; }
  RecordId replayed(RecordId record) const { return {records_[record.index]}; }

 private:
  Result<Choice> choice_for(const Happening& happening) const;
  uint32_t find(ChannelId channel, bool marker, uint32_t index) const;
  void learn(const Happening& happening, const std::vector<Effect>& effects);
  void break_sent(const Happening& happening);

  const Scenario scenario_;  // above the wire of reliable channels
  std::span<const Happening> happenings_;
  const RunEvents& run_;
  World world_;
  std::vector<uint32_t> faults_;     // the happenings that lose or double something
  std::vector<uint32_t> records_;    // the run's number to that of the replay
  std::vector<uint32_t> snapshots_;
};

}  // namespace cutline
