#include "core/lesson/queue_case.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/limits.h"
#include "core/base/text.h"
#include "core/lesson/json_fields.h"
#include "core/queue/fluid.h"
#include "core/queue/mm1.h"

namespace cutline {
namespace {

constexpr double kTolerance = 1e-6;
constexpr std::string_view kCommonKeys = "id title source answer_source note algorithm expected ";

struct Figure {
  std::string name;
  std::optional<double> value;
};

// What came out. Where a figure has no value, `why` says why.
struct Figures {
  std::vector<Figure> all;
  std::string why;
};

// A finite number of at least 0.
Result<double> measure(const JsonValue& json, std::string_view name) {
  const Result<double> value = number_member(json, "a case of this algorithm", name);
  if (value && *value < 0) return json.find(name)->wrong(in_quotes(name) + " must not be negative");
  return value;
}

Result<Done> only_keys(const JsonValue& json, std::string_view more) {
  return only_members(json, "a case of this algorithm",
                      std::string(kCommonKeys) + std::string(more));
}

Result<Figures> mmc_figures(const JsonValue& json) {
  if (auto done = only_keys(json, "lam mu c"); !done) return done.error();
  const auto lambda = measure(json, "lam");
  if (!lambda) return lambda.error();
  const auto mu = measure(json, "mu");
  if (!mu) return mu.error();
  const auto servers = member(json, "a case of this algorithm", "c");
  if (!servers) return servers.error();
  const auto count = whole_number(**servers, "c", 1, kServersMax);
  if (!count) return count.error();

  const Result<MmcFigures> figures = mmc(*lambda, *mu, *count);
  if (!figures) {
    const double load = *lambda / (static_cast<double>(*count) * *mu);
    const auto rho = std::isfinite(load) ? std::optional<double>(load) : std::nullopt;
    return Figures{{{"rho", rho}, {"P0", {}}, {"Pw", {}}, {"Lq", {}}, {"L", {}}, {"Wq", {}},
                    {"W", {}}},
                   figures.error().sentence};
  }
  return Figures{{{"rho", figures->rho},
                  {"P0", figures->all_idle_chance},
                  {"Pw", figures->wait_chance},
                  {"Lq", figures->mean_waiting},
                  {"L", figures->mean_present},
                  {"Wq", figures->mean_waiting_time},
                  {"W", figures->mean_present_time}},
                 ""};
}

// The figures are named by what is asked: "Lq=5".
Result<Figures> inverse_figures(const JsonValue& json) {
  if (auto done = only_keys(json, ""); !done) return done.error();
  Figures out;
  for (const JsonMember& asked : json.find("expected")->members) {
    constexpr std::string_view kForm = "Lq=";
    const std::string_view name = asked.name;
    const auto waiting = name.starts_with(kForm)
                             ? parse_decimal(name.substr(kForm.size()), 0,
                                             std::numeric_limits<double>::max(), "Lq")
                             : Result<double>(fault("must be \"Lq=\" and a number"));
    if (!waiting)
      return fault_at(asked.line, asked.column,
                      "key " + in_quotes(name) + ": " + waiting.error().sentence);
    const auto rho = mm1_inverse(*waiting);
    if (!rho) return fault_at(asked.line, asked.column, rho.error().sentence);
    out.all.push_back({asked.name, *rho});
  }
  return out;
}

Result<Figures> feedback_figures(const JsonValue& json) {
  if (auto done = only_keys(json, "lam mu p"); !done) return done.error();
  const auto lambda = measure(json, "lam");
  if (!lambda) return lambda.error();
  const auto mu = measure(json, "mu");
  if (!mu) return mu.error();
  const auto rejoin = measure(json, "p");
  if (!rejoin) return rejoin.error();
  if (*rejoin > 1) return json.find("p")->wrong("\"p\" must be a chance from 0 to 1");

  const auto figures = mm1_feedback(*lambda, *mu, *rejoin);
  if (!figures) {
    const double load = *lambda / ((1 - *rejoin) * *mu);
    const auto rho = std::isfinite(load) ? std::optional<double>(load) : std::nullopt;
    return Figures{{{"rho", rho}, {"N", {}}, {"T", {}}}, figures.error().sentence};
  }
  return Figures{{{"rho", figures->rho},
                  {"N", figures->mean_present},
                  {"T", figures->mean_present_time}},
                 ""};
}

Result<std::vector<FluidSegment>> read_segments(const JsonValue& segments) {
  std::vector<FluidSegment> out;
  for (const JsonValue& each : segments.items) {
    if (!each.is(JsonKind::array) || each.items.size() != 2 || !each.items[0].is_number() ||
        !each.items[1].is_number())
      return each.wrong("a segment must be a duration and a rate: [10, 120]");
    for (const JsonValue& number : each.items)
      if (number.real < 0) return number.wrong("a duration or rate must not be negative");
    out.push_back({each.items[0].real, each.items[1].real});
  }
  return out;
}

Result<Figures> fluid_figures(const JsonValue& json) {
  if (auto done = only_keys(json, "segments mu"); !done) return done.error();
  const auto list = member(json, "a case of this algorithm", "segments", JsonKind::array);
  if (!list) return list.error();
  const auto segments = read_segments(**list);
  if (!segments) return segments.error();
  const auto mu = measure(json, "mu");
  if (!mu) return mu.error();
  const Result<FluidCurve> curve = fluid(*segments, *mu);
  if (!curve) return (*list)->wrong(curve.error().sentence);
  return Figures{{{"peak", curve->peak},
                  {"peak_time", curve->peak_time},
                  {"empty_time", curve->empty_time},
                  {"max_virtual_delay", curve->max_virtual_delay}},
                 "it is not reached within the segments"};
}

struct QueueAlgorithm {
  std::string_view name;
  Result<Figures> (*figures)(const JsonValue& json);
};
constexpr QueueAlgorithm kAlgorithms[] = {
    {"mmc", mmc_figures},
    {"mm1-inverse", inverse_figures},
    {"mm1-feedback", feedback_figures},
    {"fluid", fluid_figures},
};

const QueueAlgorithm* find_algorithm(std::string_view name) {
  const auto found = std::find_if(std::begin(kAlgorithms), std::end(kAlgorithms),
                                  [&](const QueueAlgorithm& each) { return each.name == name; });
  return found == std::end(kAlgorithms) ? nullptr : &*found;
}

// The difference between what is expected and what came out, if any.
Result<std::string> compare(const JsonMember& expected, const Figures& figures) {
  std::string known;
  for (const Figure& figure : figures.all) {
    known += (known.empty() ? "" : ", ") + figure.name;
    if (figure.name != expected.name) continue;
    if (!expected.value.is_number() && !expected.value.is(JsonKind::null))
      return of_kind(expected.value, expected.name, JsonKind::real).error();
    const bool wants_none = expected.value.is(JsonKind::null);
    if (wants_none && !figure.value) return std::string();
    if (!wants_none && figure.value &&
        std::fabs(*figure.value - expected.value.real) <= kTolerance)
      return std::string();
    return expected.name + ": expected " + print_json(expected.value) + ", got " +
           (figure.value ? print_decimal(*figure.value) : "none: " + figures.why);
  }
  return fault_at(expected.line, expected.column, "unknown key " + in_quotes(expected.name) +
                                                      ": \"expected\" takes " + known);
}

}  // namespace

bool is_queue_algorithm(std::string_view algorithm) { return find_algorithm(algorithm) != nullptr; }

Result<std::vector<std::string>> run_queue_case(const JsonValue& json) {
  const auto expected = member(json, "a case", "expected", JsonKind::object);
  if (!expected) return expected.error();
  if ((*expected)->members.empty())
    return (*expected)->wrong("\"expected\" names nothing to compare");
  const auto figures = find_algorithm(json.find("algorithm")->text)->figures(json);
  if (!figures) return figures.error();
  std::vector<std::string> differences;
  for (const JsonMember& each : (*expected)->members) {
    const auto difference = compare(each, *figures);
    if (!difference) return difference.error();
    if (!difference->empty()) differences.push_back(*difference);
  }
  return differences;
}

}  // namespace cutline
