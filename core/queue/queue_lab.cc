#include "core/queue/queue_lab.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/limits.h"
#include "core/base/text.h"

namespace cutline {
namespace {

Result<Done> set_rate(QueueLab& lab, double QueueLab::*rate, std::string_view text,
                      std::string_view name) {
  const Result<double> value = parse_decimal(text, 0, kRateMax, name);
  if (!value) return value.error();
  lab.*rate = *value;
  lab.judgement.reset();  // it judged the backlog of the old rates
  return Done{};
}

// Named in every sentence about how far to move.
Result<Done> refuse_count(int64_t count, int64_t max, const std::string& where) {
  if (count < 1)
    return fault("the number of steps must be at least 1, not " + std::to_string(count));
  if (count > max) return fault(where);
  return Done{};
}

}  // namespace

double QueueLab::backlog_at(double time_seconds) const {
  return std::max(0.0, kInitialBacklog + (lambda - mu) * time_seconds);
}

std::optional<double> QueueLab::empties_at() const {
  if (mu <= lambda) return std::nullopt;
  const double time = kInitialBacklog / (mu - lambda);
  if (!std::isfinite(time)) return std::nullopt;  // later than any number
  return time;
}

Result<Done> QueueLab::set_lambda(std::string_view text) {
  return set_rate(*this, &QueueLab::lambda, text, "λ");
}

Result<Done> QueueLab::set_mu(std::string_view text) {
  return set_rate(*this, &QueueLab::mu, text, "μ");
}

Result<Done> QueueLab::predict(std::string_view text) {
  const Result<double> value =
      parse_decimal(text, 0, std::numeric_limits<double>::max(), "the predicted backlog");
  if (!value) return value.error();
  prediction = *value;
  return Done{};
}

Result<Done> QueueLab::advance(int64_t count) {
  const auto allowed = refuse_count(
      count, kQueueStepsMax - steps,
      "the queue lab goes up to step " + std::to_string(kQueueStepsMax) + ", and this is step " +
          std::to_string(steps));
  if (!allowed) return allowed;
  steps += count;
  judgement.reset();
  if (prediction) {
    const double actual = backlog();
    const bool right = std::fabs(*prediction - actual) <= 1e-9 * std::max(1.0, actual);
    judgement = QueueJudgement{*prediction, actual, right};
    prediction.reset();
  }
  return Done{};
}

Result<Done> QueueLab::go_back(int64_t count) {
  const auto allowed = refuse_count(
      count, steps, steps == 0 ? "this is the start of the queue lab"
                               : "only " + count_of(steps, "step") + " can be taken back");
  if (!allowed) return allowed;
  steps -= count;
  prediction.reset();  // it was for another time
  judgement.reset();
  return Done{};
}

}  // namespace cutline
