#include "core/system/storage.h"

#include <algorithm>
#include <limits>

#include "core/base/check.h"

namespace cutline {
namespace {

__extension__ using Wide = unsigned __int128;

}  // namespace

void SharedLink::add(Tick now, uint64_t id, int64_t bytes, Tick latency) {
  CUTLINE_CHECK(now >= now_ && bytes >= 0 && latency >= 0, "a transfer starts now or later");
  serve_until(now);
  Transfer transfer;
  transfer.id = id;
  transfer.bytes = bytes;
  transfer.not_before = now + latency;
  transfers_.push_back(transfer);
}

void SharedLink::cancel(Tick now, uint64_t id) {
  serve_until(now);
  std::erase_if(transfers_, [&](const Transfer& transfer) { return transfer.id == id; });
}

size_t SharedLink::active_count() const {
  return static_cast<size_t>(std::count_if(transfers_.begin(), transfers_.end(),
                                           [](const Transfer& each) { return each.active; }));
}

std::optional<size_t> SharedLink::earliest_active() const {
  std::optional<size_t> earliest;
  for (size_t index = 0; index < transfers_.size(); ++index)
    if (transfers_[index].active &&
        (!earliest || transfers_[index].finish < transfers_[*earliest].finish))
      earliest = index;
  return earliest;
}

std::optional<Tick> SharedLink::next_change() const {
  std::optional<Tick> next;
  for (const Transfer& transfer : transfers_)
    if (!transfer.active && (!next || transfer.not_before < *next)) next = transfer.not_before;
  if (const auto index = earliest_active()) {
    Tick finish = now_;
    if (rate_ > 0) {
      const uint64_t left =
          transfers_[*index].finish > served_ ? transfers_[*index].finish - served_ : 0;
      // Grains still to serve, times the sharers, at `rate` grains a second: rounded up.
      const Wide grains_per_second = static_cast<Wide>(rate_) << kGrainBits;
      const Wide ticks =
          (static_cast<Wide>(left) * active_count() * kSecond + grains_per_second - 1) /
          grains_per_second;
      finish = now_ + static_cast<Tick>(ticks);
    }
    if (!next || finish < *next) next = finish;
  }
  return next ? std::optional<Tick>(std::max(*next, now_)) : std::nullopt;
}

// Serves the active transfers up to `time`; nobody joins in between (advance() sees to that).
void SharedLink::serve_until(Tick time) {
  const size_t sharers = active_count();
  if (sharers > 0 && rate_ > 0 && time > now_) {
    const Wide grains = (static_cast<Wide>(rate_) << kGrainBits) *
                        static_cast<Wide>(time - now_) / (static_cast<Wide>(sharers) * kSecond);
    served_ += static_cast<uint64_t>(grains);
  }
  now_ = std::max(now_, time);
}

std::vector<uint64_t> SharedLink::advance(Tick now) {
  std::vector<uint64_t> finished;
  while (true) {
    const auto change = next_change();
    if (!change || *change > now) break;
    serve_until(*change);
    if (const auto index = earliest_active();
        index && (rate_ == 0 || transfers_[*index].finish <= served_ + 1)) {
      finished.push_back(transfers_[*index].id);
      transfers_.erase(transfers_.begin() + static_cast<std::ptrdiff_t>(*index));
      continue;
    }
    for (Transfer& transfer : transfers_)
      if (!transfer.active && transfer.not_before <= now_) {
        transfer.active = true;
        transfer.finish = served_ + (static_cast<uint64_t>(transfer.bytes) << kGrainBits);
        break;
      }
  }
  serve_until(now);
  return finished;
}

}  // namespace cutline
