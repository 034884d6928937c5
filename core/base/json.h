// JSON read into a tree whose every value knows its line and column, so that a reader can say
// where a file is wrong. Parsing is nlohmann::json's (SAX interface); this adds places, limits and
// sentences.
#pragma once
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace cutline {

enum class JsonKind : uint8_t { null, boolean, integer, real, text, array, object };

struct JsonMember;

struct JsonValue {
  JsonKind kind = JsonKind::null;
  int line = 0;    // of the value's first character, from 1
  int column = 0;  // in characters (UTF-8 code points), from 1
  bool boolean = false;
  int64_t integer = 0;  // where kind is integer
  double real = 0;      // where kind is integer or real
  std::string text;
  std::vector<JsonValue> items;
  std::vector<JsonMember> members;  // in the order of the file

  bool is(JsonKind wanted) const { return kind == wanted; }
  bool is_number() const { return kind == JsonKind::integer || kind == JsonKind::real; }
  // The member of that name; null where there is none.
  const JsonValue* find(std::string_view name) const;
  // A fault at this value's place.
  Fault wrong(std::string sentence) const { return fault_at(line, column, std::move(sentence)); }
};

struct JsonMember {
  std::string name;
  int line = 0;  // of the name
  int column = 0;
  JsonValue value;
};

// Refuses what is not JSON, a name twice in one object, more than kFileBytesMax bytes, more than
// kNestingMax levels, and numbers beyond a double, each at its place.
Result<JsonValue> parse_json(std::string_view text);

// "a number", "an array", … for sentences.
std::string_view json_kind_name(JsonKind kind);

}  // namespace cutline
