#include "core/queue/mm1_run.h"

#include <algorithm>
#include <string>

#include "core/base/exponential.h"

namespace cutline {

static_assert(kMm1LengthMax / kCustomersMax >= 100 * kMillisecond, "the limits allow such a run");

Result<Mm1Run> Mm1Run::start(const Mm1Setup& setup) {
  if (setup.customers < 1 || setup.customers > kCustomersMax)
    return fault("the number of customers must be from 1 to " + std::to_string(kCustomersMax) +
                 ", not " + std::to_string(setup.customers));
  if (setup.mean_gap < 1) return fault("the mean time between arrivals must be at least 1 ns");
  if (setup.mean_service < 1) return fault("the mean service time must be at least 1 ns");
  const Tick longest = std::max(setup.mean_gap, setup.mean_service);
  if (longest > kExponentialMeanMax || longest > kMm1LengthMax / setup.customers)
    return fault("a run of " + std::to_string(setup.customers) + " customers of " +
                 print_duration(longest) + " on average is too long for the clock");
  return Mm1Run(setup);
}

Mm1Run::Mm1Run(const Mm1Setup& setup)
    : mean_gap_(setup.mean_gap),
      mean_service_(setup.mean_service),
      customers_(setup.customers),
      to_come_(setup.customers),
      dice_(setup.seed) {
  plan(Mm1Event::arrival, mean_gap_);
}

void Mm1Run::plan(Mm1Event event, Tick mean) {
  queue_.push(now_ + exponential(dice_, mean), event);
}

void Mm1Run::step() {
  const Event<Mm1Event> event = queue_.pop();
  const auto elapsed = static_cast<uint64_t>(event.key.when - now_);
  const auto present = static_cast<uint64_t>(present_);
  present_sum_.add(present * elapsed);
  waiting_sum_.add((present - (present > 0 ? 1 : 0)) * elapsed);
  now_ = event.key.when;
  ++events_;
  fingerprint_.add(static_cast<uint64_t>(now_) * 2 + static_cast<uint64_t>(event.payload));
  if (event.payload == Mm1Event::arrival) arrive();
  else depart();
}

void Mm1Run::arrive() {
  --to_come_;
  ++present_;
  if (to_come_ > 0) {
    plan(Mm1Event::arrival, mean_gap_);
  } else {
    last_arrival_ = now_;
    present_at_last_arrival_ = present_;
  }
  if (present_ == 1) plan(Mm1Event::departure, mean_service_);
}

void Mm1Run::depart() {
  CUTLINE_CHECK(present_ > 0, "a customer left an empty queue");
  --present_;
  if (present_ > 0) plan(Mm1Event::departure, mean_service_);
}

void Mm1Run::finish() {
  while (!finished()) step();
}

double Mm1Run::mean_present() const {
  CUTLINE_CHECK(finished(), "the means of a run are asked for before its end");
  return now_ == 0 ? 0 : present_sum_.as_double() / static_cast<double>(now_);
}

double Mm1Run::mean_waiting() const {
  CUTLINE_CHECK(finished(), "the means of a run are asked for before its end");
  return now_ == 0 ? 0 : waiting_sum_.as_double() / static_cast<double>(now_);
}

double Mm1Run::mean_waiting_time() const {
  CUTLINE_CHECK(finished(), "the means of a run are asked for before its end");
  return waiting_sum_.as_double() / static_cast<double>(customers_);
}

double Mm1Run::mean_present_time() const {
  CUTLINE_CHECK(finished(), "the means of a run are asked for before its end");
  return present_sum_.as_double() / static_cast<double>(customers_);
}

}  // namespace cutline
