// A shared link to the checkpoint storage: every transfer under way gets the same share of the
// bandwidth. Whole numbers only; exact to a tick.
//
// The trick is one number, the work that each transfer has been served since the start: a transfer
// that joins at `served` is finished when `served` has grown by its bytes, however many others come
// and go meanwhile.
#pragma once
#include <cstdint>
#include <optional>
#include <vector>

#include "core/base/ticks.h"

namespace cutline {

struct Transfer {
  uint64_t id = 0;
  Tick not_before = 0;    // its object latency ends here; then it takes part
  uint64_t finish = 0;    // in served work, once it takes part
  int64_t bytes = 0;
  bool active = false;
  friend bool operator==(const Transfer&, const Transfer&) = default;
};

class SharedLink {
 public:
  // bytes_per_second 0: no limit.
  explicit SharedLink(int64_t bytes_per_second = 0) : rate_(bytes_per_second) {}

  // Adds a transfer at `now`. Ids are the caller's and differ.
  void add(Tick now, uint64_t id, int64_t bytes, Tick latency);
  void cancel(Tick now, uint64_t id);
  // The next time at which something changes by itself; nothing where nothing is under way.
  std::optional<Tick> next_change() const;
  // Moves on to `now` and returns the ids that are finished by then, in order of finishing.
  std::vector<uint64_t> advance(Tick now);

  size_t under_way() const { return transfers_.size(); }
  friend bool operator==(const SharedLink&, const SharedLink&) = default;

 private:
  // Served work is counted in 1/kGrain bytes, so that rounding stays far below one byte.
  static constexpr int kGrainBits = 16;
  size_t active_count() const;
  std::optional<size_t> earliest_active() const;
  void serve_until(Tick time);

  int64_t rate_;
  Tick now_ = 0;
  uint64_t served_ = 0;  // by each active transfer, in grains
  std::vector<Transfer> transfers_;
};

}  // namespace cutline
