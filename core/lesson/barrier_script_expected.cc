// Reads what a barrier script expects. Every question may be asked of a step
// ("triggered_after_step") or of the end ("triggered", "triggered_at_end").
#include <algorithm>

#include "core/base/text.h"
#include "core/lesson/barrier_script_parts.h"
#include "core/lesson/json_fields.h"

namespace cutline {
namespace {

enum class Shape : uint8_t {
  flag,
  number,
  numbers,
  sorted,        // numbers whose order says nothing
  words,
  aborts,        // [[2, "REASON"]]
  lists,         // {"5": [4, 6]}
  counts,        // {"0": 1}
  counts_by_id,  // {"1": {"0": 1}}
};

struct Question {
  std::string_view key;
  Observable what;
  Shape shape;
};

constexpr Question kQuestions[] = {
    {"triggered", Observable::triggered, Shape::numbers},
    {"trigger_types", Observable::trigger_types, Shape::words},
    {"aborted", Observable::aborted, Shape::aborts},
    {"asserted_abort_count", Observable::abort_count, Shape::number},
    {"any_checkpoint_triggered", Observable::any_triggered, Shape::flag},
    {"any_abort_notified", Observable::any_aborted, Shape::flag},
    {"order_trigger_positive_abort_negative", Observable::order, Shape::numbers},
    {"blocked_channels", Observable::blocked, Shape::sorted},
    {"latest_checkpoint_id", Observable::latest, Shape::number},
    {"checkpoint_pending", Observable::pending, Shape::flag},
    {"during_alignment", Observable::during_alignment, Shape::flag},
    {"pending_ids", Observable::pending_ids, Shape::numbers},
    {"open_channels", Observable::open_channels, Shape::number},
    {"alignment_gauge_ms", Observable::alignment_gauge, Shape::number},
    {"captured_inflight_data_by_script_step", Observable::captured_labels, Shape::lists},
    {"captured_buffer_count_by_checkpoint_and_channel", Observable::captured_counts,
     Shape::counts_by_id},
    {"captured_buffer_count_by_channel", Observable::captured_counts_latest, Shape::counts},
};
constexpr Question kAbortedAfterStep = {"aborted", Observable::aborted_ids, Shape::numbers};

struct MetricQuestion {
  std::string_view key;
  Observable what;
  bool at_least;
};

constexpr MetricQuestion kMetricQuestions[] = {
    {"latest", Observable::latest, false},
    {"align_ms", Observable::metric_alignment, false},
    {"align_min_ms", Observable::metric_alignment, true},
    {"align_ms_min", Observable::metric_alignment, true},
    {"start_delay_ms", Observable::metric_start_delay, false},
    {"start_delay_min_ms", Observable::metric_start_delay, true},
    {"delay_ms", Observable::metric_start_delay, false},
    {"delay_ms_min", Observable::metric_start_delay, true},
    {"bytes", Observable::metric_bytes, false},
    {"bytes_prev", Observable::metric_previous_bytes, false},
};

Result<int64_t> any_number(const JsonValue& value, std::string_view key) {
  return whole_number(value, key, INT64_MIN, INT64_MAX);
}

Result<int64_t> number_name(const JsonMember& each, int64_t max, std::string_view what) {
  const Result<int64_t> number = parse_integer(each.name, 0, max, what);
  if (!number) return fault_at(each.line, each.column, number.error().sentence);
  return number;
}

Result<std::vector<int64_t>> read_numbers(const JsonValue& value, std::string_view key) {
  if (const Result<Done> right = of_kind(value, key, JsonKind::array); !right) return right.error();
  std::vector<int64_t> numbers;
  for (const JsonValue& item : value.items) {
    const Result<int64_t> number = any_number(item, key);
    if (!number) return number.error();
    numbers.push_back(*number);
  }
  return numbers;
}

Result<std::string> read_words(const JsonValue& value, std::string_view key) {
  if (const Result<Done> right = of_kind(value, key, JsonKind::array); !right) return right.error();
  std::vector<std::string> words;
  for (const JsonValue& item : value.items) {
    if (const Result<Done> right = of_kind(item, key, JsonKind::text); !right) return right.error();
    words.push_back(item.text);
  }
  return print_words(words);
}

Result<std::string> read_aborts(const JsonValue& value, std::string_view key) {
  if (const Result<Done> right = of_kind(value, key, JsonKind::array); !right) return right.error();
  std::vector<std::string> aborts;
  for (const JsonValue& item : value.items) {
    const bool pair = item.is(JsonKind::array) && item.items.size() == 2 &&
                      item.items[1].is(JsonKind::text);
    if (!pair) return item.wrong(in_quotes(key) + " lists pairs of an id and a reason");
    const Result<int64_t> id = any_number(item.items[0], key);
    if (!id) return id.error();
    aborts.push_back(std::to_string(*id) + " " + item.items[1].text);
  }
  return print_words(aborts);
}

Result<std::string> read_lists(const JsonValue& value, std::string_view key) {
  if (const Result<Done> right = of_kind(value, key, JsonKind::object); !right)
    return right.error();
  NumberLists lists;
  for (const JsonMember& each : value.members) {
    const Result<int64_t> id = number_name(each, INT64_MAX, "a checkpoint id");
    if (!id) return id.error();
    Result<std::vector<int64_t>> numbers = read_numbers(each.value, key);
    if (!numbers) return numbers.error();
    std::sort(numbers->begin(), numbers->end());
    lists[*id] = *numbers;
  }
  return print_lists(lists);
}

Result<NumberCounts> read_counts(const JsonValue& value, std::string_view key) {
  if (const Result<Done> right = of_kind(value, key, JsonKind::object); !right)
    return right.error();
  NumberCounts counts;
  for (const JsonMember& each : value.members) {
    const Result<int64_t> channel = number_name(each, INT64_MAX, "a channel");
    if (!channel) return channel.error();
    const Result<int64_t> count = any_number(each.value, key);
    if (!count) return count.error();
    counts[*channel] = *count;
  }
  return counts;
}

Result<std::string> read_counts_by_id(const JsonValue& value, std::string_view key) {
  if (const Result<Done> right = of_kind(value, key, JsonKind::object); !right)
    return right.error();
  std::map<int64_t, NumberCounts> by_id;
  for (const JsonMember& each : value.members) {
    const Result<int64_t> id = number_name(each, INT64_MAX, "a checkpoint id");
    if (!id) return id.error();
    const Result<NumberCounts> counts = read_counts(each.value, key);
    if (!counts) return counts.error();
    by_id[*id] = *counts;
  }
  return print_counts_by_id(by_id);
}

// The value as a run prints it.
Result<std::string> read_wanted(const JsonValue& value, std::string_view key, Shape shape) {
  switch (shape) {
    case Shape::flag: {
      const Result<Done> right = of_kind(value, key, JsonKind::boolean);
      if (!right) return right.error();
      return print_flag(value.boolean);
    }
    case Shape::number: {
      const Result<int64_t> number = any_number(value, key);
      if (!number) return number.error();
      return std::to_string(*number);
    }
    case Shape::numbers:
    case Shape::sorted: {
      Result<std::vector<int64_t>> numbers = read_numbers(value, key);
      if (!numbers) return numbers.error();
      if (shape == Shape::sorted) std::sort(numbers->begin(), numbers->end());
      return print_numbers(*numbers);
    }
    case Shape::words: return read_words(value, key);
    case Shape::aborts: return read_aborts(value, key);
    case Shape::lists: return read_lists(value, key);
    case Shape::counts: {
      const Result<NumberCounts> counts = read_counts(value, key);
      if (!counts) return counts.error();
      return print_counts(*counts);
    }
    case Shape::counts_by_id: return read_counts_by_id(value, key);
  }
  return value.wrong(in_quotes(key) + " has no known shape");
}

class ExpectationReader {
 public:
  explicit ExpectationReader(int64_t steps) : steps_(steps) {}

