// The explorer: every interleaving of a scenario, breadth first, a slice at a time. A value: copy
// it, keep it, drop it. run(budget) goes on; between two slices all that was found can be read.
//
// Since it goes breadth first, the first state in which a predicate is decided lies at the end of
// a shortest run that decides it.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "core/run/explore_moves.h"
#include "core/run/row_store.h"

namespace cutline {

enum class Role : uint8_t {
  always,     // holds in every state, else a shortest run to one in which it does not
  reachable,  // holds in some state, by a shortest run
  never,      // is not to be entered: a state in which it holds is not gone on from
};

// Holds in a state where any of `facts` is the case, or, with `absent`, where none is.
struct Property {
  Role role = Role::always;
  uint32_t facts = 0;
  bool absent = false;
  bool holds(uint32_t found) const { return ((found & facts) != 0) != absent; }
};

// Both hold: no more states are kept, and no more bytes than that are asked for, as the explorer
// counts them.
struct ExploreLimits {
  uint64_t states = 1'000'000;
  uint64_t bytes = uint64_t{512} << 20;
  uint32_t narrow_parts = 0x10000;  // up to so many, numbers in rows have two bytes, else four
};

enum class ExploreStatus : uint8_t {
  running,
  finished,    // every state was gone on from
  states_full, // a limit was reached: what was found holds, what was not found may be there
  bytes_full,
};

// always: decided is "fails"; reachable: decided is "holds"; never: how often it was met.
struct PropertyFound {
  bool decided = false;
  uint32_t state = 0;     // the first one that decides it
  uint64_t met = 0;       // states in which always does not hold, reachable or never does
};

class Explorer {
 public:
  Explorer(Scenario scenario, std::vector<Property> properties, ExploreLimits limits);

  // Goes on from at most so many states.
  void run(uint64_t budget);

  ExploreStatus status() const { return status_; }
  uint64_t states() const { return store_.size(); }
  uint64_t transitions() const { return transitions_; }
  uint64_t expanded() const { return next_; }  // states that were gone on from
  uint32_t depth() const { return depth_; }    // steps to the states that are gone on from now
  uint64_t bytes() const { return store_.bytes() + moves_.bytes(); }
  const ExploreLimits& limits() const { return limits_; }
  const std::vector<Property>& properties() const { return properties_; }
  const std::vector<PropertyFound>& found() const { return found_; }
  const Scenario& scenario() const { return moves_.scenario(); }

  // A shortest run to the state: choices that can be made one after the other from the start.
  std::vector<Choice> path(uint32_t state);
  // The states on that run, the start first.
  std::vector<uint32_t> states_on(uint32_t state) const;

  // How many things can happen next in the state.
  uint32_t ways(uint32_t state);

  // The row of a state.
  std::vector<uint32_t> row(uint32_t state) const;
  Moves& moves() { return moves_; }

 private:
  template <class Number>
  void go_on();
  bool add(const uint8_t* packed, uint32_t at, uint32_t state);
  bool too_much() const;
  void leave();
  void widen();
  void look_at(uint32_t state, uint32_t facts);
  bool may_enter(uint32_t facts) const;
  void add_start();

  std::vector<Property> properties_;
  std::vector<PropertyFound> found_;
  ExploreLimits limits_;
  Moves moves_;
  RowStore store_;
  bool wide_ = false;  // numbers in rows have four bytes instead of two
  ExploreStatus status_ = ExploreStatus::running;
  bool watches_ends_ = false;
  bool prunes_ = false;
  uint64_t transitions_ = 0;
  uint64_t next_ = 0;       // the state to go on from
  uint32_t depth_ = 0;
  uint64_t level_end_ = 1;  // the first state that is a step further
  std::vector<uint32_t> row_;
  std::vector<uint8_t> packed_;   // successors, one behind the other
  std::vector<uint64_t> hashes_;
  std::vector<uint32_t> facts_;   // of each successor
};

}  // namespace cutline
