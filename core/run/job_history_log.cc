// What is remembered of the last events, and a run in one number.
#include "core/base/check.h"
#include "core/base/fingerprint.h"
#include "core/base/limits.h"
#include "core/run/job_history.h"

namespace cutline {

JobEvent event_of(const JobHand& hand) {
  JobEvent event;
  if (hand.act == JobAct::fail) {
    event.kind = JobEventKind::failure_by_hand;
    event.a = hand.subtask.index;
  } else {
    event.kind = JobEventKind::request_by_hand;
    event.a = static_cast<uint32_t>(hand.act == JobAct::savepoint ? CheckpointKind::savepoint
                                                                  : CheckpointKind::checkpoint);
  }
  return event;
}

void JobHistory::Log::meet_layout() {
  if (!world.rescaled) return;
  if (!layouts.empty() && layouts.back().number == world.layout) return;
  layouts.push_back({world.layout, *world.rescaled});
}

void JobHistory::start_log(JobWorld world) const {
  JobWatch watch(setup_, world);
  log_.emplace(Log{std::move(world), std::move(watch), {}, {}});
  log_->meet_layout();
}

void JobHistory::log_event(Log& log) const {
  const std::optional<Next> next = next_event(log.world);
  CUTLINE_CHECK(next.has_value(), "the log follows a run that went on");
  JobHappening happening;
  if (next->hand) {
    happening.what = event_of(*next->hand);
    do_hand(log.world, *next->hand);
  } else {
    happening.what = log.world.agenda.next().payload;
    happening.is_void = is_void(setup_, log.world, happening.what);
    step_job(setup_, log.world);
  }
  happening.layout = log.world.layout;
  log.meet_layout();
  happening.event = log.world.events;
  happening.at = log.world.now;
  log.watch.look(setup_, log.world, happening.changes);
  const JobSetup& setup = current_setup(setup_, log.world);
  for (const JobChange& each : happening.changes)
    if (each.kind == JobChangeKind::barrier_taken)
      happening.missing = missing_barriers(
          setup, log.world, setup.plan.links[each.link.index].consumer, each.checkpoint);
  log.recent.push_back(std::move(happening));
  if (log.recent.size() > kJobLogEvents) log.recent.pop_front();
}

const std::deque<JobHappening>& JobHistory::recent() const {
  const uint64_t first = cursor() > kJobLogEvents ? cursor() - kJobLogEvents : 0;
  const bool follows = log_ && log_->world.events <= cursor() && log_->world.events >= first;
  if (!follows) {
    const JobWorld& kept = kept_before(first, kSimulatedTimeMax);
    JobWorld world = kept;
    while (world.events < first) {
      const std::optional<Next> next = next_event(world);
      if (next->hand)
        do_hand(world, *next->hand);
      else
        run_job_events(setup_, world, std::min(first, next_hand_after(world)), kSimulatedTimeMax);
    }
    start_log(std::move(world));
  }
  while (log_->world.events < cursor()) log_event(*log_);
  return log_->recent;
}

const JobSetup& JobHistory::setup_of(const JobHappening& happening) const {
  if (log_)
    for (const Log::Layout& each : log_->layouts)
      if (each.number == happening.layout) return each.setup;
  return setup_;
}

uint64_t fingerprint(const JobHistory& history) {
  Fingerprint out;
  out.add(fingerprint(history.world()));
  out.add(history.cursor());
  out.add(history.length());
  for (const JobHand& hand : history.hands()) {
    out.add(hand.after);
    out.add(static_cast<uint64_t>(hand.at));
    out.add(static_cast<uint64_t>(hand.act));
    out.add(hand.subtask.index);
    out.add(hand.between);
  }
  return out.value();
}

}  // namespace cutline
