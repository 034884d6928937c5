// The members of a JSON object, asked for one by one: each question is answered by the member or by
// a fault at its place.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/json.h"
#include "core/base/result.h"

namespace cutline {

// Refuses a member that is not among `allowed`, names split by blanks. `where` says whose members
// they are: "a case", "send".
Result<Done> only_members(const JsonValue& object, std::string_view where,
                          std::string_view allowed);

// The member, which must be there.
Result<const JsonValue*> member(const JsonValue& object, std::string_view where,
                                std::string_view name);
// The member, which must be there and of that kind.
Result<const JsonValue*> member(const JsonValue& object, std::string_view where,
                                std::string_view name, JsonKind kind);
Result<double> number_member(const JsonValue& object, std::string_view where,
                             std::string_view name);

// `value` is what the file calls `name`.
Result<Done> of_kind(const JsonValue& value, std::string_view name, JsonKind kind);
// A whole number (also written 5.0) in [min, max].
Result<int64_t> whole_number(const JsonValue& value, std::string_view name, int64_t min,
                             int64_t max);

// Compact: {"a":[1,"x"]}. A whole number has no point, so 5.0 prints as 5.
std::string print_json(const JsonValue& value);
std::string print_json_text(std::string_view text);

}  // namespace cutline
