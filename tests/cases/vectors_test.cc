// The handed barrier scripts pass, and would not pass if any one thing that they expect were
// another: a comparison that looks at nothing is found here.
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "core/base/json.h"
#include "core/lesson/barrier_script.h"
#include "core/lesson/json_fields.h"

namespace cutline {
namespace {

const std::filesystem::path kHanded =
    std::filesystem::path(CUTLINE_SOURCE_DIR) / "../shared/cases/flink-vectors.json";

std::string read(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return std::string(std::istreambuf_iterator<char>(file), {});
}

// A value below that holds no other.
struct Part {
  JsonValue* value = nullptr;
  bool lower_bound = false;
};

void add_parts(JsonValue& value, bool lower_bound, std::vector<Part>& parts) {
  if (value.items.empty() && value.members.empty()) parts.push_back({&value, lower_bound});
  for (JsonValue& item : value.items) add_parts(item, lower_bound, parts);
  for (JsonMember& member : value.members)
    add_parts(member.value, member.name.find("min") != std::string::npos, parts);
}

// Another value of the same kind.
void spoil(const Part& part) {
  JsonValue& value = *part.value;
  switch (value.kind) {
    case JsonKind::boolean: value.boolean = !value.boolean; break;
    case JsonKind::integer: value.integer += part.lower_bound ? 1'000'000'000 : 1; break;
    case JsonKind::text: value.text += "!"; break;
    case JsonKind::array:  // empty: a list with something in it
      value.items.emplace_back();
      value.items[0].kind = JsonKind::integer;
      value.items[0].integer = 77;
      break;
    case JsonKind::object: {  // empty, as only captured buffers are
      JsonMember member;
      member.name = "77";
      member.value.kind = JsonKind::array;
      value.members.push_back(member);
      spoil({&value.members[0].value});
      break;
    }
    default: ADD_FAILURE() << "a real number is expected nowhere";
  }
}

bool passes(const JsonValue& entry) {
  const Result<BarrierScript> script = read_barrier_script(entry);
  return script && run_barrier_script(*script).empty();
}

bool is_script(const JsonValue& entry) {
  const std::string& family = entry.find("family")->text;
  return !entry.find("form") && (family == "aligned" || family == "tracker" ||
                                 family == "unaligned" || family == "alternating");
}

TEST(Vectors, HandedToUsPass) {
  if (!std::filesystem::exists(kHanded)) {
    std::printf("NOTICE: ../shared/cases is not there: the handed vectors were not run\n");
    GTEST_SKIP();
  }
  const Result<BarrierScripts> vectors = read_barrier_scripts(read(kHanded));
  ASSERT_TRUE(vectors) << print_fault(vectors.error());
  EXPECT_GE(vectors->scripts.size(), 68u);
  EXPECT_GE(vectors->skipped, 120);
  for (const BarrierScript& script : vectors->scripts)
    for (const std::string& failure : run_barrier_script(script))
      ADD_FAILURE() << script.id << ": " << failure;
}

TEST(Vectors, HandedToUsFailWhereAnyOneExpectationIsAnother) {
  if (!std::filesystem::exists(kHanded)) {
    std::printf("NOTICE: ../shared/cases is not there: the handed vectors were not run\n");
    GTEST_SKIP();
  }
  Result<JsonValue> file = parse_json(read(kHanded));
  ASSERT_TRUE(file);
  int spoiled = 0;
  for (JsonValue& entry : const_cast<JsonValue*>(file->find("vectors"))->items) {
    if (!is_script(entry)) continue;
    const std::string& id = entry.find("id")->text;
    EXPECT_TRUE(passes(entry)) << id;
    auto* expect = const_cast<JsonValue*>(entry.find("expect"));
    std::vector<Part> parts;
    add_parts(*expect, false, parts);
    EXPECT_FALSE(parts.empty()) << id << " expects something";
    for (const Part& part : parts) {
      const JsonValue kept = *part.value;
      spoil(part);
      EXPECT_FALSE(passes(entry)) << id << ": " << print_json(*expect);
      *part.value = kept;
      ++spoiled;
    }
  }
  EXPECT_GE(spoiled, 400);
}

}  // namespace
}  // namespace cutline
