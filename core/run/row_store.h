// A set of rows of bytes, all of one length, numbered in the order in which they came: the states
// of a search. Rows lie behind each other in blocks that never move; a table of 32-bit numbers
// finds them. Nothing is allocated per row.
//
//     table  [ . 3 . 1 2 . . 0 ]          number + 1, its upper five bits a tag of the row's hash
//     rows   | row 0 | row 1 | row 2 | row 3 |
#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

namespace cutline {

class RowStore {
 public:
  static constexpr size_t kRowsMax = (size_t{1} << 27) - 2;

  // `row_bytes` are compared, `note_bytes` are only kept beside them.
  RowStore(size_t row_bytes, size_t note_bytes);

  size_t size() const { return size_; }
  size_t row_bytes() const { return row_bytes_; }
  const uint8_t* row(size_t index) const {
    return blocks_[index >> block_shift_].data() + (index & block_mask_) * stride_;
  }
  const uint8_t* note(size_t index) const { return row(index) + row_bytes_; }

  struct Found {
    uint32_t index = 0;
    bool added = false;
  };
  // Finds the row or adds it with its note. There must be room for one more (kRowsMax).
  Found find_or_add(const uint8_t* row, uint64_t hash, const uint8_t* note);
  bool contains(const uint8_t* row, uint64_t hash) const { return find(row, hash) != kNone; }
  // The memory that find_or_add() will look at first is fetched meanwhile.
  void expect(uint64_t hash) const { __builtin_prefetch(&table_[hash & mask_]); }

  uint64_t hash(const uint8_t* row) const;

  size_t bytes() const;
  // What adding so many more rows may take at once: a block or more, a table of twice the size.
  size_t bytes_ahead(size_t rows) const;

 private:
  static constexpr uint32_t kNone = UINT32_MAX;
  static constexpr uint32_t kNumberMask = (uint32_t{1} << 27) - 1;

  static uint32_t tag(uint64_t hash) { return static_cast<uint32_t>(hash >> 59) << 27; }
  // The number of the row, or kNone; `slot` is then where it would go.
  uint32_t find(const uint8_t* row, uint64_t hash, size_t* slot = nullptr) const;
  size_t block_bytes() const { return (block_mask_ + 1) * stride_; }
  void grow();

  size_t row_bytes_;
  size_t note_bytes_;
  size_t stride_;
  unsigned block_shift_;  // a block has 2 to the power of it rows, half a megabyte at most
  size_t block_mask_;
  size_t size_ = 0;
  std::vector<std::vector<uint8_t>> blocks_;
  std::vector<uint32_t> table_;
  uint64_t mask_;
};

}  // namespace cutline
