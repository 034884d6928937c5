// Figures of the queue lab: its backlog, and M/M/1 beside it.
#include <cmath>

#include "core/lesson/figure.h"
#include "core/queue/mm1.h"

namespace cutline {
namespace {

using Question = FigureQuestion;
using Value_ = Result<FigureValue>;

Value_ empties_at(const Question& question) {
  const auto time = question.lab.queue().empties_at();
  return time ? Value_(number_value(*time)) : Value_(fault("the backlog never empties"));
}

template <double MmcFigures::* kMember>
Value_ of_mm1(const Question& question) {
  const auto figures = mm1(question.lab.queue().lambda, question.lab.queue().mu);
  return figures ? Value_(number_value((*figures).*kMember)) : Value_(figures.error());
}

constexpr FigureType kNumber = FigureType::number;

constexpr FigureInfo kFigures[] = {
    {"queue-backlog", "", kNumber, "the fluid backlog now", false,
     [](const Question& question) -> Value_ {
       return number_value(question.lab.queue().backlog());
     }},
    {"queue-time", "", kNumber, "the queue lab's time in seconds", false,
     [](const Question& question) -> Value_ {
       return number_value(question.lab.queue().time());
     }},
    {"queue-lambda", "", kNumber, "arrivals per second", false,
     [](const Question& question) -> Value_ { return number_value(question.lab.queue().lambda); }},
    {"queue-mu", "", kNumber, "service per second", false,
     [](const Question& question) -> Value_ { return number_value(question.lab.queue().mu); }},
    {"queue-empties", "", FigureType::truth, "the backlog reaches 0 at some time", false,
     [](const Question& question) -> Value_ {
       return truth_value(question.lab.queue().empties_at().has_value());
     }},
    {"queue-empties-at", "", kNumber, "when it does, in seconds", false, empties_at},
    {"queue-steady", "", FigureType::truth, "M/M/1 has a steady state at these rates", false,
     [](const Question& question) -> Value_ {
       return truth_value(static_cast<bool>(mm1(question.lab.queue().lambda,
                                                question.lab.queue().mu)));
     }},
    {"mean-present", "", kNumber, "M/M/1's mean number present, L", false,
     of_mm1<&MmcFigures::mean_present>},
    {"mean-waiting", "", kNumber, "M/M/1's mean number waiting, Lq", false,
     of_mm1<&MmcFigures::mean_waiting>},
    {"mean-time", "", kNumber, "M/M/1's mean time in the system, W, in seconds", false,
     of_mm1<&MmcFigures::mean_present_time>},
};

}  // namespace

std::span<const FigureInfo> queue_figures() { return kFigures; }

}  // namespace cutline
