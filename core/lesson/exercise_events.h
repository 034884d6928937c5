// Events and cuts of an exercise's run: which event a word means, an order that respects causes, a
// cut that does what is asked.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/lesson/expression.h"
#include "core/run/vector_clock.h"

namespace cutline {

// An event of the run that an order is asked of.
struct OrderedEvent {
  size_t step = 0;                      // of processes; an event of a job
  std::optional<ClockedEvent> clocked;  // of processes
};

// Must the first one stand before the other? Processes: it is among its causes. A job: it happened
// earlier by the job's clock; what one event of the run did has no order.
bool comes_first(const OrderedEvent& one, const OrderedEvent& other);

// Can the words mean an event of that subject?
//
//     processes   T1 sent    T1 received    S1 at A (its recording)
//     a job       chk-1 triggered   chk-1 on A>J (its barrier is taken there)
//                 A>J blocked       A>J resumed
//                 chk-1 at J (its snapshot begins)   chk-1 stored by J
//                 chk-1 completed   chk-1 failed     a task fails   restored   sink commits
Result<Done> check_event(const FigureSubject& subject, const std::string& event);

// In the run of this lab; of a job the first time that it happens.
Result<std::vector<OrderedEvent>> find_events(const Lab& lab,
                                              const std::vector<std::string>& events);
// The job's part of both.
Result<Done> check_job_event(const JobSetup& setup, const std::string& event);
Result<std::vector<OrderedEvent>> find_job_events(const JobHistory& history,
                                                  const std::vector<std::string>& events);

// An order of the events in which each stands where it must, as places: "2,1,3". A fault where
// every order would do.
Result<std::string> right_order(const Lab& lab, const std::vector<std::string>& events);

// The first cut for which the condition holds: "3,4". A fault where none does, or where all do.
Result<std::string> right_cut(const Lab& lab, const Expression& condition);

}  // namespace cutline
