#include "core/run/row_store.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "core/base/check.h"

namespace cutline {
namespace {

constexpr size_t kBlockBytes = size_t{512} << 10;
constexpr size_t kFirstSlots = 1024;  // a power of two, as every size after it

// Beyond five eighths full, chains of taken slots grow long.
size_t room_of(size_t slots) { return slots / 8 * 5; }

// A block of 2 to the power of it rows has at most kBlockBytes, or 16 rows.
unsigned rows_bits(size_t stride) {
  return static_cast<unsigned>(std::bit_width(std::max(kBlockBytes / stride, size_t{16}))) - 1;
}

}  // namespace

RowStore::RowStore(size_t row_bytes, size_t note_bytes)
    : row_bytes_(row_bytes),
      note_bytes_(note_bytes),
      stride_(row_bytes + note_bytes),
      block_shift_(rows_bits(stride_)),
      block_mask_((size_t{1} << block_shift_) - 1),
      table_(kFirstSlots),
      mask_(kFirstSlots - 1) {}

// Decides where a row is looked for, and nothing else: no result depends on it.
uint64_t RowStore::hash(const uint8_t* row) const {
  uint64_t state = row_bytes_;
  const auto add = [&state](uint64_t word) {
    state = (state ^ word) * 0x9e3779b97f4a7c15u;
    state ^= state >> 32;
  };
  size_t at = 0;
  for (; at + 8 <= row_bytes_; at += 8) {
    uint64_t word;
    std::memcpy(&word, row + at, 8);
    add(word);
  }
  if (at < row_bytes_) {
    uint64_t word = 0;
    std::memcpy(&word, row + at, row_bytes_ - at);
    add(word);
  }
  state *= 0xd6e8feb86659fd93u;
  return state ^ (state >> 29);
}

uint32_t RowStore::find(const uint8_t* row, uint64_t hash, size_t* free_slot) const {
  size_t slot = hash & mask_;
  for (; table_[slot] != 0; slot = (slot + 1) & mask_) {
    const uint32_t entry = table_[slot];
    if ((entry & ~kNumberMask) != tag(hash)) continue;
    const uint32_t index = (entry & kNumberMask) - 1;
    if (std::memcmp(this->row(index), row, row_bytes_) == 0) return index;
  }
  if (free_slot) *free_slot = slot;
  return kNone;
}

RowStore::Found RowStore::find_or_add(const uint8_t* row, uint64_t hash, const uint8_t* note) {
  if (size_ >= room_of(table_.size())) grow();
  size_t slot = 0;
  if (const uint32_t known = find(row, hash, &slot); known != kNone) return {known, false};
  CUTLINE_CHECK(size_ < kRowsMax, "a store of rows is asked for no more than it can number");
  if ((size_ & block_mask_) == 0) blocks_.emplace_back(block_bytes());
  const auto index = static_cast<uint32_t>(size_++);
  uint8_t* place = blocks_.back().data() + (index & block_mask_) * stride_;
  std::memcpy(place, row, row_bytes_);
  std::memcpy(place + row_bytes_, note, note_bytes_);
  table_[slot] = (index + 1) | tag(hash);
  return {index, true};
}

void RowStore::grow() {
  std::vector<uint32_t> wider(table_.size() * 2);
  mask_ = wider.size() - 1;
  for (size_t index = 0; index < size_; ++index) {
    const uint64_t hash_of_row = hash(row(index));
    size_t slot = hash_of_row & mask_;
    while (wider[slot] != 0) slot = (slot + 1) & mask_;
    wider[slot] = (static_cast<uint32_t>(index) + 1) | tag(hash_of_row);
  }
  table_ = std::move(wider);
}

size_t RowStore::bytes() const {
  return table_.capacity() * sizeof(uint32_t) + blocks_.size() * block_bytes();
}

size_t RowStore::bytes_ahead(size_t rows) const {
  const size_t blocks = (size_ + rows + block_mask_) / (block_mask_ + 1);
  const size_t table =
      size_ + rows > room_of(table_.size()) ? table_.size() * 2 * sizeof(uint32_t) : 0;
  return (blocks - blocks_.size()) * block_bytes() + table;
}

}  // namespace cutline
