// An M/M/1 run: its sums against a dumb twin, its means against the closed form, its fingerprints.
#include "core/queue/mm1_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "core/base/exponential.h"
#include "core/queue/mm1.h"
#include "core/queue/queue_lab.h"

namespace cutline {
namespace {

Mm1Run finished(const Mm1Setup& setup) {
  Mm1Run run = *Mm1Run::start(setup);
  run.finish();
  return run;
}

std::string fault_of(const Mm1Setup& setup) {
  const auto run = Mm1Run::start(setup);
  return run ? "accepted" : run.error().sentence;
}

TEST(Mm1Run, one_customer_arrives_and_leaves) {
  Dice dice(7);
  const Tick gap = exponential(dice, kSecond);
  const Tick service = exponential(dice, kMillisecond);
  const Mm1Run run = finished({kSecond, kMillisecond, 1, 7});
  EXPECT_EQ(run.events(), 2u);
  EXPECT_EQ(run.last_arrival(), gap);
  EXPECT_EQ(run.now(), gap + service);
  EXPECT_EQ(run.present(), 0);
  EXPECT_EQ(run.present_at_last_arrival(), 1);
  EXPECT_EQ(run.waiting_sum(), TickSum{});
  EXPECT_EQ(run.present_sum().as_double(), static_cast<double>(service));
}

// Lindley's recursion: each customer starts when he has come and the one before him has gone.
TEST(Mm1Run, the_sums_are_those_of_the_customers_one_by_one) {
  const Mm1Setup setup{5 * kMillisecond, 4 * kMillisecond, 2'000, 3};
  Mm1Run run = *Mm1Run::start(setup);
  std::vector<Tick> arrivals;
  std::vector<Tick> departures;
  int64_t present = 0;
  while (!run.finished()) {
    run.step();
    (run.present() > present ? arrivals : departures).push_back(run.now());
    present = run.present();
  }
  ASSERT_EQ(arrivals.size(), 2'000u);
  ASSERT_EQ(departures.size(), 2'000u);
  Tick waiting = 0;
  Tick in_system = 0;
  for (size_t at = 0; at < arrivals.size(); ++at) {
    const Tick before = at == 0 ? 0 : departures[at - 1];
    waiting += std::max(before - arrivals[at], Tick{0});
    in_system += departures[at] - arrivals[at];
  }
  EXPECT_GT(waiting, 0);
  EXPECT_EQ(run.waiting_sum(), (TickSum{0, static_cast<uint64_t>(waiting)}));
  EXPECT_EQ(run.present_sum(), (TickSum{0, static_cast<uint64_t>(in_system)}));
  EXPECT_EQ(run.events(), 4'000u);
}

// Tolerances: about three standard deviations of a mean over this many customers, which for
// rho = 0.8 and a million is 0.04 of L (a queue forgets slowly).
TEST(Mm1Run, means_come_close_to_the_closed_form) {
  struct Case {
    Tick mean_gap;
    double tolerance;
  };
  for (const Case& example : {Case{2 * kSecond, 0.02}, Case{1'250 * kMillisecond, 0.12}}) {
    const Mm1Run run = finished({example.mean_gap, kSecond, 1'000'000, 1});
    const double lambda = static_cast<double>(kSecond) / static_cast<double>(example.mean_gap);
    const MmcFigures expected = *mm1(lambda, 1);
    EXPECT_NEAR(run.mean_present(), expected.mean_present, example.tolerance);
    EXPECT_NEAR(run.mean_waiting(), expected.mean_waiting, example.tolerance);
    EXPECT_NEAR(run.mean_waiting_time() / kSecond, expected.mean_waiting_time,
                example.tolerance / lambda);
    EXPECT_NEAR(run.mean_present_time() / kSecond, expected.mean_present_time,
                example.tolerance / lambda);
  }
}

TEST(Mm1Run, without_a_steady_state_it_grows_like_the_fluid) {
  // λ = 3, μ = 2. In t seconds the number strays by sqrt((λ + μ) t): three times that over t is
  // 0.04 after 100,000 arrivals.
  const Mm1Run run = finished({kSecond / 3, kSecond / 2, 100'000, 1});
  const double time = static_cast<double>(run.last_arrival()) / kSecond;
  const double growth = static_cast<double>(run.present_at_last_arrival()) / time;
  EXPECT_NEAR(growth, 3 - 2, 0.04);
  QueueLab lab;
  ASSERT_TRUE(lab.set_lambda("3"));
  ASSERT_TRUE(lab.set_mu("2"));
  EXPECT_NEAR(growth, (lab.backlog_at(time) - lab.backlog_at(0)) / time, 0.04);
}

TEST(Mm1Run, fingerprints_are_pinned) {
  const auto short_run = [](uint64_t seed) {
    return print_fingerprint(finished({kSecond, kSecond / 2, 1'000, seed}).fingerprint());
  };
  EXPECT_EQ(short_run(1), "7f24a5361cc1b636");
  EXPECT_EQ(short_run(2), "8de7fc45963192f2");
  const Mm1Run large = finished({1'250 * kMicrosecond, kMillisecond, 1'000'000, 1});
  EXPECT_EQ(print_fingerprint(large.fingerprint()), "a80349fcf2b2b099");
  EXPECT_EQ(large.events(), 2'000'000u);
}

TEST(Mm1Run, a_copy_made_in_the_middle_goes_on_to_the_same_end) {
  Mm1Run run = *Mm1Run::start({kSecond, kSecond / 2, 500, 11});
  for (int event = 0; event < 333; ++event) run.step();
  Mm1Run copy = run;
  EXPECT_EQ(copy, run);
  run.finish();
  EXPECT_NE(copy, run);
  copy.finish();
  EXPECT_EQ(copy, run);
}

TEST(Mm1Run, sums_are_exact_beyond_sixty_four_bits) {
  TickSum sum;
  sum.add(~uint64_t{0});
  sum.add(3);
  EXPECT_EQ(sum, (TickSum{1, 2}));
  EXPECT_EQ(sum.as_double(), 18446744073709551618.0);
}

TEST(Mm1Run, the_longest_run_allowed_stays_within_the_clock) {
  const Tick mean = kMm1LengthMax / 1'000;
  Mm1Run run = *Mm1Run::start({mean, mean, 1'000, 1});
  Tick before = 0;
  while (!run.finished()) {
    run.step();
    ASSERT_GE(run.now(), before);
    before = run.now();
  }
  EXPECT_GT(run.now(), kMm1LengthMax / 2);
}

TEST(Mm1Run, setups_that_cannot_be_run_are_refused) {
  EXPECT_EQ(fault_of({kSecond, kSecond, 0, 1}),
            "the number of customers must be from 1 to 1000000000, not 0");
  EXPECT_EQ(fault_of({kSecond, kSecond, kCustomersMax + 1, 1}),
            "the number of customers must be from 1 to 1000000000, not 1000000001");
  EXPECT_EQ(fault_of({0, kSecond, 1, 1}), "the mean time between arrivals must be at least 1 ns");
  EXPECT_EQ(fault_of({kSecond, -1, 1, 1}), "the mean service time must be at least 1 ns");
  EXPECT_EQ(fault_of({kSecond, kHour, 1'000'000, 1}),
            "a run of 1000000 customers of 3600s on average is too long for the clock");
  EXPECT_EQ(fault_of({1, 1, kCustomersMax, 1}), "accepted");
}

#if GTEST_HAS_DEATH_TEST
TEST(Mm1RunDeathTest, a_mean_before_the_end_is_our_own_fault) {
  const Mm1Run run = *Mm1Run::start({kSecond, kSecond, 2, 1});
  EXPECT_DEATH((void)run.mean_waiting(), "the means of a run are asked for before its end");
}
#endif

}  // namespace
}  // namespace cutline
