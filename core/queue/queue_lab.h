// The queue lab: a fluid backlog from four, looked at every half second, and a prediction of it.
//
// backlog(t) = max(0, 4 + (lambda - mu) t). Editing a rate keeps t and recomputes from four at the
// new rates: it is not a history of changed rates. Reset goes back to t = 0 and the default rates.
#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"

namespace cutline {

struct QueueJudgement {
  double predicted = 0;
  double actual = 0;
  bool right = false;  // equal to within 1e-9 of the larger of 1 and the backlog
  friend bool operator==(const QueueJudgement&, const QueueJudgement&) = default;
};

// Plain value: copy it, compare it.
struct QueueLab {
  static constexpr double kInitialBacklog = 4;    // normalised units
  static constexpr double kStepSeconds = 0.5;
  static constexpr double kDefaultLambda = 1;     // 1/s
  static constexpr double kDefaultMu = 2;         // 1/s

  double lambda = kDefaultLambda;
  double mu = kDefaultMu;
  int64_t steps = 0;
  std::optional<double> prediction;          // of the backlog after the next advance
  std::optional<QueueJudgement> judgement;   // of the last advance, while its backlog stands
  friend bool operator==(const QueueLab&, const QueueLab&) = default;

  double time() const { return static_cast<double>(steps) * kStepSeconds; }  // s
  double backlog_at(double time_seconds) const;
  double backlog() const { return backlog_at(time()); }
  // When the backlog reaches 0, in s; nothing where it never does.
  std::optional<double> empties_at() const;

  // Each refuses with a sentence and changes nothing.
  Result<Done> set_lambda(std::string_view text);  // a finite number from 0 to kRateMax
  Result<Done> set_mu(std::string_view text);
  Result<Done> predict(std::string_view text);     // a finite number of at least 0
  Result<Done> advance(int64_t count);             // judges the prediction, if there is one
  Result<Done> go_back(int64_t count);
  void reset() { *this = QueueLab{}; }
};

}  // namespace cutline
