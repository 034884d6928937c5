// Cuts of a run: for each process, how many of its own events lie inside.
//
//     A  ──●───●──│──●──         T1 sent inside, received outside: in flight, channel state
//              ╲ T1╲   ╱ T2      T2 sent outside, received inside: an orphan
//     B  ───●───│───╲─╱──        └ a cut with an orphan is not consistent: an effect without its
//                                  cause (Chandy & Lamport 1985; Mattern 1989)
//
// Markers are messages too. All functions are pure; a cut must fit its run (fits()).
#pragma once
#include <optional>
#include <vector>

#include "core/run/run_events.h"

namespace cutline {

struct Cut {
  std::vector<uint32_t> inside;  // parallel to Scenario::processes
  friend bool operator==(const Cut&, const Cut&) = default;
};

bool fits(const RunEvents& run, const Cut& cut);
bool is_inside(const RunEvents& run, const Cut& cut, uint32_t event);
bool is_orphan(const RunEvents& run, const Cut& cut, const RunMessage& message);
bool is_in_flight(const RunEvents& run, const Cut& cut, const RunMessage& message);
bool is_consistent(const RunEvents& run, const Cut& cut);

// Straight down, behind that many steps of the run.
Cut cut_after(const RunEvents& run, uint32_t step);

// Where a snapshot recorded; nothing while a process has not recorded. A recording lies on the
// line itself: what it records is the state before and after it alike, and so it counts as inside,
// with the markers it sends. It counts as outside where it is part of a transfer's receipt that it
// precedes (Lai–Yang), and where it took a marker that was sent outside.
std::optional<Cut> cut_of(const RunEvents& run, std::span<const Happening> happenings,
                          const Snapshot& snapshot);

// The greatest consistent cut that lies inside this one, and the smallest that contains it. Both
// exist and are unique: consistent cuts are closed under union and intersection (Mattern 1989).
Cut greatest_consistent_inside(const RunEvents& run, Cut cut);
Cut smallest_consistent_around(const RunEvents& run, Cut cut);

// Where everything is at a cut, and what is wrong with it. Numbers are indices into
// RunEvents::messages.
struct CutLedger {
  std::vector<ProcessState> states;             // parallel to Scenario::processes
  std::vector<std::vector<uint32_t>> channels;  // what is in flight, oldest first
  std::vector<uint32_t> orphans;
  std::vector<uint32_t> lost;  // sent inside, and lost by the channel
  Value at_processes;
  Value in_channels;
  Value total;        // at_processes + in_channels
  Value expected;     // what the scenario started with
  Value orphaned;     // total = expected + orphaned + doubled - lost_value
  Value doubled;
  Value lost_value;
  bool consistent() const { return orphans.empty(); }
};
CutLedger cut_ledger(const Scenario& scenario, const RunEvents& run, const Cut& cut);

// The first number of steps after which the run was in the state of a consistent cut: the same
// balances and named states, the same transfers in the channels. Nothing if it never was.
std::optional<uint32_t> first_occurrence(const RunEvents& run, const Cut& cut, uint32_t steps);

}  // namespace cutline
