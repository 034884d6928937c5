#include "core/base/json.h"

#include <string>

#include <gtest/gtest.h>

#include "core/base/limits.h"

namespace cutline {
namespace {

// "line:column kind" of the value.
std::string place(const JsonValue& value) {
  return std::to_string(value.line) + ":" + std::to_string(value.column) + " " +
         std::string(json_kind_name(value.kind));
}

JsonValue parsed(std::string_view text) {
  Result<JsonValue> value = parse_json(text);
  EXPECT_TRUE(value) << (value ? "" : print_fault(value.error()));
  return value ? *value : JsonValue{};
}

std::string refusal(std::string_view text) {
  const Result<JsonValue> value = parse_json(text);
  return value ? "accepted" : print_fault(value.error());
}

TEST(Json, KnowsThePlaceOfEveryKindOfValue) {
  const JsonValue root = parsed(
      "{\"a\": null,\n"
      " \"b\" : [true, false , -12,\t2.5e1],\n"
      "\"c\":\"x\\\"y\",\"d\":{ \"e\" : {} } }");
  EXPECT_EQ(place(root), "1:1 an object");
  EXPECT_EQ(place(*root.find("a")), "1:7 null");
  const JsonValue& b = *root.find("b");
  EXPECT_EQ(place(b), "2:8 an array");
  ASSERT_EQ(b.items.size(), 4u);
  EXPECT_EQ(place(b.items[0]), "2:9 true or false");
  EXPECT_EQ(place(b.items[1]), "2:15 true or false");
  EXPECT_EQ(place(b.items[2]), "2:23 a whole number");
  EXPECT_EQ(place(b.items[3]), "2:28 a number");
  EXPECT_EQ(place(*root.find("c")), "3:5 a text");
  EXPECT_EQ(place(*root.find("d")), "3:16 an object");
  EXPECT_EQ(place(*root.find("d")->find("e")), "3:24 an object");
}

TEST(Json, KnowsThePlaceOfEveryName) {
  const JsonValue root = parsed("{ \"a\":1,\n  \"b\":2}");
  ASSERT_EQ(root.members.size(), 2u);
  EXPECT_EQ(root.members[0].line, 1);
  EXPECT_EQ(root.members[0].column, 3);
  EXPECT_EQ(root.members[1].line, 2);
  EXPECT_EQ(root.members[1].column, 3);
}

TEST(Json, ReadsTheValues) {
  const JsonValue root = parsed("[true, false, -7, 2.5, \"\\u00e9\\n\", 9223372036854775807]");
  ASSERT_EQ(root.items.size(), 6u);
  EXPECT_TRUE(root.items[0].boolean);
  EXPECT_FALSE(root.items[1].boolean);
  EXPECT_EQ(root.items[2].integer, -7);
  EXPECT_EQ(root.items[2].real, -7.0);
  EXPECT_EQ(root.items[3].real, 2.5);
  EXPECT_EQ(root.items[4].text, "é\n");
  EXPECT_EQ(root.items[5].integer, INT64_MAX);
}

TEST(Json, TakesAWholeNumberBeyond64BitsAsAReal) {
  const JsonValue value = parsed("9223372036854775808");
  EXPECT_EQ(value.kind, JsonKind::real);
  EXPECT_EQ(value.real, 9223372036854775808.0);
}

TEST(Json, CountsColumnsInCharactersNotInBytes) {
  const JsonValue root = parsed("[\"äöü€𝄞\", 1]");
  EXPECT_EQ(place(root.items[1]), "1:11 a whole number");
  EXPECT_EQ(refusal("{\"é\": x}"), "1:7: this is not JSON: invalid literal");
}

TEST(Json, CountsNeitherAByteOrderMarkNorCarriageReturns) {
  const JsonValue root = parsed("\xef\xbb\xbf[\r\n 5]");
  EXPECT_EQ(place(root), "1:1 an array");
  EXPECT_EQ(place(root.items[0]), "2:2 a whole number");
}

TEST(Json, FindsNoMemberThatIsNotThere) {
  EXPECT_EQ(parsed("{\"a\":1}").find("b"), nullptr);
  EXPECT_EQ(parsed("[1]").find("a"), nullptr);
}

struct Refusal {
  const char* text;
  const char* fault;
};

TEST(Json, RefusesWhatIsNotJsonAtItsPlace) {
  const Refusal kRefusals[] = {
      {"",
       "1:1: this is not JSON: unexpected end of input where '[', '{', or a literal is expected"},
      {"[1,\n 2", "2:3: this is not JSON: unexpected end of input where ']' is expected"},
      {"[1,,2]", "1:4: this is not JSON: unexpected ',' where '[', '{', or a literal is expected"},
      {"[1 2]", "1:4: this is not JSON: unexpected number literal where ']' is expected"},
      {"[1]\n[2]", "2:1: this is not JSON: unexpected '[' where end of input is expected"},
      {"{\"a\" 1}", "1:6: this is not JSON: unexpected number literal where ':' is expected"},
      {"{\"a\":1,}", "1:8: this is not JSON: unexpected '}' where string literal is expected"},
      {"{\"a\":1 \"bc\":2}",
       "1:8: this is not JSON: unexpected string literal where '}' is expected"},
      {"{a:1}", "1:2: this is not JSON: invalid literal where string literal is expected"},
      {"[nul]", "1:5: this is not JSON: invalid literal"},
      {"[01]", "1:3: this is not JSON: unexpected number literal where ']' is expected"},
      {"[1.]", "1:4: this is not JSON: invalid number; expected digit after '.'"},
      {"[NaN]", "1:2: this is not JSON: invalid literal"},
      {"[\"ab", "1:5: this is not JSON: invalid string: missing closing quote"},
      {"[\"a\\x\"]", "1:5: this is not JSON: invalid string: forbidden character after backslash"},
      {"// comment\n1", "1:1: this is not JSON: invalid literal"},
      {"[1] x", "1:5: this is not JSON: invalid literal where end of input is expected"},
      {"\xef\xbb[]", "1:2: this is not JSON: invalid BOM; must be 0xEF 0xBB 0xBF if given"},
  };
  for (const Refusal& each : kRefusals) EXPECT_EQ(refusal(each.text), each.fault) << each.text;
}

TEST(Json, RefusesTextThatIsNotUtf8AtTheWrongByte) {
  EXPECT_EQ(refusal("[\"ab\xff\"]"),
            "1:5: this is not JSON: invalid string: ill-formed UTF-8 byte");
  EXPECT_EQ(refusal("[\"a\nb\"]"),
            "1:4: this is not JSON: invalid string: control character U+000A (LF) must be escaped "
            "to \\u000A or \\n");
}

TEST(Json, RefusesANameTwiceInOneObject) {
  EXPECT_EQ(refusal("{\"a\":1,\n \"b\":{\"a\":2},\n \"a\":3}"),
            "3:2: the name \"a\" is there twice in one object");
  EXPECT_EQ(refusal("{\"a\":1, \"\\u0061\":3}"),
            "1:9: the name \"a\" is there twice in one object");
}

TEST(Json, RefusesNumbersBeyondADouble) {
  EXPECT_EQ(refusal("[1,\n 1e999]"), "2:2: the number \"1e999\" is too large");
  EXPECT_EQ(refusal("-1e400"), "1:1: the number \"-1e400\" is too large");
  EXPECT_EQ(refusal("1e308"), "accepted");
}

TEST(Json, RefusesMoreNestingThanTheLimit) {
  const std::string deep(kNestingMax, '[');
  EXPECT_EQ(refusal(deep + std::string(kNestingMax, ']')), "accepted");
  EXPECT_EQ(refusal(deep + "\n [" + std::string(kNestingMax + 1, ']')),
            "2:2: arrays and objects are nested at most 64 deep");
}

TEST(Json, RefusesMoreValuesThanTheLimit) {
  std::string text = "[1";
  for (size_t count = 2; count < kJsonValuesMax; ++count) text += ",1";
  EXPECT_EQ(refusal(text + "]"), "accepted");
  EXPECT_EQ(refusal(text + ",\n1]"), "2:1: a JSON file has at most 1000000 values");
}

TEST(Json, RefusesMoreBytesThanTheLimit) {
  std::string text(kFileBytesMax + 1, ' ');
  text[0] = '1';
  EXPECT_EQ(refusal(text), "a JSON file has at most 16777216 bytes, this one 16777217");
  text.pop_back();
  EXPECT_EQ(refusal(text), "accepted");
}

}  // namespace
}  // namespace cutline
