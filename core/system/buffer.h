// One network buffer: records that travel together.
//
//     bytes    all of it, also the beginning of a record that ends in a later buffer
//     records  those that end here
//     tags     which records they are, one each, in order; empty where nobody follows single ones
#pragma once
#include <cstdint>
#include <vector>

namespace cutline {

struct Buffer {
  int64_t records = 0;
  int64_t bytes = 0;
  std::vector<uint64_t> tags;
  friend bool operator==(const Buffer&, const Buffer&) = default;
};

}  // namespace cutline
