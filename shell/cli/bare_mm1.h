// An M/M/1 queue as one loop over the bare heap: the same draws, sums and fingerprint as Mm1Run, so
// that the two can be compared in speed and must agree in every result.
#pragma once
#include "core/base/dice.h"
#include "core/base/exponential.h"
#include "core/base/fingerprint.h"
#include "core/queue/mm1_run.h"
#include "shell/cli/bare_heap.h"

namespace cutline {

struct BareTotals {
  uint64_t events = 0;
  uint64_t fingerprint = 0;
  TickSum waiting_sum;
  TickSum present_sum;
};

inline BareTotals bare_mm1(const Mm1Setup& setup) {
  Dice dice(setup.seed);
  BareHeap heap(2);
  BareTotals totals;
  Fingerprint fingerprint;
  Tick now = 0;
  uint64_t present = 0;
  int64_t to_come = setup.customers;
  heap.push(exponential(dice, setup.mean_gap), 0);
  while (!heap.empty()) {
    const BareEvent event = heap.pop();
    const auto elapsed = static_cast<uint64_t>(event.when - now);
    totals.present_sum.add(present * elapsed);
    if (present > 0) totals.waiting_sum.add((present - 1) * elapsed);
    now = event.when;
    ++totals.events;
    fingerprint.add(static_cast<uint64_t>(now) * 2 + event.payload);
    if (event.payload == 0) {
      if (--to_come > 0) heap.push(now + exponential(dice, setup.mean_gap), 0);
      if (++present == 1) heap.push(now + exponential(dice, setup.mean_service), 1);
    } else if (--present > 0) {
      heap.push(now + exponential(dice, setup.mean_service), 1);
    }
  }
  totals.fingerprint = fingerprint.value();
  return totals;
}

}  // namespace cutline
