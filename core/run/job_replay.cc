#include "core/run/job_replay.h"

#include "core/base/check.h"

namespace cutline {

JobReplay::JobReplay(const JobHistory& history)
    : history_(history), world_(start_job(history.setup())) {}

const JobHand* JobReplay::next_hand() const {
  const std::vector<JobHand>& hands = history_.hands();
  const bool due = hands_done_ < hands.size() && hands[hands_done_].after == world_.events;
  return due ? &hands[hands_done_] : nullptr;
}

std::optional<Tick> JobReplay::next_time() const {
  if (world_.events >= history_.cursor()) return std::nullopt;
  const JobHand* hand = next_hand();
  return hand ? hand->at : next_event_time(world_);
}

JobEvent JobReplay::next_event() const {
  CUTLINE_CHECK(next_time().has_value(), "the run has another event");
  const JobHand* hand = next_hand();
  return hand ? event_of(*hand) : world_.agenda.next().payload;
}

void JobReplay::step() {
  CUTLINE_CHECK(next_time().has_value(), "the run has another event");
  const JobHand* hand = next_hand();
  if (!hand) return step_job(history_.setup(), world_);
  do_by_hand(history_.setup(), world_, hand->at, event_of(*hand));
  ++hands_done_;
}

}  // namespace cutline
