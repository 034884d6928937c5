#include "core/run/job_history.h"

#include <algorithm>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/base/ticks.h"
#include "core/run/job_footprint.h"

namespace cutline {
namespace {

// Measured: copying this many bytes of a world takes a fifth of the time of one event.
constexpr size_t kBytesPerEvent = 200;
constexpr uint64_t kSpacingMin = 1024;
constexpr uint64_t kNearBehind[] = {4096, 512};  // so many events before the cursor
constexpr size_t kNearMax = 4;

std::string until_sentence(const JobSetup& setup) {
  return "the run ends at " + print_duration(setup.job.until) + ", as its until says";
}

std::string end_sentence(const JobSetup& setup, const JobWorld& world) {
  if (world.failed) return "the job has failed for good: nothing is left to happen";
  if (world.finished) return "the job has finished: nothing is left to happen";
  return until_sentence(setup);
}

}  // namespace

JobHistory::JobHistory(const JobHistory& other) = default;
JobHistory::JobHistory(JobHistory&& other) noexcept = default;
JobHistory& JobHistory::operator=(const JobHistory& other) = default;
JobHistory& JobHistory::operator=(JobHistory&& other) noexcept = default;
JobHistory::~JobHistory() = default;

JobHistory::JobHistory(JobSetup setup, size_t keyframe_bytes_max)
    : setup_(std::move(setup)),
      bytes_max_(keyframe_bytes_max),
      present_(start_job(setup_)),
      series_(setup_) {
  bytes_ = footprint(present_);
  keyframes_.push_back({present_, bytes_});
  spacing_ = std::max<uint64_t>(kSpacingMin, bytes_ / kBytesPerEvent);
}

// --- what comes next ---

uint64_t JobHistory::next_hand_after(const JobWorld& world) const {
  const auto hand =
      std::lower_bound(hands_.begin(), hands_.end(), world.events,
                       [](const JobHand& each, uint64_t events) { return each.after < events; });
  return hand == hands_.end() ? UINT64_MAX : hand->after;
}

std::optional<JobHistory::Next> JobHistory::next_event(const JobWorld& world) const {
  if (world.events >= kJobEventsMax) return std::nullopt;
  const auto hand =
      std::lower_bound(hands_.begin(), hands_.end(), world.events,
                       [](const JobHand& each, uint64_t events) { return each.after < events; });
  if (hand != hands_.end() && hand->after == world.events) return Next{hand->at, &*hand};
  const std::optional<Tick> next = next_event_time(world);
  if (!next || *next > setup_.job.until) return std::nullopt;
  return Next{*next, nullptr};
}

std::optional<std::string> JobHistory::why_not_forward() const {
  if (next_event(present_)) return std::nullopt;
  if (present_.events >= kJobEventsMax)
    return "a run has at most " + std::to_string(kJobEventsMax) + " events: reset it, or step back";
  return end_sentence(setup_, present_);
}

std::optional<std::string> JobHistory::why_not(JobAct act, SubtaskId subtask) const {
  if (present_.events >= kJobEventsMax) return why_not_forward();
  if (present_.failed || present_.finished || !next_event_time(present_))
    return end_sentence(setup_, present_);
  if (act == JobAct::fail) {
    const JobSetup& now = current_setup(setup_, present_);
    if (subtask.index >= present_.tasks.size())
      return "there is no such subtask since the job was restarted at another parallelism";
    const ExecutionState state = present_.tasks[subtask.index].state;
    if (state == ExecutionState::finished)
      return subtask_name(now, subtask) + " has finished: it cannot fail any more";
    if (state != ExecutionState::running && state != ExecutionState::initializing)
      return subtask_name(now, subtask) + " is not running now: it is being restarted";
    return std::nullopt;
  }
  if (!present_.running)
    return "not all tasks are running: the coordinator takes no checkpoint before they do (C28)";
  return std::nullopt;
}

// --- moving ---

void JobHistory::do_hand(JobWorld& world, const JobHand& hand) const {
  do_by_hand(setup_, world, hand.at, event_of(hand));
}

// Until `target` events are done, none of them later than `time`.
void JobHistory::go_on(uint64_t target, Tick time) {
  while (cursor() < target) {
    const std::optional<Next> next = next_event(present_);
    if (!next || next->at > time) return;
    const bool known = cursor() < length_;
    while (!known && series_.next_at() < next->at) series_.take(setup_, present_);
    if (next->hand) {
      do_hand(present_, *next->hand);
    } else {
      uint64_t stop = std::min({target, next_hand_after(present_), kJobEventsMax});
      Tick until = std::min(time, setup_.job.until);
      if (known) {
        stop = std::min(stop, length_);
      } else {
        stop = std::min(stop, keyframes_.back().world.events + spacing_);
        until = std::min(until, series_.next_at());
      }
      run_job_events(setup_, present_, stop, until);
    }
    at_ = present_.now;
    if (cursor() <= length_) continue;
    length_ = cursor();
    length_time_ = at_;
    keep_if_due();
  }
}

// To the world after `target` known events, or the last one not later than `time`.
void JobHistory::go_to(uint64_t target, Tick time) {
  const bool leaves_end = cursor() == length_ && (target < cursor() || time < at_);
  if (leaves_end && (!end_ || end_->events != length_)) {
    end_ = present_;
    end_->now = at_;
  }
  const JobWorld& kept = kept_before(target, time);
  const bool present_is_nearer = cursor() <= target && at_ <= time && cursor() >= kept.events;
  if (present_is_nearer) {
    present_.now = at_;
  } else {
    present_ = kept;
    at_ = present_.now;
  }
  // Worlds on the way are kept for a while: whoever goes back mostly goes back further.
  for (const uint64_t behind : kNearBehind) {
    if (target < behind || cursor() + behind > target) continue;
    go_on(target - behind, time);
    if (cursor() == target - behind) keep_near();
  }
  go_on(target, time);
}

void JobHistory::keep_near() {
  const auto distance = [&](const JobWorld& world) {
    return std::max(world.events, cursor()) - std::min(world.events, cursor());
  };
  if (near_.size() < kNearMax) {
    near_.push_back(present_);
    return;
  }
  *std::max_element(near_.begin(), near_.end(), [&](const JobWorld& left, const JobWorld& right) {
    return distance(left) < distance(right);
  }) = present_;
}

const JobWorld& JobHistory::kept_before(uint64_t target, Tick time) const {
  const auto fits = [&](const JobWorld& world) {
    return world.events <= target && world.now <= time;
  };
  const JobWorld* best = &keyframes_.front().world;
  const auto consider = [&](const JobWorld& world) {
    if (fits(world) && world.events > best->events) best = &world;
  };
  const auto after = std::partition_point(keyframes_.begin(), keyframes_.end(),
                                          [&](const Keyframe& each) { return fits(each.world); });
  if (after != keyframes_.begin()) consider((after - 1)->world);
  for (const JobWorld& each : near_) consider(each);
  if (end_) consider(*end_);
  return *best;
}

void JobHistory::keep_if_due() {
  if (cursor() - keyframes_.back().world.events < spacing_) return;
  const size_t bytes = footprint(present_);
  keyframes_.push_back({present_, bytes});
  bytes_ += bytes;
  // As far apart as copying asks for; in a long run as the share of memory does.
  const uint64_t fitting = cursor() / std::max<uint64_t>(1, bytes_max_ / bytes);
  spacing_ = std::max({kSpacingMin, static_cast<uint64_t>(bytes / kBytesPerEvent), fitting});
  while (bytes_ > bytes_max_ && keyframes_.size() > 2) thin();
}

// One goes: that which leaves the smallest gap. Neither the start nor the newest.
void JobHistory::thin() {
  const auto gap = [&](size_t index) {
    return keyframes_[index + 1].world.events - keyframes_[index - 1].world.events;
  };
  size_t smallest = 1;
  for (size_t index = 2; index + 1 < keyframes_.size(); ++index)
    if (gap(index) < gap(smallest)) smallest = index;
  bytes_ -= keyframes_[smallest].bytes;
  keyframes_.erase(keyframes_.begin() + static_cast<std::ptrdiff_t>(smallest));
}

// --- what a user asks for ---

// A refused search has gone ahead, maybe beyond what was known: nothing of that stays.
class JobHistory::Position {
 public:
  explicit Position(JobHistory& history)
      : history_(history),
        events_(history.cursor()),
        now_(history.present_.now),
        length_(history.length_),
        length_time_(history.length_time_) {}

