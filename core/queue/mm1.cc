#include "core/queue/mm1.h"

#include <cmath>
#include <string>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/queue/rates.h"

namespace cutline {
namespace {

// `capacity` as the user knows it, "μ = 2": a product would show its rounding.
Fault no_steady_state(double lambda, const std::string& capacity) {
  return fault("no steady state: λ = " + print_decimal(lambda) + " is not below " + capacity);
}

Fault too_slow() { return fault("no figures: the times are too long for a number"); }

std::optional<Fault> refuse_rates(double lambda, double mu) {
  if (auto refused = refuse_measure(lambda, "λ")) return refused;
  return refuse_measure(mu, "μ");
}

// The loss system with the same load and no waiting room, grown server by server. Unlike the
// factorials of the textbook form, none of its numbers leaves [0, 1], however many servers.
struct LossSystem {
  double all_busy = 1;  // Erlang B
  double all_idle = 1;

  void add_server(double server, double load) {
    const double offered = load * all_busy;
    all_idle *= server / (server + offered);
    all_busy = offered / (server + offered);
  }
};

}  // namespace

Result<MmcFigures> mmc(double lambda, double mu, int64_t servers) {
  if (auto refused = refuse_rates(lambda, mu)) return *refused;
  if (servers < 1 || servers > kServersMax)
    return fault("the number of servers must be from 1 to " + std::to_string(kServersMax) +
                 ", not " + std::to_string(servers));
  const double count = static_cast<double>(servers);
  const double capacity = count * mu;
  if (!std::isfinite(capacity)) return fault("μ is too large: c·μ is beyond every number");
  if (!is_below_capacity(lambda, capacity, capacity))
    return no_steady_state(lambda, servers == 1 ? "μ = " + print_decimal(mu)
                                                : "c·μ = " + std::to_string(servers) + "·" +
                                                      print_decimal(mu));

  LossSystem loss;
  for (int64_t server = 1; server <= servers; ++server)
    loss.add_server(static_cast<double>(server), lambda / mu);

  MmcFigures figures;
  figures.rho = lambda / capacity;
  const double spare = (capacity - lambda) / capacity;  // 1 - rho, without its cancellation
  const double waiting_room = spare + figures.rho * loss.all_busy;
  figures.all_idle_chance = loss.all_idle * spare / waiting_room;
  figures.wait_chance = loss.all_busy / waiting_room;
  figures.mean_waiting = figures.wait_chance * figures.rho / spare;
  figures.mean_present = figures.mean_waiting + lambda / mu;
  figures.mean_waiting_time = figures.wait_chance / (capacity - lambda);
  figures.mean_present_time = figures.mean_waiting_time + 1 / mu;
  if (!std::isfinite(figures.mean_present_time)) return too_slow();
  return figures;
}

Result<double> mm1_inverse(double mean_waiting) {
  if (auto refused = refuse_measure(mean_waiting, "Lq")) return *refused;
  if (mean_waiting == 0) return 0.0;
  // rho^2 / (1 - rho) = Lq, solved for rho in the form that subtracts nothing.
  return 2 / (1 + std::sqrt(1 + 4 / mean_waiting));
}

Result<FeedbackFigures> mm1_feedback(double lambda, double mu, double rejoin_chance) {
  if (auto refused = refuse_rates(lambda, mu)) return *refused;
  if (!(rejoin_chance >= 0 && rejoin_chance <= 1))
    return fault("p must be a chance from 0 to 1, not " +
                 (std::isnan(rejoin_chance) ? "no number" : print_decimal(rejoin_chance)));
  const double capacity = (1 - rejoin_chance) * mu;
  if (!is_below_capacity(lambda, capacity, mu))
    return no_steady_state(lambda, "(1 - p)·μ = (1 - " + print_decimal(rejoin_chance) + ")·" +
                                       print_decimal(mu));
  const double spare = capacity - lambda;
  if (!std::isfinite(1 / spare)) return too_slow();
  return FeedbackFigures{lambda / capacity, lambda / spare, 1 / spare};
}

}  // namespace cutline