  Result<std::vector<ScriptExpectation>> read(const JsonValue& expect) {
    for (const JsonMember& each : expect.members) {
      const Result<Done> done = each.name == "metrics" ? read_metrics(each) : read_question(each);
      if (!done) return done.error();
    }
    std::stable_sort(found_.begin(), found_.end(), [](const auto& left, const auto& right) {
      return static_cast<uint64_t>(left.step) < static_cast<uint64_t>(right.step);  // the end last
    });
    return std::move(found_);
  }

 private:
  Result<Done> read_question(const JsonMember& each);
  Result<Done> read_metrics(const JsonMember& metrics);
  Result<Done> read_metrics_at(const JsonMember& at);
  Result<Done> add(const Question& question, ScriptExpectation expectation,
                   const JsonValue& value);
  Result<Done> add_metric(const JsonMember& each, ScriptExpectation expectation);

  Result<int64_t> step_name(const JsonMember& each) const {
    const Result<int64_t> step = number_name(each, INT64_MAX, "a step");
    if (!step || *step < steps_) return step;
    return fault_at(each.line, each.column,
                    "there is no step " + each.name + ": the script has " +
                        count_of(steps_, "numbered step") + ", from 0");
  }

  const int64_t steps_;
  std::vector<ScriptExpectation> found_;
};

Result<Done> ExpectationReader::read_question(const JsonMember& each) {
  std::string_view name = each.name;
  const bool after_step = name.ends_with("_after_step");
  for (const std::string_view suffix : {"_after_step", "_at_end"})
    if (name == each.name && name.ends_with(suffix)) name.remove_suffix(suffix.size());
  const auto asked = std::find_if(std::begin(kQuestions), std::end(kQuestions),
                                  [&](const Question& known) { return known.key == name; });
  if (asked == std::end(kQuestions))
    return fault_at(
        each.line, each.column,
        "unknown key " + in_quotes(each.name) + ": nothing of that name can be expected");
  ScriptExpectation expectation;
  expectation.key = each.name;
  if (!after_step) return add(*asked, expectation, each.value);

  const Result<Done> right = of_kind(each.value, each.name, JsonKind::object);
  if (!right) return right;
  const Question& question = asked->what == Observable::aborted ? kAbortedAfterStep : *asked;
  for (const JsonMember& at_step : each.value.members) {
    const Result<int64_t> step = step_name(at_step);
    if (!step) return step.error();
    expectation.step = *step;
    expectation.key = each.name + " " + at_step.name;
    if (const Result<Done> added = add(question, expectation, at_step.value); !added) return added;
  }
  return Done{};
}

Result<Done> ExpectationReader::add(const Question& question, ScriptExpectation expectation,
                                    const JsonValue& value) {
  const Result<std::string> wanted = read_wanted(value, expectation.key, question.shape);
  if (!wanted) return wanted.error();
  expectation.what = question.what;
  expectation.wanted = *wanted;
  found_.push_back(std::move(expectation));
  return Done{};
}

// {"bytes": 300} of the last checkpoint triggered, {"7": {"bytes": 300}} of checkpoint 7, and
// {"at": {"10": {"bytes": 300}}} as the gauges stand after step 10.
Result<Done> ExpectationReader::read_metrics(const JsonMember& metrics) {
  const Result<Done> object = of_kind(metrics.value, "metrics", JsonKind::object);
  if (!object) return object;
  for (const JsonMember& each : metrics.value.members) {
    ScriptExpectation expectation;
    expectation.key = "metrics";
    Result<Done> done = Done{};
    if (each.name == "at") {
      done = read_metrics_at(each);
    } else if (!each.value.is(JsonKind::object)) {
      done = add_metric(each, expectation);
    } else {
      const Result<int64_t> id = number_name(each, INT64_MAX, "a checkpoint id");
      if (!id) return id.error();
      expectation.key += " of " + each.name;
      expectation.metric_of = MetricOf::one_id;
      expectation.id.number = *id;
      for (const JsonMember& metric : each.value.members)
        if (done) done = add_metric(metric, expectation);
    }
    if (!done) return done;
  }
  return Done{};
}

Result<Done> ExpectationReader::read_metrics_at(const JsonMember& at) {
  if (const Result<Done> right = of_kind(at.value, "at", JsonKind::object); !right) return right;
  for (const JsonMember& each : at.value.members) {
    const Result<int64_t> step = step_name(each);
    if (!step) return step.error();
    const Result<Done> object = of_kind(each.value, each.name, JsonKind::object);
    if (!object) return object;
    ScriptExpectation expectation;
    expectation.key = "metrics at step " + each.name;
    expectation.step = *step;
    expectation.metric_of = MetricOf::gauge;
    for (const JsonMember& metric : each.value.members)
      if (const Result<Done> added = add_metric(metric, expectation); !added) return added;
  }
  return Done{};
}

Result<Done> ExpectationReader::add_metric(const JsonMember& each, ScriptExpectation expectation) {
  const auto asked =
      std::find_if(std::begin(kMetricQuestions), std::end(kMetricQuestions),
                   [&](const MetricQuestion& known) { return known.key == each.name; });
  if (asked == std::end(kMetricQuestions))
    return fault_at(each.line, each.column,
                    "unknown key " + in_quotes(each.name) + ": there is no such metric");
  const Result<int64_t> number = any_number(each.value, each.name);
  if (!number) return number.error();
  expectation.key += " " + each.name;
  expectation.what = asked->what;
  expectation.at_least = asked->at_least;
  expectation.bound = *number;
  expectation.wanted = std::to_string(*number);
  found_.push_back(std::move(expectation));
  return Done{};
}

}  // namespace

Result<std::vector<ScriptExpectation>> read_script_expectations(const JsonValue& expect,
                                                                int64_t steps) {
  return ExpectationReader(steps).read(expect);
}

}  // namespace cutline
