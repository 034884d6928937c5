#include "core/lesson/json_fields.h"

#include <cmath>

#include "core/base/text.h"

namespace cutline {

Result<Done> only_members(const JsonValue& object, std::string_view where,
                          std::string_view allowed) {
  const std::vector<Word> words = split_words(allowed);
  for (const JsonMember& each : object.members) {
    bool known = false;
    for (const Word& word : words) known = known || word.text == each.name;
    if (known) continue;
    std::string list;
    for (const Word& word : words) list += (list.empty() ? "" : ", ") + std::string(word.text);
    return fault_at(each.line, each.column, "unknown key " + in_quotes(each.name) + ": " +
                                                std::string(where) + " takes " + list);
  }
  return Done{};
}

Result<const JsonValue*> member(const JsonValue& object, std::string_view where,
                                std::string_view name) {
  if (const JsonValue* found = object.find(name)) return found;
  return object.wrong(std::string(where) + " needs the key " + in_quotes(name));
}

Result<const JsonValue*> member(const JsonValue& object, std::string_view where,
                                std::string_view name, JsonKind kind) {
  const Result<const JsonValue*> found = member(object, where, name);
  if (!found) return found;
  if (const Result<Done> right = of_kind(**found, name, kind); !right) return right.error();
  return found;
}

Result<double> number_member(const JsonValue& object, std::string_view where,
                             std::string_view name) {
  const Result<const JsonValue*> found = member(object, where, name);
  if (!found) return found.error();
  if (!(*found)->is_number()) return of_kind(**found, name, JsonKind::real).error();
  return (*found)->real;
}

Result<Done> of_kind(const JsonValue& value, std::string_view name, JsonKind kind) {
  if (value.is(kind)) return Done{};
  return value.wrong(in_quotes(name) + " must be " + std::string(json_kind_name(kind)) + ", not " +
                     std::string(json_kind_name(value.kind)));
}

Result<int64_t> whole_number(const JsonValue& value, std::string_view name, int64_t min,
                             int64_t max) {
  // Beyond 2^53 not every whole number is a double: such a real is refused like one out of range.
  constexpr double kExact = 9007199254740992;
  const bool whole_real = value.is(JsonKind::real) && std::trunc(value.real) == value.real &&
                          std::fabs(value.real) <= kExact;
  const bool whole = value.is(JsonKind::integer) || whole_real;
  const int64_t number = whole_real ? static_cast<int64_t>(value.real) : value.integer;
  if (whole && number >= min && number <= max) return number;
  return value.wrong(in_quotes(name) + " must be a whole number from " + std::to_string(min) +
                     " to " + std::to_string(max));
}

std::string print_json_text(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (byte < 0x20) {
      out += "\\u00";
      out += "0123456789abcdef"[byte >> 4];
      out += "0123456789abcdef"[byte & 15];
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string print_json(const JsonValue& value) {
  std::string out;
  switch (value.kind) {
    case JsonKind::null: return "null";
    case JsonKind::boolean: return value.boolean ? "true" : "false";
    case JsonKind::integer: return std::to_string(value.integer);
    case JsonKind::real: {
      const Result<int64_t> whole = whole_number(value, "", INT64_MIN, INT64_MAX);
      return whole ? std::to_string(*whole) : print_decimal(value.real);
    }
    case JsonKind::text: return print_json_text(value.text);
    case JsonKind::array:
      for (const JsonValue& item : value.items)
        out += (out.empty() ? "" : ",") + print_json(item);
      return "[" + out + "]";
    case JsonKind::object:
      for (const JsonMember& each : value.members)
        out += (out.empty() ? "" : ",") + print_json_text(each.name) + ":" + print_json(each.value);
      return "{" + out + "}";
  }
  return out;
}

}  // namespace cutline