  Fault refuse(std::string sentence) const {
    history_.go_to(events_, now_);
    history_.present_.now = now_;
    if (history_.length_ > length_) history_.forget_after(length_, length_time_);
    return fault(std::move(sentence));
  }

 private:
  JobHistory& history_;
  uint64_t events_;
  Tick now_;
  uint64_t length_;
  Tick length_time_;
};

void JobHistory::forget_after(uint64_t events, Tick time) {
  std::erase_if(hands_, [&](const JobHand& each) { return each.after >= events; });
  while (keyframes_.back().world.events > events) {
    bytes_ -= keyframes_.back().bytes;
    keyframes_.pop_back();
  }
  std::erase_if(near_, [&](const JobWorld& each) { return each.events > events; });
  if (end_ && end_->events > events) end_.reset();
  if (log_ && log_->world.events > events) log_.reset();
  series_.cut(time - 1);
  length_ = events;
  length_time_ = time;
}

Result<Done> JobHistory::seek(uint64_t target) {
  if (target > kJobEventsMax)
    return fault("a run has at most " + std::to_string(kJobEventsMax) + " events");
  const Position before(*this);
  const uint64_t first = target > kJobLogEvents ? target - kJobLogEvents : 0;
  const bool log_follows = log_ && log_->world.events >= first && log_->world.events <= target;
  if (!log_follows && (target < cursor() || first > cursor())) {
    go_to(std::min(first, length_), kSimulatedTimeMax);
    go_on(first, kSimulatedTimeMax);
    start_log(present_);
  }
  go_to(std::min(target, length_), kSimulatedTimeMax);
  go_on(target, kSimulatedTimeMax);
  if (cursor() == target) return Done{};
  return before.refuse("the run ends after " + std::to_string(cursor()) +
                       " events: " + end_sentence(setup_, present_));
}

Result<Done> JobHistory::step_forward(uint64_t count) {
  if (auto why = why_not_forward()) return fault(*why);
  if (count > kJobEventsMax) return seek(count);
  return seek(cursor() + count);
}

Result<Done> JobHistory::step_back(uint64_t count) {
  if (cursor() == 0) return fault("this is the start of the run");
  if (count > cursor())
    return fault("only " + count_of(static_cast<int64_t>(cursor()), "event") + " lie behind");
  return seek(cursor() - count);
}

Result<Done> JobHistory::seek_time(Tick time) {
  if (time < 0) return fault("a run starts at 0s");
  if (time > setup_.job.until) return fault(until_sentence(setup_));
  const Position before(*this);
  go_to(length_, time);
  go_on(UINT64_MAX, time);
  if (cursor() >= kJobEventsMax)
    return before.refuse("a run has at most " + std::to_string(kJobEventsMax) +
                         " events, and there are more up to that time");
  if (!present_.finished && !present_.failed) present_.now = std::max(present_.now, time);
  return Done{};
}

Result<Done> JobHistory::run_until(Tick time) {
  if (time < present_.now)
    return fault("that time is past: it is " + print_duration(present_.now) + " already");
  if (auto why = why_not_forward(); why && (present_.failed || present_.finished))
    return fault(*why);
  return seek_time(time);
}

Result<Done> JobHistory::next(JobMoment moment) {
  if (auto why = why_not_forward()) return fault(*why);
  const Position before(*this);
  JobWatch watch(setup_, present_);
  const bool everywhere =
      moment == JobMoment::barrier || moment == JobMoment::blocked || moment == JobMoment::phase;
  std::vector<JobChange> changes;
  while (next_event(present_)) {
    go_on(cursor() + 1, kSimulatedTimeMax);
    changes.clear();
    if (everywhere)
      watch.look(setup_, present_, changes);
    else
      watch.look_at_the_whole(setup_, present_, changes);
    for (const JobChange& each : changes)
      if (is_moment(moment, each.kind)) return Done{};
  }
  return before.refuse("there is no such moment ahead: " + end_sentence(setup_, present_));
}

Result<Done> JobHistory::act(JobAct act, SubtaskId subtask) {
  if (auto why = why_not(act, subtask)) return fault(*why);
  const bool between = is_between();
  forget_after(cursor(), present_.now);
  const std::string task =
      act == JobAct::fail ? subtask_name(current_setup(setup_, present_), subtask) : std::string();
  hands_.push_back({cursor(), present_.now, act, subtask, between, task});
  go_on(cursor() + 1, kSimulatedTimeMax);
  return Done{};
}

}  // namespace cutline
