#include "core/run/explore_return.h"

namespace cutline {

ReturnSearch::ReturnSearch(Explorer& explorer, const Property& property, uint32_t state,
                           ReturnLimits limits)
    : property_(property),
      limits_(limits),
      states_(explorer.states_on(state)),
      left_(states_.size()),
      seen_(explorer.moves().row_size() * sizeof(uint32_t), 0) {}

void ReturnSearch::run(Explorer& explorer, uint64_t budget) {
  for (; budget > 0 && !done_; --budget) {
    if (path_.empty()) begin(explorer);
    else go_on(explorer.moves());
    if (!done_ && (seen_.size() > limits_.states ||
                   seen_.bytes() + seen_.bytes_ahead(1) + path_bytes_ > limits_.bytes))
      finish(std::nullopt);
  }
}

// With the latest state of the run that was not looked at yet.
void ReturnSearch::begin(Explorer& explorer) {
  if (left_ == 0) return finish(0);
  const std::vector<uint32_t> row = explorer.row(states_[--left_]);
  if (property_.holds(explorer.moves().facts(row.data()))) enter(explorer.moves(), row.data());
}

void ReturnSearch::go_on(Moves& moves) {
  Place& place = path_.back();
  if (place.tried < place.next.size()) {
    const std::vector<uint32_t> row(
        place.next.begin() + static_cast<std::ptrdiff_t>(place.tried),
        place.next.begin() + static_cast<std::ptrdiff_t>(place.tried + moves.row_size()));
    place.tried += moves.row_size();
    return enter(moves, row.data());
  }
  on_path_[place.state] = false;
  path_bytes_ -= place.next.size() * sizeof(uint32_t);
  path_.pop_back();
}

// A state in which the predicate holds. It is open if this is an end, or one goes round for ever
// from here without failing; then so is the state of the run that this began with.
void ReturnSearch::enter(Moves& moves, const uint32_t* from) {
  const RowStore::Found found = add(from);
  const auto open = static_cast<uint32_t>(left_ + 1);
  if (!found.added) {
    if (on_path_[found.index]) finish(open);
    return;
  }
  std::vector<uint32_t> row(from, from + moves.row_size());
  Place place{found.index, {}, 0};
  const uint32_t count = moves.each_successor(row.data(), [&](uint32_t) {
    if (property_.holds(moves.facts(row.data())))
      place.next.insert(place.next.end(), row.begin(), row.end());
  });
  if (count == 0 && property_.holds(moves.facts(row.data()) | moves.facts_at_end(row.data())))
    return finish(open);
  path_bytes_ += place.next.size() * sizeof(uint32_t);
  on_path_.push_back(true);
  path_.push_back(std::move(place));
}

RowStore::Found ReturnSearch::add(const uint32_t* row) {
  const auto* bytes = reinterpret_cast<const uint8_t*>(row);
  return seen_.find_or_add(bytes, seen_.hash(bytes), bytes);
}

}  // namespace cutline
