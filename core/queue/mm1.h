// Closed forms for queues with exponential gaps and service times, in steady state.
//
//            ┌──────────┐   c servers, each at μ       rho = λ / (c μ)
//     λ ───▶ │ o o o o  │──▶ (o) (o) (o) ───▶          waiting: those before the servers
//            └──────────┘                              present: waiting or being served
//
// Times are in the unit of 1/λ. Where λ is not below c μ there is no steady state, so no figure:
// that is a fault with a sentence, never a number.
#pragma once
#include <cstdint>

#include "core/base/result.h"

namespace cutline {

struct MmcFigures {
  double rho = 0;                // share of time that a server is busy
  double all_idle_chance = 0;    // P0: nobody is present
  double wait_chance = 0;        // Pw, Erlang C: an arrival finds all servers busy
  double mean_waiting = 0;       // Lq, customers
  double mean_present = 0;       // L, customers
  double mean_waiting_time = 0;  // Wq
  double mean_present_time = 0;  // W
  friend bool operator==(const MmcFigures&, const MmcFigures&) = default;
};

// λ = 0 is fine (nobody waits, W = 1/μ); μ = 0 has no steady state. 1 to kServersMax servers.
Result<MmcFigures> mmc(double lambda, double mu, int64_t servers);
inline Result<MmcFigures> mm1(double lambda, double mu) { return mmc(lambda, mu, 1); }

// The rho at which an M/M/1 queue has on average this many waiting (Lq).
Result<double> mm1_inverse(double mean_waiting);

struct FeedbackFigures {
  double rho = 0;                // λ / ((1 - p) μ)
  double mean_present = 0;       // N
  double mean_present_time = 0;  // T: from first arrival to leaving for good
  friend bool operator==(const FeedbackFigures&, const FeedbackFigures&) = default;
};

// M/M/1 where a served customer joins the queue again with chance p (rejoin_chance), 0 to 1.
Result<FeedbackFigures> mm1_feedback(double lambda, double mu, double rejoin_chance);

}  // namespace cutline
