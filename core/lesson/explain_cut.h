// Cuts in words: every verdict with its witnesses, every swap with its reason.
#pragma once
#include <span>
#include <string>

#include "core/run/straighten.h"

namespace cutline {

struct CutDesk;

// What an event was: "T3's receipt at B", "S1's recording at A".
std::string event_text(const Scenario& scenario, std::span<const Happening> happenings,
                       const RunEvent& event);

// "T4", "S1's marker".
std::string message_name(const RunMessage& message);

// Why a message counts as what it does at a cut: "T4 (10) is received at B inside the cut but sent
// at A outside it."
std::string explain_message(const Scenario& scenario, const RunEvents& run, const Cut& cut,
                            const RunMessage& message);

// The same of the cut's first orphan. There must be one.
std::string first_orphan_text(const Scenario& scenario, const RunEvents& run, const Cut& cut);

// The verdict with all its witnesses, and what the total says.
std::string explain_cut(const Scenario& scenario, const RunEvents& run, const Cut& cut);

// Which processes keep a snapshot from having a cut: "B and C have not recorded."
std::string explain_unrecorded(const Scenario& scenario, const Snapshot& snapshot);

// Was the run ever in the state of this consistent cut?
std::string explain_occurrence(const RunEvents& run, const Cut& cut, uint32_t steps);

// "T3's receipt at B and T4's sending at A are at different processes and neither causes the
// other."
std::string explain_swap(const Scenario& scenario, std::span<const Happening> happenings,
                         const RunEvents& run, const Swap& swap);

// Where the straightening stands, and the swap that led here.
std::string explain_order(const Scenario& scenario, std::span<const Happening> happenings,
                          const RunEvents& run, const CutDesk& desk);

// "A 3, B 1, C 0"
std::string clock_text(const Scenario& scenario, const VectorClock& clock);

}  // namespace cutline
