#include "core/run/history.h"

#include <algorithm>

#include "core/base/check.h"
#include "core/base/fingerprint.h"
#include "core/base/limits.h"
#include "core/base/ticks.h"
#include "core/run/clock.h"

namespace cutline {
namespace {

// Keyframes are thinned beyond this many: memory stays bounded, and a step is some microseconds, so
// that replaying from the nearest one is not felt.
constexpr size_t kKeyframesMax = 96;

// Would something happen by itself up to that time, but for the limit of steps?
bool acts_until(const Scenario& scenario, const World& world, Tick time) {
  const std::vector<Choice> choices = enabled(scenario, world);
  return std::any_of(choices.begin(), choices.end(), [&](const Choice& choice) {
    return !choice.unlikely && choice.at <= time;
  });
}

}  // namespace

History::History(const History& other) = default;
History::History(History&& other) noexcept = default;
History& History::operator=(const History& other) = default;
History& History::operator=(History&& other) noexcept = default;
History::~History() = default;

History::History(Scenario scenario)
    : scenario_(std::move(scenario)), present_(start_world(scenario_)) {
  keyframes_.push_back({0, present_});
}

std::optional<std::string> History::why_not_forward() const {
  if (cursor_ < happenings_.size()) return std::nullopt;
  if (present_.step >= kStepsMax)
    return "a run has at most " + std::to_string(kStepsMax) + " steps: reset it, or step back";
  if (!next_by_clock(scenario_, present_))
    return "nothing is left to happen by itself: no transfer is planned, nothing is in flight";
  return std::nullopt;
}

Result<Done> History::step_forward() {
  if (auto why = why_not_forward()) return fault(*why);
  if (cursor_ < happenings_.size()) {
    step(scenario_, present_, happenings_[cursor_].choice);
    ++cursor_;
    return Done{};
  }
  perform(*next_by_clock(scenario_, present_), true);
  return Done{};
}

Result<Done> History::step_back() {
  if (cursor_ == 0) return fault("this is the start of the run");
  return seek(cursor_ - 1);
}

Result<Done> History::seek(size_t target) {
  if (target > kStepsMax)
    return fault("a run has at most " + std::to_string(kStepsMax) + " steps");
  if (target > happenings_.size()) {
    // Look first, so that a target that cannot be reached changes nothing.
    World ahead = cursor_ == happenings_.size() ? present_ : keyframes_.back().world;
    size_t at = cursor_ == happenings_.size() ? cursor_ : keyframes_.back().step;
    for (; at < happenings_.size(); ++at) step(scenario_, ahead, happenings_[at].choice);
    for (; at < target; ++at) {
      const auto next = next_by_clock(scenario_, ahead);
      if (!next)
        return fault("the run ends after " + std::to_string(at) +
                     " steps: nothing is left to happen");
      step(scenario_, ahead, *next);
    }
  }
  if (target < cursor_) {
    const Keyframe& nearest = keyframe_before(target);
    present_ = nearest.world;
    cursor_ = nearest.step;
  }
  while (cursor_ < target) CUTLINE_CHECK(step_forward(), "a run that was looked at can be stepped");
  return Done{};
}

const History::Keyframe& History::keyframe_before(size_t steps) const {
  const auto after = std::upper_bound(
      keyframes_.begin(), keyframes_.end(), steps,
      [](size_t wanted, const Keyframe& keyframe) { return wanted < keyframe.step; });
  return *(after - 1);
}

World History::world_after(size_t steps) const {
  CUTLINE_CHECK(steps <= happenings_.size(), "the run has had that many steps");
  if (steps == cursor_) return present_;
  const Keyframe& nearest = keyframe_before(steps);
  World world = nearest.world;
  for (size_t at = nearest.step; at < steps; ++at) step(scenario_, world, happenings_[at].choice);
  return world;
}

Result<Done> History::run_until(Tick time) {
  if (time < present_.now)
    return fault("that time is past: it is " + print_duration(present_.now) + " already");
  World ahead = present_;
  size_t target = cursor_;
  for (;; ++target) {
    std::optional<Choice> next;
    if (target < happenings_.size()) next = happenings_[target].choice;
    else next = next_by_clock(scenario_, ahead);
    if (!next || next->at > time) break;
    step(scenario_, ahead, *next);
  }
  if (ahead.step >= kStepsMax && acts_until(scenario_, ahead, time))
    return fault("a run has at most " + std::to_string(kStepsMax) + " steps, and they reach only " +
                 "to " + print_duration(ahead.now) +
                 ": an earlier time, or more time between transfers, takes fewer");
  return seek(target);
}

Result<Done> History::choose(Choice choice) {
  choice.at = present_.now;
  if (auto why = why_not(scenario_, present_, choice)) return fault(*why);
  perform(choice, false);
  return Done{};
}

void History::perform(const Choice& choice, bool by_clock) {
  happenings_.resize(cursor_);
  while (keyframes_.back().step > cursor_) keyframes_.pop_back();
  happenings_.push_back({choice, by_clock, step(scenario_, present_, choice)});
  ++cursor_;
  keep_if_due();
}

void History::keep_if_due() {
  if (cursor_ - keyframes_.back().step < keyframe_steps_) return;
  keyframes_.push_back({cursor_, present_});
  if (keyframes_.size() <= kKeyframesMax) return;
  std::vector<Keyframe> kept;  // every second one, the start among them
  for (size_t index = 0; index < keyframes_.size(); index += 2)
    kept.push_back(std::move(keyframes_[index]));
  keyframes_ = std::move(kept);
  keyframe_steps_ *= 2;
}

uint64_t fingerprint(const History& history) {
  Fingerprint out;
  out.add(fingerprint(history.world()));
  out.add(history.cursor());
  out.add(history.length());
  for (const Happening& happening : history.happenings()) {
    const Choice& choice = happening.choice;
    out.add(static_cast<uint64_t>(choice.act));
    out.add(choice.process.index);
    out.add(choice.channel.index);
    out.add(choice.position);
    out.add(static_cast<uint64_t>(choice.value.part[0]));
    out.add(static_cast<uint64_t>(choice.at));
    out.add(happening.by_clock);
    out.add(happening.effects.size());
  }
  return out.value();
}

}  // namespace cutline
