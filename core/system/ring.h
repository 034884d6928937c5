// A queue of some dozens of items in one block of memory. Taking the first and adding a last one
// move nothing else; it grows by doubling and never shrinks.
//
//     slots  [ . . c d e . . . ]        head = c; at(0) = c
//
// Equal rings hold equal items in the same order, wherever they lie.
#pragma once
#include <cstddef>
#include <utility>
#include <vector>

#include "core/base/check.h"

namespace cutline {

template <class T>
class Ring {
 public:
  bool empty() const { return size_ == 0; }
  size_t size() const { return size_; }

  T& at(size_t index) { return slots_[slot(index)]; }
  const T& at(size_t index) const { return slots_[slot(index)]; }
  T& front() { return at(0); }
  const T& front() const { return at(0); }
  T& back() { return at(size_ - 1); }
  const T& back() const { return at(size_ - 1); }

  void push_back(T item) {
    grow_if_full();
    slots_[(head_ + size_++) & (slots_.size() - 1)] = std::move(item);
  }

  // Puts the item before the one at `index`. What lies in front of it moves: few items, as it is
  // used for priority.
  void insert(size_t index, T item) {
    CUTLINE_CHECK(index <= size_, "an item is put inside the ring or at its end");
    grow_if_full();
    head_ = (head_ + slots_.size() - 1) & (slots_.size() - 1);
    ++size_;
    for (size_t place = 0; place < index; ++place) at(place) = std::move(at(place + 1));
    at(index) = std::move(item);
  }

  // Takes the item at `index` out; those in front of it close up.
  T take(size_t index) {
    T item = std::move(at(index));
    for (size_t place = index; place > 0; --place) at(place) = std::move(at(place - 1));
    head_ = (head_ + 1) & (slots_.size() - 1);
    --size_;
    return item;
  }
  T take_front() { return take(0); }

  friend bool operator==(const Ring& left, const Ring& right) {
    if (left.size_ != right.size_) return false;
    for (size_t index = 0; index < left.size_; ++index)
      if (!(left.at(index) == right.at(index))) return false;
    return true;
  }

 private:
  static constexpr size_t kFirstSlots = 8;  // a power of two, as every size after it

  size_t slot(size_t index) const {
    CUTLINE_CHECK(index < size_, "a ring has no item at that place");
    return (head_ + index) & (slots_.size() - 1);
  }
  void grow_if_full() {
    if (size_ < slots_.size()) return;
    std::vector<T> wider(slots_.empty() ? kFirstSlots : slots_.size() * 2);
    for (size_t index = 0; index < size_; ++index) wider[index] = std::move(at(index));
    slots_ = std::move(wider);
    head_ = 0;
  }

  std::vector<T> slots_;
  size_t head_ = 0;
  size_t size_ = 0;
};

}  // namespace cutline
