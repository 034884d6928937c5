// One exploration of a scenario: the explorer, the claims that it looks at, and what is to be said
// about them.
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/lesson/explore_model.h"
#include "core/lesson/predicate.h"
#include "core/run/explore_return.h"
#include "core/run/history.h"

namespace cutline {

// Why these claims cannot be explored in the scenario, as one sentence; nothing where they can.
std::optional<std::string> why_unexplorable(const Scenario& scenario,
                                            std::span<const Claim> claims);

// What a lab may be asked for: the page has 256 MB in all, of which looking for a point of no
// return takes up to 64.
inline constexpr int64_t kExploreMegabytesMax = 128;
inline constexpr Tick kExploreTimeMax = kHour;

// All hold: states and bytes as the explorer counts them, and time as whoever drives it tells it.
struct ExploreBounds {
  ExploreLimits limits;
  Tick time = 10 * kMinute;
};

class Exploration {
 public:
  // The scenario must be explorable.
  // `scenario` is `authored` with the learner's settings; both may have traffic of their own.
  Exploration(Scenario authored, Scenario scenario, std::vector<Claim> claims,
              ExploreBounds bounds);
  // Out of line: every file that holds one would compile them anew.
  Exploration(const Exploration& other);
  Exploration(Exploration&& other) noexcept;
  Exploration& operator=(const Exploration& other);
  Exploration& operator=(Exploration&& other) noexcept;
  ~Exploration();

  // Goes on from at most so many states; behind the last one, looks for points of no return.
  // `passed`, from 0, is the time since the last call; when it is over nothing more is done.
  void run(uint64_t budget, Tick passed = 0);
  // Ends it where it is. What was found stays.
  void stop() {
    if (running()) stopped_ = true;
    describe();
  }

  bool running() const;
  bool failed() const;  // a claim is refuted
  const Scenario& scenario() const { return scenario_; }
  const Scenario& authored() const { return authored_; }
  const ExploreModel& model() const { return model_; }

  // The run that decides the claim of that name: a refutation, or the way to what is reachable.
  // A predicate that is claimed in two roles needs the role.
  Result<History> run_of(std::string_view claim, std::optional<Role> role = {});

  // Of this run of the scenario, as far as it is one that a claim fails by: its points of no return
  // and its ends, in the order of the claims.
  std::vector<StepRemark> remarks(const History& history) const;

 private:
  // A run and, for each state of the explorer on it, the steps up to it: a reliable channel needs
  // arrivals, of which the explorer knows nothing.
  struct FoundRun {
    History history;
    std::vector<uint32_t> steps;
  };

  void describe();
  void describe_claim(size_t index);
  void describe_figures();
  std::string status_text() const;
  std::optional<size_t> claim_to_look_back() const;
  void look_back(size_t index, uint64_t budget);
  void add_run(size_t index, ClaimModel& claim);
  void add_no_return(size_t index, std::optional<uint32_t> point);
  std::string sentence() const;
  std::string end_text() const;
  std::string advice() const;
  FoundRun run_to(uint32_t state);

  Scenario authored_;
  Scenario scenario_;
  std::vector<Claim> claims_;
  Explorer explorer_;
  std::optional<ReturnSearch> search_;  // for the point of no return of the claim that is next
  bool stopped_ = false;
  bool late_ = false;  // stopped as its time was over
  Tick spent_ = 0;
  Tick time_;          // the bound
  std::vector<std::vector<Choice>> runs_;  // of each claim that is decided
  ExploreModel model_;
};

}  // namespace cutline
