// A run: its scenario, the choices made, and a cursor. Going back restores the world exactly:
// from the nearest kept world (keyframe) the choices are done again.
//
//     choices    0   1   2   3   4   5   6   7
//     worlds   k       ·       ·   k   ·   ·   ·      k = keyframe
//                              ▲ cursor: the world on screen follows choice 3
#pragma once
#include <cstddef>
#include <vector>

#include "core/base/result.h"
#include "core/system/choice.h"
#include "core/system/step.h"

namespace cutline {

// One step of the run as it happened.
struct Happening {
  Choice choice;
  bool by_clock = false;  // the clock chose it; else a hand did
  std::vector<Effect> effects;
};

class History {
 public:
  explicit History(Scenario scenario);
  // Out of line: every file that holds one would compile them anew.
  History(const History& other);
  History(History&& other) noexcept;
  History& operator=(const History& other);
  History& operator=(History&& other) noexcept;
  ~History();

  const Scenario& scenario() const { return scenario_; }
  const World& world() const { return present_; }
  const std::vector<Happening>& happenings() const { return happenings_; }  // past and future
  size_t cursor() const { return cursor_; }  // steps taken to reach world()
  size_t length() const { return happenings_.size(); }

  // One step ahead: the recorded future where there is one, else the clock's next event.
  Result<Done> step_forward();
  Result<Done> step_back();
  // To the world after `target` steps; ahead of the recorded end the clock goes on.
  Result<Done> seek(size_t target);
  // By the recorded future, then by the clock, up to and including `time`.
  Result<Done> run_until(Tick time);
  // A hand's choice, at the present time. Drops the recorded future. A refused one changes nothing.
  Result<Done> choose(Choice choice);

  // The world after that many steps, at most length(); the cursor stays.
  World world_after(size_t steps) const;

  // Why step_forward() would be refused, if it would.
  std::optional<std::string> why_not_forward() const;

 private:
  struct Keyframe;
  const Keyframe& keyframe_before(size_t steps) const;
  void perform(const Choice& choice, bool by_clock);
  void keep_if_due();

  struct Keyframe {
    size_t step = 0;
    World world;
  };
  Scenario scenario_;
  World present_;
  std::vector<Happening> happenings_;
  std::vector<Keyframe> keyframes_;  // ascending; the first is the start
  size_t keyframe_steps_ = 64;       // between two keyframes; doubles when there are too many
  size_t cursor_ = 0;
};

// Scenario, choices and the world at the cursor, in one number.
uint64_t fingerprint(const History& history);

}  // namespace cutline
