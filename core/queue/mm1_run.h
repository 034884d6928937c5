// An M/M/1 queue run customer by customer: whole ticks, own dice, no floating point until a mean is
// asked for. What the closed forms of mm1.h say on average, this does once.
//
//     arrival ──▶ o o o (o) ──▶ departure        one event each; at most two are planned at a time
//                 waiting served
#pragma once
#include <cstdint>
#include <string_view>

#include "core/base/dice.h"
#include "core/base/event_queue.h"
#include "core/base/fingerprint.h"
#include "core/base/limits.h"
#include "core/base/result.h"

namespace cutline {

struct Mm1Setup {
  Tick mean_gap = kSecond;      // between arrivals: 1/λ, at least 1 tick
  Tick mean_service = kSecond;  // 1/μ, at least 1 tick
  int64_t customers = 1;        // that arrive, 1 to kCustomersMax
  uint64_t seed = 0;
};

// Customers times the longer mean may come to this much: the longest draw is 45 means, so neither
// the clock nor a product of customers and time can leave a Tick.
inline constexpr Tick kMm1LengthMax = Tick{1} << 57;

// A sum of ticks that may need more than 64 bits.
struct TickSum {
  uint64_t high = 0;
  uint64_t low = 0;
  void add(uint64_t ticks) {
    low += ticks;
    high += low < ticks ? 1 : 0;
  }
  // 2^64 is a power of two, so the one rounding is that of the sum.
  double as_double() const {
    return static_cast<double>(high) * 18446744073709551616.0 + static_cast<double>(low);
  }
  friend bool operator==(const TickSum&, const TickSum&) = default;
};

enum class Mm1Event : uint8_t { arrival, departure };

// A plain value: copied in the middle, the copy goes on to the same end.
class Mm1Run {
 public:
  static Result<Mm1Run> start(const Mm1Setup& setup);

  bool finished() const { return queue_.empty(); }
  void step();    // the next event; there must be one
  void finish();  // all of them

  uint64_t events() const { return events_; }
  Tick now() const { return now_; }
  int64_t present() const { return present_; }  // waiting or being served
  Tick last_arrival() const { return last_arrival_; }
  int64_t present_at_last_arrival() const { return present_at_last_arrival_; }
  uint64_t fingerprint() const { return fingerprint_.value(); }

  // Customer-ticks so far: a customer who waits for two ticks counts two.
  const TickSum& waiting_sum() const { return waiting_sum_; }
  const TickSum& present_sum() const { return present_sum_; }

  // Of a finished run, nothing being cut off at its end:
  double mean_present() const;       // L, over time
  double mean_waiting() const;       // Lq, over time
  double mean_waiting_time() const;  // Wq, in ticks per customer
  double mean_present_time() const;  // W, in ticks per customer

  friend bool operator==(const Mm1Run&, const Mm1Run&) = default;

 private:
  explicit Mm1Run(const Mm1Setup& setup);
  void arrive();
  void depart();
  void plan(Mm1Event event, Tick mean);

  Tick mean_gap_;
  Tick mean_service_;
  int64_t customers_;
  int64_t to_come_;
  Dice dice_;
  EventQueue<Mm1Event> queue_;
  Tick now_ = 0;
  int64_t present_ = 0;
  Tick last_arrival_ = 0;
  int64_t present_at_last_arrival_ = 0;
  uint64_t events_ = 0;
  TickSum waiting_sum_;
  TickSum present_sum_;
  Fingerprint fingerprint_;
};

}  // namespace cutline
