// The queue lab: its figures, what editing a rate means, predictions, and each refusal.
#include "core/queue/queue_lab.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "core/base/limits.h"

namespace cutline {
namespace {

using testing::HasSubstr;

QueueLab lab_with(std::string_view lambda, std::string_view mu) {
  QueueLab lab;
  EXPECT_TRUE(lab.set_lambda(lambda));
  EXPECT_TRUE(lab.set_mu(mu));
  return lab;
}

// The sentence, after making sure that nothing has changed.
std::string refused(QueueLab lab, Result<Done> (QueueLab::*verb)(std::string_view),
                    std::string_view text) {
  const QueueLab before = lab;
  const Result<Done> done = (lab.*verb)(text);
  EXPECT_EQ(lab, before);
  return done ? "accepted" : done.error().sentence;
}

std::string refused(QueueLab lab, Result<Done> (QueueLab::*verb)(int64_t), int64_t count) {
  const QueueLab before = lab;
  const Result<Done> done = (lab.*verb)(count);
  EXPECT_EQ(lab, before);
  return done ? "accepted" : done.error().sentence;
}

TEST(QueueLab, it_starts_at_four_with_one_arriving_and_two_served) {
  const QueueLab lab;
  EXPECT_EQ(lab.lambda, 1);
  EXPECT_EQ(lab.mu, 2);
  EXPECT_EQ(lab.time(), 0);
  EXPECT_EQ(lab.backlog(), 4);
  EXPECT_EQ(*lab.empties_at(), 4);
}

TEST(QueueLab, three_in_and_two_out_make_six_after_two_seconds) {
  QueueLab lab = lab_with("3", "2");
  ASSERT_TRUE(lab.advance(4));
  EXPECT_EQ(lab.time(), 2);
  EXPECT_EQ(lab.backlog(), 6);
  EXPECT_EQ(lab.empties_at(), std::nullopt);
}

TEST(QueueLab, two_in_and_three_out_make_two_after_two_seconds) {
  QueueLab lab = lab_with("2", "3");
  ASSERT_TRUE(lab.advance(4));
  EXPECT_EQ(lab.time(), 2);
  EXPECT_EQ(lab.backlog(), 2);
  EXPECT_EQ(*lab.empties_at(), 4);
}

TEST(QueueLab, each_step_is_half_a_second) {
  QueueLab lab = lab_with("3", "2");
  const double expected[] = {4, 4.5, 5, 5.5, 6};
  for (const double backlog : expected) {
    EXPECT_EQ(lab.backlog(), backlog);
    ASSERT_TRUE(lab.advance(1));
  }
  EXPECT_EQ(lab.time(), 2.5);
}

TEST(QueueLab, the_backlog_stays_at_nothing_once_it_is_gone) {
  QueueLab lab = lab_with("0", "2");
  ASSERT_TRUE(lab.advance(4));
  EXPECT_EQ(lab.backlog(), 0);
  ASSERT_TRUE(lab.advance(100));
  EXPECT_EQ(lab.backlog(), 0);
  EXPECT_EQ(*lab.empties_at(), 2);
}

TEST(QueueLab, rates_of_zero_are_allowed) {
  QueueLab lab = lab_with("0", "0");
  ASSERT_TRUE(lab.advance(1000));
  EXPECT_EQ(lab.backlog(), 4);
  EXPECT_EQ(lab.empties_at(), std::nullopt);
}

TEST(QueueLab, equal_rates_keep_the_backlog_and_never_empty_it) {
  QueueLab lab = lab_with("0.3", "0.3");
  ASSERT_TRUE(lab.advance(9999));
  EXPECT_EQ(lab.backlog(), 4);
  EXPECT_EQ(lab.empties_at(), std::nullopt);
}

TEST(QueueLab, many_steps_are_as_exact_as_one) {
  QueueLab one_by_one = lab_with("0.3", "0.1");
  QueueLab at_once = one_by_one;
  for (int step = 0; step < 9'000; ++step) ASSERT_TRUE(one_by_one.advance(1));
  ASSERT_TRUE(at_once.advance(9'000));
  EXPECT_EQ(one_by_one, at_once);
  EXPECT_EQ(one_by_one.backlog(), 4 + (0.3 - 0.1) * 4500);  // a sum of 9000 halves would be off
}

TEST(QueueLab, editing_a_rate_keeps_the_time_and_starts_again_from_four) {
  QueueLab lab = lab_with("3", "2");
  ASSERT_TRUE(lab.advance(4));
  ASSERT_TRUE(lab.set_lambda("2"));
  ASSERT_TRUE(lab.set_mu("3"));
  EXPECT_EQ(lab.time(), 2);
  EXPECT_EQ(lab.backlog(), 2);  // not six and then falling
}

TEST(QueueLab, reset_goes_back_to_the_start_and_the_default_rates) {
  QueueLab lab = lab_with("3", "0");
  ASSERT_TRUE(lab.predict("5"));
  ASSERT_TRUE(lab.advance(7));
  ASSERT_TRUE(lab.predict("6"));
  lab.reset();
  EXPECT_EQ(lab, QueueLab{});
}

TEST(QueueLab, going_back_gives_the_same_lab_again) {
  QueueLab lab = lab_with("3", "2");
  ASSERT_TRUE(lab.advance(3));
  const QueueLab before = lab;
  ASSERT_TRUE(lab.advance(5));
  ASSERT_TRUE(lab.go_back(5));
  EXPECT_EQ(lab, before);
}

TEST(QueueLab, the_least_difference_of_rates_never_empties_in_any_time_a_number_can_hold) {
  const QueueLab lab = lab_with("0", "5e-324");
  EXPECT_EQ(lab.empties_at(), std::nullopt);
  EXPECT_EQ(lab.backlog_at(1e300), 4);
}

TEST(QueueLab, a_right_prediction_is_called_right) {
  QueueLab lab = lab_with("3", "2");
  ASSERT_TRUE(lab.predict("4.5"));
  ASSERT_TRUE(lab.advance(1));
  EXPECT_EQ(*lab.judgement, (QueueJudgement{4.5, 4.5, true}));
  EXPECT_EQ(lab.prediction, std::nullopt);
}

TEST(QueueLab, a_wrong_prediction_is_called_wrong_and_both_figures_are_kept) {
  QueueLab lab = lab_with("3", "2");
  ASSERT_TRUE(lab.predict("5"));
  ASSERT_TRUE(lab.advance(1));
  EXPECT_EQ(*lab.judgement, (QueueJudgement{5, 4.5, false}));
}

TEST(QueueLab, a_prediction_is_judged_by_the_backlog_after_the_whole_advance) {
  QueueLab lab = lab_with("3", "2");
  ASSERT_TRUE(lab.predict("6"));
  ASSERT_TRUE(lab.advance(4));
  EXPECT_EQ(*lab.judgement, (QueueJudgement{6, 6, true}));
}

TEST(QueueLab, a_prediction_is_right_within_a_billionth_of_the_backlog) {
  QueueLab lab = lab_with("1000000", "0");
  ASSERT_TRUE(lab.predict("500004.0004"));
  ASSERT_TRUE(lab.advance(1));
  EXPECT_TRUE(lab.judgement->right);
  ASSERT_TRUE(lab.go_back(1));
  ASSERT_TRUE(lab.predict("500004.0006"));
  ASSERT_TRUE(lab.advance(1));
  EXPECT_FALSE(lab.judgement->right);
}

TEST(QueueLab, near_zero_a_prediction_is_right_within_a_billionth) {
  QueueLab lab = lab_with("0", "100");
  ASSERT_TRUE(lab.predict("1e-10"));
  ASSERT_TRUE(lab.advance(1));
  EXPECT_TRUE(lab.judgement->right);
  ASSERT_TRUE(lab.predict("1e-8"));
  ASSERT_TRUE(lab.advance(1));
  EXPECT_FALSE(lab.judgement->right);
}

TEST(QueueLab, a_judgement_goes_with_the_backlog_that_it_judged) {
  QueueLab lab;
  ASSERT_TRUE(lab.predict("3.5"));
  ASSERT_TRUE(lab.advance(1));
  const QueueLab judged = lab;
  ASSERT_TRUE(judged.judgement.has_value());
  ASSERT_TRUE(lab.advance(1));
  EXPECT_EQ(lab.judgement, std::nullopt);
  lab = judged;
  ASSERT_TRUE(lab.set_mu("3"));
  EXPECT_EQ(lab.judgement, std::nullopt);
  lab = judged;
  ASSERT_TRUE(lab.set_lambda("3"));
  EXPECT_EQ(lab.judgement, std::nullopt);
  lab = judged;
  ASSERT_TRUE(lab.predict("9"));
  ASSERT_TRUE(lab.go_back(1));
  EXPECT_EQ(lab, QueueLab{});
}

TEST(QueueLab, a_new_prediction_replaces_the_old_one) {
  QueueLab lab;
  ASSERT_TRUE(lab.predict("9"));
  ASSERT_TRUE(lab.predict("3.5"));
  ASSERT_TRUE(lab.advance(1));
  EXPECT_TRUE(lab.judgement->right);
}

TEST(QueueLab, a_rate_that_is_no_number_is_refused_by_name) {
  for (const char* text : {"", " 1", "1 ", "nan", "inf", "-inf", "0x10", "1,5", "fast", "1/2"}) {
    EXPECT_THAT(refused({}, &QueueLab::set_lambda, text), HasSubstr("λ must be a number, not \""));
    EXPECT_THAT(refused({}, &QueueLab::set_mu, text), HasSubstr("μ must be a number, not \""));
  }
}

TEST(QueueLab, a_rate_that_is_negative_or_too_large_is_refused_by_name) {
  for (const char* text : {"-1", "-1e-9", "1e999", "-1e999", "1000001"}) {
    EXPECT_THAT(refused({}, &QueueLab::set_lambda, text),
                HasSubstr("λ must be from 0 to 1000000, not \""));
    EXPECT_THAT(refused({}, &QueueLab::set_mu, text),
                HasSubstr("μ must be from 0 to 1000000, not \""));
  }
}

TEST(QueueLab, a_prediction_that_is_no_backlog_is_refused) {
  EXPECT_EQ(refused({}, &QueueLab::predict, "-1"),
            "the predicted backlog must be a finite number of at least 0, not \"-1\"");
  EXPECT_EQ(refused({}, &QueueLab::predict, "1e999"),
            "the predicted backlog must be a finite number of at least 0, not \"1e999\"");
  EXPECT_EQ(refused({}, &QueueLab::predict, "six"),
            "the predicted backlog must be a number, not \"six\"");
}

TEST(QueueLab, steps_are_counted_from_one_and_end_at_the_limit) {
  EXPECT_EQ(refused({}, &QueueLab::advance, 0), "the number of steps must be at least 1, not 0");
  EXPECT_EQ(refused({}, &QueueLab::advance, -3), "the number of steps must be at least 1, not -3");
  QueueLab lab;
  ASSERT_TRUE(lab.advance(kQueueStepsMax));
  EXPECT_EQ(lab.time(), 5000);
  EXPECT_EQ(refused(lab, &QueueLab::advance, 1),
            "the queue lab goes up to step 10000, and this is step 10000");
  EXPECT_EQ(refused({}, &QueueLab::advance, std::numeric_limits<int64_t>::max()),
            "the queue lab goes up to step 10000, and this is step 0");
}

TEST(QueueLab, there_is_nothing_before_the_start) {
  EXPECT_EQ(refused({}, &QueueLab::go_back, 1), "this is the start of the queue lab");
  QueueLab lab;
  ASSERT_TRUE(lab.advance(1));
  EXPECT_EQ(refused(lab, &QueueLab::go_back, 2), "only 1 step can be taken back");
  EXPECT_EQ(refused(lab, &QueueLab::go_back, 0), "the number of steps must be at least 1, not 0");
}

}  // namespace
}  // namespace cutline
