#include "core/run/clock.h"

#include <algorithm>
#include <tuple>

namespace cutline {

std::optional<Choice> next_by_clock(const Scenario& scenario, const World& world) {
  const std::vector<Choice> choices = enabled(scenario, world);
  const auto earliest = std::min_element(
      choices.begin(), choices.end(), [](const Choice& left, const Choice& right) {
        return std::tie(left.unlikely, left.at, left.order) <
               std::tie(right.unlikely, right.at, right.order);
      });
  if (earliest == choices.end() || earliest->unlikely || why_not(scenario, world, *earliest))
    return std::nullopt;
  return *earliest;
}

}  // namespace cutline
