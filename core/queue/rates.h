// Rates and other measures as the queue rooms take them: finite, not negative, refused by name.
#pragma once
#include <optional>
#include <string_view>

#include "core/base/result.h"

namespace cutline {

// The fault of a value that is no finite number of at least 0; nothing where it is one. `name` is
// how the sentence calls it: "λ".
std::optional<Fault> refuse_measure(double value, std::string_view name);

// Is λ below what the servers can do? Equal is not below; nor is a difference that may be rounding
// alone: 0.3 is not below 3·0.1. `scale` is the largest number that the capacity was made from.
bool is_below_capacity(double lambda, double capacity, double scale);

}  // namespace cutline
