#include "core/lesson/snapshot_case.h"

#include <map>

#include "core/base/json.h"
#include "core/base/text.h"
#include "core/lesson/json_fields.h"
#include "core/lesson/queue_case.h"
#include "core/lesson/snapshot_case_expected.h"
#include "core/lesson/snapshot_case_file.h"
#include "core/lesson/snapshot_case_run.h"
#include "core/lesson/stream_case.h"

namespace cutline {
namespace {

Result<std::vector<std::string>> run_system_case(const JsonValue& json) {
  const auto snapshot_case = read_snapshot_case(json);
  if (!snapshot_case) return snapshot_case.error();
  const auto record = run_snapshot_case(*snapshot_case);
  if (!record) return record.error();
  return compare_with_expected(*snapshot_case, *record, *json.find("expected"));
}

Result<std::vector<std::string>> run_built(const JsonValue& json, const JsonValue& algorithm) {
  if (is_queue_algorithm(algorithm.text)) return run_queue_case(json);
  if (is_stream_algorithm(algorithm.text)) return run_stream_case(json);
  if (algorithm.text == "cl" || algorithm.text == "naive" || algorithm.text == "lai-yang")
    return run_system_case(json);
  return algorithm.wrong("there is no algorithm " + in_quotes(algorithm.text) +
                         "; there are cl, naive, lai-yang, flink-aligned, flink-unaligned, "
                         "flink-at-least-once, mmc, mm1-inverse, mm1-feedback, fluid");
}

Result<CaseOutcome> run_case(const JsonValue& json) {
  if (!json.is(JsonKind::object)) return of_kind(json, "a case", JsonKind::object).error();
  const auto id = member(json, "a case", "id", JsonKind::text);
  if (!id) return id.error();
  if (const auto why = why_no_line((*id)->text)) return (*id)->wrong("\"id\" " + *why);
  const auto algorithm = member(json, "a case", "algorithm", JsonKind::text);
  if (!algorithm) return algorithm.error();
  CaseOutcome outcome;
  outcome.id = (*id)->text;
  auto differences = run_built(json, **algorithm);
  if (!differences) return differences.error();
  outcome.differences = std::move(*differences);
  return outcome;
}

}  // namespace

Result<std::vector<CaseOutcome>> run_snapshot_cases(std::string_view json_text) {
  const auto json = parse_json(json_text);
  if (!json) return json.error();
  if (!json->is(JsonKind::array)) return json->wrong("a file of cases must be an array");
  std::vector<CaseOutcome> outcomes;
  std::map<std::string, int> lines;  // of the ids so far
  for (const JsonValue& each : json->items) {
    const auto outcome = run_case(each);
    if (!outcome) return outcome.error();
    const JsonValue& id = *each.find("id");
    if (const auto [first, fresh] = lines.emplace(id.text, id.line); !fresh)
      return id.wrong("the id " + in_quotes(id.text) + " is there already, in line " +
                      std::to_string(first->second));
    outcomes.push_back(*outcome);
  }
  return outcomes;
}

}  // namespace cutline
