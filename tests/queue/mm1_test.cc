// Closed forms: textbook figures, a dumb twin by factorials, and every refusal.
#include "core/queue/mm1.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/base/limits.h"

namespace cutline {
namespace {

using testing::HasSubstr;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

template <class T>
std::string fault_of(const Result<T>& result) {
  return result ? "accepted" : result.error().sentence;
}

void expect_near(const MmcFigures& found, const MmcFigures& expected, double tolerance) {
  EXPECT_NEAR(found.rho, expected.rho, tolerance);
  EXPECT_NEAR(found.all_idle_chance, expected.all_idle_chance, tolerance);
  EXPECT_NEAR(found.wait_chance, expected.wait_chance, tolerance);
  EXPECT_NEAR(found.mean_waiting, expected.mean_waiting, tolerance);
  EXPECT_NEAR(found.mean_present, expected.mean_present, tolerance);
  EXPECT_NEAR(found.mean_waiting_time, expected.mean_waiting_time, tolerance);
  EXPECT_NEAR(found.mean_present_time, expected.mean_present_time, tolerance);
}

// The form of the textbooks, good for a few servers.
MmcFigures by_factorials(double lambda, double mu, int servers) {
  const double load = lambda / mu;
  const double rho = load / servers;
  double term = 1;  // load^k / k!
  double sum = 0;
  for (int k = 0; k < servers; ++k) {
    sum += term;
    term *= load / (k + 1);
  }
  const double idle = 1 / (sum + term / (1 - rho));
  const double wait = term / (1 - rho) * idle;
  const double waiting = wait * rho / (1 - rho);
  const double waiting_time = waiting / lambda;
  return {rho, idle, wait, waiting, waiting + load, waiting_time, waiting_time + 1 / mu};
}

TEST(Mm1, one_server_has_the_figures_of_the_textbook) {
  expect_near(*mm1(0.5, 1), {0.5, 0.5, 0.5, 0.5, 1, 1, 2}, 1e-12);
  expect_near(*mm1(0.8, 1), {0.8, 0.2, 0.8, 3.2, 4, 4, 5}, 1e-12);
  expect_near(*mm1(0.9, 1), {0.9, 0.1, 0.9, 8.1, 9, 9, 10}, 1e-12);
  expect_near(*mm1(2, 3), {2.0 / 3, 1.0 / 3, 2.0 / 3, 4.0 / 3, 2, 2.0 / 3, 1}, 1e-12);
}

TEST(Mm1, several_servers_have_the_figures_of_the_textbook) {
  // Two servers: P0 = (1 - rho) / (1 + rho), Pw = 2 rho^2 / (1 + rho).
  expect_near(*mmc(1, 1, 2), {0.5, 1.0 / 3, 1.0 / 3, 1.0 / 3, 4.0 / 3, 1.0 / 3, 4.0 / 3}, 1e-12);
  EXPECT_NEAR(mmc(3.2, 1.5, 3)->mean_present, 3.385619, 1e-6);
}

TEST(Mm1, the_stable_form_agrees_with_factorials) {
  int compared = 0;
  for (int servers = 1; servers <= 25; ++servers)
    for (const double rho : {0.001, 0.1, 0.5, 0.75, 0.9, 0.99}) {
      const double mu = 0.7;
      const double lambda = rho * servers * mu;
      const MmcFigures expected = by_factorials(lambda, mu, servers);
      expect_near(*mmc(lambda, mu, servers), expected, 1e-10 * (1 + expected.mean_present));
      ++compared;
    }
  EXPECT_EQ(compared, 150);
}

TEST(Mm1, as_many_servers_as_allowed_leave_every_figure_finite) {
  const double servers = static_cast<double>(kServersMax);
  const MmcFigures busy = *mmc(0.9999 * servers, 1, kServersMax);
  EXPECT_NEAR(busy.rho, 0.9999, 1e-12);
  EXPECT_EQ(busy.all_idle_chance, 0);  // about e^-999900
  // Halfin and Whitt: with (1 - rho) sqrt(c) = 0.1 the chance to wait is near 0.8800.
  EXPECT_NEAR(busy.wait_chance, 0.88, 0.001);
  EXPECT_NEAR(busy.mean_present, 999'900 + 0.88 * 9999, 20);
  const MmcFigures calm = *mmc(0.5 * servers, 1, kServersMax);
  EXPECT_GE(calm.wait_chance, 0);
  EXPECT_LT(calm.wait_chance, 1e-300);
  EXPECT_EQ(calm.mean_present_time, 1);
}

TEST(Mm1, nobody_waits_where_nobody_comes) {
  EXPECT_EQ(*mmc(0, 2, 1), (MmcFigures{0, 1, 0, 0, 0, 0, 0.5}));
  EXPECT_EQ(*mmc(0, 4, 3), (MmcFigures{0, 1, 0, 0, 0, 0, 0.25}));
}

TEST(Mm1, number_and_time_obey_littles_law) {
  for (const double lambda : {0.01, 1.0, 3.7, 7.99}) {
    const MmcFigures figures = *mmc(lambda, 2, 4);
    EXPECT_NEAR(figures.mean_present, lambda * figures.mean_present_time, 1e-9);
    EXPECT_NEAR(figures.mean_waiting, lambda * figures.mean_waiting_time, 1e-9);
  }
}

TEST(Mm1, where_arrivals_are_not_below_service_there_is_no_steady_state) {
  EXPECT_EQ(fault_of(mm1(2, 2)), "no steady state: λ = 2 is not below μ = 2");
  EXPECT_EQ(fault_of(mm1(3, 2)), "no steady state: λ = 3 is not below μ = 2");
  EXPECT_EQ(fault_of(mm1(1, 0)), "no steady state: λ = 1 is not below μ = 0");
  EXPECT_EQ(fault_of(mm1(0, 0)), "no steady state: λ = 0 is not below μ = 0");
  EXPECT_EQ(fault_of(mmc(6, 2, 3)), "no steady state: λ = 6 is not below c·μ = 3·2");
}

TEST(Mm1, decimals_that_are_equal_on_paper_are_equal_here) {
  EXPECT_EQ(fault_of(mmc(0.3, 0.1, 3)), "no steady state: λ = 0.3 is not below c·μ = 3·0.1");
  EXPECT_EQ(fault_of(mmc(2.1, 0.3, 7)), "no steady state: λ = 2.1 is not below c·μ = 7·0.3");
  EXPECT_EQ(fault_of(mm1_feedback(0.01, 1, 0.99)),
            "no steady state: λ = 0.01 is not below (1 - p)·μ = (1 - 0.99)·1");
  EXPECT_TRUE(mmc(0.299999999999, 0.1, 3));
}

TEST(Mm1, rates_that_are_no_rates_are_refused_by_name) {
  EXPECT_EQ(fault_of(mm1(-1, 2)), "λ must be a finite number of at least 0, not -1");
  EXPECT_EQ(fault_of(mm1(kNaN, 2)), "λ must be a finite number of at least 0, not no number");
  EXPECT_EQ(fault_of(mm1(kInfinity, 2)), "λ must be a finite number of at least 0, not infinity");
  EXPECT_EQ(fault_of(mm1(1, -2)), "μ must be a finite number of at least 0, not -2");
  EXPECT_EQ(fault_of(mm1(1, -kInfinity)),
            "μ must be a finite number of at least 0, not -infinity");
  EXPECT_EQ(fault_of(mm1(1, kNaN)), "μ must be a finite number of at least 0, not no number");
  EXPECT_THAT(fault_of(mm1_feedback(-1, 1, 0)), HasSubstr("λ must be"));
  EXPECT_THAT(fault_of(mm1_feedback(1, -1, 0)), HasSubstr("μ must be"));
}

TEST(Mm1, the_number_of_servers_has_a_range) {
  for (const int64_t servers : {int64_t{0}, int64_t{-1}, kServersMax + 1})
    EXPECT_EQ(fault_of(mmc(1, 2, servers)),
              "the number of servers must be from 1 to 1000000, not " + std::to_string(servers));
}

TEST(Mm1, rates_at_the_edge_of_a_number_give_a_sentence_and_never_infinity) {
  EXPECT_EQ(fault_of(mmc(1, 1e308, 100)), "μ is too large: c·μ is beyond every number");
  EXPECT_EQ(fault_of(mm1(0, 5e-324)), "no figures: the times are too long for a number");
  EXPECT_EQ(fault_of(mm1_feedback(0, 5e-324, 0)),
            "no figures: the times are too long for a number");
  EXPECT_EQ(mm1(0, 1e-300)->mean_present_time, 1 / 1e-300);
}

TEST(Mm1, the_inverse_gives_the_load_of_a_mean_waiting_line) {
  EXPECT_NEAR(*mm1_inverse(5), 0.854102, 5e-7);
  EXPECT_NEAR(*mm1_inverse(50), 0.980762, 5e-7);
  EXPECT_NEAR(*mm1_inverse(0.5), 0.5, 1e-15);
  EXPECT_EQ(*mm1_inverse(0), 0);
}

TEST(Mm1, the_inverse_undoes_the_closed_form) {
  for (const double waiting : {1e-12, 1e-3, 1.0, 42.0, 1e6}) {
    const double rho = *mm1_inverse(waiting);
    EXPECT_NEAR(rho * rho / (1 - rho) / waiting, 1, 1e-9) << waiting;
  }
}

TEST(Mm1, the_inverse_refuses_what_is_no_mean) {
  EXPECT_EQ(fault_of(mm1_inverse(-1)), "Lq must be a finite number of at least 0, not -1");
  EXPECT_THAT(fault_of(mm1_inverse(kNaN)), HasSubstr("Lq must be"));
  EXPECT_THAT(fault_of(mm1_inverse(kInfinity)), HasSubstr("Lq must be"));
}

TEST(Mm1, feedback_adds_the_customers_who_come_again) {
  const FeedbackFigures none = *mm1_feedback(0.4, 1, 0);
  EXPECT_NEAR(none.rho, 0.4, 1e-12);
  EXPECT_NEAR(none.mean_present, 2.0 / 3, 1e-12);
  EXPECT_NEAR(none.mean_present_time, 5.0 / 3, 1e-12);
  const FeedbackFigures half = *mm1_feedback(0.4, 1, 0.5);
  EXPECT_NEAR(half.rho, 0.8, 1e-12);
  EXPECT_NEAR(half.mean_present, 4, 1e-12);
  EXPECT_NEAR(half.mean_present_time, 10, 1e-12);
}

TEST(Mm1, feedback_without_arrivals_has_a_time_but_nobody_in_it) {
  const FeedbackFigures figures = *mm1_feedback(0, 2, 0.5);
  EXPECT_EQ(figures, (FeedbackFigures{0, 0, 1}));
}

TEST(Mm1, feedback_that_nobody_leaves_has_no_steady_state) {
  EXPECT_EQ(fault_of(mm1_feedback(0, 1, 1)),
            "no steady state: λ = 0 is not below (1 - p)·μ = (1 - 1)·1");
  EXPECT_EQ(fault_of(mm1_feedback(0.5, 1, 0.5)),
            "no steady state: λ = 0.5 is not below (1 - p)·μ = (1 - 0.5)·1");
}

TEST(Mm1, feedback_refuses_what_is_no_chance) {
  EXPECT_EQ(fault_of(mm1_feedback(1, 2, -0.1)), "p must be a chance from 0 to 1, not -0.1");
  EXPECT_EQ(fault_of(mm1_feedback(1, 2, 1.5)), "p must be a chance from 0 to 1, not 1.5");
  EXPECT_EQ(fault_of(mm1_feedback(1, 2, kNaN)), "p must be a chance from 0 to 1, not no number");
}

}  // namespace
}  // namespace cutline
