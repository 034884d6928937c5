// The queue lab's read model: the fluid backlog and, apart from it, M/M/1 at the same rates.
#include <cmath>

#include "core/base/text.h"
#include "core/lesson/command.h"
#include "core/lesson/lab_model.h"
#include "core/queue/mm1.h"

namespace cutline {
namespace {

constexpr int64_t kPointsMax = 400;   // drawn up to now; longer runs are thinned evenly
constexpr int64_t kPointsAhead = 16;  // half seconds of the faint continuation

// Three decimals are enough for the eye; the value itself stays exact.
std::string rounded(double value) { return print_decimal(std::round(value * 1000) / 1000); }

void add_points(const QueueLab& queue, QueueModel& model) {
  const int64_t stride = queue.steps / kPointsMax + 1;
  const auto point = [&](int64_t step) {
    const double time = static_cast<double>(step) * QueueLab::kStepSeconds;
    return QueuePoint{time, queue.backlog_at(time)};
  };
  for (int64_t step = 0; step < queue.steps; step += stride) model.points.push_back(point(step));
  model.points.push_back(point(queue.steps));
  for (int64_t step = 0; step <= kPointsAhead; ++step)
    model.ahead.push_back(point(queue.steps + step));
}

std::string empties_text(const QueueLab& queue) {
  if (const auto time = queue.empties_at())
    return (*time <= queue.time() ? "emptied at t = " : "empties at t = ") + rounded(*time) + " s";
  if (queue.lambda == queue.mu) return "never empties: as much arrives as is served";
  return "never empties: more arrives than is served";
}

std::string judgement_text(const QueueJudgement& judgement) {
  const std::string out = "You predicted " + print_decimal(judgement.predicted) +
                          ", the backlog is " + print_decimal(judgement.actual);
  if (judgement.right) return out + ": right.";
  const double off = judgement.predicted - judgement.actual;
  return out + ": " + rounded(std::abs(off)) + (off > 0 ? " too many." : " too few.");
}

void add_steady_state(const QueueLab& queue, QueueModel& model) {
  const Result<MmcFigures> figures = mm1(queue.lambda, queue.mu);
  model.steady = static_cast<bool>(figures);
  model.apart_sentence =
      "M/M/1 is a mean over a long run of random arrivals. It is not an alignment time; and a "
      "fluid backlog is not a channel snapshot: it holds no record and no barrier.";
  if (!figures) {
    model.steady_sentence = "no steady state: λ ≥ μ, the mean backlog grows without bound";
    return;
  }
  model.steady_sentence = "steady state: λ < μ";
  model.rho = rounded(figures->rho);
  model.l = rounded(figures->mean_present);
  model.lq = rounded(figures->mean_waiting);
  model.w = rounded(figures->mean_present_time) + " s";
  model.wq = rounded(figures->mean_waiting_time) + " s";
}

ActionModel action(Verb verb, std::vector<std::string> arguments, std::string label,
                   std::string why_not = "") {
  ActionModel out;
  out.command = print_command({verb, std::move(arguments)});
  out.label = std::move(label);
  out.group = "queue";
  for (const VerbInfo& info : verbs())
    if (info.verb == verb) out.key = info.key;
  out.why_not = std::move(why_not);
  return out;
}

}  // namespace

QueueModel build_queue(const QueueLab& queue) {
  QueueModel model;
  model.lambda = queue.lambda;
  model.mu = queue.mu;
  model.time = queue.time();
  model.backlog = queue.backlog();
  model.steps = queue.steps;
  model.time_text = print_decimal(queue.time()) + " s";
  model.backlog_text = rounded(queue.backlog());
  model.lambda_text = print_decimal(queue.lambda);
  model.mu_text = print_decimal(queue.mu);
  model.empties = empties_text(queue);
  model.empties_at = queue.empties_at().value_or(-1);
  model.next_time_text = print_decimal(queue.time() + QueueLab::kStepSeconds) + " s";
  if (queue.prediction) model.prediction_text = print_decimal(*queue.prediction);
  if (queue.judgement) {
    model.judgement = judgement_text(*queue.judgement);
    model.judged_right = queue.judgement->right;
  }
  add_points(queue, model);
  add_steady_state(queue, model);
  QueueLab ahead = queue;
  const Result<Done> can_step = ahead.advance(1);
  model.actions.push_back(action(Verb::queue_back, {}, "Back half a second",
                                 queue.steps == 0 ? "this is t = 0" : ""));
  model.actions.push_back(action(Verb::queue_step, {}, "Step half a second",
                                 can_step ? "" : can_step.error().sentence));
  model.actions.push_back(action(Verb::queue_reset, {}, "Reset the queue"));
  return model;
}

}  // namespace cutline
