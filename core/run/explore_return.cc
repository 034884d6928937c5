// The point of no return: from which state of a run on is it certain that a predicate will fail?
//
//     start ──▶ s1 ──▶ s2 ──▶ s3 ──▶ fails         from s1 there is still a way to an end where it
//                └──▶ … ──▶ a good end              holds; from s2 there is none: s2 is the point
//
// Backwards from the end of the run: a state from which no good end can be reached is lost, and so
// is everything that was seen on the way; the first one from which one can be reached is not.
#include <algorithm>

#include "core/run/explore.h"

namespace cutline {
namespace {

enum class Outlook : uint8_t { lost, open, unknown };

// Depth first over the states in which the predicate holds. One search for all states of a run.
class GoodEnds {
 public:
  GoodEnds(Moves& moves, const Property& property, uint64_t budget)
      : moves_(moves),
        property_(property),
        budget_(budget),
        seen_(moves.row_size() * sizeof(uint32_t), 0) {}

  // Is a good end reached from here? Going round for ever without failing counts as one.
  Outlook look(const std::vector<uint32_t>& row) {
    if (!property_.holds(moves_.facts(row.data()))) return Outlook::lost;
    const RowStore::Found found = add(row);
    if (!found.added) return Outlook::lost;
    path_.assign(1, {found.index, {}, 0});
    if (open(path_.back())) return Outlook::open;
    while (!path_.empty()) {
      Place& place = path_.back();
      if (place.tried == place.next.size()) {
        path_.pop_back();
        continue;
      }
      const std::vector<uint32_t> next = std::move(place.next[place.tried++]);
      const RowStore::Found at = add(next);
      if (!at.added) {
        if (on_path(at.index)) return Outlook::open;
        continue;
      }
      if (seen_.size() > budget_) return Outlook::unknown;
      path_.push_back({at.index, {}, 0});
      if (open(path_.back())) return Outlook::open;
    }
    return Outlook::lost;
  }

 private:
  struct Place {
    uint32_t state = 0;
    std::vector<std::vector<uint32_t>> next;  // those in which the predicate holds
    size_t tried = 0;
  };

  RowStore::Found add(const std::vector<uint32_t>& row) {
    const auto* bytes = reinterpret_cast<const uint8_t*>(row.data());
    return seen_.find_or_add(bytes, seen_.hash(bytes), bytes);
  }
  bool on_path(uint32_t state) const {
    return std::any_of(path_.begin(), path_.end(),
                       [&](const Place& place) { return place.state == state; });
  }
  // Lists where it goes on from here; true where this is an end at which the predicate holds.
  bool open(Place& place) {
    std::vector<uint32_t> row(moves_.row_size());
    const uint8_t* bytes = seen_.row(place.state);
    std::copy(bytes, bytes + seen_.row_bytes(), reinterpret_cast<uint8_t*>(row.data()));
    const uint32_t count = moves_.each_successor(row.data(), [&](uint32_t) {
      if (property_.holds(moves_.facts(row.data()))) place.next.push_back(row);
    });
    return count == 0 &&
           property_.holds(moves_.facts(row.data()) | moves_.facts_at_end(row.data()));
  }

  Moves& moves_;
  const Property& property_;
  uint64_t budget_;
  RowStore seen_;
  std::vector<Place> path_;
};

}  // namespace

std::optional<uint32_t> Explorer::point_of_no_return(const Property& property, uint32_t state,
                                                     uint64_t budget) {
  const std::vector<uint32_t> states = states_on(state);
  GoodEnds ends(moves_, property, budget);
  for (size_t at = states.size(); at-- > 0;) {
    const Outlook outlook = ends.look(row(states[at]));
    if (outlook == Outlook::unknown) return std::nullopt;
    if (outlook == Outlook::open) return static_cast<uint32_t>(at + 1);
  }
  return 0;
}

}  // namespace cutline
