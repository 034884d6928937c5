#include "core/queue/rates.h"

#include <cmath>

#include "core/base/text.h"

namespace cutline {

std::optional<Fault> refuse_measure(double value, std::string_view name) {
  if (std::isfinite(value) && value >= 0) return std::nullopt;
  const std::string found = std::isnan(value)   ? "no number"
                            : std::isinf(value) ? std::string(value < 0 ? "-" : "") + "infinity"
                                                : print_decimal(value);
  return fault(std::string(name) + " must be a finite number of at least 0, not " + found);
}

bool is_below_capacity(double lambda, double capacity, double scale) {
  constexpr double kRounding = 1e-15;  // nine roundings of 2^-53
  return capacity - lambda > kRounding * scale;
}

}  // namespace cutline
