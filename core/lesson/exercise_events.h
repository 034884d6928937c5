// Events and cuts of an exercise's run: which event a word means, an order that respects causes, a
// cut that does what is asked.
#pragma once
#include <string>
#include <vector>

#include "core/lesson/expression.h"
#include "core/run/vector_clock.h"

namespace cutline {

// "T1 sent", "T1 received", "S1 at A" (its recording), in the run of this lab.
Result<std::vector<ClockedEvent>> find_events(const Lab& lab,
                                              const std::vector<std::string>& events);

// An order of the events in which none stands before its cause, as places: "2,1,3". A fault where
// no event is a cause of another, so that every order would do.
Result<std::string> right_order(const Lab& lab, const std::vector<std::string>& events);

// The first cut for which the condition holds: "3,4". A fault where none does, or where all do.
Result<std::string> right_cut(const Lab& lab, const Expression& condition);

}  // namespace cutline
