#include "core/report/summary_json.h"

#include <cmath>

namespace cutline {
namespace {

constexpr struct {
  const char* name;
  int64_t permille;
} kPercentiles[] = {{"p50", 500}, {"p90", 900}, {"p95", 950}, {"p99", 990}, {"p999", 999}};

}  // namespace

nlohmann::ordered_json summary_json(const StatsSummary& summary) {
  nlohmann::ordered_json out = {
      {"min", summary.min()}, {"max", summary.max()}, {"avg", summary.average()}};
  for (const auto& each : kPercentiles) {
    const double value = summary.percentile(each.permille);
    if (std::isnan(value)) out[each.name] = "NaN";
    else out[each.name] = value;
  }
  return out;
}

nlohmann::ordered_json zero_summary_json() {
  nlohmann::ordered_json out = {{"min", 0}, {"max", 0}, {"avg", 0}};
  for (const auto& each : kPercentiles) out[each.name] = 0.0;
  return out;
}

}  // namespace cutline
