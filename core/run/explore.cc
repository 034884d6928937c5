#include "core/run/explore.h"

#include <algorithm>
#include <cstring>

#include "core/base/check.h"

namespace cutline {
namespace {

// Kept beside each state.
struct Note {
  uint32_t parent = 0;
  uint32_t choice = 0;  // its number among the parent's
};
constexpr uint32_t kNoParent = UINT32_MAX;

Note note_of(const RowStore& store, uint32_t state) {
  Note note;
  std::memcpy(&note, store.note(state), sizeof note);
  return note;
}

template <class Number>
void pack(const uint32_t* row, size_t size, uint8_t* out) {
  for (size_t at = 0; at < size; ++at) {
    const auto number = static_cast<Number>(row[at]);
    std::memcpy(out + at * sizeof(Number), &number, sizeof(Number));
  }
}

template <class Number>
void unpack(const uint8_t* packed, size_t size, uint32_t* row) {
  for (size_t at = 0; at < size; ++at) {
    Number number;
    std::memcpy(&number, packed + at * sizeof(Number), sizeof(Number));
    row[at] = number;
  }
}

}  // namespace

Explorer::Explorer(Scenario scenario, std::vector<Property> properties, ExploreLimits limits)
    : properties_(std::move(properties)),
      found_(properties_.size()),
      limits_(limits),
      moves_(std::move(scenario)),
      store_(moves_.row_size() * sizeof(uint16_t), sizeof(Note)) {
  limits_.states = std::clamp<uint64_t>(limits_.states, 1, RowStore::kRowsMax);
  for (const Property& property : properties_) {
    watches_ends_ = watches_ends_ || (property.facts & (kStuck | kAtRest)) != 0;
    prunes_ = prunes_ || property.role == Role::never;
  }
  row_.resize(moves_.row_size());
  add_start();
}

void Explorer::add_start() {
  const std::vector<uint32_t> start = moves_.start();
  CUTLINE_CHECK(limits_.narrow_parts <= 0x10000, "two bytes count no further");
  CUTLINE_CHECK(moves_.parts_max() < limits_.narrow_parts, "the start has few parts");
  std::vector<uint8_t> packed(store_.row_bytes());
  pack<uint16_t>(start.data(), start.size(), packed.data());
  const Note note{kNoParent, 0};
  store_.find_or_add(packed.data(), store_.hash(packed.data()),
                     reinterpret_cast<const uint8_t*>(&note));
  look_at(0, moves_.facts(start.data()));
}

// A state is looked at when it is found, and once more when it turns out to be an end.
void Explorer::look_at(uint32_t state, uint32_t facts) {
  for (size_t at = 0; at < properties_.size(); ++at) {
    const Property& property = properties_[at];
    if (property.holds(facts) == (property.role == Role::always)) continue;
    PropertyFound& found = found_[at];
    if (found.met++ == 0) found = {true, state, 1};
  }
}

bool Explorer::may_enter(uint32_t facts) const {
  return std::none_of(properties_.begin(), properties_.end(), [&](const Property& property) {
    return property.role == Role::never && property.holds(facts);
  });
}

void Explorer::run(uint64_t budget) {
  for (; budget > 0 && status_ == ExploreStatus::running; --budget) {
    if (next_ == store_.size()) {
      status_ = ExploreStatus::finished;
      return;
    }
    if (too_much()) status_ = ExploreStatus::bytes_full;
    else if (wide_) go_on<uint32_t>();
    else go_on<uint16_t>();
  }
}

// What the moves keep may double at any time, as tables do. Most states have fewer successors than
// four times as many as there are processes and channels.
bool Explorer::too_much() const {
  return bytes() + store_.bytes_ahead(4 * row_.size()) + moves_.bytes() > limits_.bytes;
}

template <class Number>
void Explorer::go_on() {
  const auto state = static_cast<uint32_t>(next_);
  const size_t size = row_.size();
  unpack<Number>(store_.row(state), size, row_.data());
  if (prunes_ && !may_enter(moves_.facts(row_.data()))) return leave();
  const size_t row_bytes = size * sizeof(Number);
  hashes_.clear();
  facts_.clear();
  packed_.clear();
  const uint32_t count = moves_.each_successor(row_.data(), [&](uint32_t) {
    packed_.resize(packed_.size() + row_bytes);
    uint8_t* packed = packed_.data() + packed_.size() - row_bytes;
    pack<Number>(row_.data(), size, packed);
    hashes_.push_back(store_.hash(packed));
    store_.expect(hashes_.back());
    facts_.push_back(moves_.facts(row_.data()));
  });
  // A part of a new number may just have outgrown the rows: do this state again with wide ones.
  if (sizeof(Number) == sizeof(uint16_t) && moves_.parts_max() >= limits_.narrow_parts)
    return widen();
  for (uint32_t at = 0; at < count; ++at) {
    if (!add(packed_.data() + at * row_bytes, at, state)) return;
    ++transitions_;
  }
  if (count == 0 && watches_ends_)
    look_at(state, moves_.facts(row_.data()) | moves_.facts_at_end(row_.data()));
  leave();
}

// Adds a successor if it is new. Where there is no room for one more the search ends.
bool Explorer::add(const uint8_t* packed, uint32_t at, uint32_t state) {
  if (store_.size() >= limits_.states && !store_.contains(packed, hashes_[at])) {
    status_ = ExploreStatus::states_full;
    return false;
  }
  const Note note{state, at};
  const RowStore::Found found =
      store_.find_or_add(packed, hashes_[at], reinterpret_cast<const uint8_t*>(&note));
  if (found.added) look_at(found.index, facts_[at]);
  return true;
}

// On to the next state, perhaps a step further from the start.
void Explorer::leave() {
  if (++next_ < level_end_) return;
  ++depth_;
  level_end_ = store_.size();
}

void Explorer::widen() {
  if (bytes() + 2 * store_.bytes() > limits_.bytes) {
    status_ = ExploreStatus::bytes_full;
    return;
  }
  RowStore wider(row_.size() * sizeof(uint32_t), sizeof(Note));
  std::vector<uint32_t> row(row_.size());
  std::vector<uint8_t> packed(wider.row_bytes());
  for (uint32_t state = 0; state < store_.size(); ++state) {
    unpack<uint16_t>(store_.row(state), row.size(), row.data());
    pack<uint32_t>(row.data(), row.size(), packed.data());
    wider.find_or_add(packed.data(), wider.hash(packed.data()), store_.note(state));
  }
  store_ = std::move(wider);
  wide_ = true;
}

uint32_t Explorer::ways(uint32_t state) {
  std::vector<uint32_t> row = this->row(state);
  return moves_.each_successor(row.data(), [](uint32_t) {});
}

std::vector<uint32_t> Explorer::row(uint32_t state) const {
  std::vector<uint32_t> row(row_.size());
  if (wide_) unpack<uint32_t>(store_.row(state), row.size(), row.data());
  else unpack<uint16_t>(store_.row(state), row.size(), row.data());
  return row;
}

std::vector<uint32_t> Explorer::states_on(uint32_t state) const {
  std::vector<uint32_t> states;
  for (; state != kNoParent; state = note_of(store_, state).parent) states.push_back(state);
  std::reverse(states.begin(), states.end());
  return states;
}

std::vector<Choice> Explorer::path(uint32_t state) {
  std::vector<Choice> choices;
  const std::vector<uint32_t> states = states_on(state);
  for (size_t at = 1; at < states.size(); ++at)
    choices.push_back(
        moves_.choice(row(states[at - 1]).data(), note_of(store_, states[at]).choice));
  return choices;
}

}  // namespace cutline
