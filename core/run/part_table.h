// Parts of canonical states, each once and with a number; and a table that finds what was computed
// for a pair of 64-bit keys. Neither is asked for anything but what was put in, so that no order
// of a hash shows.
#pragma once
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace cutline {

template <class Part>
class PartTable {
 public:
  // `key` is the part's own (part_key()); heap_bytes(part) is what it holds elsewhere.
  uint32_t number(std::string key, const Part& part) {
    const auto [at, added] = numbers_.try_emplace(std::move(key), size());
    if (!added) return at->second;
    parts_.push_back(part);
    bytes_ += 2 * at->first.size() + sizeof(Part) + heap_bytes(part) + kNodeBytes;
    return at->second;
  }
  const Part& operator[](uint32_t number) const { return parts_[number]; }
  uint32_t size() const { return static_cast<uint32_t>(parts_.size()); }
  size_t bytes() const { return bytes_; }  // near enough

 private:
  static constexpr size_t kNodeBytes = 96;  // of the map

  std::map<std::string, uint32_t> numbers_;
  std::vector<Part> parts_;
  size_t bytes_ = 0;
};

template <class Value>
class PairTable {
 public:
  PairTable() : slots_(256) {}

  const Value* find(uint64_t first, uint64_t second) const {
    for (size_t at = place(first, second);; at = (at + 1) & (slots_.size() - 1)) {
      const Slot& slot = slots_[at];
      if (!slot.taken) return nullptr;
      if (slot.first == first && slot.second == second) return &slot.value;
    }
  }
  // The pair must not be there yet.
  void add(uint64_t first, uint64_t second, const Value& value) {
    if (++size_ * 2 > slots_.size()) grow();
    put({first, second, value, true});
  }
  size_t bytes() const { return slots_.size() * sizeof(Slot); }

 private:
  struct Slot {
    uint64_t first = 0;
    uint64_t second = 0;
    Value value{};
    bool taken = false;
  };

  size_t place(uint64_t first, uint64_t second) const {
    uint64_t mixed = (first * 0x9e3779b97f4a7c15u) ^ second;
    mixed *= 0xd6e8feb86659fd93u;
    return (mixed ^ (mixed >> 32)) & (slots_.size() - 1);
  }
  void put(const Slot& slot) {
    size_t at = place(slot.first, slot.second);
    while (slots_[at].taken) at = (at + 1) & (slots_.size() - 1);
    slots_[at] = slot;
  }
  void grow() {
    std::vector<Slot> old(slots_.size() * 2);
    old.swap(slots_);
    for (const Slot& slot : old)
      if (slot.taken) put(slot);
  }

  std::vector<Slot> slots_;
  size_t size_ = 0;
};

}  // namespace cutline
