// The point of no return: from which state of a run on is it certain that a predicate will fail?
//
//     start ──▶ s1 ──▶ s2 ──▶ s3 ──▶ fails         from s1 there is still a way to an end where it
//                └──▶ … ──▶ a good end              holds; from s2 there is none: s2 is the point
//
// Backwards from the end of the run: a state from which no good end can be reached is lost, and so
// is everything that was seen on the way; the first one from which one can be reached is not.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "core/run/explore.h"

namespace cutline {

struct ReturnLimits {
  uint64_t states = 100'000;
  uint64_t bytes = uint64_t{64} << 20;
};

// A slice at a time, like the explorer: a value that keeps nothing of the explorer's.
class ReturnSearch {
 public:
  // Of a predicate that always should hold, and a state of the explorer in which it does not.
  ReturnSearch(Explorer& explorer, const Property& property, uint32_t state, ReturnLimits limits);

  // Looks at so many more states. The explorer is the one that it was made with, or a copy.
  void run(Explorer& explorer, uint64_t budget);

  bool done() const { return done_; }
  // After how many steps of Explorer::path(state) it was certain that the predicate would fail,
  // whatever happened next; 0: from the start. Nothing where that is beyond the limits.
  std::optional<uint32_t> point() const { return point_; }

 private:
  struct Place {
    uint32_t state = 0;
    std::vector<uint32_t> next;  // rows in which the predicate holds, one behind the other
    size_t tried = 0;            // numbers of `next` that are done with
  };

  void finish(std::optional<uint32_t> point) {
    done_ = true;
    point_ = point;
    path_.clear();
  }
  void begin(Explorer& explorer);
  void go_on(Moves& moves);
  void enter(Moves& moves, const uint32_t* row);
  RowStore::Found add(const uint32_t* row);

  Property property_;
  ReturnLimits limits_;
  std::vector<uint32_t> states_;  // of the run
  size_t left_;                   // states of the run that were not looked at yet
  RowStore seen_;
  std::vector<Place> path_;       // depth first
  std::vector<bool> on_path_;     // of each state seen
  uint64_t path_bytes_ = 0;
  bool done_ = false;
  std::optional<uint32_t> point_;
};

}  // namespace cutline
